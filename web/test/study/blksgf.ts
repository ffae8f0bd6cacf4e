/**
 * Compares Pentobi's files with what Python wrote (tests/study/test_typescript.py): `node blksgf.ts FILE`, one JSON value a
 * line: a study and its file, or a file that is none with the code of the refusal.
 */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { Refused } from "../../src/engine/types.ts";
import { readBlksgf, writeBlksgf } from "../../src/study/tree/blksgf.ts";
import { Study } from "../../src/study/tree/tree.ts";

let count = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter(Boolean)) {
  const { study, file, back, code } = JSON.parse(line) as { study?: string; file: string; back?: string; code?: string };
  if (study !== undefined) {
    assert.equal(await writeBlksgf(await Study.parse(study)), file);
    assert.equal((await readBlksgf(file)).text(), back);
  } else {
    const refused = await readBlksgf(file).then(() => "", (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)));
    assert.equal(refused, code, file);
  }
  count += 1;
}
console.log(count);
