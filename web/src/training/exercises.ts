/** Exercises, as `tischlein exercises make` writes them, and which of them comes next. */
import type { Learned } from "./learned";
import { listOwn } from "./own";

/** The position is the one after the record's last move, seen by the seat to move. */
export interface Exercise {
  id: string;
  record: string;
  seat: number;
  answer: string;
  /** What is asked: "best", "own", "better", or a text of the game. */
  kind: string;
  rating: number;
  /** The number that the question names: of turns to a win, of squares to lay. */
  goal?: number;
  /** Where several moves are good: what one must be worth to its seat, by the search that judges it. */
  least?: number;
}

const files = import.meta.glob<string>("../../../src/tischlein/study/data/*.jsonl", { query: "?raw", import: "default" });
const gameOf = (path: string) => path.split("/").at(-1)?.split(".")[0] ?? "";

/** The games for which there are exercises. */
export const GAMES: readonly string[] = Object.keys(files).map(gameOf);

/** The exercises of a game: from own mistakes first, then those that come along, the easy ones first. */
export async function loadExercises(game: string, ratings: Readonly<Record<string, number>> = {}): Promise<Exercise[]> {
  const path = Object.keys(files).find((one) => gameOf(one) === game);
  const text = path ? await files[path]?.() : undefined;
  if (!text) throw new Error(`no exercises for ${game}`);
  const all = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Exercise);
  const rated = all.map((one) => ({ ...one, rating: ratings[one.id] ?? one.rating }));
  return [...listOwn(game), ...rated.sort((a, b) => a.rating - b.rating)];
}

/** How many come today: those that were trained before, and those that are new. */
export function countDue(exercises: readonly Exercise[], { cards }: Learned, today: string): { again: number; fresh: number } {
  const again = exercises.filter(({ id }) => cards[id] && (cards[id]?.due ?? "") <= today).length;
  return { again, fresh: exercises.filter(({ id }) => !cards[id]).length };
}

/**
 * The exercise that comes next: what is due, the longest ago first, then a new one; null when nothing is left today. What was
 * just asked comes only if there is nothing else.
 */
export function chooseNext(exercises: readonly Exercise[], { cards }: Learned, today: string, last: string | null): Exercise | null {
  const dueOf = ({ id }: Exercise) => cards[id]?.due ?? "";
  const again = exercises.filter((one) => dueOf(one) && dueOf(one) <= today).sort((a, b) => (dueOf(a) < dueOf(b) ? -1 : Number(dueOf(a) > dueOf(b))));
  const all = [...again, ...exercises.filter((one) => !dueOf(one))];
  return all.find(({ id }) => id !== last) ?? all[0] ?? null;
}
