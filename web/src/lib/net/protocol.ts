/** What the server says and understands: docs/protocol.md as types. */

import type { Move, Played, Refusal, Seat, Setup, TableView } from "../../engine/types.ts";

export { Refused } from "../../engine/types.ts";
export type { Move, Played, Refusal, Seat, TableView };

export type SeatCard = { kind: "person"; name: string } | { kind: "open" } | { kind: "bot"; level: string };

export interface Result {
  reason: "played" | "resigned" | "time" | "agreed" | "gone" | "closed";
  places: number[];
  winners: Seat[];
}

/** A table as everybody may see it. */
export interface Card {
  id: string;
  game: string;
  variant: string;
  options: Record<string, string>;
  seats: SeatCard[];
  status: "waiting" | "playing" | "over";
  public: boolean;
  clock: { seconds: number; increment: number } | null;
  takebacks: boolean;
  hints: boolean;
  /** Somebody brought the game along and may have chosen the deal. */
  imported: boolean;
  /** It is played on its host's own device, which may have chosen the deal. */
  local: boolean;
  ply: number;
  to_move: Seat | null;
  result: Result | null;
  next: string | null;
  created: number;
}

/** A table as somebody sees it who asks for it: with the seats that this browser holds. */
export interface OwnCard extends Card {
  mine: Seat[];
  /** Seats that were given up here, and that bots play on: for a rematch they are asked, too. */
  resigned: Seat[];
}

export interface Clock {
  left: number[];
  running: Seat | null;
}

export type Favour = "takeback" | "draw" | "rematch" | "newcomers";

export interface Request {
  what: Favour;
  seat: Seat;
  needs: Seat[];
}

export interface Presence {
  seats: boolean[];
  onlookers: number;
}

export interface Variation {
  move: Move;
  value: number;
  visits: number;
  continuation: Move[];
  /** Whether it is proven to win or to lose. */
  proven?: boolean;
}

export interface State {
  version: number;
  table: Card;
  ply: number;
  view: TableView | null;
  legal: readonly Move[] | null;
  clock: Clock | null;
  request: Request | null;
  result: Result | null;
}

export interface Snapshot extends State {
  type: "snapshot";
  you: Seat | null;
  /** Null where something is hidden. */
  setup: (Setup & { rules_version: number }) | null;
  moves: Played[];
  presence: Presence;
  /** Milliseconds since the last thing happened, and after how many somebody who is not there counts as gone. */
  waited: number;
  patience: number;
}

export type Event =
  | { kind: "took"; seat: Seat; name: string }
  | { kind: "left"; seat: Seat }
  | { kind: "bot"; seat: Seat; level: string }
  | { kind: "played"; seat: Seat; ply: number; move: Move }
  | { kind: "asked"; seat: Seat; what: Favour; needs: Seat[]; ply: number | null; next: string | null }
  | { kind: "answered"; seat: Seat; yes: boolean; next: string | null }
  | { kind: "resigned"; seat: Seat }
  | { kind: "flagged"; seat: Seat }
  | { kind: "credited"; seat: Seat; ms: number }
  | { kind: "gone"; seat: Seat; bot: boolean }
  | { kind: "closed"; seat: Seat };

export interface Update extends Omit<State, "view"> {
  type: "update";
  event: Event;
  view?: TableView | null;
}

export const REACTIONS = ["hello", "thanks", "well-played", "oops", "thinking", "wow", "laugh", "bye"] as const;
export type Reaction = (typeof REACTIONS)[number];

export type FromServer =
  | Snapshot
  | Update
  | { type: "done"; id: string; version: number }
  | ({ type: "refused"; id: string | null } & Refusal)
  | ({ type: "presence" } & Presence)
  | { type: "reaction"; seat: Seat; reaction: Reaction }
  | { type: "thinking"; seat: Seat; share: number; trouble?: boolean }
  | { type: "hint"; id: string; ply: number; share: number; lines: Variation[] | null }
  | { type: "analysis"; share: number };

export type ToServer =
  | { type: "play"; ply: number; move: Move }
  | { type: "check"; ply: number; move: Move }
  | { type: "ask"; what: Favour }
  | { type: "answer"; yes: boolean }
  | { type: "resign" }
  | { type: "claim"; seat: Seat; bot: boolean }
  | { type: "hint" }
  | { type: "react"; reaction: Reaction }
  | { type: "sync"; version: number }
  | { type: "ping" };

/** One move of an analysis. */
export interface Assessment {
  ply: number;
  seat: Seat;
  played: Move;
  best: Variation;
  value: number;
  loss: number;
  mark: "" | "?" | "??";
}

/** How much of an analysis is done, and what came of it; null: nobody has asked for one. */
export interface AnalysisState {
  share: number | null;
  moves: Assessment[] | null;
}

/** A way to play: the usual number of seats first, and of each option the default first. */
export interface VariantInfo {
  id: string;
  seats: number[];
  /** Where `each` is not 0, every seat chooses so many of the values; see protocol.md. */
  options: { id: string; values: string[]; each: number }[];
}

export interface GameInfo {
  id: string;
  title: string;
  /** Whether hands are hidden from the others. */
  secret: boolean;
  /** Whether people may agree on a draw. */
  draws: boolean;
  variants: VariantInfo[];
  /** The seconds that each level may take for a move; the first is level1. */
  levels: number[];
  formats: string[];
  /** By language: a sentence for each level that says what it sees; the same as the game's texts `level-1` and so on. */
  sees: Record<string, string[]>;
}
