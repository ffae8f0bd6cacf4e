/** The order in which missing pieces can be placed, where a challenge asks for one: as arrange.py. */
import type { Square } from "../../../lib/pieces/pieces";
import type { Layout } from "../layout";
import { FOUR, type Lying, squaresOf } from "../pieces";

const sizeOf = (piece: Lying): number => squaresOf(piece.move).length;
const corners = (piece: Lying): string[] =>
  squaresOf(piece.move).flatMap(([x, y]) => [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([dx = 0, dy = 0]) => String([x + dx, y + dy]))); // prettier-ignore

/** The missing pieces in an order that the challenge allows; null if there is none. */
export function arrange(layout: Layout, missing: readonly Lying[]): Lying[] | null {
  if (!layout.challenge.asInTheGame) return [...missing];
  const queues: Lying[][] = [];
  for (const colour of FOUR.keys()) {
    const chained = chain(layout, colour, missing.filter((piece) => piece.colour === colour));
    if (!chained) return null;
    queues.push(chained);
  }
  return merge(layout, queues);
}

/** The squares of which the next piece of a colour must cover one: at its corners, or where it may start. */
function findContacts(layout: Layout, colour: number): Set<string> {
  const lying = layout.lying.filter((piece) => piece.colour === colour);
  if (lying.length) return new Set(lying.flatMap(corners));
  return new Set(layout.starts(colour).map((square: Square) => String(square)));
}

/** The pieces of one colour, each touching an earlier one; larger ones first, strictly so if asked for. */
function chain(layout: Layout, colour: number, pieces: Lying[]): Lying[] | null {
  let contacts = findContacts(layout, colour);
  let started = layout.lying.some((piece) => piece.colour === colour);
  const rest = [...pieces].sort((a, b) => sizeOf(b) - sizeOf(a));
  const chained: Lying[] = [];
  while (rest.length) {
    const at = rest.findIndex((piece) => squaresOf(piece.move).some((square) => contacts.has(String(square))));
    const chosen = rest[at];
    if (!chosen || (layout.challenge.descending && sizeOf(chosen) < sizeOf(rest[0] ?? chosen))) return null;
    rest.splice(at, 1);
    chained.push(chosen);
    if (!started) contacts = new Set(); // the other corners are no longer free to begin at
    started = true;
    for (const corner of corners(chosen)) contacts.add(corner);
  }
  return chained;
}

/** The pieces of all colours: in turn if the colours must, else the large ones first. */
function merge(layout: Layout, queues: Lying[][]): Lying[] {
  if (layout.turn === null) {
    const together = queues.flat();
    return layout.challenge.descending ? together.sort((a, b) => sizeOf(b) - sizeOf(a)) : together;
  }
  const order = FOUR.map((_, i) => ((layout.turn ?? 0) + i) % 4);
  const rounds = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: rounds }, (_, i) => order.flatMap((colour) => queues[colour]?.[i] ?? [])).flat();
}
