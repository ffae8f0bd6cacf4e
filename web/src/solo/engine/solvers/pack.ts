/** Packing under the rules of the game, by trying everything: the driver of pack.py. */
import { arrange } from "./arrange";
import { newDice } from "../../../engine/random";
import { fillBoard, type Layout, listBits, packShapes, WIDTH } from "../layout";
import type { Instance, Numbers, Struct } from "../module";
import { type Lying, PIECES } from "../pieces";
import { usualCosts } from "./rating";
import type { Search } from "./search";

const SLICE = 300;
const [FIRST_RUN, GROWTH] = [600, 1.3];
const MOST_PLACES = 20 * 20 * 8;
const [FILLED, EXHAUSTED] = [1, 2];

/** Memory for `survey` and `list_places`. */
export const packWorkspace = (instance: Instance): Numbers[] => [
  instance.zeros("uint32", WIDTH),
  instance.zeros("uint32", 4, WIDTH),
  instance.zeros("int64", 4),
  instance.zeros("int64", 4, PIECES.length),
  instance.zeros("uint32", 9, WIDTH),
  instance.take("int64", Array<number>(4 * PIECES.length).fill(1), 4, PIECES.length),
  instance.zeros("float64", MOST_PLACES),
  instance.zeros("uint32", 9, WIDTH),
  instance.zeros("int64", 4),
]; // prettier-ignore

export class Pack implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  readonly #instance: Instance;
  readonly #arrays: Numbers[];
  readonly #shapes: Numbers[];
  readonly #workspace: Numbers[];
  readonly #left: Numbers;
  readonly #kinds: Numbers;
  readonly #lists: Numbers;
  readonly #at: Numbers;
  readonly #lengths: Numbers;
  readonly #dice: Numbers;
  readonly #costs: Struct;
  #run = FIRST_RUN;
  #used = 0;

  constructor(readonly layout: Layout, seed: number) {
    const instance = (this.#instance = layout.engine.start());
    const depth = layout.left.flatMap(listBits).length + 1;
    this.#shapes = packShapes(instance);
    this.#workspace = packWorkspace(instance);
    const boards = instance.zeros("uint32", depth, 9, WIDTH);
    fillBoard(layout, instance, this.#shapes, boards.part(0));
    this.#left = instance.take("int64", layout.left);
    this.#kinds = instance.zeros("int64", depth, 3);
    this.#lists = instance.zeros("int64", depth, MOST_PLACES);
    this.#at = instance.zeros("int64", 1);
    this.#lengths = instance.take("int64", Array<number>(depth).fill(-1)); // prettier-ignore
    this.#dice = instance.zeros("uint64", 1);
    this.#dice.setWord(newDice(seed));
    this.#costs = usualCosts(instance);
    this.#arrays = [boards, this.#left, this.#kinds, this.#lists, this.#lengths, this.#at];
  }

  run(): number {
    if (this.#used >= this.#run) {
      while (this.#at.get(0) > 0) this.#instance.call("pack.step_back", this.#left, this.#kinds, this.#at);
      this.#lengths.set(0, -1);
      this.#run *= GROWTH;
      this.#used = 0;
    }
    const means = [this.layout.challenge.descending, this.#costs, this.#dice, ...this.#workspace];
    const [result, pieces = 0] = this.#instance.call("pack.run_pack", ...this.#arrays, ...this.#shapes, ...means, SLICE);
    this.#used += pieces;
    let tried = pieces;
    if (result === FILLED) {
      const found = Array.from({ length: this.#at.get(0) }, (_, depth) => this.#read(depth));
      if (arrange(this.layout, found)) this.found = found;
      else if (this.#at.get(0) > 0) {
        this.#instance.call("pack.step_back", this.#left, this.#kinds, this.#at);
        tried = SLICE; // to look for an order takes as long
      }
    }
    this.exhausted = result === EXHAUSTED;
    return tried;
  }

  #read(depth: number): Lying {
    const [colour, , place] = this.#kinds.list(3 * depth, 3 * depth + 3) as [number, number, number];
    return { colour, move: this.#lists.get(depth * MOST_PLACES + place - 1) };
  }
}
