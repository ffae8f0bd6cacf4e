/** The view of Blokus, as src/tischlein/games/blokus/view.py makes it. */
import type { Colour } from "../../lib/pieces/colours.ts";
import type { Seat, TableView } from "../../engine/types.ts";

export interface Placed {
  ply: number;
  seat: Seat;
  colour: Colour;
  piece: string;
  move: string;
}

export interface ColourView {
  id: Colour;
  seat: Seat | null;
  starts: string[];
  left: string[];
  squares: number;
  bonus: number;
  reason: "all" | "single-last" | null;
  score: number;
  counts: boolean;
  out: boolean;
}

export interface View extends TableView {
  size: number;
  turn: Colour | null;
  /** Squares of which the next piece of the colour to move covers one. */
  corners: string[];
  board: string[];
  placed: Placed[];
  last: Placed | null;
  colours: ColourView[];
  scores: { seat: Seat; colours: Colour[]; scoring: Colour[]; score: number }[];
}
