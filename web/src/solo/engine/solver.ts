/** Two searches in turn, one that finds and one that also proves: as solver.py. */
import { arrange } from "./arrange";
import { Beam } from "./beam";
import { Cover } from "./cover";
import { type Layout, listBits } from "./layout";
import { Pack } from "./pack";
import type { Lying } from "./pieces";
import { Scan } from "./scan";
import { isSettled, type Search } from "./search";
import { Tile } from "./tile";

const HEAD_START = 4_000;
const COVER_COST = 12;
const [BEAM_COST, BEAM_START] = [8, 20];
const MOST_TO_PACK = 44;

export class Solver implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  tried = 0;
  slices = 0;
  readonly #finder: Search;
  #prover: Search | null = null;
  readonly #headStart: number;
  readonly #spent: [number, number] = [0, 0];

  constructor(readonly layout: Layout, readonly seed = 0) {
    const left = layout.left.flatMap(listBits).length;
    const { asInTheGame, mayTouch } = layout.challenge;
    this.#headStart = HEAD_START * left;
    if (asInTheGame) this.#headStart = left <= MOST_TO_PACK ? BEAM_COST * BEAM_START * left : Infinity;
    this.#finder = asInTheGame ? new Beam(layout, seed) : mayTouch ? new Scan(layout, seed) : new Tile(layout, seed);
    if (layout.solved) this.found = [];
  }

  run(): number {
    const prove = this.#spent[1] <= this.#spent[0] - this.#headStart;
    if (prove) this.#prover ??= this.layout.challenge.asInTheGame ? new Pack(this.layout, this.seed) : new Cover(this.layout, this.seed);
    const search = prove && this.#prover ? this.#prover : this.#finder;
    const tried = isSettled(search) ? 0 : search.run();
    this.#spent[prove ? 1 : 0] += this.#cost(tried, prove);
    this.tried += tried;
    this.slices++;
    if (search.found) this.found = search.found;
    this.exhausted = search.exhausted;
    return tried;
  }

  #cost(tried: number, prove: boolean): number {
    if (this.layout.challenge.asInTheGame) return prove ? tried : BEAM_COST * tried;
    return prove ? COVER_COST * tried : tried;
  }

  /** The missing pieces in an order that the challenge allows; null if unknown. */
  completion(): Lying[] | null {
    return this.found && arrange(this.layout, this.found);
  }
}
