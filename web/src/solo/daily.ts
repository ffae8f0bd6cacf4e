/** The puzzle of the day: three sizes, and how many days in a row somebody has solved one. */
import { DAILY, LEVELS } from "./engine/puzzles";
import type { Progress } from "./progress";
import { readName } from "./tell";
import type { Level } from "./view";

const DAY = 24 * 60 * 60 * 1000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export interface Daily {
  puzzle: string;
  level: Level;
  rows: number;
  columns: number;
}

/** Today's three puzzles, the small one first. The day changes at midnight UTC. */
export const listDaily = (now = Date.now()): Daily[] =>
  LEVELS.map((level) => ({ puzzle: `daily-${dateOf(now)}-${level}`, level, rows: DAILY[level][0], columns: DAILY[level][1] }));

/** The one to open where nobody has chosen. */
export const today = (now = Date.now()): string => `daily-${dateOf(now)}-medium`;

/** Days in a row, up to today or yesterday, on which a puzzle of the day was solved. */
export function countStreak(kept: readonly Progress[], now = Date.now()): number {
  const days = new Set(kept.filter(({ solved }) => solved).map(({ puzzle }) => readName(puzzle).date));
  const solved = (ago: number) => days.has(dateOf(now - ago * DAY));
  const first = solved(0) ? 0 : 1;
  let length = 0;
  while (solved(first + length)) length++;
  return length;
}
