/** Compares cards and ratings with what Python wrote (tests/study/test_typescript.py): `node practice.ts FILE`. */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { newCard, review, updateRatings } from "../../src/training/practice.ts";

interface Case {
  start: string;
  /** Answers, each on the day when the card is due, and the card after it: due, interval, ease, successes. */
  answers: [solved: boolean, card: [string, number, number, number]][];
  ratings: [person: number, exercise: number, solved: boolean, after: [number, number]][];
}

const { start, answers, ratings } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Case;
let card = newCard(start);
for (const [solved, [due, interval, ease, successes]] of answers) {
  card = review(card, solved, card.due);
  assert.deepEqual([card.due, card.interval, card.successes], [due, interval, successes]);
  assert.ok(Math.abs(card.ease - ease) < 1e-9);
}
for (const [person, exercise, solved, after] of ratings) {
  updateRatings(person, exercise, solved).forEach((rating, i) => assert.ok(Math.abs(rating - (after[i] ?? 0)) < 1e-9));
}
console.log(answers.length);
