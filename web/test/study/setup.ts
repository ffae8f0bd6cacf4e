/**
 * Sets positions of real games up colour by colour and looks for an order: `node setup.ts FILE`, one record a line
 * (tests/study/test_typescript.py). Prints how many pieces were laid.
 */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { openGame, readRecord } from "../../src/engine/index.ts";
import { findOrder, keepFitting, layAll, lyingIn } from "../../src/study/setup/setup.ts";

const board = (game: { view(seat: null): unknown }) => (game.view(null) as { board: unknown }).board;

let count = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").split("\n").filter(Boolean)) {
  const { setup, moves } = await readRecord(JSON.parse(line) as string);
  const [start, end] = [await openGame(setup), await openGame(setup, moves)];
  const lying = lyingIn(end, start);
  assert.deepEqual(board(layAll(start, lying)), board(end), "the order of the game");
  // Everything of one side, then everything of the next: what needed a piece of another side is left out.
  const sides = Array.from({ length: start.turns }, (_, turn) => lying.filter((one) => one.turn === turn));
  const sorted = keepFitting(start, sides.flat());
  const order = findOrder([start], sorted);
  if (sorted.length === lying.length) {
    assert.ok(typeof order === "object", `an order of ${moves.length} moves`);
    assert.deepEqual(board(order.game), board(layAll(start, sorted)));
    assert.equal(order.game.moves.length, lying.length);
    count += lying.length;
  }
  // Two of one side while the others have none: somebody would have had to pass.
  const [first] = sides.filter((side) => side.length > 1);
  const alone = keepFitting(start, first?.slice(0, 2) ?? []);
  if (alone.length === 2) assert.equal(findOrder([start], alone), "impossible");
}
console.log(count);
