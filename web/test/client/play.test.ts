/** What the hands of a player do to a held piece, against the legal moves of a first turn. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import golden from "../../../tests/blokus/golden/duo.json";
import { readMove } from "../../src/lib/pieces/pieces";
import { Play } from "../../src/games/blokus/play.svelte";
import type { View } from "../../src/games/blokus/view";
import { effectRoot, makeScene } from "./scene.svelte";

const final = golden as unknown as View;
const NAMES = ["1", "2", "I3", "V3", "I4", "L4", "O", "T4", "Z4", "F", "I5", "L5", "N", "P", "T5", "U", "V5", "W", "X", "Y", "Z5"];

/** An empty Duo board with violet to move, which may lay a two or the single square over e10. */
const view: View = {
  ...final, ply: 0, to_move: 0, turn: "violet", corners: ["e10"], outcome: null, placed: [], last: null,
  board: Array.from({ length: 14 }, () => ".".repeat(14)),
  colours: final.colours.map((colour) => ({ ...colour, left: NAMES, starts: [colour.id === "violet" ? "e10" : "j5"] })),
}; // prettier-ignore
const LEGAL = ["e10", "e10,e11", "e10,e9", "d10,e10", "e10,f10"];

let scene: ReturnType<typeof makeScene<View>>;
let play: Play;
let stop: () => void;

beforeEach(() => {
  scene = makeScene(view, 0, LEGAL);
  stop = effectRoot(() => {
    play = new Play(scene);
  });
  flushSync();
});
afterEach(() => stop());

describe("choosing", () => {
  test("lies at a legal place, in a way in which it fits", () => {
    play.choose("2", "keys");
    expect(play.legal).toBe(true);
    expect(LEGAL).toContain(play.move);
  });

  test("knows which pieces fit", () => expect([...play.fitting].sort()).toEqual(["1", "2"]));

  test("marks the start square", () => expect(play.corners).toEqual([[4, 9]]));

  test("does nothing when nothing is to be chosen", () => {
    scene.legal = null;
    play.choose("2", "keys");
    expect(play.held).toBeNull();
  });

  test("drops what is held when the turn passes", () => {
    play.choose("2", "mouse");
    flushSync();
    scene.legal = null;
    flushSync();
    expect(play.held).toBeNull();
  });
});

describe("holding", () => {
  test("a mouse close to a legal place snaps to it, one far away does not", () => {
    play.choose("1", "mouse");
    play.hover(5.2, 9.9, "mouse");
    expect(play.move).toBe("e10");
    play.hover(9.5, 3.5, "mouse");
    expect(play.legal).toBe(false);
    expect(play.move).toBe("j4");
  });

  test("keys move by one square and never snap", () => {
    play.choose("1", "keys");
    play.nudge(1, 0);
    expect([play.move, play.legal]).toEqual(["f10", false]);
    play.nudge(-1, 0);
    expect([play.move, play.legal]).toEqual(["e10", true]);
  });

  test("stays on the board, however far it is moved or turned", () => {
    play.choose("I5", "keys");
    for (let i = 0; i < 30; i++) play.nudge(1, 1);
    for (let i = 0; i < 4; i++) {
      play.turn();
      for (const [x, y] of readMove(play.move ?? "")) {
        expect(x).toBeLessThan(14);
        expect(y).toBeLessThan(14);
      }
    }
  });

  test("jumps through all legal places of a piece", () => {
    play.choose("2", "keys");
    const seen = new Set<string | null>();
    for (let i = 0; i < 4; i++) {
      seen.add(play.move);
      play.next(1);
    }
    expect(seen.size).toBe(4);
    const here = play.move;
    play.next(1);
    play.next(-1);
    expect(play.move).toBe(here);
  });

  test("four turns and two flips change nothing", () => {
    play.choose("F", "keys");
    const before = play.move;
    for (let i = 0; i < 4; i++) play.turn();
    play.flip();
    play.flip();
    expect(play.move).toBe(before);
  });
});

describe("placing", () => {
  test("plays a legal move and lets go", () => {
    play.choose("1", "keys");
    play.place();
    expect(scene.played).toEqual(["e10"]);
    expect(play.held).toBeNull();
  });

  test("does not play where it is not legal, and says what is held", () => {
    play.choose("1", "keys");
    play.nudge(3, 0);
    play.place();
    flushSync();
    expect(scene.played).toEqual([]);
    expect(play.held).not.toBeNull();
    expect(scene.checked.at(-1)).toBe("h10");
  });
});
