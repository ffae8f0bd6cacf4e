import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import planken from "../../src/games/planken";
import { arrange } from "../../src/games/planken/drawing/layout";
import { readMove, readPlies, readTouched, SIGNS, tellMoves, turn } from "../../src/games/planken/moves";
import type { View } from "../../src/games/planken/view";
import type { Played } from "../../src/lib/net/protocol";
import { settings } from "../../src/lib/settings.svelte";
import SceneBoard from "./SceneBoard.svelte";

const views = import.meta.glob<View>("../../../tests/planken/golden/*.json", { eager: true, import: "default" });
const records = import.meta.glob<string>("../../../tests/planken/golden/*.record", { eager: true, query: "?raw", import: "default" });
const games = Object.entries(views).map(([path, view]) => ({ name: path.split("/").at(-1), view, record: records[path.replace(".json", ".record")] ?? "" }));

/** The moves of a record; who moved matters only for the last one. */
function movesOf(record: string, last: number): Played[] {
  const moves = [...record.matchAll(/^ *\d+\. (\S+)$/gm)].map(([, move]) => move ?? "");
  return moves.map((move, i) => ({ move, seat: i === moves.length - 1 ? last : 0 }));
}

describe.each(games)("$name", ({ view, record }) => {
  const moves = movesOf(record, view.last?.seat ?? 0);

  test("is told as it was played", () => {
    const said: Record<string, string | number>[] = [];
    const told = tellMoves(moves, (key, details = {}) => {
      if (key.startsWith("move-")) said.push(details);
      return key;
    });
    expect(told.length).toBe(view.ply);
    const { target, source, end } = said.at(-1) ?? {};
    expect(target).toBe(view.last?.cell);
    if (view.last?.source) expect(source).toBe(view.last.source);
    expect(end || null).toBe(view.last?.column);
    const shape = view.hands[view.last?.seat ?? 0]?.shape ?? "round";
    expect(told.at(-1)?.short).toBe(`${SIGNS[shape]} ${view.last?.move}`);
  });

  test("lays the planks that lie in the end", () => {
    const row = new Map<string, string>();
    for (const { move } of moves) {
      const option = readMove(move, row);
      if (option?.plank && option.end) row.set(option.end, option.plank);
    }
    expect([...row].sort()).toEqual(view.board.map(({ column, plank }) => [column, plank]));
  });

  test("knows who has touched what", () => {
    readTouched(moves).forEach(({ seat }, at) => expect(seat).toBe(moves[at]?.seat));
  });

  test("knows of every nail in which move it came", () => {
    const plies = readPlies(moves);
    for (const { column, nails } of view.board)
      nails.forEach((seat, i) => {
        if (seat !== null) expect(plies.get(`${column}${i + 1}`), `${column}${i + 1}`).toBeGreaterThan(0);
      });
    if (view.last?.cell) expect(plies.get(view.last.cell)).toBe(view.ply);
  });

  test.each([116, 300, 366, 640, 740, 1000])("has room on a board %d pixels wide", (width) => {
    const layout = arrange(view, width, true, view.seats);
    const { field, cell, columns } = layout;
    const first = layout.left(columns[0] ?? "");
    const last = layout.left(columns.at(-1) ?? "") + cell.width;
    expect(first).toBeGreaterThanOrEqual(field.x);
    expect(last).toBeLessThanOrEqual(field.x + field.width);
    expect(layout.top + 3 * cell.height).toBeLessThan(field.y + field.height);
    expect(2.44 * layout.nail).toBeLessThan(cell.width); // the widest head, a triangle
    expect(2 * 0.42 * cell.width - layout.band).toBeGreaterThanOrEqual(2 * layout.nail); // within the ring of a winning line
    for (const box of layout.trays) {
      expect(box.y).toBeGreaterThanOrEqual(field.y + field.height);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.height);
    }
    // Nothing jumps: an empty table is as high.
    expect(arrange({ ...view, board: [], ends: ["m"] }, width, true, view.seats).height).toBe(layout.height);
  });
});

describe("a move", () => {
  const row = new Map([["m", "RGB"], ["n", "BRG"]]); // prettier-ignore

  test("is taken apart", () => {
    expect(readMove("m2", row)).toEqual({ move: "m2", plank: null, end: null, nail: "G", target: "m2" });
    expect(readMove("GBR:o1", row)).toEqual({ move: "GBR:o1", plank: "GBR", end: "o", nail: "G", target: "o1" });
    expect(readMove("m3-n", row)).toEqual({ move: "m3-n", plank: null, end: null, nail: "m3", target: "n1" });
    expect(readMove("GBR:m3-l", row)).toEqual({ move: "GBR:m3-l", plank: "GBR", end: "l", nail: "m3", target: "l2" });
  });

  test.each(["keep", "swap", "z9", "o1", ""])("that chooses nothing on the table is none: %s", (move) => {
    expect(readMove(move, row)).toBeNull();
  });

  test("after a swap shows the other shape", () => {
    const moves = ["RGB:m1", "m2", "swap", "m3"].map((move, i) => ({ move, seat: i % 2 }));
    expect(tellMoves(moves, (key) => key).map(({ short }) => short[0])).toEqual(["●", "■", "●", "●"]);
  });
});

test("turning twice changes nothing", () => {
  expect(turn("RGB")).toBe("BGR");
  expect(turn(turn("GBR"))).toBe("GBR");
});

test("what others have done since one's own move has the shape of their nails, and one's own has not", () => {
  const game = games.find(({ name }) => name === "standard-3.json");
  if (!game) throw new Error("no game for three");
  const { record } = game;
  const view = { ...game.view, line: null }; // before anybody has won
  const moves = movesOf(record, 0).map(({ move }, at, all) => ({ move, seat: ((view.last?.seat ?? 0) + 3 - ((all.length - 1 - at) % 3)) % 3 }));
  const seat = moves.at(-3)?.seat ?? 0;
  const others = moves.slice(-2).map((played) => view.hands[played.seat]?.shape);
  const scene = {
    view, seat, legal: [], pending: null, hint: null, moves, names: ["Anna", "Ben", "Cleo"],
    settings, words: (key: string) => key, onmove() {}, oncheck() {}, onsay() {},
  }; // prettier-ignore
  const { body } = render(SceneBoard, { props: { module: planken, scene } });
  const shapes = [...body.matchAll(/class="trace came[^"]*"[^>]*data-shape="(\w+)"/g)].map(([, shape]) => shape);
  expect(shapes).toEqual(others);
  expect(new Set([...others, view.hands[seat]?.shape]).size).toBe(3);
  expect(body.match(/class="mine[ "]/g)).toHaveLength(1);
});
