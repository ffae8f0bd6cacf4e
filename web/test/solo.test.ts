import { describe, expect, test } from "vitest";
import { nameOf, readMove, SHAPES, ways } from "../src/lib/pieces";
import { findIsland, findSpots } from "../src/solo/places";
import picture from "../src/solo/picture.json";
import pictures from "../src/solo/pictures.json";
import { begin, doStep, findProgress, keepProgress, listProgress, type Progress, readProgress, stepAgain, stepBack, stepOn, undoStep } from "../src/solo/progress";
import { findRule, readName, tellTime } from "../src/solo/tell";
import type { Placement, SoloView } from "../src/solo/view";

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
