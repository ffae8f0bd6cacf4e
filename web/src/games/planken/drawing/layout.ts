/** Where everything is on the board, in pixels: a row of planks in a frame, and a tray for each hand below it. */
import { PLANKS } from "../moves";
import type { View } from "../view";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  /** A small picture, without trays and texts. */
  tiny: boolean;
  /** How thick the frame is. */
  rail: number;
  /** The field in which the row lies. */
  field: Box;
  /** Height of letters; 0 for none. */
  letter: number;
  /** The size of a field of a plank. */
  cell: { width: number; height: number };
  /** The radius of a nail. */
  nail: number;
  /** How thick a winning line is drawn: the nails within it are seen whole. */
  band: number;
  /** The columns that have a place, from left to right: planks, and the ends where the next may go. */
  columns: string[];
  /** The left edge of a column, and the top of the row. */
  left: (column: string) => number;
  top: number;
  /** The middle of a field. */
  spot: (cell: string) => { x: number; y: number };
  /** The trays, and the width of a plank in them. */
  trays: Box[];
  small: number;
  /** Whether the name stands beside them. */
  beside: boolean;
}

/** The painted part of a field, in the middle of it. */
export function tileOf(cell: { width: number; height: number }): { width: number; height: number } {
  return { width: cell.width * (cell.width < 40 ? 0.8 : 0.76), height: cell.height * 0.8 };
}

/** The room that a name needs to stand beside planks and nails; else it stands above them. */
const NAME = 84;

/** Below this width a board is a small picture. */
const TINY = 300;

export function arrange(view: View, width: number, coordinates: boolean, trays: number): Layout {
  const tiny = width < TINY;
  const phone = width < 600;
  const letter = coordinates && !tiny ? (phone ? 14 : 16) : 0;
  const rail = tiny || phone ? (letter ? 17 : 4) : Math.round(Math.min(26, 6 + width * 0.024));
  const height = Math.round(Math.min(104, 12 + width * 0.124, width * 0.2));
  const columns = [...new Set([...view.board.map(({ column }) => column), ...view.ends])].sort();
  const inner = width - 2 * rail;
  const cell = Math.min(height, (inner - 8) / Math.max(1, columns.length));
  const start = (width - columns.length * cell) / 2;
  const above = tiny ? 6 : Math.round(height * 0.2);
  const below = tiny ? 6 : letter + (phone ? 28 : 44);
  const field = { x: rail, y: rail, width: inner, height: above + 3 * height + below };

  const gap = phone ? 4 : 12;
  const count = tiny ? 0 : trays;
  const tray = (inner - gap * (count - 1)) / Math.max(1, count);
  const planks = PLANKS / view.seats;
  const small = Math.min(phone ? 15 : 32, (tray - 16) / (1.2 * planks + 3.6));
  const beside = tray - 16 - small * (1.2 * planks + 3.6) > NAME;
  const trayHeight = Math.round(3 * small + (beside ? 12 : phone ? 34 : 40));
  const trayTop = field.y + field.height + (phone ? 4 : rail * 0.6);
  const top = field.y + above;
  const left = (column: string) => start + columns.indexOf(column) * cell;
  return {
    width,
    tiny,
    rail,
    field,
    letter,
    cell: { width: cell, height },
    nail: Math.min(cell * 0.345, height * 0.3),
    band: Math.min(6, cell * 0.12),
    columns,
    left,
    top,
    spot: (name) => ({ x: left(name[0] ?? "") + cell / 2, y: top + (Number(name[1]) - 0.5) * height }),
    trays: Array.from({ length: count }, (_, i) => ({
      x: rail + i * (tray + gap),
      y: trayTop,
      width: tray,
      height: trayHeight,
    })),
    small,
    beside,
    height: Math.round((count ? trayTop + trayHeight : field.y + field.height) + rail),
  };
}
