/** Puzzles that were made in this browser: making a large one anew would take half a minute. */
import { type Known, readRecipe } from "./puzzles";

const NAME = "tischlein-puzzles-1";
const MOST = 40;

type Kept = [name: string, known: Known][];

function read(storage: Storage | null): Kept {
  try {
    const kept = JSON.parse(storage?.getItem(NAME) ?? "[]") as unknown;
    return Array.isArray(kept) ? (kept as Kept).filter((one) => Array.isArray(one) && typeof one[0] === "string") : [];
  } catch {
    return [];
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

export function findMade(name: string, storage = browserStorage()): Known | null {
  return (readRecipe(name) && read(storage).find(([kept]) => kept === name)?.[1]) ?? null;
}

export function keepMade(puzzle: Known, storage = browserStorage()): void {
  try {
    const others = read(storage).filter(([name]) => name !== puzzle.name);
    storage?.setItem(NAME, JSON.stringify([[puzzle.name, puzzle], ...others].slice(0, MOST)));
  } catch {
    // Storage is full or forbidden: then it is made again.
  }
}
