/** What the hands of a player do to a held tile, against given legal moves. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import golden from "../../../tests/blockers/golden/expert.json";
import { Play } from "../../src/games/blockers/play.svelte";
import type { View } from "../../src/games/blockers/view";
import { effectRoot, makeScene } from "./scene.svelte";

const final = golden as unknown as View;

/** Red has a 1 and a moon, yellow a joker; green lies on A1. */
const RACKS: Record<string, string[]> = { red: ["1", "moon"], yellow: ["joker"] };
const view: View = {
  ...final, to_move: 0, outcome: null, last: null,
  board: { ...final.board, cells: { A1: { colour: "green", tile: "1" } }, locked: [] },
  colours: final.colours.map((colour) => ({ ...colour, closed: false, rack: RACKS[colour.id] ?? null, groups: [] })),
}; // prettier-ignore
const LEGAL = ["A1:red-1", "B1:red-1", "G2:red-moon", "G2:yellow-joker", "A1:yellow-joker"];
const RED_1 = { colour: "red", tile: "1" } as const;
const MOON = { colour: "red", tile: "moon" } as const;
const JOKER = { colour: "yellow", tile: "joker" } as const;

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

describe("choosing a tile", () => {
  test("lights its cells", () => {
    play.choose(RED_1, "mouse");
    expect([...play.cells.keys()].sort()).toEqual(["A1", "B1"]);
    expect(play.at).toBeNull();
  });

  test("by keys goes to the nearest cell where it fits", () => {
    play.choose(RED_1, "keys");
    expect([play.at, play.legal]).toEqual(["B1", true]);
  });

  test("knows all standing tiles of both racks", () => expect(play.standing).toEqual([RED_1, MOON, JOKER]));

  test("does nothing when nothing is to be chosen", () => {
    scene.legal = null;
    play.choose(RED_1, "mouse");
    expect(play.held).toBeNull();
  });

  test("is over when the turn passes, or the tile is gone", () => {
    play.choose(MOON, "mouse");
    flushSync();
    scene.view = { ...view, colours: view.colours.map((colour) => ({ ...colour, rack: colour.rack && ["1"] })) };
    flushSync();
    expect(play.held).toBeNull();
    play.choose(RED_1, "mouse");
    flushSync();
    scene.legal = null;
    flushSync();
    expect(play.held).toBeNull();
  });

  test("leaves out a closed colour", () => {
    scene.view = { ...view, colours: view.colours.map((colour) => ({ ...colour, closed: colour.id === "red" })) };
    expect(play.standing).toEqual([JOKER]);
  });
});

describe("choosing a cell first", () => {
  test("shows what fits there", () => {
    play.mean("G2", "mouse");
    expect([...(play.fitting ?? [])].sort()).toEqual(["red-moon", "yellow-joker"]);
    play.mean("E5", "mouse");
    expect(play.fitting?.size).toBe(0);
  });

  test("takes a tile that fits right there, and one that does not into the hand", () => {
    play.mean("G2", "touch");
    play.choose(JOKER, "touch");
    expect([play.at, play.legal, play.set]).toEqual(["G2", true, true]);
    play.drop();
    play.mean("G2", "touch");
    play.choose(RED_1, "touch");
    expect([play.at, play.set]).toEqual([null, false]);
  });
});

describe("the keys", () => {
  test("go from cell to cell and stay on the board", () => {
    play.step(0, 1);
    expect(play.at).toBe("E5");
    for (let i = 0; i < 12; i++) play.step(-1, -1);
    expect(play.at).toBe("A1");
    play.step(1, 0);
    expect(play.at).toBe("A2");
  });

  test("go on where they were after a tile was placed", () => {
    play.choose(MOON, "keys");
    play.place();
    expect([scene.played, play.at]).toEqual([["G2:red-moon"], null]);
    play.step(1, 0);
    expect(play.at).toBe("G3");
  });

  test("jump through all cells where the tile fits", () => {
    play.choose(JOKER, "keys");
    const first = play.at;
    play.next(1);
    expect(play.at).not.toBe(first);
    play.next(1);
    expect(play.at).toBe(first);
    play.next(-1);
    play.next(1);
    expect(play.at).toBe(first);
  });
});

describe("placing", () => {
  test("plays the legal move and lets go", () => {
    play.choose(JOKER, "mouse");
    play.mean("A1", "mouse");
    play.place();
    expect(scene.played).toEqual(["A1:yellow-joker"]);
    expect(play.held).toBeNull();
  });

  test("does not play where it is not legal, and says what is held", () => {
    play.choose(RED_1, "mouse");
    play.mean("C3", "mouse");
    play.place();
    flushSync();
    expect(scene.played).toEqual([]);
    expect(play.held).toEqual(RED_1);
    expect(scene.checked.at(-1)).toBe("C3:red-1");
  });

  test("knows when every move takes", () => {
    expect(play.mustTake).toBe(false);
    scene.legal = ["A1:red-1", "A1:yellow-joker"];
    expect(play.mustTake).toBe(true);
  });
});
