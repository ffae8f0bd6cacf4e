/** Going through a game on this device: what is known is told at once, kept, and not asked for again. */
import { beforeEach, expect, test, vi } from "vitest";
import { drawSetup, openGame } from "../../src/engine";
import { Analysis, findLooks, keepLooks, type Looks } from "../../src/study/report/analysis";
import { assess, grade, makeReport, nextMistake, phaseOf } from "../../src/study/report/report";

vi.setConfig({ testTimeout: 60_000 }); // searches, on a machine that may be busy

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  const storage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) };
  vi.stubGlobal("localStorage", storage);
});

async function play(plies: number) {
  const setup = await drawSetup("blokus", "duo", 2, {}, 5);
  let game = await openGame(setup);
  for (let ply = 0; ply < plies; ply++) game = game.play(game.legal().at(-1) ?? "");
  return game;
}

test("an analysis that was stopped goes on with what it has", async () => {
  const game = await play(6);
  const moves = game.moves.map(({ move }) => move);
  let known: Looks = [];
  const first: Analysis = new Analysis(game.setup, moves, [], (looks) => {
    known = looks;
    if (looks.filter(Boolean).length === 2) first.stop();
  }, 0.05);
  await first.run();
  expect(known.filter(Boolean).length).toBe(2);
  keepLooks("table", known);
  const kept = findLooks("table");
  expect(kept.map(Boolean)).toEqual(known.map(Boolean));
  const told: number[] = [];
  await new Analysis(game.setup, moves, kept, (looks) => {
    known = looks;
    told.push(looks.filter(Boolean).length);
  }, 0.05).run();
  expect(told).toEqual([3, 4, 5, 6]);
  expect(known[0]?.best.move).toBe(kept[0]?.best.move);
  const found = assess(game.moves, known, game.outcome);
  expect(found.map(({ ply }) => ply)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a look that tells nothing yet is waited for", async () => {
  const { moves } = await play(4);
  const line = (move: string, value: number) => ({ move, value, visits: 50, continuation: [], proven: false });
  const looks: Looks = moves.map(({ move }, ply) => ({ best: line(ply === 1 ? "another" : move, 0.6), played: null, visits: 100 }));
  expect(assess(moves, looks.slice(0, 3), null).map(({ ply }) => ply), "the second seat has not moved again").toEqual([1, 3]);
  expect(assess(moves, looks, null)[1]?.value).toBe(0.6);
});

test("nothing is a mistake where the best move was tried once or twice", async () => {
  const { moves } = await play(2);
  const line = (move: string, value: number, visits: number) => ({ move, value, visits, continuation: [], proven: false });
  const marks = [2, 3].map((visits) => {
    const looks: Looks = moves.map(({ move }) => ({ best: line("another", 0.9, visits), played: line(move, 0.1, 50), visits: 100 }));
    return assess(moves, looks, null).map(({ mark }) => mark);
  });
  expect(marks).toEqual([["", ""], ["??", "??"]]);
});

test("figures", () => {
  expect([grade(0), grade(1)]).toEqual([expect.closeTo(100, 1), 0]);
  expect([1, 3, 4, 7, 9].map((ply) => phaseOf(ply, 9))).toEqual(["opening", "opening", "middle", "end", "end"]);
  const best = { move: "b", value: 0.5, visits: 1, continuation: [] };
  const one = (ply: number, loss: number) => ({ ply, seat: 0, played: "a", best, value: 0, loss, mark: loss > 0.1 ? ("?" as const) : ("" as const) });
  const all = [one(1, 0), one(2, 0.2), one(3, 0), one(4, 0.3)];
  expect(makeReport(all, 4, 2).turningPoints.map(({ ply }) => ply)).toEqual([2, 4]);
  expect(makeReport(all, 4, 2).accuracy[1]).toBeNull();
  expect([0, 2, 4].map((ply) => nextMistake(all, ply)?.ply)).toEqual([2, 4, 2]);
  expect(nextMistake([], 0)).toBeNull();
});
