/** The 91 shapes in the order of the library, and placements as numbers: `shape << 10 | row << 5 | column`. */
import { COLOURS, type Colour } from "../../lib/pieces/colours";
import { extent, keyOf, normalize, readMove, SHAPES as LYING, type Shape, type Square, ways, writeMove } from "../../lib/pieces/pieces";
import type { Placement } from "../view";

export const FOUR: readonly Colour[] = COLOURS.slice(0, 4);

/** The pieces in the order of the library, which is that of their pictures. */
export const PIECES: readonly string[] = Object.keys(LYING);

const bySquares = (one: Shape, other: Shape): number => {
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] ?? [0, 0], other[i] ?? [0, 0]];
    if (a[0] !== b[0] || a[1] !== b[1]) return a[0] - b[0] || a[1] - b[1];
  }
  return 0;
};

const listed = PIECES.map((name) => ways(LYING[name] ?? []).sort(bySquares));

/** All oriented pieces; those of a piece stand together. */
export const SHAPES: readonly Shape[] = listed.flat();
export const PIECE_OF: readonly number[] = listed.flatMap((each, piece) => each.map(() => piece));
export const FIRST: readonly number[] = [0, ...listed.map((_, i) => listed.slice(0, i + 1).flat().length)];
export const sizeOf = (piece: number): number => SHAPES[FIRST[piece] ?? 0]?.length ?? 0;

const NUMBER = new Map(SHAPES.map((shape, number) => [keyOf(shape), number]));

/** A placement as a number; -1 for squares that are no piece. */
export function numberOf(squares: readonly Square[]): number {
  const shape = NUMBER.get(keyOf(normalize(squares)));
  if (shape === undefined) return -1;
  const [left, bottom] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis as 0 | 1]))) as [number, number];
  return (shape << 10) | (bottom << 5) | left;
}

export const pieceOf = (move: number): number => PIECE_OF[move >> 10] ?? 0;

export function squaresOf(move: number): Square[] {
  const [bottom, left] = [(move >> 5) & 31, move & 31];
  return (SHAPES[move >> 10] ?? []).map(([x, y]) => [left + x, bottom + y]);
}

/** One piece on the board, as the engine holds it. */
export interface Lying {
  readonly colour: number;
  readonly move: number;
}

export const readPlacement = ({ colour, move }: Placement): Lying => ({ colour: FOUR.indexOf(colour), move: numberOf(readMove(move)) });
export const writePlacement = ({ colour, move }: Lying): Placement => ({
  colour: FOUR[colour] ?? "blue",
  move: writeMove(squaresOf(move)),
});

/** A number for each placement in each colour, for sets. */
export const keyOfLying = ({ colour, move }: Lying): number => move * 4 + colour;

/** Placements as Python sorts them: by the colour's name, then by the squares. */
export function inOrder(pieces: Iterable<Lying>): Lying[] {
  const name = (one: Lying) => FOUR[one.colour] ?? "";
  return [...pieces].sort((a, b) => {
    if (a.colour !== b.colour) return name(a) < name(b) ? -1 : 1;
    return compareSquares(squaresOf(a.move), squaresOf(b.move));
  });
}

function compareSquares(one: Square[], other: Square[]): number {
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = (one[i]?.[0] ?? 0) - (other[i]?.[0] ?? 0) || (one[i]?.[1] ?? 0) - (other[i]?.[1] ?? 0);
    if (order) return order;
  }
  return one.length - other.length;
}

export const SIDES: readonly Square[] = [[1, 0], [-1, 0], [0, 1], [0, -1]]; // prettier-ignore

/** The squares of every way in which a piece can lie on an empty board, as moves. */
export function placesOf(columns: number, rows: number, piece: number): number[] {
  const found: number[] = [];
  for (let shape = FIRST[piece] ?? 0; shape < (FIRST[piece + 1] ?? 0); shape++) {
    const { width, height } = extent(SHAPES[shape] ?? []);
    for (let column = 0; column <= columns - width; column++)
      for (let row = 0; row <= rows - height; row++) found.push((shape << 10) | (row << 5) | column);
  }
  return found;
}
