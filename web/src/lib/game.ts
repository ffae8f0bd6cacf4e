/**
 * What a game is to the pages: one module with this shape in games/<id>/index.ts.
 *
 * The pages know no game; a game knows no page, no network and no rule: it draws views, and picks from legal moves.
 */
import type { Component } from "svelte";
import type { Colour } from "./pieces/colours";
import type { Move, Played, Seat, TableView } from "./net/protocol";
import type { Reading } from "./reading";
import type { Settings } from "./settings.svelte";
import type { Words } from "./words.svelte";

export type { TableView } from "./net/protocol";

/** What a board and a hand are given. Every field is reactive. */
export interface Scene<V extends TableView = TableView> {
  /** What is to be drawn. */
  readonly view: V;
  /** The table, for what a game keeps in this browser between two visits. */
  readonly table?: string;
  /** For whom it is drawn: whose hand is at hand, null for an onlooker. */
  readonly seat: Seat | null;
  /** What that seat may play now; null: nothing is to be chosen, the board only shows. */
  readonly legal: readonly Move[] | null;
  /** A move that was sent and is not confirmed yet: draw it as if it lay there, but lighter. */
  readonly pending: Move | null;
  /** A move that is advised: outline it in the accent colour. */
  readonly hint: Move | null;
  /** Other good moves, the second best first: outline them lightly and number them from 2 on. */
  readonly others?: readonly Move[];
  /** Cells that somebody speaks of: light them up. */
  readonly lit?: readonly string[];
  /** Only one of the moves that the rules allow may be played, as in a lesson. */
  readonly guided?: boolean;
  /** The moves that led to the view. */
  readonly moves: readonly Played[];
  /** The names of the seats. */
  readonly names: readonly string[];
  /** The same where they stand alone and not in a sentence: one's own may be "You". */
  readonly labels?: readonly string[];
  readonly settings: Settings;
  /** The texts of the game, from src/tischlein/games/<id>/text.*.ftl. */
  readonly words: Words;
  /** Play a move. */
  onmove(move: Move): void;
  /** A person holds this move over the board (null: nothing any more). The page says why not. */
  oncheck(move: Move | null): void;
  /** Tell a screen reader. */
  onsay(text: string): void;
}

/** The line of a seat in the list of players. */
export interface SeatScore {
  seat: Seat;
  /** The number that counts, such as "−31". */
  value: string;
  /** What it is made of, in a few words: "31 squares left". */
  detail: string;
}

/** A move as people read it. */
export interface MoveLine {
  ply: number;
  seat: Seat;
  colour: Colour | null;
  /** For the list of moves: "L5 c3". */
  short: string;
  /** For a screen reader: "Blue, L of five on c3 to f4". */
  long: string;
}

/** How the points of one side came about, line by line as the rules count them. */
export interface Account {
  seats: Seat[];
  lines: { text: string; points: string }[];
  total: string;
}

/** What `begin` makes can let go of whatever somebody holds. */
export interface Held {
  drop(): void;
}

export interface GameModule<V extends TableView = TableView, P extends Held = Held> {
  /** The board, as one SVG element that fills its box. */
  Board: Component<{ scene: Scene<V>; play: P }>;
  /** What the seat of the scene holds, and the buttons to handle it. */
  Hand: Component<{ scene: Scene<V>; play: P }>;
  /** The sign of a seat in lists: its colours or its shape. Square, fills its box. */
  Badge: Component<{ view: V; seat: Seat }>;
  /** Make what board and hand share: what is chosen and how it is held. Called once, while a component starts. */
  begin(scene: Scene<V>): P;
  /** What the person to move is asked to do, in a sentence. */
  task(view: V, words: Words, names: readonly string[]): string;
  /** One line for each seat, in the order of the seats. */
  scores(view: V, words: Words): SeatScore[];
  /** What a seat plays with, in words, as its sign says it to eyes: "Blue and Red". */
  sign?(view: V, seat: Seat, words: Words): string;
  /** Who takes turns, in the order of the rules' own numbers; without it, the seats. */
  turns?(view: V, words: Words): string[];
  /** The board for those who go over it cell by cell and do not see it. */
  read?(view: V, words: Words, names: readonly string[]): Reading;
  /** The moves so far. */
  moves(view: V, moves: readonly Played[], words: Words): MoveLine[];
  /** The count at the end. */
  accounts(view: V, words: Words, names: readonly string[]): Account[];
  /** Whoever has the fewest points wins. */
  fewest?: true;
  /** Why whoever has won has won, where the points alone do not say it. */
  why?(view: V, words: Words, names: readonly string[]): string;
  /** The colour of a seat's line in the graph. */
  colourOf(view: V, seat: Seat): Colour;
  /** A position worth looking at, for the home page. */
  picture(): Promise<V>;
}

/** Check a module against its own types, then hand it to pages that know only the common ones. */
export function defineGame<V extends TableView, P extends Held>(module: GameModule<V, P>): GameModule {
  return module as unknown as GameModule;
}

const modules = import.meta.glob<{ default: GameModule }>("../games/*/index.ts");

/** The games that the page can play by itself. */
export { GAMES as ENGINES } from "../engine/names";

/** The games that can be drawn, by folder name. */
export const GAMES: readonly string[] = Object.keys(modules).map((path) => path.split("/").at(-2) ?? "");

const loaded = new Map<string, Promise<GameModule>>();

/** Load a game's chunk; each once. */
export function loadGame(id: string): Promise<GameModule> {
  const found = loaded.get(id);
  if (found) return found;
  const load = modules[`../games/${id}/index.ts`];
  if (!load) return Promise.reject(new Error(`no game ${id}`));
  const module = load().then((chunk) => chunk.default);
  loaded.set(id, module);
  module.catch(() => loaded.delete(id));
  return module;
}
