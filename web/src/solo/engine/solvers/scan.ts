/** Filling a rectangle square by square where colours may touch, and for new puzzles: the driver of scan.py. */
import type { Square } from "../../../lib/pieces/pieces";
import { newDice } from "../../../engine/random";
import { type Layout, listBits } from "../layout";
import type { Instance, Numbers } from "../module";
import { FOUR, type Lying, numberOf, PIECE_OF, PIECES, SHAPES, SIDES, sizeOf, squaresOf } from "../pieces";
import { divisorOf } from "../reasons";
import type { Search } from "./search";

const BORDER = 16;
const AWKWARD: Record<string, number> = { X: 6, W: 5, F: 5, Z5: 4, T5: 4, U: 4, V5: 3, N: 2, Y: 2, I5: 2, L5: 1, T4: 2 };
const [SHORT, LONGEST, GROWTH] = [2_000, 400_000, 1.5];
const [, FOUND, EXHAUSTED] = [0, 1, 2];

interface Shapes {
  arrays: Numbers[];
  cells: number[][];
  stride: number;
}

function listShapes(instance: Instance, stride: number): Shapes {
  const step = ([x, y]: Square) => stride * x + y;
  const cells = SHAPES.map((shape) => shape.map(step).sort((a, b) => a - b));
  const edges = SHAPES.map((shape, i) => {
    const own = new Set(shape.map(String));
    const around = shape.flatMap(([x, y]) => SIDES.map(([dx, dy]): Square => [x + dx, y + dy])).filter((square) => !own.has(String(square)));
    const steps = [...new Map(around.map((square) => [String(square), step(square) - (cells[i]?.[0] ?? 0)])).values()];
    return steps.sort((a, b) => a - b);
  });
  const from = cells.map((steps) => steps.map((one) => one - (steps[0] ?? 0)));
  const filled = (steps: number[], width: number) => [...steps, ...Array<number>(width - steps.length).fill(0)];
  return {
    arrays: [
      instance.take("int64", SHAPES.map((shape) => shape.length)),
      instance.take("int64", PIECE_OF),
      instance.take("int64", from.flatMap((steps) => filled(steps, 5)), SHAPES.length, 5),
      instance.take("int64", edges.flatMap((steps) => filled(steps, 12)), SHAPES.length, 12),
      instance.take("int64", edges.map((steps) => steps.length)),
      instance.take("int64", [1, -1, stride, -stride]),
    ],
    cells: from,
    stride,
  }; // prettier-ignore
}

export class Scan implements Search {
  found: readonly Lying[] | null = null;
  exhausted = false;
  readonly #instance: Instance;
  readonly #dice: Numbers;
  readonly #left: Numbers;
  readonly #awkward: Numbers;
  readonly #shapes: [Shapes, Shapes];
  readonly #board: Numbers;
  readonly #workspace: Numbers[];
  readonly #line: Numbers;
  readonly #divisor: number;
  readonly #least: number;
  #starts = 0;
  #limit = SHORT;

  /** A careless one lays each kind of piece up to four times, and colours may touch: something to be mended. */
  constructor(readonly layout: Layout, seed: number, readonly careless = false) {
    const { columns, rows } = layout.challenge;
    const instance = (this.#instance = layout.engine.start());
    this.#dice = instance.zeros("uint64", 1);
    this.#dice.setWord(newDice(seed));
    this.#left = instance.zeros("int64", PIECES.length);
    this.#awkward = instance.take("int64", PIECES.map((name) => AWKWARD[name] ?? 0)); // prettier-ignore
    this.#shapes = [listShapes(instance, rows + 2), listShapes(instance, columns + 2)];
    const cells = (columns + 2) * (rows + 2);
    const squares = columns * rows;
    this.#board = instance.zeros("int64", cells);
    this.#line = instance.zeros("int64", squares, 3);
    this.#workspace = [
      instance.zeros("int64", SHAPES.length),
      instance.zeros("int64", cells),
      instance.zeros("int64", cells),
      instance.zeros("int64", squares + 1),
      instance.zeros("int64", squares + 1),
      this.#line,
    ];
    const sizes = layout.left.flatMap(listBits).map(sizeOf);
    this.#divisor = divisorOf(sizes);
    this.#least = Math.min(...(sizes.length ? sizes : [1]));
  }

  run(): number {
    const { challenge, lying, left } = this.layout;
    const view = this.#starts % 8;
    const shapes = this.#shapes[view & 4 ? 1 : 0];
    for (const numbers of this.#workspace) numbers.clear();
    const colours = PIECES.map((_, piece) => left.reduce((bits, hand, colour) => bits | (((hand >> piece) & 1) << colour), 0));
    this.#left.fill(this.careless ? colours.map((bits) => bits && 15) : colours);
    this.#lay(view, shapes.stride, lying);
    const sums = [this.#divisor, this.#least, this.careless || challenge.mayTouch, Math.floor(this.#limit)];
    const [result, depth = 0, tried = 0] = this.#instance.call(
      "scan.run_scan", this.#board, ...shapes.arrays, shapes.stride, this.#left, this.#awkward, ...sums, this.#dice, ...this.#workspace,
    ); // prettier-ignore
    this.#starts++;
    if (this.#starts % 8 === 0) this.#limit = Math.min(this.#limit * GROWTH, LONGEST);
    if (result === FOUND) this.found = Array.from({ length: depth }, (_, i) => this.#read(i, shapes, view));
    this.exhausted = result === EXHAUSTED;
    return tried;
  }

  #lay(view: number, stride: number, lying: readonly Lying[]): void {
    const { columns, rows } = this.layout.challenge;
    this.#board.fill(Array<number>(this.#board.length).fill(BORDER));
    for (let x = 0; x < columns; x++) for (let y = 0; y < rows; y++) this.#board.set(this.#cell([x, y], view, stride), 0);
    for (const { colour, move } of lying) for (const square of squaresOf(move)) this.#board.set(this.#cell(square, view, stride), 1 << colour);
  }

  #cell(square: Square, view: number, stride: number): number {
    const [x, y] = this.#look(square, view);
    return (x + 1) * stride + y + 1;
  }

  /** A square as seen from one of eight sides; seen from sides 0 to 3 again it is itself. */
  #look([column, row]: Square, view: number): Square {
    const x = view & 1 ? this.layout.challenge.columns - 1 - column : column;
    const y = view & 2 ? this.layout.challenge.rows - 1 - row : row;
    return view & 4 ? [y, x] : [x, y];
  }

  #read(at: number, shapes: Shapes, view: number): Lying {
    const [cell, shape, colour] = [0, 1, 2].map((i) => this.#line.get(3 * at + i)) as [number, number, number];
    const squares = (shapes.cells[shape] ?? []).map((step): Square => {
      const [x, y] = [Math.floor((cell + step) / shapes.stride) - 1, ((cell + step) % shapes.stride) - 1];
      return this.#look(view & 4 ? [y, x] : [x, y], view & 3);
    });
    return { colour: FOUR.findIndex((_, i) => colour === 1 << i), move: numberOf(squares) };
  }
}
