/** Several searches in turn, of which the last also proves: as solver.py. */
import { arrange } from "./arrange";
import { Beam } from "./beam";
import { Cover } from "./cover";
import { type Layout, listBits } from "../layout";
import { Mend } from "./mend";
import { Pack } from "./pack";
import { type Lying, sizeOf } from "../pieces";
import { Scan } from "./scan";
import { isSettled, type Search } from "./search";
import { Tile } from "./tile";

const HEAD_START = 4_000;
const [TILE_COST, COVER_COST] = [40, 320];
const [BEAM_START, PACK_COST] = [20, 4];
const MOST_TO_PACK = 44;

/** A search among others: what each piece it tries counts, and how much the others do before it begins. */
interface Share {
  begin: new (layout: Layout, seed: number) => Search;
  cost: number;
  wait: number;
}

function listShares(layout: Layout): Share[] {
  const left = layout.left.flatMap(listBits);
  const { asInTheGame, mayTouch } = layout.challenge;
  if (asInTheGame) {
    const wait = left.length <= MOST_TO_PACK ? BEAM_START * left.length : Infinity;
    return [{ begin: Beam, cost: 1, wait: 0 }, { begin: Pack, cost: PACK_COST, wait }]; // prettier-ignore
  }
  const start = HEAD_START * left.length;
  if (mayTouch) return [{ begin: Scan, cost: 1, wait: 0 }, { begin: Cover, cost: 12, wait: start }]; // prettier-ignore
  const wait = start * TILE_COST;
  return [
    { begin: Tile, cost: TILE_COST, wait: 0 },
    ...(new Set(left.map(sizeOf)).size === 1 ? [{ begin: Mend, cost: 1, wait }] : []),
    { begin: Cover, cost: COVER_COST, wait: Math.floor((wait * 3) / 2) },
  ];
}

export class Solver implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  tried = 0;
  slices = 0;
  readonly #shares: readonly Share[];
  readonly #spent: number[];
  readonly #searches: Search[] = [];

  constructor(readonly layout: Layout, readonly seed = 0) {
    this.#shares = listShares(layout);
    this.#spent = this.#shares.map(({ wait }) => wait);
    if (layout.solved) this.found = [];
  }

  run(): number {
    const number = this.#spent.lastIndexOf(Math.min(...this.#spent));
    const share = this.#shares[number] as Share;
    const search = (this.#searches[number] ??= new share.begin(this.layout, this.seed));
    const tried = isSettled(search) ? 0 : search.run();
    this.#spent[number] = (this.#spent[number] ?? 0) + share.cost * tried;
    this.tried += tried;
    this.slices++;
    if (search.found) this.found = search.found;
    this.exhausted = search.exhausted;
    return tried;
  }

  /** The missing pieces in an order that the challenge allows; null if unknown. */
  completion(): Lying[] | null {
    return this.found && arrange(this.layout, this.found);
  }
}
