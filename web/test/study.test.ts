/** Studies as people read them, with the real rules and the real engine. */
import { expect, test, vi } from "vitest";
import { drawSetup, searchLines } from "../src/engine";
import blockers from "../src/games/blockers";
import blokus from "../src/games/blokus";
import { outline } from "../src/study/outline";
import { pack, unpack } from "../src/study/share";
import { chairsOf, tellLine } from "../src/study/tell";
import { type Path, Study } from "../src/study/tree";

vi.setConfig({ testTimeout: 60_000 }); // searches, on a machine that may be busy

const words = (key: string) => key;
const start = async () => Study.begin(await drawSetup("blokus", "duo", 2, {}, 7), { "Seat 0": "human:Zoë: a", "Seat 1": "level4" });

test("variations are read after the move that they replace", async () => {
  let study = await start();
  const lay = (path: Path, place: number) => ([study] = study.add(path, study.node(path).game.legal()[place] ?? ""));
  lay([], 0);
  lay([0], 0);
  lay([0, 0], 0);
  lay([], 1);
  lay([1], 0);
  lay([1], 1);
  const blocks = outline(study, blokus, words);
  expect(blocks.map(({ depth, items }) => [depth, ...items.map(({ path }) => path.join("."))])).toEqual([
    [0, "0"],
    [1, "1", "1.0"],
    [2, "1.1"],
    [0, "0.0", "0.0.0"],
  ]);
  expect(blocks[3]?.items.map(({ line }) => [line.ply, line.colour])).toEqual([[2, "yellow"], [3, "violet"]]);
});

test("names come from the record", async () => {
  expect(chairsOf(await start())).toEqual([{ kind: "person", name: "Zoë: a" }, { kind: "bot", level: "level4" }]);
});

test("with open racks nobody answers with a tile that they do not have", async () => {
  const setup = await drawSetup("blockers", "basic", 2, {}, 3);
  const { game } = (await Study.begin(setup)).root;
  const lines = await searchLines(setup, [], { simulations: 400, open: true }, undefined, 1).answer;
  const answered = lines.filter(({ continuation }) => continuation.length);
  expect(answered.length).toBeGreaterThan(3);
  for (const line of answered) {
    expect(game.play(line.move).legal()).toContain(line.continuation[0]);
    expect(tellLine(game, line, blockers, words).length).toBeGreaterThan(1);
  }
  const closed = await searchLines(setup, [], { simulations: 400 }, undefined, 1).answer;
  const guessed = closed.filter(({ move, continuation: [reply] }) => reply && !game.play(move).legal().includes(reply));
  expect(guessed.length, "what nobody knows is guessed, and often wrongly").toBeGreaterThan(0);
});

test("a study fits into an address and comes back", async () => {
  const [study] = (await start()).add([], "e10");
  const text = study.comment([0], "Ä „so“ – ☃ 𝄞").text();
  const packed = await pack(text);
  expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unpack(packed)).toBe(text);
  await expect(unpack("broken")).rejects.toThrow();
});
