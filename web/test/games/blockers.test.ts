import { render } from "svelte/server";
import { beforeAll, describe, expect, test } from "vitest";
import faces from "../../../src/tischlein/games/blockers/drawing/symbols.py?raw";
import source from "../../../src/tischlein/games/blockers/pieces.py?raw";
import game from "../../src/games/blockers";
import { arrange, bridgesOf, CELLS, edgesOf, glyph, isPrintedAt, keyOf, OUTLINES, readMove, symbolOf, writeMove } from "../../src/games/blockers/drawing/tiles";
import type { View } from "../../src/games/blockers/view";
import type { Scene } from "../../src/lib/game";
import type { Played } from "../../src/lib/net/protocol";
import { settings } from "../../src/lib/settings.svelte";
import { gameWords, useTexts } from "../../src/lib/words.svelte";
import english from "../../src/texts/en";
import SceneBoard from "./SceneBoard.svelte";

const NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"];

const views = import.meta.glob<View>("../../../tests/blockers/golden/*.json", { eager: true, import: "default" });
const records = import.meta.glob<string>("../../../tests/blockers/golden/*.record", { eager: true, query: "?raw", import: "default" });
const golden = Object.entries(views).map(
  ([path, view]) => [path.split("/").at(-1) ?? "", view, records[path.replace(".json", ".record")] ?? ""] as const,
);
const words = gameWords("blockers");

beforeAll(() => useTexts("en", english));

/** The moves of a record, each with the seat that made it. */
function readRecord(text: string, view: View): Played[] {
  const moves = text.match(/\b[A-I][1-9]:[\w-]+/g) ?? [];
  const left = new Map(view.colours.map((colour) => [colour.id, [...colour.played]]));
  return moves.map((move, i) => {
    // Who was skipped has no move here, so the colour says whose it is: the one that plays this tile next.
    const turn = (view.first + i) % view.seats;
    const order = [...view.colours].sort((a, b) => ((a.seat - turn + view.seats) % view.seats) - ((b.seat - turn + view.seats) % view.seats));
    const { tile } = readMove(move, "red");
    const named = /-/.test(move) ? readMove(move, "red").colour : null;
    const found = order.find(({ id }) => (named ? id === named : left.get(id)?.[0] === tile));
    left.get(found?.id ?? "red")?.shift();
    return { seat: found?.seat ?? 0, move };
  });
}

describe("the material", () => {
  test("has the faces and signs of the rules", () => {
    const names = [...source.matchAll(/^ {4}"(\w+)": "(.)",$/gm)];
    expect(names.length).toBe(10);
    for (const [, name = "", sign = ""] of names) expect([name, glyph(name)[0]]).toEqual([name, sign]);
    expect(Object.keys(OUTLINES).sort()).toEqual(names.map(([, name]) => name).sort());
    for (const outline of Object.values(OUTLINES)) expect(faces.replaceAll(/"\s+"/g, "")).toContain(outline);
  });

  test("a face is printed at nine cells, the joker everywhere", () => {
    const blocks = golden[0]?.[1].board.blocks ?? [];
    for (const tile of [..."123456789ABCDEFGHI", ...blocks]) expect(CELLS.filter((cell) => isPrintedAt(tile, cell, blocks)).length).toBe(9);
    expect(CELLS.filter((cell) => isPrintedAt("joker", cell, blocks)).length).toBe(81);
    expect(symbolOf("G2", blocks)).toBe("moon");
  });

  test("every lying tile lies where its face is printed", () => {
    for (const [, view] of golden)
      for (const [cell, tile] of Object.entries(view.board.cells)) expect(isPrintedAt(tile?.tile ?? "", cell, view.board.blocks)).toBe(true);
  });

  test.each(["G2:moon", "A9:joker", "B3:B", "I1:9"])("%s is read and written", (move) => {
    const { cell, ...tile } = readMove(move, "green");
    expect(tile.colour).toBe("green");
    expect(writeMove(cell, tile, false)).toBe(move);
    const named = `${cell}:${keyOf(tile)}`;
    expect(readMove(named, "red")).toEqual({ cell, ...tile });
    expect(writeMove(cell, tile, true)).toBe(named);
  });
});

describe("groups", () => {
  test("have an edge around them and around their holes", () => {
    expect(edgesOf(["E5"]).match(/M/g)?.length).toBe(4);
    const ring = ["D4", "D5", "D6", "E4", "E6", "F4", "F5", "F6"];
    expect(edgesOf(ring).match(/M/g)?.length).toBe(12 + 4);
    expect(edgesOf(["A9", "B1"]).match(/M/g)?.length).toBe(8);
  });

  test("are joined along edges only", () => {
    expect(bridgesOf(["A1", "A2", "B2"]).match(/M/g)?.length).toBe(2);
    expect(bridgesOf(["A1", "B2"])).toBe("");
  });
});

describe("a rack", () => {
  test("keeps every tile in its place and fills the hole", () => {
    const before = arrange([], ["1", "2", "A", "moon", "joker"]);
    expect(before).toEqual(["1", "2", "A", "moon", "joker"]);
    expect(arrange(before, ["1", "2", "5", "A", "joker"])).toEqual(["1", "2", "A", "5", "joker"]);
    expect(arrange(before, ["1", "A", "moon", "joker"])).toEqual(["1", null, "A", "moon", "joker"]);
  });

  test("is there whatever the colour did before", () => expect(arrange(["1", "2"], ["3", "4", "5"])).toEqual(["3", "4", "5"]));
});

describe.each(golden)("%s", (_, view, record) => {
  const played = readRecord(record, view);

  test("the list of moves knows what was taken", () => {
    expect(played.length).toBe(view.ply);
    const lines = game.moves(view, played, words);
    expect(lines.map(({ ply }) => ply)).toEqual(played.map((_, i) => i + 1));
    const takes = lines.filter(({ short }) => short.endsWith("×")).length;
    expect(takes).toBe(view.scores.reduce((sum, score) => sum + score.taken_count, 0));
    expect(lines.filter(({ long }) => long.includes("takes")).length).toBe(takes);
    const last = view.last;
    expect(lines.at(-1)?.long.includes("takes")).toBe(last?.took != null);
    expect(lines.at(-1)?.colour).toBe(last?.colour);
  });

  test("the lines of an account add up to its points", () => {
    for (const { seats, lines, total } of game.accounts(view, words, NAMES)) {
      const points = view.scores[seats[0] ?? 0]?.points ?? NaN;
      expect(lines.reduce((sum, line) => sum + Number(line.points), 0)).toBe(points);
      expect(total).toMatch(new RegExp(`^${points} point`));
    }
  });
});

describe("the count at the end", () => {
  const base = golden.find(([name]) => name === "basic-3.json")?.[1] as View;
  const score = { groups: 2, taken: {}, taken_count: 0, most: 0, most_colours: [], points: 2 };
  const view = (changes: object): View => ({
    ...base, scores: base.scores.map((own) => ({ ...own, ...score, points: 2 + own.seat, ...(own.seat === 0 ? changes : {}) })),
  }); // prettier-ignore
  const linesOf = (shown: View) => game.accounts(shown, words, NAMES)[0]?.lines.map(({ text }) => text) ?? [];

  test("names the colour of which most was taken", () => {
    expect(linesOf(view({ most: 3, most_colours: ["green"] })).at(-1)).toBe("Took most of green");
  });

  test("says that only one of equal colours counts", () => {
    expect(linesOf(view({ most: 2, most_colours: ["green", "blue"] })).at(-1)).toContain("2 each of green, blue; one colour counts");
  });

  test("counts groups alone with the scoring Uptown", () => {
    const shown = view({ most: 2, most_colours: ["green"] });
    expect(linesOf({ ...shown, options: { scoring: "uptown" } }).length).toBe(1);
  });

  test("tells what decides between equal points, and only then", () => {
    expect(linesOf(view({ points: 3, taken_count: 5 })).at(-1)).toBe("Equal points: took 5 in all");
    expect(linesOf(view({})).join()).not.toContain("Equal points");
  });
});

describe("what to do", () => {
  const expert = golden.find(([name]) => name === "expert.json")?.[1] as View;
  const open = (closed: string[], pile = 3): View => ({
    ...expert, to_move: 0, colours: expert.colours.map((colour) => ({ ...colour, closed: closed.includes(colour.id), pile_count: pile })),
  }); // prettier-ignore

  test("names both colours, or the one that is not closed", () => {
    expect(game.task(open([]), words, NAMES)).toBe("Place a red or yellow tile.");
    expect(game.task(open(["red"]), words, NAMES)).toBe("Place a yellow tile.");
    expect(game.task(open(["red"], 0), words, NAMES)).toBe("Place your last yellow tile; four are left over.");
  });

  test("says who was skipped", () => {
    expect(game.task({ ...open([]), skipped: [1] } as View, words, NAMES)).toMatch(/^green can place nothing/);
  });
});

describe("the page", () => {
  const over = golden.find(([name]) => name === "basic-3.json")?.[1] as View;
  const view: View = {
    ...over, to_move: 0, outcome: null, skipped: [2],
    board: { ...over.board, cells: { A1: { colour: "green", tile: "1" } }, locked: ["A1"] },
    colours: over.colours.map((colour) => ({
      ...colour, closed: false, rack: colour.seat === 0 ? ["1", "A", "moon"] : null, rack_count: 3, pile_count: 7,
    })),
  }; // prettier-ignore
  const draw = (changes: Partial<Scene> = {}): string => {
    const scene = {
      view, seat: 0, legal: ["B1:1", "A1:A"], pending: null, hint: null, moves: [], names: ["Anna", "Ben", "Cleo"],
      settings, words, onmove() {}, oncheck() {}, onsay() {}, ...changes,
    }; // prettier-ignore
    return render(SceneBoard, { props: { module: game, scene } }).body;
  };

  test("shows the own rack, and the backs of the others", () => {
    const body = draw();
    expect([...body.matchAll(/<button[^>]*data-piece="(\w+)"/g)].map(([, tile]) => tile)).toEqual(["1", "A", "moon"]);
    expect(body).toContain("blue: 3 on the rack, 7 in the pile");
    expect(draw({ seat: null, legal: null })).not.toMatch(/<button[^>]*data-piece/);
  });

  test("dims tiles that fit nowhere and says so", () => {
    expect(draw()).toContain('aria-label="red moon, fits nowhere"');
    expect(draw({ legal: null })).not.toContain("fits nowhere");
  });

  test("says who is skipped, and that one must take", () => {
    expect(draw()).toContain("skipped");
    expect(draw()).not.toContain("you must take");
    expect(draw({ legal: ["A1:A", "A1:1"] })).toContain("you must take");
  });

  test("draws a sent move on the board and not on the rack", () => {
    expect(draw({ pending: "B1:1" })).toMatch(/class="pending red/);
    expect(draw({ pending: "B1:1" })).toMatch(/<button class="place[^"]* sent/);
  });

  test("outlines a hint on the board and on the rack", () => {
    expect(draw({ hint: "B1:1" })).toMatch(/class="hint/);
    expect(draw({ hint: "B1:1" })).toMatch(/<button class="place[^"]* hinted/);
  });

  test("leaves marks out where they are not wanted", () => {
    const marks = (body: string) => body.match(/class="mark/g)?.length ?? 0;
    expect(marks(draw())).toBeGreaterThan(3);
    expect(marks(draw({ settings: { ...settings, marks: false } }))).toBe(0);
  });

  test("numbers tiles by their moves", () => {
    const moves = [{ seat: 0, move: "A1:A" }, { seat: 1, move: `${over.last?.cell}:1` }]; // prettier-ignore
    const drawn = draw({ view: over, moves, settings: { ...settings, numbers: true } });
    expect([...drawn.matchAll(/class="number[^>]*>(\d+)</g)].map(([, number]) => number)).toContain("2");
  });
});
