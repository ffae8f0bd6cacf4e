/** The view of Planken legen, as src/tischlein/games/planken/view.py makes it. */
import type { Seat, TableView } from "../../engine/types.ts";

export type NailColour = "red" | "green" | "blue";

/** The head of a seat's nails. */
export type Shape = "round" | "square" | "triangle" | "cross";

export interface PlankView {
  column: string;
  plank: string;
  /** From top to bottom. */
  nails: (Seat | null)[];
}

export interface HandView {
  seat: Seat;
  team: number;
  shape: Shape;
  stock: string[];
  nails: Record<NailColour, number>;
  phase: "set" | "move";
  /** Lines that lack one nail: three cells each. */
  making: string[][];
}

export interface LastView {
  move: string;
  seat: Seat;
  column: string | null;
  source: string | null;
  cell: string | null;
}

export interface View extends TableView {
  choice: boolean;
  skipped: Seat[];
  repeats: number;
  last: LastView | null;
  board: PlankView[];
  ends: string[];
  hands: HandView[];
  ending: "line" | "blocked" | "repeated" | "stuck" | null;
  line: string[] | null;
  stuck: Seat | null;
}
