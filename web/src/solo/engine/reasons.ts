/** Why a layout can never be completed, where that can be seen at a glance: as reasons.py. */
import { type Square, writeSquare } from "../../lib/pieces/pieces";
import type { Status } from "../view";
import { fillBoard, type Layout, listBits, packShapes } from "./layout";
import { packWorkspace } from "./solvers/pack";
import { FOUR, PIECES, placesOf, SIDES, sizeOf, squaresOf } from "./pieces";

export type Reason = NonNullable<Status["reason"]>;

const reason = (code: string, details: Reason["details"]): Reason => ({ code, source: "puzzles", details });
const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);
export const divisorOf = (sizes: readonly number[]): number => sizes.reduce(gcd, 0) || 1;

/** Why the missing pieces have no room, if that needs no search. */
export function findReason(layout: Layout): Reason | null {
  if (layout.solved) return null;
  return layout.challenge.asInTheGame ? findInPacking(layout) : findInRectangle(layout);
}

function findInPacking(layout: Layout): Reason | null {
  const instance = layout.engine.start();
  const shapes = packShapes(instance);
  const board = instance.zeros("uint32", 9, 20);
  fillBoard(layout, instance, shapes, board);
  const workspace = packWorkspace(instance);
  const left = instance.take("int64", layout.left);
  const [fewest, colour = 0, piece = 0] = instance.call("boards.survey", board, ...shapes, left, layout.challenge.descending, ...workspace);
  if (fewest !== 0) return null;
  if (colour < 0) return reason("reason-room", {});
  if (piece < 0) return reason("reason-room-colour", { colour: FOUR[colour] ?? "" });
  return reason("reason-piece", { colour: FOUR[colour] ?? "", piece: PIECES[piece] ?? "" });
}

const known = new Map<string, number[][]>();

/** Every place of a piece on an empty board, each square as `column << 5 | row`. */
function cellsOf(columns: number, rows: number, piece: number): number[][] {
  const key = `${columns} ${rows} ${piece}`;
  const found = known.get(key) ?? placesOf(columns, rows, piece).map((move) => squaresOf(move).map(([x, y]) => (x << 5) | y));
  known.set(key, found);
  return found;
}

const first = (squares: readonly Square[]): Square =>
  squares.reduce((least, one) => (one[0] < least[0] || (one[0] === least[0] && one[1] < least[1]) ? one : least));

function findInRectangle(layout: Layout): Reason | null {
  const { columns, rows } = layout.challenge;
  const left = FOUR.flatMap((_, colour) => listBits(layout.left[colour] ?? 0).map((piece) => ({ colour, piece })));
  const divisor = divisorOf(left.map(({ piece }) => sizeOf(piece)));
  const islands = findIslands(layout);
  const bad = [...islands].sort((a, b) => a.length - b.length).find((island) => island.length % divisor);
  if (bad) return reason("reason-island", { square: writeSquare(first(bad)), count: bad.length, size: divisor });
  const covered = new Set<number>();
  for (const { colour, piece } of left) {
    const places = cellsOf(columns, rows, piece).filter((cells) => cells.every((cell) => layout.isOpen(colour, [cell >> 5, cell & 31])));
    if (!places.length) return reason("reason-piece", { colour: FOUR[colour] ?? "", piece: PIECES[piece] ?? "" });
    for (const cells of places) for (const cell of cells) covered.add(cell);
  }
  const uncovered = islands.flat().filter(([x, y]) => !covered.has((x << 5) | y));
  return uncovered.length ? reason("reason-square", { square: writeSquare(first(uncovered)) }) : null;
}

/** The free squares, those that hang together edge to edge in one list. */
function findIslands(layout: Layout): Square[][] {
  const { columns, rows } = layout.challenge;
  const rest = new Map<string, Square>();
  for (let x = 0; x < columns; x++) for (let y = 0; y < rows; y++) if (layout.isFree([x, y])) rest.set(`${x},${y}`, [x, y]);
  const islands: Square[][] = [];
  for (const [key, start] of rest) {
    rest.delete(key);
    const island = [start];
    for (const [x, y] of island)
      for (const [dx, dy] of SIDES) {
        const there: Square = [x + dx, y + dy];
        if (rest.delete(String(there))) island.push(there);
      }
    islands.push(island);
  }
  return islands;
}
