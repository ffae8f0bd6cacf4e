import { afterEach, expect, test } from "vitest";
import { Holding, type Spot } from "../../src/lib/pieces/holding.svelte";
import { keyOf, type Shape, SHAPES, turn, writeMove } from "../../src/lib/pieces/pieces";
import { effectRoot } from "./scene.svelte";

const LYING = SHAPES["I4"] ?? [];
const STANDING = turn(LYING);

let stop: () => void;
afterEach(() => stop());

/** Hands at a board on which a bar of four may lie in one way, just there; and what was played. */
function begin(shape: Shape, legal: readonly (readonly [x: number, y: number])[]): { holding: Holding; played: string[] } {
  const played: string[] = [];
  const spots: Spot[] = legal.map(([x, y]) => ({ x, y, move: writeMove(shape.map(([dx, dy]) => [x + dx, y + dy] as const)) }));
  let holding: Holding | undefined;
  stop = effectRoot(() => {
    holding = new Holding({
      columns: 14,
      rows: 14,
      open: true,
      colour: "violet",
      left: new Set(["I4"]),
      spots: (asked) => (keyOf(asked) === keyOf(shape) ? spots : []),
      onmove: (move) => played.push(move),
      oncheck: () => {},
    });
  });
  if (!holding) throw new Error("no hands");
  return { holding, played };
}

test("a turned piece counts where it is seen, though it is as near to another place", () => {
  // Turned around its middle the bar is between four squares; it is seen at 7, 5.
  const { holding, played } = begin(STANDING, [[6, 4], [6, 5], [7, 4], [7, 5]]);
  holding.hold("I4", LYING, 7, 6.5, "keys");
  holding.turn();
  expect(holding.spot).toMatchObject({ x: 7, y: 5 });
  const seen = holding.move;
  holding.place();
  expect(played).toEqual([seen]);
});

test("keys mean the very square: a legal place beside it does not draw the piece", () => {
  const { holding, played } = begin(LYING, [[6, 6]]);
  holding.hold("I4", LYING, 9, 6.5, "keys");
  holding.place();
  expect(played).toEqual([]);
  holding.nudge(-1, 0);
  holding.place();
  expect(played).toEqual(["g7,h7,i7,j7"]);
});

test("a finger is drawn to a legal place nearby", () => {
  const { holding, played } = begin(LYING, [[6, 6]]);
  holding.hold("I4", LYING, 9.2, 7.3, "touch");
  holding.place();
  expect(played).toEqual(["g7,h7,i7,j7"]);
});
