/** Prints what the openings of the page say where Python asks (tests/study/test_openings.py): `node openings.ts FILE CASES`. */
import { readFileSync } from "node:fs";
import { openGame, readRecord } from "../../src/engine/index.ts";
import { Openings } from "../../src/study/openings/openings.ts";

const [file = "", cases = ""] = process.argv.slice(2);
const openings = Openings.parse(readFileSync(file, "utf8"));
for (const line of readFileSync(cases, "utf8").split("\n").filter(Boolean)) {
  const { setup, moves } = await readRecord(JSON.parse(line) as string);
  const found = openings.choices(await openGame(setup, moves));
  console.log(JSON.stringify(found.map(({ move, games, result, value }) => [move, games, result, value])));
}
