/** How fast a device is taken for. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSlow, noteSpeed } from "../src/lib/speed";

const lines = (visits: number) => [{ move: "a", value: 0.5, visits, continuation: [], proven: false }];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) });
});
afterEach(() => vi.unstubAllGlobals());

test("nothing known: a device counts as fast", () => expect(isSlow("blokus")).toBe(false));

test("each game has a speed of its own", () => {
  noteSpeed("blockers", lines(100), 2, 1);
  expect([isSlow("blockers"), isSlow("blokus")]).toEqual([true, false]);
});

test("what several workers did together is shared among them", () => {
  noteSpeed("blokus", lines(1000), 2, 4);
  expect(isSlow("blokus")).toBe(true);
  noteSpeed("planken", lines(1000), 2, 1);
  expect(isSlow("planken")).toBe(false);
});

test("what was proven early says nothing about speed", () => {
  noteSpeed("planken", [{ ...lines(3)[0]!, proven: true }], 2, 1);
  expect(isSlow("planken")).toBe(false);
});
