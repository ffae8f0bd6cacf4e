/** Where pieces may lie, from what the server says: all squares open, and one that joins if any must. */
import type { Spot } from "../../lib/pieces/holding.svelte";
import { extent, readSquare, type Shape, type Square, writeMove, writeSquare } from "../../lib/pieces/pieces";
import type { HandView, SoloView } from "../view";

/** Every place for a shape on the open squares of a colour. */
export function findSpots(hand: Pick<HandView, "open" | "joins">, shape: Shape): Spot[] {
  const { width, height } = extent(shape);
  const rows = hand.open.length;
  const columns = hand.open[0]?.length ?? 0;
  const joins = hand.joins && new Set(hand.joins);
  const found: Spot[] = [];
  for (let x = 0; x <= columns - width; x++)
    for (let y = 0; y <= rows - height; y++) {
      if (!shape.every(([dx, dy]) => hand.open[rows - 1 - y - dy]?.[x + dx] === "+")) continue;
      const squares = shape.map(([dx, dy]): Square => [x + dx, y + dy]);
      if (joins && !squares.some((square) => joins.has(writeSquare(square)))) continue;
      found.push({ x, y, move: writeMove(squares) });
    }
  return found;
}

/** The free squares that hang together with this one, to show an island. */
export function findIsland(view: SoloView, name: string): Square[] {
  const free = ([x, y]: Square) => view.board[view.rows - 1 - y]?.[x] === ".";
  const start = readSquare(name);
  const found = new Map<string, Square>();
  const edge = free(start) ? [start] : [];
  for (let square = edge.pop(); square; square = edge.pop()) {
    if (found.has(String(square))) continue;
    found.set(String(square), square);
    const [x, y] = square;
    edge.push(...([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as Square[]).filter(free)); // prettier-ignore
  }
  return [...found.values()];
}
