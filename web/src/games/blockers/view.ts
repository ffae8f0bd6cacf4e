/** The view of Blockers!, as src/tischlein/games/blockers/view.py makes it. */
import type { Colour } from "../../lib/pieces/colours.ts";
import type { Seat, TableView } from "../../engine/types.ts";

export interface LaidTile {
  colour: Colour;
  tile: string;
}

export interface LastMove {
  seat: Seat;
  move: string;
  cell: string;
  colour: Colour;
  tile: string;
  took: Colour | null;
}

export interface Board {
  /** The symbols of the nine blocks, row by row from the top left. */
  blocks: string[];
  cells: Partial<Record<string, LaidTile>>;
  /** Cells whose tile nobody may take because its group would fall apart. */
  locked: string[];
}

export interface ColourView {
  id: Colour;
  seat: Seat;
  /** null: hidden from this view. */
  rack: string[] | null;
  rack_count: number;
  pile_count: number;
  /** Plays no more. */
  closed: boolean;
  /** Every tile it has placed, in the order of play. */
  played: string[];
  unseen: string[];
  /** The cells of each group on the board. */
  groups: string[][];
}

export interface SeatView {
  seat: Seat;
  colours: Colour[];
  groups: number;
  taken: Partial<Record<Colour, string[]>>;
  taken_count: number;
  most: number;
  most_colours: Colour[];
  points: number;
}

export interface View extends TableView {
  seat: Seat | null;
  options: { scoring: "blockers" | "uptown" } & Record<string, string>;
  last: LastMove | null;
  /** Who could place nothing after the last move. */
  skipped: Seat[];
  board: Board;
  colours: ColourView[];
  scores: SeatView[];
}
