/**
 * Compares the coach's sentences with what Python wrote (tests/study/test_typescript.py): `node coach.ts FILE`, one JSON
 * value a line. Runs in Node without any bundler; the texts are the ones that the page shows.
 */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { type Remark, readRecord, remarkOn } from "../../src/engine/index.ts";

interface Case {
  record: string;
  move: string;
  remarks: Remark[];
  texts: Record<string, string[]>;
}

const bundles = new Map<string, FluentBundle>();

function say(game: string, language: string, { code, details }: Remark): string {
  const key = `${game}.${language}`;
  let bundle = bundles.get(key);
  if (!bundle) {
    bundle = new FluentBundle(language, { useIsolating: false });
    bundle.addResource(new FluentResource(readFileSync(new URL(`../../../src/tischlein/games/${game}/text.${language}.ftl`, import.meta.url), "utf8")));
    bundles.set(key, bundle);
  }
  const pattern = bundle.getMessage(code)?.value;
  return pattern ? bundle.formatPattern(pattern, details, []) : code;
}

let count = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter(Boolean)) {
  const { record, move, remarks, texts } = JSON.parse(line) as Case;
  const { setup, moves } = await readRecord(record);
  const found = await remarkOn(setup, moves, move);
  const where = `${move} after\n${record}`;
  assert.deepEqual(found, remarks, where);
  for (const [language, told] of Object.entries(texts)) {
    assert.deepEqual(found.map((remark) => say(setup.game, language, remark)), told, where);
  }
  count += 1;
}
console.log(count);
