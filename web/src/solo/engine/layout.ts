/**
 * What lies on the board of a challenge. Where a piece may lie comes from the module's bit boards (puzzles/blokus/solvers/boards.py);
 * here is only whose turn it is. The same as `Layout` of the library; a test compares both.
 */
import type { Colour } from "../../lib/pieces/colours";
import { readMove, type Square, writeMove, writeSquare } from "../../lib/pieces/pieces";
import { type Refusal, Refused } from "../../lib/net/protocol";
import type { HandView, Placement, SoloView } from "../view";
import type { Engine, Instance, Numbers } from "./module";
import { FIRST, FOUR, type Lying, numberOf, PIECES, pieceOf, readPlacement, SHAPES, SIDES, sizeOf, squaresOf, writePlacement } from "./pieces";

export const WIDTH = 20;
const FREE = 8;
const CONTACT = 4;
const CORNERS: readonly Square[] = [[0, 19], [19, 19], [19, 0], [0, 0]]; // prettier-ignore

/** One of the six challenges, or a puzzle: the board, the pieces in play, what lies there already, and the rules. */
export interface Challenge {
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  /** By colour: the pieces to place, one bit each. */
  readonly hands: readonly number[];
  readonly asInTheGame: boolean;
  readonly mayTouch: boolean;
  readonly descending: boolean;
  readonly givens: readonly Lying[];
}

export interface Options {
  readonly order: "strict" | "free";
  readonly corners: "fixed" | "free";
}
export const USUAL: Options = { order: "strict", corners: "fixed" };

/** One of each piece of these sizes, for every colour. */
export const deal = (...sizes: number[]): number[] =>
  FOUR.map(() => PIECES.reduce((bits, _, piece) => bits | (sizes.includes(sizeOf(piece)) ? 1 << piece : 0), 0));

const challenge = (id: string, columns: number, rows: number, hands: number[], rules: Partial<Challenge> = {}): Challenge => ({
  id, columns, rows, hands, asInTheGame: false, mayTouch: false, descending: false, givens: [], ...rules,
}); // prettier-ignore

export const CHALLENGES: Readonly<Record<string, Challenge>> = {
  s1: challenge("s1", 20, 20, deal(1, 2, 3, 4, 5), { asInTheGame: true }),
  s2: challenge("s2", 20, 20, deal(1, 2, 3, 4, 5), { asInTheGame: true, descending: true }),
  s3: challenge("s3", 10, 8, deal(4), { mayTouch: true }),
  s4: challenge("s4", 10, 8, deal(4)),
  s5: challenge("s5", 16, 15, deal(5), { mayTouch: true }),
  s6: challenge("s6", 16, 15, deal(5)),
};
export const OWN = (columns: number, rows: number, hands: number[], givens: readonly Lying[] = []): Challenge =>
  challenge("own", columns, rows, hands, { givens });

export const listBits = (bits: number): number[] => PIECES.flatMap((_, piece) => ((bits >> piece) & 1 ? [piece] : []));

// ------------------------------------------------------------------ the module's boards

const corners = (shape: readonly Square[]): Square[] => {
  const own = new Set(shape.map(String));
  const beside = new Set(shape.flatMap(([x, y]) => SIDES.map(([dx, dy]) => String([x + dx, y + dy]))));
  const around = shape.flatMap(([x, y]) => [-1, 1].flatMap((dx) => [-1, 1].map((dy): Square => [x + dx, y + dy])));
  const found = [...new Map(around.map((square) => [String(square), square])).values()]
    .filter((square) => !own.has(String(square)) && !beside.has(String(square)))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  while (found.length < 8) found.push(found.at(-1) ?? [0, 0]);
  return found;
};

/** The tables of all shapes for the bit boards, in the memory of an instance: `Shapes` of pack.py, in its order. */
export function packShapes(instance: Instance): Numbers[] {
  const filled = SHAPES.map((shape) => [...shape, ...Array<Square>(5 - shape.length).fill(shape.at(-1) ?? [0, 0])]);
  const masks = SHAPES.flatMap((shape) =>
    [0, 1, 2, 3, 4].map((row) => shape.filter(([, y]) => y === row).reduce((mask, [x]) => mask | (1 << x), 0)),
  );
  return [
    instance.take("int64", SHAPES.map((shape) => shape.length)),
    instance.take("int64", SHAPES.map((shape) => 1 + Math.max(...shape.map(([, y]) => y)))),
    instance.take("int64", filled.flatMap((shape) => shape.map(([x]) => x)), SHAPES.length, 5),
    instance.take("int64", filled.flatMap((shape) => shape.map(([, y]) => y)), SHAPES.length, 5),
    instance.take("uint32", masks, SHAPES.length, 5),
    instance.take("int64", SHAPES.flatMap((shape) => corners(shape).flatMap(([x, y]) => [x, y])), SHAPES.length, 8, 2),
    instance.take("int64", FIRST),
  ]; // prettier-ignore
}

/** Fields of 20 rows, one bit a square: open to each colour, touching each colour, free. */
export function fillBoard(layout: Layout, instance: Instance, shapes: readonly Numbers[], board: Numbers): void {
  const { columns, rows, asInTheGame } = layout.challenge;
  const line = 2 ** columns - 1;
  for (let part = 0; part < 9; part++)
    for (let y = 0; y < WIDTH; y++) board.set(part * WIDTH + y, (part < CONTACT || part === FREE) && y < rows ? line : 0);
  if (asInTheGame)
    FOUR.forEach((_, colour) => {
      const waits = layout.options.corners === "free";
      for (const [x, y] of waits ? CORNERS : CORNERS.slice(colour, colour + 1)) {
        const at = (CONTACT + colour) * WIDTH + y;
        board.set(at, (board.get(at) | (1 << x)) >>> 0);
      }
      if (waits) board.set((CONTACT + colour) * WIDTH, (board.get((CONTACT + colour) * WIDTH) | 2 ** 31) >>> 0);
    });
  for (const { colour, move } of layout.lying) instance.call("boards.put", board, ...shapes, colour, move);
}

/** One instance for boards that are only looked at. */
class Desk {
  readonly instance: Instance;
  readonly shapes: Numbers[];
  readonly board: Numbers;
  constructor(engine: Engine) {
    this.instance = engine.start();
    this.shapes = packShapes(this.instance);
    this.board = this.instance.zeros("uint32", 9, WIDTH);
  }
}
const desks = new WeakMap<Engine, Desk>();

export function readFields(layout: Layout): number[] {
  let desk = desks.get(layout.engine);
  if (!desk) desks.set(layout.engine, (desk = new Desk(layout.engine)));
  fillBoard(layout, desk.instance, desk.shapes, desk.board);
  return desk.board.list();
}

// ------------------------------------------------------------------ layouts

const refuse = (code: string, details: Refusal["details"], source = "puzzles"): Refused =>
  new Refused({ code, source, rule: /^([RS]\d+)-/.exec(code)?.[1] ?? null, details });

export class Layout {
  readonly lying: readonly Lying[];
  readonly left: readonly number[];
  #fields: Uint32Array | null = null;

  constructor(
    readonly engine: Engine,
    readonly challenge: Challenge,
    readonly options: Options = USUAL,
    readonly placements: readonly Lying[] = [],
  ) {
    this.lying = [...challenge.givens, ...placements];
    const left = [...challenge.hands];
    for (const { colour, move } of this.lying) left[colour] = (left[colour] ?? 0) & ~(1 << pieceOf(move));
    this.left = left;
  }

  /** How many pieces there are in all colours together. */
  get pieces(): number {
    return this.challenge.hands.reduce((sum, bits) => sum + listBits(bits).length, 0);
  }

  get solved(): boolean {
    return this.left.every((bits) => bits === 0);
  }

  /** The only colour that may place now; null where any may, or when all is done. */
  get turn(): number | null {
    return this.challenge.asInTheGame && this.options.order === "strict" && !this.solved ? this.placements.length % 4 : null;
  }

  get fields(): Uint32Array {
    return (this.#fields ??= Uint32Array.from(readFields(this)));
  }

  /** Whether a square is free. */
  isFree([x, y]: Square): boolean {
    return ((this.fields[FREE * WIDTH + y] ?? 0) >> x & 1) === 1; // prettier-ignore
  }

  /** Whether a square may be covered by a colour. */
  isOpen(colour: number, [x, y]: Square): boolean {
    return ((this.fields[(this.challenge.mayTouch ? FREE : colour) * WIDTH + y] ?? 0) >> x & 1) === 1; // prettier-ignore
  }

  /** Whether a piece that covers a square touches its colour, or starts, as it must under the rules of the game. */
  joins(colour: number, [x, y]: Square): boolean {
    return ((this.fields[(CONTACT + colour) * WIDTH + y] ?? 0) >> x & 1) === 1; // prettier-ignore
  }

  /** The pieces of a colour whose turn it is, by the rules of order, one bit each. */
  mayPlace(colour: number): number {
    if (this.turn !== null && this.turn !== colour) return 0;
    const largest = Math.max(...this.left.flatMap(listBits).map(sizeOf));
    return listBits(this.left[colour] ?? 0)
      .filter((piece) => !this.challenge.descending || sizeOf(piece) === largest)
      .reduce((bits, piece) => bits | (1 << piece), 0);
  }

  /** Which rule a placement would break; null: none. */
  fault({ colour: name, move }: Placement): Refusal | null {
    try {
      this.#check(name, readMove(move));
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  place(placement: Placement): Layout {
    this.#check(placement.colour, readMove(placement.move));
    return this.lay(readPlacement(placement));
  }

  /** The layout with one more piece that is known to be allowed. */
  lay(piece: Lying): Layout {
    return new Layout(this.engine, this.challenge, this.options, [...this.placements, piece]);
  }

  placeAll(placements: readonly Placement[]): Layout {
    return placements.reduce((layout: Layout, placement) => layout.place(placement), this);
  }

  /** The layout without a piece; null if the others could not have been placed then. */
  takeBack(piece: Lying): Layout | null {
    const kept = this.placements.filter((one) => one.move !== piece.move);
    try {
      return new Layout(this.engine, this.challenge, this.options).placeAll(kept.map(writePlacement));
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  #check(name: Colour, squares: Square[]): void {
    const colour = FOUR.indexOf(name);
    const move = numberOf(squares);
    const text = writeMove(squares);
    const piece = move < 0 ? -1 : pieceOf(move);
    if (colour < 0) throw refuse("S-colour", { colour: name });
    if (piece < 0 || !(((this.challenge.hands[colour] ?? 0) >> piece) & 1)) throw refuse("S-piece", { move: text, colour: name });
    if (!(((this.left[colour] ?? 0) >> piece) & 1)) throw refuse("S-placed", { colour: name, piece: PIECES[piece] ?? "" });
    this.#checkOrder(colour, piece);
    for (const square of squares) {
      if (square[0] >= this.challenge.columns || square[1] >= this.challenge.rows)
        throw refuse("S-board", { square: writeSquare(square), size: `${this.challenge.rows}x${this.challenge.columns}` });
      if (!this.isFree(square)) throw refuse("S-occupied", { square: writeSquare(square) });
    }
    this.#checkContacts(colour, squares);
  }

  #checkOrder(colour: number, piece: number): void {
    if (this.turn !== null && this.turn !== colour) throw refuse("S-turn", { colour: FOUR[colour] ?? "", turn: FOUR[this.turn] ?? "" });
    if ((this.mayPlace(colour) >> piece) & 1) return;
    const size = sizeOf(piece);
    throw refuse("S-descending", { size, missing: this.left.flatMap(listBits).filter((other) => sizeOf(other) > size).length });
  }

  #checkContacts(colour: number, squares: Square[]): void {
    const closed = squares.find((square) => !this.isOpen(colour, square));
    const { asInTheGame } = this.challenge;
    const game = { colour: FOUR[colour] ?? "", size: WIDTH };
    if (closed && asInTheGame) throw refuse("R7-edge", { ...game, square: writeSquare(closed) }, "games.blokus");
    if (closed) throw refuse("S-edge", { square: writeSquare(closed), colour: FOUR[colour] ?? "" });
    if (!asInTheGame || squares.some((square) => this.joins(colour, square))) return;
    throw this.lying.some((one) => one.colour === colour)
      ? refuse("R6-corner", game, "games.blokus")
      : refuse("R5-start", { ...game, starts: this.starts(colour).map(writeSquare).join(", ") }, "games.blokus");
  }

  /** Where the first piece of a colour may lie, under the rules of the game. */
  starts(colour: number): Square[] {
    if (this.options.corners === "fixed") return CORNERS.slice(colour, colour + 1);
    return CORNERS.filter((square) => this.isFree(square));
  }

  // ---------------------------------------------------------------- the view

  /** What the page shows: the same JSON as `show_layout` of the library. */
  view(): SoloView {
    const { columns, rows, id, asInTheGame, mayTouch, descending, givens } = this.challenge;
    const letters = new Map(this.lying.flatMap((one) => squaresOf(one.move).map((square) => [String(square), FOUR[one.colour]?.[0] ?? "?"])));
    return {
      challenge: id,
      columns,
      rows,
      may_touch: mayTouch,
      as_in_the_game: asInTheGame,
      descending,
      options: asInTheGame ? { ...this.options } : {},
      board: this.#rows((square) => letters.get(String(square)) ?? "."),
      lying: this.lying.map((one, i) => ({ ...writePlacement(one), piece: PIECES[pieceOf(one.move)] ?? "", given: i < givens.length })),
      colours: FOUR.map((_, colour) => this.#hand(colour)),
      turn: this.turn === null ? null : (FOUR[this.turn] ?? null),
      pieces: this.pieces,
      solved: this.solved,
    };
  }

  #rows(sign: (square: Square) => string): string[] {
    const { columns, rows } = this.challenge;
    return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, x) => sign([x, rows - 1 - i])).join(""));
  }

  #hand(colour: number): HandView {
    const left = listBits(this.left[colour] ?? 0);
    const { asInTheGame, columns, rows } = this.challenge;
    const waiting = asInTheGame && !this.lying.some((one) => one.colour === colour);
    const every = Array.from({ length: columns }, (_, x) => Array.from({ length: rows }, (_, y): Square => [x, y])).flat();
    return {
      id: FOUR[colour] ?? "blue",
      left: left.map((piece) => PIECES[piece] ?? ""),
      may_place: listBits(this.mayPlace(colour)).map((piece) => PIECES[piece] ?? ""),
      squares: left.reduce((sum, piece) => sum + sizeOf(piece), 0),
      starts: waiting ? this.starts(colour).map(writeSquare) : [],
      open: this.#rows((square) => (this.isOpen(colour, square) ? "+" : ".")),
      joins: asInTheGame ? every.filter((square) => this.isOpen(colour, square) && this.joins(colour, square)).map(writeSquare) : null,
    };
  }
}
