/**
 * Compares the tree of variations with what Python wrote (tests/study/test_typescript.py): `node compare.ts FILE`, one
 * JSON value a line. Runs in Node without any bundler. Prints the studies that it made, for Python to read.
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Refused } from "../../src/engine/types.ts";
import { type Path, Study } from "../../src/study/tree/tree.ts";

type Step = ["add", Path, string] | ["comment", Path, string] | ["promote", Path] | ["delete", Path];

interface Case {
  record: string;
  /** What is done, and what the study is then: its text, and the path that is given back. */
  steps: { step: Step; text: string; path: Path | null }[];
  /** Texts that are no studies, with the code of the refusal. */
  bad: [text: string, code: string][];
}

function apply(study: Study, step: Step): [Study, Path | null] {
  switch (step[0]) {
    case "add":
      return study.add(step[1], step[2]);
    case "comment":
      return [study.comment(step[1], step[2]), null];
    case "promote":
      return study.promote(step[1]);
    case "delete":
      return study.delete(step[1]);
  }
}

function same(what: string, ours: unknown, theirs: unknown): void {
  if (isDeepStrictEqual(ours, theirs)) return;
  console.error(`${what}\n  TypeScript ${JSON.stringify(ours)}\n  Python     ${JSON.stringify(theirs)}`);
  process.exit(1);
}

for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter(Boolean)) {
  const { record, steps, bad } = JSON.parse(line) as Case;
  let study = await Study.fromRecord(record);
  for (const { step, text, path } of steps) {
    let to: Path | null;
    [study, to] = apply(study, step);
    same(JSON.stringify(step), [study.text(), to], [text, path]);
    same(`${JSON.stringify(step)} read back`, (await Study.parse(text)).text(), text);
  }
  for (const [text, code] of bad) {
    const refused = await Study.parse(text).then(() => "", (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)));
    same(text, refused, code);
  }
  console.log(study.text());
}
