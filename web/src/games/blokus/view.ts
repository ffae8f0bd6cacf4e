/** The view of Blokus, as src/tischlein/games/blokus/view.py makes it. */
import type { Colour } from "../../lib/colours";
import type { Seat, TableView } from "../../lib/protocol";

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
  board: string[];
  placed: Placed[];
  last: Placed | null;
  colours: ColourView[];
  scores: { seat: Seat; colours: Colour[]; scoring: Colour[]; score: number }[];
}
