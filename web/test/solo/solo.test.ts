import { describe, expect, test } from "vitest";
import { nameOf, readMove, SHAPES, ways } from "../../src/lib/pieces/pieces";
import { findIsland, findSpots } from "../../src/solo/board/places";
import picture from "../../src/solo/pictures/picture.json";
import pictures from "../../src/solo/pictures/pictures.json";
import { begin, doStep, findProgress, forgetSave, keepProgress, listProgress, listSaves, type Progress, readProgress, stepAgain, stepBack, stepOn, undoStep } from "../../src/solo/progress";
import { countStreak, listDaily } from "../../src/solo/daily";
import { findFamous, readRecipe } from "../../src/solo/engine/puzzles";
import { findNext } from "../../src/solo/next";
import { findMade, keepMade } from "../../src/solo/engine/shelf";
import { findRule, readName, tellTime } from "../../src/solo/tell";
import type { Placement, SoloView } from "../../src/solo/view";

const blue: Placement = { colour: "blue", move: "a1,b1" };
const red: Placement = { colour: "red", move: "c1,d1" };
const green: Placement = { colour: "green", move: "a2" };

/** The browser's storage, without a browser. */
function makeStorage(most = Infinity): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (kept.size >= most && !kept.has(key)) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

describe("places", () => {
  const hand = { open: ["+++", "+.+", "+++"], joins: null };

  test("are all squares that are open", () => {
    expect(findSpots(hand, SHAPES["1"] ?? []).length).toBe(8);
    const lying = ways(SHAPES["I3"] ?? []).flatMap((way) => findSpots(hand, way));
    expect(lying.map(({ move }) => move).sort()).toEqual(["a1,a2,a3", "a1,b1,c1", "a3,b3,c3", "c1,c2,c3"]);
    expect(findSpots(hand, SHAPES["O"] ?? [])).toEqual([]);
  });

  test("must touch a square that joins, if any must", () => {
    const found = ways(SHAPES["2"] ?? []).flatMap((way) => findSpots({ ...hand, joins: ["a1"] }, way));
    expect(found.map(({ move }) => move).sort()).toEqual(["a1,a2", "a1,b1"]);
    expect(findSpots({ ...hand, joins: [] }, SHAPES["1"] ?? [])).toEqual([]);
  });

  test("an island is what hangs together edge to edge", () => {
    const view = { rows: 3, board: [".b.", "bb.", "..."] } as unknown as SoloView;
    expect(findIsland(view, "a3")).toEqual([[0, 2]]);
    expect(findIsland(view, "a1").length).toBe(5);
    expect(findIsland(view, "b3")).toEqual([]);
  });
});

describe("steps", () => {
  const one = stepOn(begin("s3"), { kind: "place", piece: blue });
  const two = stepOn(one, { kind: "place", piece: red });
  const lifted = stepOn(two, { kind: "lift", piece: blue, at: 0 });

  test("are done, taken back, and done again", () => {
    expect(lifted.placements).toEqual([red]);
    const back = stepBack(lifted) as Progress;
    expect(back.placements).toEqual([blue, red]);
    expect(stepBack(stepBack(back) as Progress)?.placements).toEqual([]);
    expect((stepAgain(back) as Progress).placements).toEqual([red]);
    expect(stepBack(begin("s3"))).toBeNull();
    expect(stepAgain(lifted)).toBeNull();
  });

  test("a new step forgets those that were taken back", () => {
    const other = stepOn(stepBack(lifted) as Progress, { kind: "place", piece: green });
    expect([other.placements, other.future]).toEqual([[blue, red, green], []]);
  });

  test("only placing counts as a move", () => expect(lifted.moves).toBe(2));

  test("undoing is the inverse of doing, wherever a piece lay", () => {
    const all = [blue, red, green];
    for (const [at, piece] of all.entries()) {
      const step = { kind: "lift", piece, at } as const;
      expect(undoStep(doStep(all, step), step)).toEqual(all);
    }
  });
});

describe("the browser's storage", () => {
  test("a save that is forgotten leaves all progress where it is", () => {
    const storage = makeStorage();
    const saved = (id: string, at: number) => ({ ...begin("s3"), at, moves: at, save: { id, version: 1, dirty: false } });
    for (const one of [saved("older", 1), saved("newer", 2)]) keepProgress(one, storage);
    expect(listSaves(storage)).toEqual(["newer", "older"]);
    for (const id of listSaves(storage)) forgetSave(id, storage);
    expect(listSaves(storage)).toEqual([]);
    expect(storage.length).toBe(2);
    expect(findProgress("s3", null, storage)).toEqual({ ...begin("s3"), at: 2, moves: 2 });
  });

  test("keeps everything, and finds it again", () => {
    const storage = makeStorage();
    const progress = { ...stepOn(begin("s3"), { kind: "place", piece: blue }), at: 5, seconds: 9 };
    keepProgress(progress, storage);
    expect(findProgress("s3", null, storage)).toEqual(progress);
    expect(findProgress("s4", null, storage)).toBeNull();
    expect(listProgress(storage)).toEqual([progress]);
  });

  test("keeps what has a link apart, and opens the latest", () => {
    const storage = makeStorage();
    const saved = { ...begin("s3"), at: 5, save: { id: "x", version: 1, dirty: false } };
    keepProgress({ ...begin("s3"), at: 3 }, storage);
    keepProgress(saved, storage);
    expect(storage.length).toBe(1);
    keepProgress({ ...saved, at: 9, save: { id: "y", version: 4, dirty: true } }, storage);
    expect(findProgress("s3", "x", storage)?.at).toBe(5);
    expect(findProgress("s3", null, storage)?.save?.id).toBe("y");
    expect(findProgress("s3", "z", storage)).toBeNull();
    expect(listProgress(storage).length).toBe(1);
  });

  test("forgets the oldest of very many, and survives a full one", () => {
    const storage = makeStorage();
    for (let i = 0; i < 130; i++) keepProgress({ ...begin(`8x10-easy-${i}`), at: i }, storage);
    expect(storage.length).toBe(100);
    expect(findProgress("8x10-easy-129", null, storage)).not.toBeNull();
    expect(() => keepProgress(begin("s1"), makeStorage(0))).not.toThrow();
    keepProgress(begin("s1"), null);
    expect(listProgress(null)).toEqual([]);
  });

  test.each(["", "null", "[]", "{", '{"puzzle":"s3"}', '{"puzzle":"s3","placements":[1]}', '{"puzzle":"s3","placements":[{"colour":"pink","move":"a1"}]}'])(
    "ignores %s",
    (text) => expect(readProgress(text)).toBeNull(),
  );
});

describe("names", () => {
  test("say what a puzzle is", () => {
    expect(readName("s1-free")).toMatchObject({ kind: "challenge", id: "s1", free: true });
    expect(readName("daily-2026-11-16")).toMatchObject({ kind: "daily", date: "2026-11-16" });
    expect(readName("daily-2026-11-16-easy")).toMatchObject({ kind: "daily", date: "2026-11-16", level: "easy" });
    expect(readName("s2-free-corners")).toMatchObject({ kind: "challenge", id: "s2", free: true, corners: true });
    expect(readName("8x10-hard-7")).toMatchObject({ kind: "own", rows: 8, columns: 10, level: "hard" });
    expect(readName("nonsense").rows).toBeNaN();
  });

  test("times are short", () => expect([5, 65, 3723].map(tellTime)).toEqual(["0:05", "1:05", "1:02:03"]));

  test("a refusal leads to its rule", () => {
    const refusal = { source: "puzzles", rule: "S", details: {} };
    expect(findRule({ ...refusal, code: "S-edge" }, "s4").link).toBe("/rules/solo#S4");
    expect(findRule({ ...refusal, code: "S-edge" }, "8x10-easy-1").name).toBe("S7");
    expect(findRule({ ...refusal, code: "S-occupied" }, "s4").name).toBe("S8");
    expect(findRule({ ...refusal, source: "games.blokus", rule: "R6", code: "R6-corner" }, "s1").link).toBe("/rules/blokus#R6");
  });
});

test("the pictures show real pieces, and give no solution away", () => {
  const full: Record<string, number> = { s1: 84, s2: 84, s3: 20, s4: 20, s5: 48, s6: 48 };
  for (const [id, { columns, rows, pieces }] of [...Object.entries(pictures), ["s4", picture] as const]) {
    expect(pieces.length).toBeLessThan(0.8 * (full[id] ?? 0));
    const squares = pieces.flatMap(([, move]) => readMove(move ?? ""));
    expect(new Set(squares.map(String)).size).toBe(squares.length);
    for (const [, move] of pieces) expect(nameOf(readMove(move ?? ""))).not.toBe("?");
    for (const [x, y] of squares) expect(x < columns && y < rows).toBe(true);
  }
});

describe("the puzzle of the day", () => {
  const now = Date.parse("2026-11-17T12:00:00Z");
  const solved = (...dates: string[]) => dates.map((date): Progress => ({ ...begin(`daily-${date}-easy`), solved: true }));

  test("comes in three sizes", () => {
    expect(listDaily(now).map(({ puzzle, rows, columns }) => [puzzle, rows, columns])).toEqual([
      ["daily-2026-11-17-easy", 5, 6],
      ["daily-2026-11-17-medium", 6, 8],
      ["daily-2026-11-17-hard", 8, 10],
    ]);
  });

  test("days in a row are counted up to today, or to yesterday while today is not over", () => {
    expect(countStreak([], now)).toBe(0);
    expect(countStreak(solved("2026-11-17"), now)).toBe(1);
    expect(countStreak(solved("2026-11-16", "2026-11-15"), now)).toBe(2);
    expect(countStreak(solved("2026-11-17", "2026-11-16", "2026-11-14"), now)).toBe(2);
    expect(countStreak(solved("2026-11-14"), now)).toBe(0);
    expect(countStreak([{ ...begin("daily-2026-11-17-easy"), solved: false }], now)).toBe(0);
  });

  test("after a puzzle comes what is not solved yet: the next size, today's, the next challenge", () => {
    const done = (...names: string[]) => names.map((puzzle) => ({ ...begin(puzzle), solved: true }));
    expect(findNext("daily-2026-11-17-easy", [], now)).toBe("daily-2026-11-17-medium");
    expect(findNext("daily-2026-11-17-easy", done("daily-2026-11-17-medium"), now)).toBe("daily-2026-11-17-hard");
    expect(findNext("daily-2026-11-17-hard", done("daily-2026-11-17-medium"), now)).toBe("daily-2026-11-17-easy");
    expect(findNext("daily-2026-11-17-hard", done("daily-2026-11-17-medium", "daily-2026-11-17-easy"), now)).toBeNull();
    const old = ["easy", "medium", "hard"].map((level) => `daily-2026-11-02-${level}`);
    expect(findNext(old[2] ?? "", done(...old), now)).toBe("daily-2026-11-17-easy");
    expect(findNext("s3", [], now)).toBe("s4");
    expect(findNext("s6", [], now)).toBeNull();
    expect(findNext("8x10-hard-7", [], now)).toMatch(/^8x10-hard-\d+$/);
  });

  test("names say what a puzzle is made from, and no others are puzzles", () => {
    expect(readRecipe("daily-2026-11-16", now)).toEqual({ rows: 4, columns: 5, level: "easy", seed: 739_936 });
    expect(readRecipe("daily-2026-11-18-hard", now)).toEqual({ rows: 8, columns: 10, level: "hard", seed: 739_938 });
    expect(readRecipe("15x16-medium-3")).toEqual({ rows: 15, columns: 16, level: "medium", seed: 3 });
    for (const name of ["daily-2026-11-19", "daily-2025-12-31", "daily-2026-02-30", "3x9-easy-1", "16x16-easy-1", "8x10-easy-01", "s1"])
      expect(readRecipe(name, now)).toBeNull();
    expect(findFamous("s2-free-corners")?.options).toEqual({ order: "free", corners: "free" });
    for (const name of ["s7", "s3-free", "s4-corners", "s1-strict"]) expect(findFamous(name)).toBeNull();
  });

  test("what was made is kept, and nonsense is not", () => {
    const storage = makeStorage();
    const puzzle = { name: "5x6-easy-1", challenge: { ...(findFamous("s4")?.challenge ?? fail()), id: "own" }, options: { order: "strict", corners: "fixed" }, level: "easy" } as const;
    keepMade(puzzle, storage);
    expect(findMade("5x6-easy-1", storage)).toEqual(puzzle);
    expect(findMade("5x6-easy-2", storage)).toBeNull();
    storage.setItem("tischlein-puzzles-1", "{");
    expect(findMade("5x6-easy-1", storage)).toBeNull();
    const full = makeStorage(0);
    keepMade(puzzle, full);
    expect(findMade("5x6-easy-1", full)).toBeNull();
  });
});

function fail(): never {
  throw new Error("there is no such challenge");
}
