/** The solo part of the protocol. */
import { call, send } from "../lib/api";
import type { Refusal } from "../lib/protocol";
import type { HintAnswer, Placement, Save, SoloCard, SoloLayout, Solution, Status } from "./view";

const path = (puzzle: string) => `/solo/puzzles/${encodeURIComponent(puzzle)}`;

/** One page asks one thing at a time; the server forgets the question before. */
const asker = Math.random().toString(36).slice(2, 14) + Math.random().toString(36).slice(2, 14);

const ask = <T>(what: string) => (puzzle: string, placements: readonly Placement[], signal: AbortSignal) =>
  call<T>("POST", `/solo/${what}`, { puzzle, placements, asker }, signal);

export interface SaveWish {
  puzzle: string;
  placements: readonly Placement[];
  seconds: number;
  moves: number;
}

export const soloApi = {
  list: () => call<SoloCard>("GET", "/solo"),
  /** The six challenges are there; every other puzzle is made when it is first asked for. */
  open: (puzzle: string) => call<SoloLayout>(/^s\d/.test(puzzle) ? "GET" : "PUT", path(puzzle)),
  layout: (puzzle: string, placements: readonly Placement[]) => call<SoloLayout>("POST", "/solo/layout", { puzzle, placements }),
  /** Which rule a layout breaks; null: none. */
  check: async (puzzle: string, placements: readonly Placement[]) =>
    (await call<{ refusal: Refusal | null }>("POST", "/solo/check", { puzzle, placements })).refusal,
  status: ask<Status>("status"),
  hint: ask<HintAnswer>("hint"),
  solution: ask<Solution>("solution"),
  picture: async (puzzle: string, placements: readonly Placement[], language: string) =>
    new Blob([await send("POST", "/solo/picture", { puzzle, placements, language })], { type: "image/svg+xml" }),
  save: (wish: SaveWish) => call<Save>("POST", "/solo/saves", wish),
  saved: (id: string) => call<Save>("GET", `/solo/saves/${encodeURIComponent(id)}`),
  saveAgain: (id: string, version: number, wish: SaveWish) =>
    call<Save>("PUT", `/solo/saves/${encodeURIComponent(id)}`, { ...wish, version }),
};
