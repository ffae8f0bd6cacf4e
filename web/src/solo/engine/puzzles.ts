/** Puzzles by their names: "s1", "s1-free-corners", "daily-2026-11-16-easy", "8x10-hard-7". */
import type { Level } from "../view";
import { CHALLENGES, type Challenge, type Options, USUAL } from "./layout";

/** A puzzle that can be played. */
export interface Known {
  name: string;
  challenge: Challenge;
  options: Options;
  level: Level | null;
}

/** What a puzzle is made from. */
export interface Recipe {
  rows: number;
  columns: number;
  level: Level;
  seed: number;
}

export const LEVELS: readonly Level[] = ["easy", "medium", "hard"];
const FIRST_DAY = "2026-01-01";
const [LONGEST, MOST_SQUARES] = [16, 240];

/** The puzzle of the day in three sizes, and by weekday from Monday what it was before there were three. */
export const DAILY: Readonly<Record<Level, [rows: number, columns: number]>> = { easy: [5, 6], medium: [6, 8], hard: [8, 10] };
const WEEK: readonly [number, number, Level][] = [
  [4, 5, "easy"], [5, 6, "easy"], [6, 6, "medium"], [6, 8, "medium"], [7, 8, "medium"], [8, 8, "hard"], [8, 10, "hard"],
]; // prettier-ignore

/** One of the six challenges, with its options; null for every other name. */
export function findFamous(name: string): Known | null {
  const [, id = "", free, corners] = /^(s\d)(-free)?(-corners)?$/.exec(name) ?? [];
  const challenge = CHALLENGES[id];
  if (!challenge || ((free || corners) && !challenge.asInTheGame)) return null;
  return { name, challenge, level: null, options: { order: free ? "free" : USUAL.order, corners: corners ? "free" : USUAL.corners } };
}

const DAY = 24 * 60 * 60 * 1000;

/** What a puzzle of a name is made from; null if there is none, or not yet. */
export function readRecipe(name: string, now = Date.now()): Recipe | null {
  const made = /^([4-9]|1[0-6])x([4-9]|1[0-6])-(easy|medium|hard)-(0|[1-9]\d{0,8})$/.exec(name);
  if (made) {
    const [rows, columns] = [Number(made[1]), Number(made[2])];
    const recipe = { rows, columns, level: made[3] as Level, seed: Number(made[4]) };
    return Math.max(rows, columns) <= LONGEST && rows * columns <= MOST_SQUARES ? recipe : null;
  }
  const [, date = "", level] = /^daily-(\d{4}-\d\d-\d\d)(?:-(easy|medium|hard))?$/.exec(name) ?? [];
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);
  const exists = !Number.isNaN(day) && new Date(day * DAY).toISOString().slice(0, 10) === date;
  if (!exists || date < FIRST_DAY || day > Math.floor(now / DAY) + 1) return null; // somewhere it is tomorrow already
  const seed = day + 719_163; // as Python counts days
  const [rows, columns, usual] = WEEK[(day + 3) % 7] ?? [4, 5, "easy"];
  if (!level) return { rows, columns, level: usual, seed };
  const [height, width] = DAILY[level as Level];
  return { rows: height, columns: width, level: level as Level, seed };
}

export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);
