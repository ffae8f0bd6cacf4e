/** What hands do over the board of a puzzle, which need not be square and has pieces of several colours. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Holding } from "../../src/lib/pieces/holding.svelte";
import { readMove } from "../../src/lib/pieces/pieces";
import type { Desk } from "../../src/solo/desk";
import { begin } from "../../src/solo/progress";
import { fittingOf, groundOf, Solo } from "../../src/solo/solo.svelte";
import type { HandView, SoloView } from "../../src/solo/view";
import { effectRoot } from "./scene.svelte";

const hand = (id: HandView["id"], left: string[], open: string[], may_place = left): HandView => ({
  id, left, may_place, squares: 0, starts: [], open, joins: null,
}); // prettier-ignore

/** Six by two squares, of which blue may use those on the left; the two must wait for the larger ones. */
const view: SoloView = {
  challenge: "own", columns: 6, rows: 2, may_touch: false, as_in_the_game: false, descending: true, options: {},
  board: ["......", "......"], lying: [], turn: null, pieces: 5, solved: false,
  colours: [hand("blue", ["I4", "O", "2"], ["+++...", "+++..."], ["I4", "O"]), hand("red", ["I4"], ["++++++", "......"]), hand("green", [], ["......", "......"])],
}; // prettier-ignore

const nobody = () => Promise.reject(new Error("nobody is asked"));
const desk: Desk = { look: nobody, check: nobody, solution: nobody, hint: nobody };

let solo: Solo;
let holding: Holding;
let checked: (string | null)[];
let stop: () => void;

beforeEach(() => {
  checked = [];
  stop = effectRoot(() => {
    const layout = { puzzle: "6x6-easy-1", level: "easy" as const, view };
    solo = new Solo(layout, layout, begin("6x6-easy-1"), desk);
    holding = new Holding(groundOf(solo, (move) => checked.push(move)));
  });
  flushSync();
});
afterEach(() => stop());

test("only what may be placed, and has room, fits", () => {
  expect([...fittingOf(view, "blue")]).toEqual(["O"]);
  expect([...fittingOf(view, "red")]).toEqual(["I4"]);
  expect([...holding.fitting]).toEqual(["O"]);
});

test("a piece that must wait can be held, but lies nowhere", () => {
  holding.choose("2", "keys");
  flushSync();
  expect(holding.held?.piece).toBe("2");
  expect(holding.legal).toBe(false);
  expect(checked.at(-1)).toBe(holding.move);
});

test("another colour has its own places", () => {
  solo.colour = "red";
  holding.choose("I4", "mouse");
  holding.hover(5, 1.4, "mouse");
  expect(holding.move).toBe("c2,d2,e2,f2");
  expect(holding.legal).toBe(true);
});

test("a colour without that piece lets it go", () => {
  holding.choose("O", "keys");
  flushSync();
  solo.colour = "green";
  flushSync();
  expect(holding.held).toBeNull();
});

test("nothing leaves a board that is wider than high", () => {
  holding.choose("I4", "keys");
  for (const [dx, dy] of [[9, 9], [-9, -9]] as const) {
    holding.nudge(dx, dy);
    for (const [x, y] of readMove(holding.move ?? "")) expect(x >= 0 && x < 6 && y >= 0 && y < 2).toBe(true);
  }
});

test("saves are sent one after the other, so that none names an old version", async () => {
  const versions: number[] = [];
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    versions.push((JSON.parse(String(init.body)) as { version: number }).version);
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  const layout = { puzzle: "6x6-easy-1", level: "easy" as const, view };
  const saved = new Solo(layout, layout, { ...begin("6x6-easy-1"), save: { id: "x", version: 1, dirty: true } }, desk);
  const both = [saved.sync(), saved.sync()];
  answer(new Response(JSON.stringify({ version: 2 })));
  await Promise.all(both);
  expect(versions).toEqual([1]);
  expect(saved.progress.save).toEqual({ id: "x", version: 2, dirty: false });
  vi.unstubAllGlobals();
});

test("a step that was begun before a save was answered knows the new version", async () => {
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal("fetch", (path: string) => new Promise<Response>((resolve) => answers.set(path, resolve)));
  let see = (_: SoloView): void => {};
  const slow: Desk = { ...desk, look: () => new Promise((resolve) => (see = resolve)) };
  const layout = { puzzle: "6x6-easy-1", level: "easy" as const, view };
  const saved = new Solo(layout, layout, { ...begin("6x6-easy-1"), save: { id: "x", version: 1, dirty: true } }, slow);
  const [step, sync] = [saved.place("a1,a2,b1,b2"), saved.sync()];
  answers.get("/api/solo/saves/x")?.(new Response(JSON.stringify({ version: 2 })));
  await sync;
  see(view);
  await step;
  expect(saved.progress.save).toEqual({ id: "x", version: 2, dirty: true });
  vi.unstubAllGlobals();
});
