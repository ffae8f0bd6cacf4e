/** Packing under the rules of the game, many boards side by side: the driver of beam.py. */
import { newDice } from "../../../engine/random";
import { fillBoard, type Layout, packShapes, WIDTH } from "../layout";
import type { Instance, Numbers, Struct } from "../module";
import type { Lying } from "../pieces";
import { usualCosts } from "./rating";
import type { Search } from "./search";

const WIDTHS = [20, 40, 80, 160, 320, 640];
const MOST = 640;
const CAREFUL = 80;
const SPARE = 3;
const MOST_CANDIDATES = 200_000;
const MOST_PLACES = 20 * 20 * 8;
interface Step {
  colour: number;
  parents: number[];
  moves: number[];
}

export class Beam implements Search {
  found: readonly Lying[] | null = null;
  readonly exhausted = false;
  readonly #instance: Instance;
  readonly #shapes: Numbers[];
  readonly #costs: Struct;
  readonly #dice: Numbers;
  readonly #workspace: Numbers[];
  readonly #start: Numbers;
  readonly #boards: Numbers;
  readonly #left: Numbers;
  readonly #parents: Numbers;
  readonly #moves: Numbers;
  #attempt = -1;
  #width = 0;
  #count = 1;
  #past: Step[] = [];

  constructor(readonly layout: Layout, seed: number) {
    const instance = (this.#instance = layout.engine.start());
    this.#shapes = packShapes(instance);
    this.#costs = usualCosts(instance);
    this.#dice = instance.zeros("uint64", 1);
    this.#dice.setWord(newDice(seed));
    this.#start = instance.zeros("uint32", 9, WIDTH);
    fillBoard(layout, instance, this.#shapes, this.#start);
    this.#boards = instance.zeros("uint32", MOST, 9, WIDTH);
    this.#left = instance.zeros("int64", MOST, 4);
    this.#parents = instance.zeros("int64", MOST);
    this.#moves = instance.zeros("int64", MOST);
    this.#workspace = this.#newWorkspace();
    this.#begin();
  }

  #newWorkspace(): Numbers[] {
    const instance = this.#instance;
    const most = SPARE * MOST;
    return [
      instance.zeros("int64", MOST_CANDIDATES),
      instance.zeros("int64", MOST_CANDIDATES),
      instance.zeros("float64", MOST_CANDIDATES),
      instance.zeros("int64", MOST_CANDIDATES),
      instance.zeros("uint32", most, 9, WIDTH),
      instance.zeros("int64", most, 4),
      instance.zeros("int64", most),
      instance.zeros("float64", most),
      instance.zeros("uint64", most),
      instance.zeros("int64", most),
      instance.zeros("int64", MOST_PLACES),
      instance.zeros("uint32", WIDTH),
      instance.zeros("uint32", 9, WIDTH),
      instance.zeros("int64", 4),
      instance.zeros("int64", 4),
    ];
  }

  #begin(): void {
    this.#attempt++;
    const last = WIDTHS.length - 1;
    this.#width = WIDTHS[this.#attempt <= last ? this.#attempt : last - ((this.#attempt - last) % 3)] ?? MOST;
    this.#boards.part(0).copy(this.#start);
    this.#left.part(0).fill(this.layout.left);
    this.#count = 1;
    this.#past = [];
  }

  run(): number {
    const careful = this.#width >= CAREFUL;
    const now = [this.#boards, this.#left, this.#count, this.#width, careful, ...this.#shapes, this.#costs, this.#dice];
    const { descending } = this.layout.challenge;
    const [count = 0, colour = 0] = this.#instance.call("beam.step", ...now, ...this.#workspace, this.#parents, this.#moves, descending);
    this.#count = count;
    if (colour < 0) {
      this.found = this.#trace();
      return 0;
    }
    if (count === 0) {
      this.#begin();
      return 0;
    }
    this.#past.push({ colour, parents: this.#parents.list(0, count), moves: this.#moves.list(0, count) });
    return count;
  }

  /** The pieces on the best board, in the order in which they were placed. */
  #trace(): Lying[] {
    let board = 0;
    const found: Lying[] = [];
    for (const { colour, parents, moves } of [...this.#past].reverse()) {
      found.push({ colour, move: moves[board] ?? 0 });
      board = parents[board] ?? 0;
    }
    return found.reverse();
  }
}
