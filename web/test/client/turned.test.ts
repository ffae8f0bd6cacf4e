/** A board of Blokus that is turned until the own corner is near: what is seen, and what is played. */
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import golden from "../../../tests/blokus/golden/classic.json";
import { Play } from "../../src/games/blokus/play.svelte";
import { turnMove } from "../../src/games/blokus/turned.svelte";
import type { View } from "../../src/games/blokus/view";
import { effectRoot, makeScene } from "./scene.svelte";

const final = golden as unknown as View;
const STARTS: Record<string, string> = { blue: "a20", yellow: "t20", red: "t1", green: "a1" };
/** An empty board; colours and their corners as they are printed. */
const view: View = {
  ...final, ply: 0, outcome: null, placed: [], last: null,
  colours: final.colours.map((colour) => ({ ...colour, left: ["1"], starts: [STARTS[colour.id] ?? ""] })),
}; // prettier-ignore

let stop = (): void => {};
afterEach(() => stop());

function sit(colour: string, shown = view): { play: Play; scene: ReturnType<typeof makeScene<View>> } {
  const seat = view.colours.find(({ id }) => id === colour)?.seat ?? 0;
  const start = STARTS[colour] ?? "";
  const scene = makeScene({ ...shown, turn: colour as View["turn"], to_move: seat, corners: [start] }, seat, [start]);
  scene.settings.turned = true;
  let play!: Play;
  stop = effectRoot(() => {
    play = new Play(scene);
  });
  flushSync();
  return { play, scene };
}

test.each(Object.keys(STARTS))("%s begins at the near left, and plays what everybody else sees", (colour) => {
  const { play, scene } = sit(colour);
  play.choose("1", "keys");
  expect(play.move).toBe("a1");
  expect(play.call("a1")).toBe(STARTS[colour]);
  play.place();
  expect(scene.played).toEqual([STARTS[colour]]);
});

test("a move is itself again after four quarters", () => {
  expect([1, 2, 3, 4].map((turns) => turnMove("a20,b20,b19", 20, turns))).toEqual(["a1,a2,b2", "s2,t1,s1", "s19,t19,t20", "a20,b20,b19"].map((move) => turnMove(move, 20, 0)));
});

test("a board stays as it is where corners are free", () => {
  const { play } = sit("yellow", { ...view, options: { ...view.options, corners: "free" } });
  expect(play.turns()).toBe(0);
});
