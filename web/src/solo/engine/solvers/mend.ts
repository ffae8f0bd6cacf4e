/** Filling a rectangle without regard to colours, and mending it: the driver of mend.py. */
import { newDice } from "../../../engine/random";
import { type Layout, listBits } from "../layout";
import type { Instance, Struct } from "../module";
import { type Lying, PIECE_OF } from "../pieces";
import { Scan } from "./scan";
import type { Search } from "./search";

const [SLICE, LONGEST] = [20_000, 4_000_000];
const [RASHNESS, WIDEST, NARROW] = [50, 4, 3];

export class Mend implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  readonly #instance: Instance;
  readonly #mending: Struct;
  readonly #scan: Scan;
  #loose = 0;
  #used = 0;

  constructor(readonly layout: Layout, seed: number) {
    this.#instance = layout.engine.start();
    const mending = (this.#mending = this.#instance.record("MENDING"));
    mending.set("rashness", RASHNESS);
    mending.set("widest", WIDEST);
    mending.set("narrow", NARROW);
    mending.field("dice").setWord(newDice(seed));
    const left = new Set(layout.left.flatMap(listBits));
    const usable = PIECE_OF.flatMap((piece, shape) => (left.has(piece) ? [shape] : []));
    mending.field("usable").fill(usable);
    mending.set("usable_count", usable.length);
    this.#scan = new Scan(layout, seed, true);
  }

  run(): number {
    if (!this.#scan.found) {
      const tried = this.#scan.run();
      if (this.#scan.found) this.#begin(this.#scan.found);
      return tried;
    }
    const [tried = 0] = this.#instance.call("mending.run_mending", this.#mending, SLICE);
    this.#used += tried;
    const found = this.#mending.field("found");
    if (this.#mending.get("clashes") === 0) {
      this.found = Array.from({ length: this.#loose }, (_, i) => ({ colour: found.get(2 * i), move: found.get(2 * i + 1) }));
    } else if (this.#used >= LONGEST) [this.#scan.found, this.#used] = [null, 0];
    return tried;
  }

  #begin(filling: readonly Lying[]): void {
    const pieces = [...filling, ...this.layout.lying];
    this.#loose = filling.length;
    this.#mending.set("clashes", -1);
    this.#mending.set("loose", filling.length);
    this.#mending.set("count", pieces.length);
    this.#mending.field("found").fill(pieces.flatMap(({ colour, move }) => [colour, move]));
  }
}
