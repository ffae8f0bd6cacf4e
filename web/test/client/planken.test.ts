/** How a move comes together from planks, ends, nails and fields, against given legal moves. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import golden from "../../../tests/planken/golden/standard.json";
import { Play } from "../../src/games/planken/play.svelte";
import type { View } from "../../src/games/planken/view";
import { settings } from "../../src/lib/settings.svelte";
import { effectRoot, makeScene } from "./scene.svelte";

const final = golden as unknown as View;

/** Planks m and n lie; round has a nail on m1, square one on n1. Round has a plank with green and one with red in the middle. */
const view: View = {
  ...final, ply: 4, to_move: 0, outcome: null, ending: null, line: null, last: null,
  board: [{ column: "m", plank: "RGB", nails: [0, null, null] }, { column: "n", plank: "BRG", nails: [1, null, null] }],
  ends: ["l", "o"],
  hands: final.hands.map((hand) => ({ ...hand, stock: hand.seat ? [] : ["RGB", "GRB"], phase: "set", making: [] })),
}; // prettier-ignore
const SETTING = [
  "m2", "m3", "n3",
  "RGB:l2", "RGB:l3", "RGB:o2", "RGB:o3", "BGR:l1", "BGR:l2", "BGR:o1", "BGR:o2",
  "GRB:l1", "GRB:o1",
]; // prettier-ignore
const MOVING = ["m1-n", "m2-n", "BGR:m1-o", "BGR:m2-o", "RGB:m1-o"];

let scene: ReturnType<typeof makeScene<View>>;
let play: Play;
let stop: () => void;

function sit(legal: string[]): void {
  scene = makeScene(view, 0, legal);
  stop = effectRoot(() => {
    play = new Play(scene);
  });
  flushSync();
}
const lit = () => [...play.targets.keys()].sort();

afterEach(() => {
  settings.confirm = false;
  stop();
});

describe("setting", () => {
  beforeEach(() => sit(SETTING));

  test("lights the fields where a nail may go without a plank", () => {
    expect(lit()).toEqual(["m2", "m3", "n3"]);
    play.takeNail("G", "mouse");
    expect(lit()).toEqual(["m2", "n3"]);
  });

  test("plays a click at once, but not a finger's, nor where moves are confirmed", () => {
    play.press("m2", "touch");
    expect([scene.played, play.ready?.move]).toEqual([[], "m2"]);
    play.press("m3", "mouse");
    expect(scene.played).toEqual(["m3"]);
    settings.confirm = true;
    play.press("n3", "mouse");
    expect(scene.played).toEqual(["m3"]);
    play.press("n3", "mouse");
    expect(scene.played).toEqual(["m3", "n3"]);
  });

  test("with a plank asks for an end first, then lights its fields only", () => {
    play.takePlank(0, "RGB", "mouse");
    expect([...play.ends].sort()).toEqual(["l", "o"]);
    expect(lit()).toEqual([]);
    play.press("o2", "mouse");
    expect(play.draft.end).toBe("o");
    expect(lit()).toEqual(["o2", "o3"]);
    play.press("o3", "mouse");
    expect(scene.played).toEqual(["RGB:o3"]);
  });

  test("turns a plank with its nail, and only where that is legal", () => {
    play.takePlank(0, "RGB", "touch");
    play.press("l2", "touch");
    play.press("l3", "touch");
    expect(play.ready?.move).toBe("RGB:l3");
    play.turn();
    expect(play.ready?.move).toBe("BGR:l1");
    play.drop();
    play.takePlank(1, "GRB", "mouse");
    expect(play.turnable).toBe(false);
    play.turn();
    expect(play.draft.plank).toBe("GRB");
  });

  test("can change its mind: another end, another plank, the plank back", () => {
    play.takePlank(0, "RGB", "mouse");
    play.press("l2", "mouse");
    play.press("o2", "mouse");
    expect(play.draft.end).toBe("o");
    play.takePlank(1, "GRB", "mouse");
    expect([play.draft.plank, play.draft.end]).toEqual(["GRB", "o"]);
    play.takePlank(1, "GRB", "mouse");
    expect(play.holding).toBe(false);
  });

  test("puts a nail down that does not go with the plank", () => {
    play.takeNail("B", "mouse");
    play.takePlank(1, "GRB", "mouse");
    expect(play.draft.nail).toBeNull();
  });

  test("goes back step by step", () => {
    play.takePlank(0, "RGB", "touch");
    play.press("l2", "touch");
    play.press("l3", "touch");
    const steps = [];
    while (play.holding) {
      steps.push(play.step);
      play.back();
    }
    expect(steps).toEqual(["step-confirm", "step-set-new", "step-end"]);
    expect(play.back()).toBe(false);
  });

  test("asks why a field is refused, until something else is done", () => {
    expect(play.press("m1", "mouse")).toBe(false);
    flushSync();
    expect(scene.checked.at(-1)).toBe("m1");
    play.takeNail("G", "mouse");
    flushSync();
    expect(scene.checked.at(-1)).toBeNull();
  });

  test("lies at once where there is one end only", () => {
    scene.legal = ["RGB:m1", "RGB:m2"];
    scene.view = { ...view, board: [], ends: ["m"] };
    play.takePlank(0, "RGB", "mouse");
    expect([play.draft.end, lit()]).toEqual(["m", ["m1", "m2"]]);
    play.back();
    expect(play.holding).toBe(false);
  });

  test("is over when the turn passes, or another position comes", () => {
    play.takePlank(0, "RGB", "mouse");
    flushSync();
    scene.view = { ...view, ply: 5 };
    flushSync();
    expect(play.holding).toBe(false);
    play.takePlank(0, "RGB", "mouse");
    flushSync();
    scene.legal = null;
    flushSync();
    expect(play.holding).toBe(false);
  });
});

describe("moving", () => {
  beforeEach(() => sit(MOVING));

  test("lights own nails, then the fields of the one that was taken", () => {
    expect([lit(), play.lit]).toEqual([[], ["m1", "m2"]]);
    play.press("m1", "mouse");
    expect(lit()).toEqual(["n2"]);
    play.press("n2", "mouse");
    expect(scene.played).toEqual(["m1-n"]);
  });

  test("onto a new plank: plank, end, nail and field, or the nail first", () => {
    play.takePlank(0, "RGB", "mouse");
    expect(play.draft.end).toBe("o");
    play.turn();
    play.press("m2", "mouse");
    play.press("o2", "mouse");
    expect(scene.played).toEqual(["BGR:m2-o"]);
    play.press("m1", "mouse");
    play.takePlank(0, "RGB", "mouse");
    play.press("o1", "mouse");
    expect(scene.played.at(-1)).toBe("RGB:m1-o");
  });

  test("takes another nail, or puts it back", () => {
    play.press("m1", "mouse");
    play.press("m2", "mouse");
    expect(play.draft.nail).toBe("m2");
    play.press("m2", "mouse");
    expect(play.draft.nail).toBeNull();
  });

  test("asks why a nail or a field is refused", () => {
    play.press("n1", "mouse");
    flushSync();
    expect(scene.checked.at(-1)).toBe("n1-m");
    play.press("m1", "mouse");
    play.press("n3", "mouse");
    flushSync();
    expect(scene.checked.at(-1)).toBe("m1-n3");
  });

  test("drops a dragged nail where it may go, and puts it back elsewhere", () => {
    play.locate = (x) => ({ cell: x ? "n2" : null, end: null, inside: true });
    play.takeNail("m1", "mouse");
    play.carryNail(0, 0, "mouse");
    play.letNailGo("mouse");
    expect([scene.played, play.holding, play.flying]).toEqual([[], false, null]);
    play.takeNail("m1", "mouse");
    play.carryNail(1, 0, "mouse");
    play.letNailGo("mouse");
    expect(scene.played).toEqual(["m1-n"]);
  });
});

describe("a dragged plank", () => {
  beforeEach(() => sit(SETTING));

  test("lies at the nearest end, and goes back when it is let go beside the board", () => {
    play.locate = (x) => ({ cell: null, end: x < 5 ? "l" : "o", inside: x < 10 });
    play.takePlank(0, "RGB", "mouse");
    play.carryPlank(1, 0, "mouse");
    expect(play.draft.end).toBe("l");
    play.carryPlank(6, 0, "mouse");
    expect(play.draft.end).toBe("o");
    play.letPlankGo();
    expect([play.draft.plank, play.draft.end]).toEqual(["RGB", "o"]);
    play.carryPlank(20, 0, "mouse");
    expect(play.flying).toEqual({ x: 20, y: 0 });
    play.letPlankGo();
    expect(play.holding).toBe(false);
  });
});

describe("keys", () => {
  beforeEach(() => sit(SETTING));

  test("take planks by turns, choose an end and a field", () => {
    play.nextPlank(1);
    expect([play.draft.plank, play.cursor]).toEqual(["RGB", "o2"]);
    play.moveCursor(-1, 0);
    expect(play.cursor).toBe("l2");
    play.nextPlank(1);
    expect(play.draft.plank).toBe("GRB");
    play.press(play.cursor ?? "", "keys");
    play.settleCursor();
    expect([play.draft.end, play.cursor]).toEqual(["l", "l1"]);
    play.press("l1", "keys");
    expect(scene.played).toEqual(["GRB:l1"]);
  });

  test("visit every field of the row, and seek those that light up", () => {
    play.seek(1);
    expect(play.cursor).toBe("m2");
    play.moveCursor(1, -1);
    expect(play.cursor).toBe("n1");
    play.moveCursor(1, -1);
    expect(play.cursor).toBe("n1");
    play.seek(-1);
    expect(play.cursor).toBe("n3");
    play.seek(1);
    expect(play.cursor).toBe("m2");
  });
});

test("keep and swap are said as they are", () => {
  sit(["keep", "swap"]);
  scene.view = { ...view, choice: true };
  expect([play.choosing, play.step, play.lit]).toEqual([true, "step-choose", []]);
  play.say("swap");
  expect(scene.played).toEqual(["swap"]);
});

test("planks keep their places when one leaves, and come back after a takeback", () => {
  sit(SETTING);
  const hand = { ...(view.hands[0] as View["hands"][0]), stock: ["RGB", "RGB", "GRB"] };
  const none = [null, null, null];
  expect(play.slots(hand)).toEqual(["RGB", "RGB", "GRB", ...none]);
  expect(play.slots({ ...hand, stock: ["RGB", "GRB"] })).toEqual(["RGB", null, "GRB", ...none]);
  expect(play.slots(hand)).toEqual(["RGB", "RGB", "GRB", ...none]);
  expect(play.slots({ ...hand, stock: ["RGB", "RGB", "RBG", "GRB"] })).toEqual(["RGB", "RGB", "RBG", "GRB", null, null]);
});
