/** The solo challenges in TypeScript say and find the same as the library; tests/puzzles/page.py has written it down. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makePuzzle } from "../../src/solo/engine/generator";
import { Layout } from "../../src/solo/engine/layout";
import { Mend } from "../../src/solo/engine/solvers/mend";
import { type Description, Engine } from "../../src/solo/engine/module";
import { writePlacement } from "../../src/solo/engine/pieces";
import { findFamous, readRecipe } from "../../src/solo/engine/puzzles";
import { findReason } from "../../src/solo/engine/reasons";
import { isSettled } from "../../src/solo/engine/solvers/search";
import { Solver } from "../../src/solo/engine/solvers/solver";
import { Tutor } from "../../src/solo/engine/tutor";
import type { Placement } from "../../src/solo/view";

type Pair = [Placement["colour"], string];
interface Position {
  placements: Pair[];
  view: string;
  attempts: [...Pair, string | null, object | null][];
  reason: [string, object] | null;
  search: { seed: number; tried: number[]; found: string | null; exhausted: boolean } | null;
}
interface Golden {
  mended: { seed: number; tried: number[]; found: string }[];
  challenges: { name: string; layouts: Position[] }[];
  puzzles: { name: string; view: string }[];
}

const folder = new URL("../../../src/tischlein/puzzles/built/", import.meta.url);
const engine = new Engine(
  new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))),
  JSON.parse(readFileSync(new URL("engine.json", folder), "utf8")) as Description,
);
const golden = JSON.parse(readFileSync(new URL("golden.json", import.meta.url), "utf8")) as Golden;

/** JSON with sorted keys, as Python writes it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
const digest = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex").slice(0, 16);
const placed = ([colour, move]: Pair): Placement => ({ colour, move });

function begin(name: string): Layout {
  const known = findFamous(name);
  if (!known) throw new Error(name);
  return new Layout(engine, known.challenge, known.options);
}

for (const { name, layouts } of golden.challenges) {
  const list = () => layouts.map((position) => ({ position, layout: begin(name).placeAll(position.placements.map(placed)) }));

  test(`${name}: views`, () => {
    for (const { position, layout } of list()) expect(digest(layout.view())).toBe(position.view);
  });

  test(`${name}: which rule is broken`, () => {
    for (const { position, layout } of list())
      for (const [colour, move, code, details] of position.attempts) {
        const fault = layout.fault({ colour, move });
        expect([move, fault?.code ?? null, fault?.details ?? null]).toEqual([move, code, details]);
      }
  });

  test(`${name}: reasons`, () => {
    for (const { position, layout } of list()) {
      const reason = findReason(layout);
      expect(reason && [reason.code, reason.details]).toEqual(position.reason);
    }
  });

  test(`${name}: searches take the same steps`, () => {
    for (const { position, layout } of list()) {
      if (!position.search) continue;
      const { seed, tried, found, exhausted } = position.search;
      const solver = new Solver(layout, seed);
      expect(tried.map(() => solver.run())).toEqual(tried);
      const pieces = solver.completion()?.map(writePlacement).map(({ colour, move }) => [colour, move]);
      expect([pieces ? digest(pieces) : null, solver.exhausted]).toEqual([found, exhausted]);
      if (found) expect(isSettled(solver)).toBe(true);
    }
  });
}

test.each(golden.mended)("a filling is mended by the same steps, seed $seed", ({ seed, tried, found }) => {
  const search = new Mend(begin("s4"), seed);
  expect(tried.map(() => search.run())).toEqual(tried);
  expect(digest(search.found?.map(writePlacement).map(({ colour, move }) => [colour, move]))).toBe(found);
});

test.each(golden.puzzles)("$name is the same puzzle", async ({ name, view }) => {
  const recipe = readRecipe(name);
  if (!recipe) throw new Error(name);
  const made = await makePuzzle(engine, recipe.rows, recipe.columns, recipe.level, recipe.seed, () => true);
  if (!made) throw new Error("no puzzle");
  expect(digest(new Layout(engine, made.challenge).view())).toBe(view);
});

test("the tutor remembers, and its hints lead to the end", async () => {
  let layout = begin("s4");
  const tutor = new Tutor(layout.challenge);
  while (!layout.solved) {
    const { known, place } = await tutor.hint(layout, () => true, 5);
    expect(known.verdict).toBe("solvable");
    if (layout.placements.length) expect(known.tried).toBe(0);
    if (!place) throw new Error("no hint");
    layout = layout.place(writePlacement(place));
  }
});

test("a dead end is called so, and the hint leads out", async () => {
  const start = begin("s3").place({ colour: "blue", move: "a1,a2,a3,b3" });
  const layout = start.place({ colour: "red", move: "b1,c1,c2,d1" });
  const tutor = new Tutor(layout.challenge);
  const { known, takeBack } = await tutor.hint(layout, () => true, 5);
  expect([known.verdict, known.reason?.code]).toEqual(["impossible", "reason-island"]);
  expect(takeBack && writePlacement(takeBack)).toEqual({ colour: "red", move: "b1,c1,c2,d1" });
});
