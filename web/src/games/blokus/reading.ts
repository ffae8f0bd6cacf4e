/** What lies on the board, square by square, in words. */
import { type Reading, readCells } from "../../lib/reading";
import type { Words } from "../../lib/words.svelte";
import type { View } from "./view";

/** Return what tells about a square by its name: the piece there, or what the square is good for. */
export function tellSquares(view: View, words: Words): (square: string) => string {
  const told = new Map<string, string>();
  if (view.turn) for (const square of view.corners) told.set(square, words("square-corner", { colour: view.turn }));
  for (const { id, starts } of view.colours)
    for (const square of starts) told.set(square, words(starts.length > 1 ? "square-start-any" : "square-start", { colour: id }));
  for (const { colour, piece, move } of view.placed) {
    const text = words("square-taken", { colour, piece: words(`piece-${piece}`) });
    for (const square of move.split(",")) told.set(square, text);
  }
  const free = words("square-free");
  return (square) => told.get(square) ?? free;
}

export function readBoard(view: View, words: Words): Reading {
  const columns = Array.from({ length: view.size }, (_, column) => String.fromCharCode(97 + column));
  const rows = Array.from({ length: view.size }, (_, row) => String(view.size - row));
  const tell = tellSquares(view, words);
  return readCells(columns, rows, (column, row) => tell(column + row));
}
