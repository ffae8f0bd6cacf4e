/** What one click on "Play" gives, and how an end is told. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { GameModule } from "../src/lib/game";
import type { GameInfo, Result, TableView } from "../src/lib/net/protocol";
import { settings } from "../src/lib/settings.svelte";
import { keepStart, startOf, variantsOf } from "../src/lib/play/start";
import { tellResult, tellWhy } from "../src/lib/tell";
import { useTexts } from "../src/lib/words.svelte";
import { fitsDevice } from "../src/local/begin";
import texts from "../src/texts/en";

const INFO: GameInfo = {
  id: "blockers", title: "Blockers!", secret: true, draws: false, levels: [1, 1, 2, 2], sees: {}, formats: [],
  variants: [{ id: "expert", seats: [2], options: [] }, { id: "basic", seats: [4, 2, 3, 5], options: [] }],
}; // prettier-ignore

beforeAll(() => useTexts("en", texts));

afterEach(() => {
  settings.starts = {};
});

test("a game is played on this device if its engine is there and nobody else is needed", () => {
  const request = (game: string, kind: "me" | "open") => ({ game, variant: "x", options: {}, seats: [{ kind }] });
  expect(fitsDevice(request("blokus", "me"))).toBe(true);
  expect(fitsDevice(request("blokus", "open"))).toBe(false);
  expect(fitsDevice(request("another", "me"))).toBe(false);
});

describe("the start of a game", () => {
  test("begins with the way that most people can play", () => {
    expect(startOf(INFO)).toEqual({ variant: "basic", seats: 4, level: "level3" });
    expect(startOf({ ...INFO, variants: [{ id: "classic", seats: [4], options: [] }, { id: "duo", seats: [2], options: [] }] }).variant).toBe("classic");
  });

  test("is offered first", () => expect(variantsOf(INFO).map(({ id }) => id)).toEqual(["basic", "expert"]));

  test("is remembered, each part for itself", () => {
    keepStart(INFO, { level: "level4" });
    keepStart(INFO, { seats: 5 });
    expect(startOf(INFO)).toEqual({ variant: "basic", seats: 5, level: "level4" });
  });

  test("a variant brings its own number of people", () => {
    keepStart(INFO, { seats: 5 });
    keepStart(INFO, { variant: "expert" });
    expect(startOf(INFO)).toEqual({ variant: "expert", seats: 2, level: "level3" });
  });

  test("asks for nothing that does not exist", () => {
    settings.starts["blockers"] = { variant: "gone", seats: 9, level: "level8" };
    expect(startOf(INFO)).toEqual({ variant: "basic", seats: 4, level: "level3" });
    settings.starts["blockers"] = { variant: "basic", seats: 9, level: "level8" };
    expect(startOf(INFO)).toEqual({ variant: "basic", seats: 4, level: "level4" });
    expect(startOf({ ...INFO, levels: [] }).level).toBe("");
  });
});

describe("the end of a game", () => {
  const end = (reason: Result["reason"], winners: number[]): Result => ({ reason, winners, places: [0, 1].map((seat) => (winners.includes(seat) ? 1 : 2)) });

  test("says you to whoever looks", () => {
    expect(tellResult(end("played", [0]), ["Anna", "Ben"], [0])).toBe("You have won!");
    expect(tellResult(end("played", [0]), ["Anna", "Ben"], [1])).toBe("Anna has won!");
    expect(tellResult(end("played", [0]), ["Anna", "Ben"])).toBe("Anna has won!");
  });

  test("names the one who gave up", () => {
    expect(tellResult(end("resigned", [1]), ["Anna", "Ben"])).toBe("Ben has won! Anna has given up.");
    expect(tellResult(end("resigned", [1]), ["Anna", "Ben"], [0])).toBe("Ben has won! You have given up.");
  });

  test("says why: by how much, or in the game's words", () => {
    const view = { outcome: { places: [1, 2], scores: [-3, -9], winners: [0] } } as unknown as TableView;
    const accounts = () => [{ seats: [0], lines: [], total: "−3" }, { seats: [1], lines: [], total: "−9" }];
    const words = (key: string) => key;
    const tell = (module: Partial<GameModule>, result: Result) => tellWhy(result, module as GameModule, view, words, ["Anna", "Ben"]);
    expect(tell({ accounts }, end("played", [0]))).toBe("The most: −3; Ben: −9.");
    expect(tell({ accounts, fewest: true }, end("played", [0]))).toBe("The fewest: −3; Ben: −9.");
    const tied = () => [{ seats: [0], lines: [{ text: "Took 2", points: "" }], total: "5" }, { seats: [1], lines: [{ text: "Took 4", points: "" }], total: "5" }];
    expect(tell({ accounts: tied }, end("played", [0]))).toBe("The most: 5; Ben: 5. Took 2.");
    // Partners share a place, so that nobody is second of four.
    expect(tell({ accounts }, { ...end("played", [0]), places: [1, 3] })).toBe("The most: −3; Ben: −9.");
    expect(tell({ accounts, why: () => "a line" }, end("played", [0]))).toBe("a line");
    expect(tell({ accounts }, end("resigned", [0]))).toContain("however it stood");
  });
});
