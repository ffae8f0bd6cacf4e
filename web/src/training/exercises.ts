/** Exercises, as `tischlein exercises make` writes them, and which of them comes next. */
import { type Card, RATING, newCard, review, updateRatings } from "./practice";

/** The position is the one after the record's last move, seen by the seat to move. */
export interface Exercise {
  id: string;
  record: string;
  seat: number;
  answer: string;
  kind: "win" | "hold" | "best";
  rating: number;
}

/** What somebody has learned so far. */
export interface Learned {
  cards: Readonly<Record<string, Card>>;
  rating: number;
}

const files = import.meta.glob<string>("../../../src/tischlein/study/data/*.jsonl", { query: "?raw", import: "default" });
const gameOf = (path: string) => path.split("/").at(-1)?.split(".")[0] ?? "";

/** The games for which there are exercises. */
export const GAMES: readonly string[] = Object.keys(files).map(gameOf);

/** The exercises of a game, the easy ones first. */
export async function loadExercises(game: string): Promise<Exercise[]> {
  const path = Object.keys(files).find((one) => gameOf(one) === game);
  const text = path ? await files[path]?.() : undefined;
  if (!text) throw new Error(`no exercises for ${game}`);
  const all = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Exercise);
  return all.sort((a, b) => a.rating - b.rating);
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

/** What is learned after an answer. */
export function answer(learned: Learned, exercise: Exercise, solved: boolean, today: string): Learned {
  const card = review(learned.cards[exercise.id] ?? newCard(today), solved, today);
  const [rating] = updateRatings(learned.rating, exercise.rating, solved);
  return { cards: { ...learned.cards, [exercise.id]: card }, rating };
}

// ------------------------------------------------------------------ what the browser keeps

const KEY = "tischlein-exercises";

export function readLearned(): Learned {
  try {
    const { cards = {}, rating = RATING } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Learned>;
    return { cards, rating };
  } catch {
    return { cards: {}, rating: RATING };
  }
}

/** Keep what is learned; false where the browser keeps nothing. */
export function keepLearned(learned: Learned): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(learned));
    return true;
  } catch {
    return false;
  }
}
