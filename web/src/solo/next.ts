/** What comes after a solved puzzle. */
import { listDaily } from "./daily";
import type { Progress } from "./progress";
import { readName } from "./tell";

const CHALLENGES = 6;

/** The puzzle that comes next; null: there is none until tomorrow, or everything is to choose from. */
export function findNext(puzzle: string, kept: readonly Progress[], now = Date.now()): string | null {
  const { kind, id, date } = readName(puzzle);
  const number = Number(id.slice(1));
  if (kind === "challenge") return number < CHALLENGES ? `s${number + 1}` : null;
  if (kind === "own") return puzzle.replace(/\d+$/, String(Math.floor(Math.random() * 1e6)));
  const solved = new Set([puzzle, ...kept.flatMap((one) => (one.solved ? [one.puzzle] : []))]);
  const days = [Date.parse(date), now].flatMap((time) => listDaily(time).map((one) => one.puzzle));
  const at = days.indexOf(puzzle) + 1; // the larger ones first
  return [...days.slice(at), ...days.slice(0, at)].find((one) => !solved.has(one)) ?? null;
}
