/** How far somebody is with a puzzle, and where that is kept in the browser. */
import { COLOURS } from "../lib/pieces/colours";
import type { Placement } from "./view";

/** One step of a person: a piece was placed at the end, or the one at a place was lifted. */
export type Step = { kind: "place"; piece: Placement } | { kind: "lift"; piece: Placement; at: number };

export interface Progress {
  puzzle: string;
  placements: readonly Placement[];
  /** The steps so far, and those that were taken back and can be done again. */
  past: readonly Step[];
  future: readonly Step[];
  seconds: number;
  moves: number;
  solved: boolean;
  /** How many pieces there are, to show how far it is. */
  pieces: number;
  /** Where it is kept on the server, which version of it is known, and whether something is newer here. */
  save: { id: string; version: number; dirty: boolean } | null;
  /** When it was last touched. */
  at: number;
}

const PREFIX = "tischlein-solo:";
const MOST_STEPS = 400;
const MOST_SLOTS = 100;

export const begin = (puzzle: string): Progress => ({
  puzzle, placements: [], past: [], future: [], seconds: 0, moves: 0, solved: false, pieces: 0, save: null, at: 0,
}); // prettier-ignore

// ------------------------------------------------------------------ steps

export const without = (placements: readonly Placement[], at: number): Placement[] => placements.filter((_, i) => i !== at);

const withPiece = (placements: readonly Placement[], piece: Placement, at: number): Placement[] => [
  ...placements.slice(0, at),
  piece,
  ...placements.slice(at),
];

/** What lies after a step. */
export const doStep = (placements: readonly Placement[], step: Step): Placement[] =>
  step.kind === "place" ? [...placements, step.piece] : without(placements, step.at);

/** What lay before it. */
export const undoStep = (placements: readonly Placement[], step: Step): Placement[] =>
  step.kind === "place" ? placements.slice(0, -1) : withPiece(placements, step.piece, step.at);

export function stepOn(progress: Progress, step: Step): Progress {
  const placed = step.kind === "place" ? 1 : 0;
  const past = [...progress.past, step].slice(-MOST_STEPS);
  return { ...progress, placements: doStep(progress.placements, step), past, future: [], moves: progress.moves + placed };
}

export function stepBack(progress: Progress): Progress | null {
  const step = progress.past.at(-1);
  if (!step) return null;
  const placements = undoStep(progress.placements, step);
  return { ...progress, placements, past: progress.past.slice(0, -1), future: [...progress.future, step] };
}

export function stepAgain(progress: Progress): Progress | null {
  const step = progress.future.at(-1);
  if (!step) return null;
  const placements = doStep(progress.placements, step);
  return { ...progress, placements, past: [...progress.past, step], future: progress.future.slice(0, -1) };
}

// ------------------------------------------------------------------ the browser's storage

const slotOf = (progress: Progress): string => PREFIX + progress.puzzle + (progress.save ? `#${progress.save.id}` : "");

const isPlacement = (one: unknown): one is Placement =>
  typeof one === "object" && one !== null && "colour" in one && "move" in one && typeof one.move === "string" &&
  (COLOURS as readonly unknown[]).includes(one.colour); // prettier-ignore

/** Read what is stored; anything that is no progress is ignored. */
export function readProgress(text: string | null): Progress | null {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<Progress> | null;
    if (typeof stored?.puzzle !== "string" || !Array.isArray(stored.placements) || !stored.placements.every(isPlacement)) return null;
    return { ...begin(stored.puzzle), ...stored };
  } catch {
    return null;
  }
}

/** Some browsers forbid it. */
function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function slots(storage: Storage | null): [slot: string, progress: Progress][] {
  if (!storage) return [];
  const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").filter((name) => name.startsWith(PREFIX));
  return names
    .flatMap((name): [string, Progress][] => {
      const progress = readProgress(storage.getItem(name));
      return progress ? [[name, progress]] : [];
    })
    .sort(([, one], [, other]) => other.at - one.at);
}

/** Everything that was begun in this browser, the latest first; of each puzzle only the latest. */
export function listProgress(storage = browserStorage()): Progress[] {
  const found = new Map<string, Progress>();
  for (const [, progress] of slots(storage)) if (!found.has(progress.puzzle)) found.set(progress.puzzle, progress);
  return [...found.values()];
}

/** The ids of all saves at the server that are known here. */
export function listSaves(storage = browserStorage()): string[] {
  return slots(storage).flatMap(([, { save }]) => (save ? [save.id] : []));
}

/** Forget a save; the progress stays where it is, beside any other of the same puzzle. */
export function forgetSave(id: string, storage = browserStorage()): void {
  for (const [name, progress] of slots(storage))
    if (progress.save?.id === id) storage?.setItem(name, JSON.stringify({ ...progress, save: null }));
}

/** What is known of a puzzle here: of a save, or else the latest. */
export function findProgress(puzzle: string, save: string | null, storage = browserStorage()): Progress | null {
  const own = slots(storage).filter(([, progress]) => progress.puzzle === puzzle);
  return (save === null ? own[0] : own.find(([, progress]) => progress.save?.id === save))?.[1] ?? null;
}

/** Keep progress at once. A browser that keeps nothing still plays. */
export function keepProgress(progress: Progress, storage = browserStorage()): void {
  if (!storage) return;
  try {
    storage.setItem(slotOf(progress), JSON.stringify(progress));
    // What now has a link is not kept a second time without it.
    if (progress.save) storage.removeItem(PREFIX + progress.puzzle);
    for (const [name] of slots(storage).slice(MOST_SLOTS)) storage.removeItem(name);
  } catch {
    // Storage is full or forbidden.
  }
}
