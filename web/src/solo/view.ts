/** What the server says about solo puzzles, as src/tischlein/puzzles/blokus/view.py and server/http/solo.py make it. */
import type { Colour } from "../lib/pieces/colours";
import type { Move, Refusal } from "../lib/net/protocol";

export interface Placement {
  colour: Colour;
  move: Move;
}

export interface Lying extends Placement {
  piece: string;
  given: boolean;
}

export interface HandView {
  id: Colour;
  left: string[];
  may_place: string[];
  squares: number;
  /** The squares of which the first piece must cover one, while none lies. */
  starts: string[];
  /** Rows from the top, "+" where a square of this colour may lie. */
  open: string[];
  /** A piece must cover one of these squares; null: it may lie anywhere. */
  joins: string[] | null;
}

export interface SoloView {
  challenge: string;
  columns: number;
  rows: number;
  may_touch: boolean;
  as_in_the_game: boolean;
  descending: boolean;
  options: Record<string, string>;
  board: string[];
  lying: Lying[];
  colours: HandView[];
  turn: Colour | null;
  pieces: number;
  solved: boolean;
}

export type Level = "easy" | "medium" | "hard";

export interface SoloLayout {
  puzzle: string;
  level: Level | null;
  view: SoloView;
}

/** How to ask the tutor: for so many seconds, unless somebody stops it. */
export interface Asking {
  signal: AbortSignal;
  seconds: number;
  onprogress?: (tried: number) => void;
}

export interface Status {
  verdict: "solvable" | "impossible" | "unknown";
  reason: Omit<Refusal, "rule"> | null;
  tried: number;
}

export interface HintAnswer extends Status {
  place: Placement | null;
  take_back: Placement | null;
}

export interface Solution extends Status {
  placements: Placement[] | null;
}

export interface Save {
  id: string;
  version: number;
  puzzle: string;
  placements: Placement[];
  seconds: number;
  moves: number;
}
