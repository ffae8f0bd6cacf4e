/** A study on the desk, with the real rules and the real engine: laying, walking, undoing, keeping, thinking. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { drawSetup } from "../../src/engine";
import { Desk } from "../../src/study/desk.svelte";
import { findStudy, forgetStudy, keepStudy, listStudies, storeStudy } from "../../src/study/kept";
import { Lookout } from "../../src/study/lookout.svelte";
import { findShared, noteShared, Together } from "../../src/study/share/together.svelte";
import { tellValue } from "../../src/study/tell";
import { Study } from "../../src/study/tree/tree";

vi.setConfig({ testTimeout: 60_000 }); // searches, on a machine that may be busy

/** A page is told addresses of the engine's files; here they lie on the disk. */
vi.mock("../../src/engine/files.ts", async () => {
  const { pathToFileURL } = await import("node:url");
  const folder = (game: string) => `${process.cwd()}/../src/tischlein/games/${game}`;
  const found = (game: string, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, pathToFileURL(`${folder(game)}/${name === "engine.wasm" ? "built/" : "engine/data/"}${name}`)]));
  return { FILES: { blokus: found("blokus", "engine.wasm", "policy_net-duo.npz", "value_net-duo.npz") } };
});

/** A storage whose keys can be listed; it takes so many characters. */
function makeStorage(room = Infinity): Record<string, unknown> {
  const storage: Record<string, unknown> = {};
  const define = (name: string, value: unknown) => Object.defineProperty(storage, name, { value, enumerable: false });
  define("getItem", (key: string) => storage[key] ?? null);
  define("removeItem", (key: string) => delete storage[key]);
  define("setItem", (key: string, value: string) => {
    if (value.length > room) throw new Error("full");
    storage[key] = value;
  });
  return storage;
}

let desk: Desk;
const moveAt = (place: number) => desk.node.game.legal()[place] ?? "";

beforeEach(async () => {
  vi.stubGlobal("localStorage", makeStorage());
  const study = await Study.begin(await drawSetup("blokus", "duo", 2, {}, 7));
  desk = await Desk.load(findStudy(storeStudy(study, [], false)) as never);
});

test("a move that was tried once or twice is worth nobody knows what", () => {
  const line = (visits: number, proven = false) => ({ move: "a", value: 1, visits, continuation: [], proven });
  expect(new Set([line(0), line(1), line(2)].map(tellValue)).size).toBe(1);
  expect(tellValue(line(2))).not.toBe(tellValue(line(3)));
  expect(tellValue(line(1, true))).not.toBe(tellValue(line(2)));
});

describe("the desk", () => {
  test("lays moves for everybody and walks along them", () => {
    desk.lay(moveAt(0));
    desk.lay(moveAt(0));
    expect(desk.path).toEqual([0, 0]);
    expect(desk.node.game.moves.map(({ seat }) => seat)).toEqual([desk.study.root.game.toMove, 1 - (desk.study.root.game.toMove ?? 0)]);
    desk.back();
    desk.lay(moveAt(1));
    expect(desk.path).toEqual([0, 1]);
    desk.beside(-1);
    expect(desk.path).toEqual([0, 0]);
    desk.beside(-1);
    desk.on();
    expect(desk.path).toEqual([0, 0]);
    desk.go([]);
    desk.on();
    expect(desk.path).toEqual([0]);
  });

  test("prefers the variation in which the position is", () => {
    const [first, second] = [moveAt(0), moveAt(1)];
    desk.lay(first);
    desk.go([]);
    desk.lay(second);
    desk.lay(moveAt(0));
    expect(desk.path).toEqual([1, 0]);
    desk.promote();
    expect(desk.path).toEqual([0, 0]);
    expect(desk.study.root.children.map(({ move }) => move)).toEqual([second, first]);
  });

  test("undoes what was done, a comment in one go", () => {
    desk.lay(moveAt(0));
    const laid = desk.study.text();
    for (const text of ["g", "go", "good"]) desk.comment(text);
    expect(desk.node.comment).toBe("good");
    desk.undo();
    expect(desk.study.text()).toBe(laid);
    desk.remove();
    expect(desk.path).toEqual([]);
    desk.undo();
    expect([desk.study.text(), desk.path]).toEqual([laid, [0]]);
    desk.undo();
    expect([desk.canUndo, desk.study.root.children.length]).toEqual([false, 0]);
  });

  test("keeps every change, and where one was", async () => {
    desk.lay(moveAt(3));
    desk.comment("why not");
    desk.retitle(" A first\nidea ");
    const [kept] = listStudies();
    expect(kept).toMatchObject({ id: desk.id, path: [0], title: "A first idea", positions: 1, game: "blokus", variant: "duo" });
    const again = await Desk.load(kept as never);
    expect([again.study.text(), again.path, again.node.comment]).toEqual([desk.study.text(), [0], "why not"]);
    noteShared(desk.id, { id: "x", version: 1, text: desk.study.text() }, "key");
    expect(findShared("x", null)).toBe(desk.id);
    forgetStudy(desk.id);
    expect(listStudies()).toEqual([]);
    expect(Object.keys(localStorage), "nothing is left of it").toEqual([]);
  });

  test("follows what another tab has done, and can undo it", async () => {
    desk.lay(moveAt(0));
    desk.lay(moveAt(0));
    const before = desk.study.text();
    const other = await Desk.load(findStudy(desk.id) as never);
    other.go([0]);
    other.remove();
    await desk.reread(findStudy(desk.id) as never);
    expect([desk.study.root.children.length, desk.path]).toEqual([0, []]);
    desk.undo();
    expect(desk.study.text()).toBe(before);
  });

  test("says when the browser has no room", () => {
    vi.stubGlobal("localStorage", makeStorage(10));
    desk.lay(moveAt(0));
    expect([desk.kept, keepStudy("x", desk.study, [], false)]).toEqual([false, false]);
  });
});

describe("what others change", () => {
  let theirs: Desk;

  beforeEach(async () => {
    for (const place of [0, 1]) {
      desk.go([]);
      desk.lay(moveAt(place));
    }
    theirs = new Desk("theirs", desk.study, [1], false);
  });

  test("comes to the position that one looks at, and is not undone", async () => {
    const looked = desk.node.move;
    theirs.promote();
    expect(await desk.take(theirs.study.text())).toBe(true);
    expect([desk.study.text(), desk.path, desk.node.move]).toEqual([theirs.study.text(), [0], looked]);
    expect(findStudy(desk.id)?.text).toBe(theirs.study.text());
    expect(desk.canUndo).toBe(false);
    desk.comment("mine");
    desk.undo();
    expect(desk.study.text()).toBe(theirs.study.text());
  });

  test("waits while one does something", async () => {
    theirs.remove();
    const taken = desk.take(theirs.study.text());
    desk.comment("mine");
    expect([await taken, desk.node.comment, desk.study.root.children.length]).toEqual([false, "mine", 2]);
  });

  test("is told from what the server does not take, which is sent once", async () => {
    const stored = { id: "x", version: 1, text: desk.study.text() };
    noteShared(desk.id, stored, "key");
    const refusal = { code: "too-long", source: "server", rule: null, details: { most: 9 } };
    let puts = 0;
    vi.stubGlobal("document", { visibilityState: "visible" });
    vi.stubGlobal("fetch", (_: string, { method }: RequestInit) => {
      const takes = method !== "PUT" || ++puts > 1;
      const answered = takes ? { ...stored, version: puts > 1 ? 2 : 1 } : refusal;
      return Promise.resolve(new Response(JSON.stringify(answered), { status: takes ? 200 : 413 }));
    });
    const together = new Together(desk);
    desk.comment("long");
    for (let times = 0; times < 3; times++) await together.sync();
    expect([puts, together.current, together.refused?.refusal]).toEqual([1, false, refusal]);
    desk.comment("short");
    await together.sync();
    expect([puts, together.current, together.refused, together.link?.text]).toEqual([2, true, null, desk.study.text()]);
  });
});

describe("the engine", () => {
  test("thinks as long as somebody looks, and remembers", async () => {
    const lookout = new Lookout();
    lookout.look(desk.node.game, false);
    await vi.waitUntil(() => (lookout.thought?.simulations ?? 0) > 0, { timeout: 20_000 });
    const first = lookout.thought?.simulations ?? 0;
    await vi.waitUntil(() => (lookout.thought?.simulations ?? 0) > first, { timeout: 20_000 });
    expect(desk.node.game.legal()).toContain(lookout.thought?.lines[0]?.move);
    lookout.rest();
    const found = lookout.thought;
    expect(lookout.running).toBe(false);
    lookout.look(null, false);
    expect(lookout.thought).toBeNull();
    lookout.turn(false);
    lookout.look(desk.node.game, false);
    expect([lookout.running, (lookout.thought as typeof found)?.simulations]).toEqual([false, expect.any(Number)]);
    expect(new Lookout().on).toBe(false);
  });
});
