/**
 * Compares assessments and reports with what Python wrote (tests/study/test_typescript.py): `node report.ts FILE`, one JSON
 * value a line. Runs in Node without any bundler.
 */
import { readFileSync } from "node:fs";
import { strict as assert } from "node:assert";
import type { Variation, Outcome, Played } from "../../src/engine/types.ts";
import { assess, makeReport, summarise } from "../../src/study/report/report.ts";

interface Case {
  moves: Played[];
  thoughts: Variation[][];
  outcome: Outcome | null;
  seats: number;
  /** By move: ply, seat, best move, and the mark; then value and loss. */
  assessed: [ply: number, seat: number, best: string, mark: string, value: number, loss: number][];
  accuracy: (number | null)[];
  phases: Record<string, (number | null)[]>;
  turns: number[];
}

function near(ours: readonly (number | null)[], theirs: readonly (number | null)[], what: string): void {
  assert.equal(ours.length, theirs.length, what);
  ours.forEach((one, i) => {
    const other = theirs[i] ?? null;
    if (one === null || other === null) assert.equal(one, other, what);
    else assert.ok(Math.abs(one - other) < 1e-9, `${what}: ${one} ${other}`);
  });
}

for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter(Boolean)) {
  const { moves, thoughts, outcome, seats, ...theirs } = JSON.parse(line) as Case;
  const looks = thoughts.map((lines, ply) => summarise(lines, moves[ply]?.move ?? ""));
  const found = assess(moves, looks, outcome);
  assert.deepEqual(found.map(({ ply, seat, best, mark }) => [ply, seat, best.move, mark]), theirs.assessed.map((one) => one.slice(0, 4)));
  near(found.flatMap(({ value, loss }) => [value, loss]), theirs.assessed.flatMap(([, , , , value, loss]) => [value, loss]), "values");
  const report = makeReport(found, moves.length, seats);
  near(report.accuracy, theirs.accuracy, "accuracy");
  for (const [phase, accuracy] of Object.entries(report.byPhase)) near(accuracy, theirs.phases[phase] ?? [], phase);
  assert.deepEqual(report.turningPoints.map(({ ply }) => ply), theirs.turns);
  // While the engine works, nothing is said that has to be taken back.
  for (const known of [0, 5, Math.floor(moves.length / 2)]) {
    const early = assess(moves, looks.slice(0, known), outcome);
    assert.ok(early.length <= known);
    for (const one of early) assert.deepEqual(one, found[one.ply - 1]);
  }
  console.log(found.length);
}
