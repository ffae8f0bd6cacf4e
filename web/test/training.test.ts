/** Which exercise comes next, and what the browser keeps of the answers. */
import { beforeEach, expect, test, vi } from "vitest";
import { openGame, readRecord } from "../src/engine";
import { answer, chooseNext, countDue, type Exercise, GAMES, keepLearned, type Learned, loadExercises, readLearned } from "../src/training/exercises";
import { dayOf, newCard, RATING } from "../src/training/practice";

const TODAY = "2026-03-01";
const one = (id: string): Exercise => ({ id, record: "", seat: 0, answer: "", kind: "best", rating: RATING });
const all = ["a", "b", "c"].map(one);

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) });
});

test("what is due comes before what is new, and what was just asked last", () => {
  let learned: Learned = { cards: { c: { ...newCard("2026-02-20"), successes: 1 } }, rating: RATING };
  expect(chooseNext(all, learned, TODAY, null)?.id).toBe("c");
  expect(countDue(all, learned, TODAY)).toEqual({ again: 1, fresh: 2 });
  learned = answer(learned, one("c"), false, TODAY);
  expect(chooseNext(all, learned, TODAY, "c")?.id).toBe("a");
  for (const id of ["a", "b"]) learned = answer(learned, one(id), true, TODAY);
  expect(chooseNext(all, learned, TODAY, "c")?.id, "there is nothing else").toBe("c");
  learned = answer(learned, one("c"), true, TODAY);
  expect(chooseNext(all, learned, TODAY, "c")).toBeNull();
  expect(chooseNext(all, learned, "2026-03-02", null)?.id).toBe("a");
  expect(learned.rating).toBeGreaterThan(RATING);
});

test("answers are kept; what is no memory counts as none", () => {
  const learned = answer(readLearned(), one("a"), true, TODAY);
  expect(keepLearned(learned)).toBe(true);
  expect(readLearned()).toEqual(learned);
  localStorage.setItem("tischlein-exercises", "nonsense");
  expect(readLearned()).toEqual({ cards: {}, rating: RATING });
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test.each(GAMES)("every exercise of %s can be read, and its answer be laid", async (game) => {
  const exercises = await loadExercises(game);
  expect(exercises.length).toBeGreaterThan(5);
  expect(new Set(exercises.map(({ id }) => id)).size).toBe(exercises.length);
  for (const { record, seat, answer: move } of exercises) {
    const { setup, moves } = await readRecord(record);
    const position = await openGame(setup, moves);
    expect(position.toMove).toBe(seat);
    expect(position.legal()).toContain(move);
  }
});
