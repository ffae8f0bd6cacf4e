/** What the engine speaks of: the same words, and the same JSON, as the library in Python and the server. */

/** A place at the table, 0 to n-1, clockwise. */
export type Seat = number;

/** A move in its game's notation; opaque to everybody but the game. */
export type Move = string;

/** All that is decided before the first move, chance included: `Setup` in Python. */
export interface Setup {
  readonly game: string;
  readonly variant: string;
  readonly seats: number;
  readonly first: Seat;
  readonly options: Readonly<Record<string, string>>;
  readonly deal: Readonly<Record<string, string>>;
}

export interface Played {
  readonly seat: Seat;
  readonly move: Move;
}

/** How a game ended, by seat; place 1 has won. */
export interface Outcome {
  places: number[];
  scores: number[];
  winners: Seat[];
}

/** The keys that every game's view has. */
export interface TableView {
  game: string;
  variant: string;
  seats: number;
  first: Seat;
  options: Record<string, string>;
  ply: number;
  to_move: Seat | null;
  outcome: Outcome | null;
}

/** A code with details; the sentence is in the Fluent files of its source. */
export interface Refusal {
  code: string;
  source: string;
  rule: string | null;
  details: Record<string, string | number>;
}

/** Something was asked for that cannot be done; nothing was changed. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** One position of one game, in this thread. It never changes: `play` returns another one. */
export interface LocalGame<V extends TableView = TableView> {
  readonly setup: Setup;
  readonly moves: readonly Played[];
  /** Null when the game is over. Seats that cannot move are skipped already. */
  readonly toMove: Seat | null;
  readonly outcome: Outcome | null;
  /** Every legal move, sorted as text. */
  legal(): readonly Move[];
  /** Which rule a move would break; null: none. */
  fault(move: Move): Refusal | null;
  /** The one text under which `legal` lists a move that a person may have written otherwise. Throws Refused. */
  canonical(move: Move): Move;
  /** The position after a move. Throws Refused. */
  play(move: Move): LocalGame<V>;
  /** Whose turn it is by the rules' own number, from 0: a colour in Blokus, elsewhere a seat or side. */
  readonly turn: number;
  /** How many take turns. */
  readonly turns: number;
  /** The same board with another turn. No game need lead there: for setting up positions, not for playing. */
  withTurn(turn: number): LocalGame<V>;
  /** All that this seat (null: an onlooker) may know: the same JSON as in Python. */
  view(seat: Seat | null): V;
  /** The game as text, with notes for people such as names. */
  record(tags?: Readonly<Record<string, string>>): string;
}

/** How strong to play: a row of the table that Python has. */
export interface Level {
  /** "level1" and so on: how the server and the command line call it. */
  readonly name: string;
  readonly seconds: number;
  readonly simulations: number | null;
  readonly settings: Readonly<Record<string, number>>;
  readonly book: boolean;
  /** Whether it stops when the rest of its time cannot change the choice. */
  readonly thrifty: boolean;
}

/** A move that was looked at: what the seat to move may expect of it, 0 to 1, and how the game may go on. */
export interface Variation {
  move: Move;
  value: number;
  visits: number;
  continuation: Move[];
  /** Whether it is proven to win or to lose. */
  proven: boolean;
}

/** What a move does, in its game's own terms: a text of its game, what that needs, and the cells that it points at. */
export interface Remark {
  code: string;
  details: Record<string, string | number>;
  cells: readonly string[];
}

/** How long to think: until the time or the simulations are used up; without either, until somebody stops it. */
export interface Limits {
  seconds?: number;
  simulations?: number;
  /** How many workers at most; without it, as many as there are processors. */
  workers?: number;
  /** Every hand lies open, as after a game. Without it, whoever is to move knows what the rules let them know. */
  open?: boolean;
}

/** Work that is under way in workers. */
export interface Thinking<T> {
  /** Be content with what is known so far; `answer` follows soon. */
  stop(): void;
  /** Called with the share of the limits that is used, 0 to 1. */
  onprogress?: (share: number) => void;
  readonly answer: Promise<T>;
}
