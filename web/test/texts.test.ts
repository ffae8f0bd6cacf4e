/** Every text exists in both languages with the same variables, every key that is used exists, and none is unused. */
import { parse, type Pattern, type Resource, serializeExpression, Visitor } from "@fluent/syntax";
import { describe, expect, test } from "vitest";
import { GAMES } from "../src/engine/names";

const files = import.meta.glob<string>("../src/**/text.*.ftl", { eager: true, query: "?raw", import: "default" });
const python = import.meta.glob<string>("../../src/tischlein/{core,server,puzzles,study,games/*}/text.*.ftl", {
  eager: true,
  query: "?raw",
  import: "default",
});
const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

class Variables extends Visitor {
  readonly names = new Set<string>();
  override visitVariableReference(node: Parameters<typeof serializeExpression>[0]): void {
    this.names.add(serializeExpression(node));
  }
}

/** The keys of a file with the variables that each text itself uses. */
function read(text: string): Map<string, string> {
  const resource: Resource = parse(text, {});
  const found = new Map<string, string>();
  for (const entry of resource.body) {
    if (entry.type === "Junk") throw new Error(`not Fluent: ${entry.content}`);
    if (entry.type !== "Message") continue;
    const variables = new Variables();
    variables.visit(entry.value as Pattern);
    if (found.has(entry.id.name)) throw new Error(`twice: ${entry.id.name}`);
    found.set(entry.id.name, [...variables.names].sort().join(" "));
  }
  return found;
}

const german = Object.keys(files).filter((path) => path.endsWith(".de.ftl"));

test.each(german)("%s says the same as its English sister", (path) => {
  const de = read(files[path] ?? "");
  const en = read(files[path.replace(".de.", ".en.")] ?? "");
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  for (const [key, variables] of de) expect([key, variables]).toEqual([key, en.get(key)]);
});

/** Where texts are used: keys as they stand, and keys of which only the beginning stands there. */
function uses(code: string): { keys: Set<string>; starts: Set<string> } {
  const keys = new Set<string>();
  const starts = new Set<string>();
  for (const [, key] of code.matchAll(/["'`]([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["'`]/g)) keys.add(key ?? "");
  for (const [, start] of code.matchAll(/`([a-z][a-z0-9-]*-)\$\{/g)) starts.add(start ?? "");
  for (const [, end] of code.matchAll(/`\$\{[^}]*\}(-[a-z0-9-]+)`/g)) starts.add(`*${end}`);
  return { keys, starts };
}

const isUsed = (key: string, { keys, starts }: ReturnType<typeof uses>): boolean =>
  keys.has(key) || [...starts].some((start) => (start.startsWith("*") ? key.endsWith(start.slice(1)) : key.startsWith(start)));

describe("the page's own texts", () => {
  const known = read(files["../src/text.en.ftl"] ?? "");
  const own = Object.entries(sources).filter(([path]) => !path.includes("/games/"));
  const all = uses(own.map(([, code]) => code).join("\n"));

  test("every key that is used exists", () => {
    const used = own.flatMap(([path, code]) => [...code.matchAll(/\bt\(\s*["'`]([a-z0-9-]+)["'`]/g)].map(([, key]) => [path, key ?? ""] as const));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(([, key]) => !known.has(key))).toEqual([]);
    const begun = own.flatMap(([, code]) => [...code.matchAll(/\bt\(\s*`([a-z0-9-]+-)\$\{/g)].map(([, start]) => start ?? ""));
    expect(begun.filter((start) => ![...known.keys()].some((key) => key.startsWith(start)))).toEqual([]);
  });

  test("every key is used", () => {
    expect([...known.keys()].filter((key) => !isUsed(key, all))).toEqual([]);
  });
});

describe.each(german.filter((path) => path.includes("/games/")))("%s", (path) => {
  const game = path.split("/").at(-2) ?? "";
  const own = read(files[path] ?? "");
  const shared = read(python[`../../src/tischlein/games/${game}/text.de.ftl`] ?? "");
  const code = Object.entries(sources).filter(([source]) => source.includes(`/games/${game}/`));
  const words = "(?:words|scene\\.words)";

  test("repeats nothing that the game's package says", () => {
    expect([...own.keys()].filter((key) => shared.has(key))).toEqual([]);
  });

  test("says on the home page what the game is, for how many and how long", () => {
    expect(["about", "facts"].filter((key) => !own.has(key))).toEqual([]);
  });

  test("has every key that the game uses", () => {
    const used = code.flatMap(([, text]) => [...text.matchAll(new RegExp(`\\b${words}\\(\\s*"([a-zA-Z0-9-]+)"`, "g"))].map(([, key]) => key ?? ""));
    expect(used.length).toBeGreaterThan(GAMES.includes(game) ? 3 : 0);
    expect(used.filter((key) => !own.has(key) && !shared.has(key))).toEqual([]);
  });

  test("has no key that nobody uses", () => {
    const inTexts = new Set([...(files[path] ?? "").matchAll(/\{ ([a-z0-9-]+) \}/g)].map(([, key]) => key));
    const parts = Object.entries(sources).filter(([source]) => /\/(controls|board|table|pages)\//.test(source));
    const all = uses([...code, ...parts].map(([, text]) => text).join("\n"));
    expect([...own.keys()].filter((key) => !isUsed(key, all) && !inTexts.has(key))).toEqual([]);
  });
});
