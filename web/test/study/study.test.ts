/** Studies as people read them, with the real rules and the real engine. */
import { expect, test, vi } from "vitest";
import { drawSetup, searchLines } from "../../src/engine";
import blockers from "../../src/games/blockers";
import blokus from "../../src/games/blokus";
import { mergeTexts } from "../../src/study/tree/merge";
import { outline } from "../../src/study/tree/outline";
import { pack, unpack } from "../../src/study/share/share";
import { chairsOf, tellLine } from "../../src/study/tell";
import { type Path, Study } from "../../src/study/tree/tree";

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
  expect(chairsOf(await start(), 2)).toEqual([{ kind: "person", name: "Zoë: a" }, { kind: "bot", level: "level4" }]);
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

test("what two people change is brought together", () => {
  const node = (move: string, comment = "", ...children: object[]) => ({ move, ...(comment ? { comment } : {}), ...(children.length ? { children } : {}) });
  const text = (comment: string, ...children: object[]) => JSON.stringify({ study: 1, record: "r", tree: { ...(comment ? { comment } : {}), ...(children.length ? { children } : {}) } });
  const base = text("", node("a", "old"), node("b"), node("c", "", node("d")));
  const ours = text("hello", node("a", "ours"), node("c", "", node("d"), node("mine")), node("new"));
  const theirs = text("", node("a", "theirs"), node("b"), node("yours"));
  // We took b away; they took c away, but we have gone on there; both commented on a, and ours stays.
  expect(mergeTexts(base, ours, theirs)).toBe(text("hello", node("a", "ours"), node("c", "", node("d"), node("mine")), node("new"), node("yours")));
  expect(mergeTexts(base, base, theirs)).toBe(theirs);
  expect(mergeTexts(base, ours, base)).toBe(ours);
});

type Kind = [move: string, comment?: string, ...children: Kind[]];

/** The text of a study with these moves. */
const textOf = (...children: Kind[]) => {
  const write = ([move, comment, ...below]: Kind): object => ({ move, ...(comment ? { comment } : {}), ...(below.length ? { children: below.map(write) } : {}) });
  return JSON.stringify({ study: 1, record: "r", tree: children.length ? { children: children.map(write) } : {} });
};

test.each([
  ["one prefers a variation", textOf(["a"], ["b"]), textOf(["b"], ["a"]), textOf(["a"], ["b"]), textOf(["b"], ["a"])],
  ["one prefers a variation, the other comments on it", textOf(["a"], ["b"]), textOf(["b"], ["a"]), textOf(["a"], ["b", "good"]), textOf(["b", "good"], ["a"])],
  ["both prefer another one", textOf(["a"], ["b"], ["c"]), textOf(["b"], ["a"], ["c"]), textOf(["c"], ["a"], ["b"]), textOf(["c"], ["a"], ["b"])],
  ["both go on", textOf(["a"]), textOf(["a"], ["x"]), textOf(["a"], ["y"]), textOf(["a"], ["y"], ["x"])],
  ["both go on from the start", textOf(), textOf(["x"], ["z"]), textOf(["z"], ["y"]), textOf(["z"], ["y"], ["x"])],
  ["one takes away what the other leaves", textOf(["a"], ["b"]), textOf(["b"]), textOf(["a"], ["b"], ["c"]), textOf(["b"], ["c"])],
  ["one takes away where the other goes on", textOf(["a"], ["b"]), textOf(["b"]), textOf(["a", "", ["x"]], ["b"]), textOf(["b"], ["a", "", ["x"]])],
  ["both comment", textOf(["a"]), textOf(["a", "one"]), textOf(["a", "two"]), textOf(["a", "two"])],
])("two people come to the same study: %s", (_, base, first, second, agreed) => {
  const server = { text: base, version: 1 };
  const sides = [first, second].map((text) => ({ text, base, version: 1 }));
  let sent = 0;
  const sync = (side: (typeof sides)[number]): void => {
    if (side.version !== server.version) Object.assign(side, { text: mergeTexts(side.base, side.text, server.text), base: server.text, version: server.version });
    if (side.text === side.base) return;
    sent += 1;
    server.version += 1;
    Object.assign(side, { base: (server.text = side.text), version: server.version });
  };
  for (let round = 0; round < 4; round++) sides.forEach(sync);
  expect(sides.map(({ text }) => JSON.parse(text) as unknown)).toEqual([JSON.parse(agreed), JSON.parse(agreed)]);
  expect(sent, "afterwards there is nothing to send").toBeLessThanOrEqual(2);
});
