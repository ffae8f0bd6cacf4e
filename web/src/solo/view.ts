/** What the server says about solo puzzles, as src/tischlein/puzzles/view.py and server/solo_routes.py make it. */
import type { Colour } from "../lib/colours";
import type { Move, Refusal } from "../lib/protocol";

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
  start: string | null;
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

export interface ChallengeCard {
  id: string;
  rows: number;
  columns: number;
  pieces: number;
  options: { id: string; values: string[] }[];
}

export interface SoloCard {
  challenges: ChallengeCard[];
  today: { puzzle: string; date: string; rows: number; columns: number; level: Level };
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
