/** Exact cover with colours: the tables and the driver of cover.py. */
import { newDice } from "../../../engine/random";
import { rollIn } from "../dice";
import type { Layout } from "../layout";
import type { Instance, Numbers } from "../module";
import { FOUR, keyOfLying, type Lying, PIECES, pieceOf, placesOf, SIDES, sizeOf, squaresOf } from "../pieces";
import { divisorOf } from "../reasons";
import type { Search } from "./search";

const [SLICE, FIRST_RUN, GROWTH] = [2_000, 2_000, 1.3];
const [GOING_ON, ENOUGH, EXHAUSTED] = [0, 1, 2];
const [STUCK, FILLED] = [0, 1];
/** Places in `Work.at`. */
const [DEPTH, SOLUTIONS] = [0, 3];

const coloursOf = (layout: Layout, piece: number): number[] => [...FOUR.keys()].filter((colour) => ((layout.left[colour] ?? 0) >> piece) & 1);

/** All that is left; where colours may touch, all of a piece are one kind. */
function listKinds(layout: Layout): { colour: number; piece: number }[] {
  const most = layout.challenge.mayTouch ? 1 : 4;
  return [...PIECES.keys()].flatMap((piece) => coloursOf(layout, piece).slice(0, most).map((colour) => ({ colour, piece })));
}

/** Every placement that the lying pieces allow. */
function listOptions(layout: Layout, kinds: readonly { colour: number; piece: number }[]): Lying[] {
  const { columns, rows } = layout.challenge;
  const places = new Map<number, number[]>();
  return kinds.flatMap(({ colour, piece }) => {
    const every = places.get(piece) ?? placesOf(columns, rows, piece);
    places.set(piece, every);
    return every.filter((move) => squaresOf(move).every((square) => layout.isOpen(colour, square))).map((move) => ({ colour, move }));
  });
}

const filled = (row: readonly number[], width: number): number[] => [...row, ...Array<number>(width - row.length).fill(-1)];

export class Cover implements Search {
  found: readonly Lying[] | null = null;
  exhausted: boolean;
  readonly #instance: Instance;
  readonly #dice: Numbers;
  readonly #listed: Lying[];
  readonly #number: Map<number, number>;
  readonly #options: (Numbers | number)[];
  readonly #work: Numbers[];
  readonly #at: Numbers;
  readonly #places: Numbers;
  readonly #best: Numbers;
  #run = FIRST_RUN;
  #used = 0;
  #spin = 0;

  constructor(readonly layout: Layout, seed: number) {
    const instance = (this.#instance = layout.engine.start());
    this.#dice = instance.zeros("uint64", 1);
    this.#dice.setWord(newDice(seed));
    const kinds = listKinds(layout);
    const listed = listOptions(layout, kinds);
    const order = instance.take("int64", [...listed.keys()]);
    instance.call("cover._shuffle", order, this.#dice);
    this.#listed = order.list().flatMap((number) => listed[number] ?? []);
    this.#number = new Map(this.#listed.map((option, number) => [keyOfLying(option), number]));
    const { options, counts, squares } = this.#makeOptions(kinds);
    this.#options = options;
    const needs = [
      ...Array<number>(squares).fill(1),
      ...kinds.map(({ piece }) => (layout.challenge.mayTouch ? coloursOf(layout, piece).length : 1)),
    ];
    const pieces = needs.slice(squares).reduce((sum, need) => sum + need, 0);
    const step = () => instance.take("int64", Array<number>(pieces + 1).fill(-1));
    this.#at = instance.take("int64", [0, 0, -1, 0]);
    this.#places = step();
    this.#best = step();
    this.#work = [
      instance.take("uint8", Array<number>(this.#listed.length).fill(1)),
      instance.take("int64", counts),
      instance.take("int64", needs),
      instance.take("int64", Array<number>(needs.length).fill(1)),
      instance.zeros("int64", this.#listed.length),
      step(),
      step(),
      this.#places,
      step(),
      this.#best,
      instance.zeros("int64", squares),
      instance.zeros("int64", squares),
      this.#at,
    ];
    this.exhausted = counts.some((count, group) => count < (needs[group] ?? 0));
  }

  #makeOptions(kinds: readonly { colour: number; piece: number }[]): { options: (Numbers | number)[]; counts: number[]; squares: number } {
    const instance = this.#instance;
    const { columns, rows, mayTouch } = this.layout.challenge;
    const number = new Map<number, number>();
    for (let x = 0; x < columns; x++) for (let y = 0; y < rows; y++) if (this.layout.isFree([x, y])) number.set(x * 32 + y, number.size);
    const sides = [...number.keys()].map((key) => SIDES.flatMap(([dx, dy]) => number.get(key + dx * 32 + dy) ?? []));
    const group = new Map(kinds.map(({ colour, piece }, i) => [piece * 4 + colour, number.size + i]));
    const squares = this.#listed.map(({ move }) => squaresOf(move).map(([x, y]) => number.get(x * 32 + y) ?? -1));
    const beside = squares.map((row) => (mayTouch ? [] : [...new Set(row.flatMap((square) => sides[square] ?? []))].filter((one) => !row.includes(one)).sort((a, b) => a - b)));
    const piece = this.#listed.map(({ colour, move }) => group.get(pieceOf(move) * 4 + colour) ?? -1);
    const members: number[][] = Array.from({ length: 4 * (number.size + kinds.length) }, () => []);
    this.#listed.forEach(({ colour }, option) => {
      for (const one of [...(squares[option] ?? []), piece[option] ?? 0]) members[4 * one + colour]?.push(option);
    });
    const starts = [0];
    for (const list of members) starts.push((starts.at(-1) ?? 0) + list.length);
    const counts = Array.from({ length: number.size + kinds.length }, (_, i) => (starts[4 * i + 4] ?? 0) - (starts[4 * i] ?? 0));
    const options = [
      instance.take("int64", squares.flatMap((row) => filled(row, 5)), squares.length, 5),
      instance.take("int64", piece),
      instance.take("int64", this.#listed.map(({ colour }) => colour)),
      instance.take("int64", beside.flatMap((row) => filled(row, 12)), beside.length, 12),
      instance.take("int64", starts),
      instance.take("int64", members.flat()),
      instance.take("int64", sides.flatMap((row) => filled(row, 4)), sides.length, 4),
      divisorOf(kinds.map((kind) => sizeOf(kind.piece))),
    ]; // prettier-ignore
    return { options, counts, squares: number.size };
  }

  #call(name: string, ...more: number[]): number[] {
    return this.#instance.call(`cover.${name}`, ...this.#options, ...this.#work, ...more);
  }

  run(): number {
    if (this.#used >= this.#run) {
      while (this.#at.get(DEPTH) > 0) this.#call("undo");
      this.#places.set(0, -1);
      this.#run *= GROWTH;
      this.#used = 0;
      this.#spin = rollIn(this.#dice, 1 << 16);
    }
    const [result, tried = 0] = this.#call("run_cover", SLICE, 1, 0, this.#spin);
    this.#used += tried;
    if (result === ENOUGH) this.found = this.#readBest();
    this.exhausted = result === EXHAUSTED;
    return tried;
  }

  /** Start again with these pieces on the board; whether each square and piece can still be served. */
  #lay(givens: readonly Lying[]): boolean {
    this.#call("reset");
    return givens.every((given) => this.#call("choose", this.#number.get(keyOfLying(given)) ?? 0)[0] === 1);
  }

  /** How many solutions there are, at most so many; null if that takes more choices than `limit`. */
  count(most: number, limit: number, givens: readonly Lying[] = []): number | null {
    if (this.exhausted || !this.#lay(givens)) return 0;
    this.#places.set(givens.length, -1);
    const [result] = this.#call("run_cover", limit, most, givens.length, 0);
    return result === GOING_ON ? null : this.#at.get(SOLUTIONS);
  }

  /** Whether only choices, one after the other, solve it; `refuting` allows to look one piece ahead. */
  isForced(givens: readonly Lying[], refuting: boolean): boolean {
    if (this.exhausted || !this.#lay(givens)) return false;
    for (;;) {
      const [state] = this.#call("force");
      if (state !== STUCK) return state === FILLED;
      if (!refuting || this.#call("refute")[0] === 0) return false;
    }
  }

  /** The last solution. Where colours may touch, equal pieces get the colours that are left, in turn. */
  #readBest(): Lying[] {
    const colours = new Map([...PIECES.keys()].map((piece) => [piece, coloursOf(this.layout, piece)]));
    return this.#best.list(0, this.#at.get(DEPTH)).map((option) => {
      const { colour, move } = this.#listed[option] ?? { colour: 0, move: 0 };
      return { colour: this.layout.challenge.mayTouch ? (colours.get(pieceOf(move))?.pop() ?? 0) : colour, move };
    });
  }
}
