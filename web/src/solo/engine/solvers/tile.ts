/** Filling a rectangle where equal colours must not touch: the driver of tile.py. */
import { newDice } from "../../../engine/random";
import { type Layout, listBits } from "../layout";
import type { Instance, Struct } from "../module";
import { type Lying, PIECES, sizeOf, squaresOf } from "../pieces";
import { divisorOf } from "../reasons";
import type { Search } from "./search";

const SHORT = 2_000;
const [PUSHES, CROWDING, PUSHING] = [100, 700, 1500];
const [FOUND, EXHAUSTED] = [1, 2];

export class Tile implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  readonly #instance: Instance;
  readonly #tiling: Struct;

  constructor(layout: Layout, seed: number) {
    this.#instance = layout.engine.start();
    const tiling = (this.#tiling = this.#instance.record("TILING"));
    tiling.set("columns", layout.challenge.columns);
    tiling.set("rows", layout.challenge.rows);
    tiling.set("limit", SHORT);
    tiling.set("pushes", PUSHES);
    tiling.set("crowding", CROWDING);
    tiling.set("pushing", PUSHING);
    tiling.field("dice").setWord(newDice(seed));
    tiling.field("left").fill(PIECES.map((_, piece) => layout.left.reduce((bits, hand, colour) => bits | (((hand >> piece) & 1) << colour), 0)));
    for (const { colour, move } of layout.lying) for (const [x, y] of squaresOf(move)) tiling.field("given").set(20 * x + y, 1 << colour);
    const sizes = layout.left.flatMap(listBits).map(sizeOf);
    tiling.set("divisor", divisorOf(sizes));
    tiling.set("least", Math.min(...(sizes.length ? sizes : [1])));
  }

  run(): number {
    const [result, depth = 0, tried = 0] = this.#instance.call("tiling.run_tiling", this.#tiling);
    if (result === FOUND) {
      const found = this.#tiling.field("found");
      this.found = Array.from({ length: depth }, (_, i) => ({ colour: found.get(2 * i), move: found.get(2 * i + 1) }));
    }
    this.exhausted = result === EXHAUSTED;
    return tried;
  }
}
