/** Which exercise comes next, and what the browser keeps of the answers. */
import { beforeEach, expect, test, vi } from "vitest";
import { openGame, readRecord } from "../../src/engine";
import { chooseNext, countDue, type Exercise, GAMES, loadExercises } from "../../src/training/exercises";
import { answer, keepLearned, type Learned, linkLearned, merge, readLearned } from "../../src/training/learned";
import { keepOwn, listOwn, worstOf } from "../../src/training/own";
import { dayOf, newCard, RATING } from "../../src/training/practice";

const TODAY = "2026-03-01";
const one = (id: string): Exercise => ({ id, record: "", seat: 0, answer: "", kind: "best", rating: RATING });
const all = ["a", "b", "c"].map(one);

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) });
});

test("what is due comes before what is new, and what was just asked last", () => {
  let learned: Learned = { cards: { c: { ...newCard("2026-02-20"), successes: 1 } }, rating: RATING, ratings: {}, save: null };
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
  expect(readLearned()).toEqual({ cards: {}, rating: RATING, ratings: {}, save: null });
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test("the first answer says how hard an exercise is, and no later one", () => {
  let learned = answer(readLearned(), one("a"), false, TODAY);
  const harder = learned.ratings["a"] ?? 0;
  expect(harder).toBeGreaterThan(RATING);
  learned = answer(learned, { ...one("a"), rating: harder }, true, TODAY);
  expect(learned.ratings["a"]).toBe(harder);
});

test("of what two devices know, the later answer counts", () => {
  const card = (due: string, interval: number) => ({ due, interval, ease: 2.5, successes: 1 });
  const saved = { id: "x", version: 4, rating: 1300, cards: { a: card("2026-03-05", 1), b: card("2026-03-02", 1) } };
  const own = answer(answer(readLearned(), one("a"), true, "2026-03-02"), one("c"), true, TODAY);
  const both = merge(own, saved);
  expect(both.cards["a"]?.due).toBe("2026-03-05");
  expect(Object.keys(both.cards).sort()).toEqual(["a", "b", "c"]);
  expect(both.save).toEqual({ id: "x", version: 4, dirty: true });
  expect(merge(readLearned(), saved)).toMatchObject({ rating: 1300, save: { dirty: false } });
});

test("what the server has forgotten gets a new link", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    const gone = method === "PUT" && address.endsWith("/old");
    const answered = gone ? { code: "no-such-save", source: "server", rule: null, details: {} } : { id: "new", version: 2 };
    return Promise.resolve(new Response(JSON.stringify(answered), { status: gone ? 404 : 200 }));
  });
  keepLearned({ ...answer(readLearned(), one("a"), true, TODAY), save: { id: "old", version: 4, dirty: false } });
  expect(await linkLearned()).toBe("/exercises#save=new");
  expect(readLearned()).toMatchObject({ cards: { a: {} }, save: { id: "new", version: 2, dirty: false } });
  expect(await linkLearned(), "it is there now").toBe("/exercises#save=new");
  expect(asked).toEqual(["PUT /api/exercises/saves/old", "POST /api/exercises/saves", "PUT /api/exercises/saves/new"]);
  vi.unstubAllGlobals();
});

test("own mistakes come first, where most was lost, and are kept once", async () => {
  const best = { move: "b", value: 0.9, visits: 9, continuation: [], proven: false };
  const lost = (ply: number, seat: number, loss: number) => ({ ply, seat, played: "a", best, value: 0.9 - loss, loss, mark: loss > 0.1 ? ("?" as const) : ("" as const) });
  expect(worstOf([lost(1, 0, 0.2), lost(2, 1, 0.5), lost(3, 0, 0.4), lost(5, 0, 0.01)], [0]).map(({ ply }) => ply)).toEqual([3, 1]);
  for (let times = 0; times < 2; times++) expect(keepOwn("planken", [{ ...one("own-x-3"), kind: "own" }])).toBe(true);
  expect(listOwn("planken").map(({ id }) => id)).toEqual(["own-x-3"]);
  expect(listOwn("blokus")).toEqual([]);
  expect((await loadExercises("planken"))[0]?.id).toBe("own-x-3");
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
