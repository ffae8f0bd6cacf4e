/** The material: cells, tiles and their faces, moves as text. Columns and rows count from 0, from the top left. */
import type { Colour } from "../../../lib/pieces/colours";
import type { LaidTile, View } from "../view";

export const SIZE = 9;
export const ROWS = [..."ABCDEFGHI"];
export const COLUMNS = [..."123456789"];
export const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => row + column));

/** Faces that are neither number nor letter, as SVG paths around 0,0 and about 20 wide. */
export const OUTLINES: Record<string, string> = {
  star: "M0-11 2.7-3.7 10.5-3.4 4.4 1.4 6.5 8.9 0 4.6-6.5 8.9-4.4 1.4-10.5-3.4-2.7-3.7Z",
  circle: "M-8.5 0A8.5 8.5 0 1 1 8.5 0A8.5 8.5 0 1 1-8.5 0Z",
  triangle: "M0-9.5 10 8-10 8Z",
  heart: "M0 9.5C-14-1-10.5-9-5.2-9C-2.4-9-.6-7.3 0-5C.6-7.3 2.4-9 5.2-9C10.5-9 14-1 0 9.5Z",
  plus: "M-3.2-9.5H3.2V-3.2H9.5V3.2H3.2V9.5H-3.2V3.2H-9.5V-3.2H-3.2Z",
  diamond: "M0-11 8 0 0 11-8 0Z",
  moon: "M6-9A10 10 0 1 0 6 9A9.6 9.6 0 0 1 6-9Z",
  clover:
    "M-4.7-5A4.7 4.7 0 1 1 4.7-5A4.7 4.7 0 1 1-4.7-5ZM-10 2.6A4.7 4.7 0 1 1-.6 2.6A4.7 4.7 0 1 1-10 2.6Z" +
    "M.6 2.6A4.7 4.7 0 1 1 10 2.6A4.7 4.7 0 1 1 .6 2.6ZM-1.6-1H1.6L3 10.5H-3Z",
  note:
    "M-8 6.6A4.4 3.4-20 1 1 .8 6.6A4.4 3.4-20 1 1-8 6.6ZM-1.2-10.5H.9V6.6H-1.2Z" +
    "M.9-10.5C2-5.6 8.6-5 7.6 2.4C7-1.4 4-3.2.9-3.6Z",
  joker: "M-3-10.5H3L1.8 3H-1.8ZM-2.8 7.6A2.8 2.8 0 1 1 2.8 7.6A2.8 2.8 0 1 1-2.8 7.6Z",
};

const GLYPHS: Record<string, string> = {
  star: "★",
  circle: "●",
  triangle: "▲",
  heart: "♥",
  plus: "✚",
  diamond: "◆",
  moon: "☾",
  clover: "♣",
  note: "♪",
  joker: "!",
};

/** A tile's face in one sign; the selector keeps phones from drawing little pictures instead. */
export const glyph = (tile: string): string => (tile in GLYPHS ? `${GLYPHS[tile]}\ufe0e` : tile);

export interface Placement extends LaidTile {
  cell: string;
}

/** "G2:moon", or "G2:red-moon" where seats have two colours; `colour` is the one of a seat that has one. */
export function readMove(move: string, colour: Colour): Placement {
  const [cell = "", rest = ""] = move.split(":");
  const parts = rest.split("-");
  const tile = parts.pop() ?? "";
  return { cell, colour: (parts[0] as Colour | undefined) ?? colour, tile };
}

export const keyOf = ({ colour, tile }: LaidTile): string => `${colour}-${tile}`;

export function writeMove(cell: string, tile: LaidTile, namesColour: boolean): string {
  return `${cell}:${namesColour ? keyOf(tile) : tile.tile}`;
}

/** Whether moves name the colour, because every seat has two. */
export const namesColour = (view: View): boolean => view.scores.some(({ colours }) => colours.length > 1);

export const columnOf = (cell: string): number => Number(cell[1]) - 1;
export const rowOf = (cell: string): number => ROWS.indexOf(cell[0] ?? "");

/** The cell in a column and a row, if there is one. */
export const cellAt = (column: number, row: number): string | null =>
  ROWS[row] && COLUMNS[column] ? ROWS[row] + COLUMNS[column] : null;

/** The symbol that is printed on a cell. */
export function symbolOf(cell: string, blocks: readonly string[]): string {
  return blocks[Math.floor(rowOf(cell) / 3) * 3 + Math.floor(columnOf(cell) / 3)] ?? "";
}

/** Whether a face is printed at a cell's column, row or block: what is tinted while a tile is held. */
export function isPrintedAt(tile: string, cell: string, blocks: readonly string[]): boolean {
  return tile === "joker" || cell.includes(tile) || symbolOf(cell, blocks) === tile;
}

/** The edges of a set of cells towards everything else, as an SVG path; holes have edges too. */
export function edgesOf(cells: readonly string[]): string {
  const own = new Set(cells);
  const outside = (column: number, row: number) => !own.has(cellAt(column, row) ?? "");
  return cells
    .map((cell) => {
      const [x, y] = [columnOf(cell), rowOf(cell)];
      const top = outside(x, y - 1) ? `M${x} ${y}h1` : "";
      const bottom = outside(x, y + 1) ? `M${x} ${y + 1}h1` : "";
      const left = outside(x - 1, y) ? `M${x} ${y}v1` : "";
      const right = outside(x + 1, y) ? `M${x + 1} ${y}v1` : "";
      return top + bottom + left + right;
    })
    .join("");
}

/** What joins the tiles of a group to each other, so that a group is seen as one. */
export function bridgesOf(cells: readonly string[]): string {
  const own = new Set(cells);
  return cells
    .map((cell) => {
      const [x, y] = [columnOf(cell), rowOf(cell)];
      const right = own.has(cellAt(x + 1, y) ?? "") ? `M${x + 0.85} ${y + 0.2}h0.3v0.6h-0.3z` : "";
      const below = own.has(cellAt(x, y + 1) ?? "") ? `M${x + 0.2} ${y + 0.85}h0.6v0.3h-0.6z` : "";
      return right + below;
    })
    .join("");
}

/**
 * Tiles stay where they stand on a rack: those that are still there keep their place, new ones fill the holes.
 * The view names them in the order of the faces, which would let them jump at every draw.
 */
export function arrange(before: readonly (string | null)[], rack: readonly string[]): (string | null)[] {
  const places = before.map((tile) => (tile !== null && rack.includes(tile) ? tile : null));
  for (const tile of rack) {
    if (places.includes(tile)) continue;
    const hole = places.indexOf(null);
    if (hole < 0) places.push(tile);
    else places[hole] = tile;
  }
  return places;
}
