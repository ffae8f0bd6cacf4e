/**
 * Setting up a position: pieces are laid for anybody in any order, each by its own rules. Afterwards an order is looked for
 * in which a game could have come there.
 */
import type { LocalGame, Move } from "../../engine/index.ts";

/** A piece that lies there: whose it is, by the rules' own number, and how it was laid. */
export interface Lying {
  readonly turn: number;
  readonly move: Move;
}

/** A game that leads there; or none does; or the search was given up. */
export type Order = { readonly game: LocalGame } | "impossible" | "unknown";

/** So many positions are tried; a second at most. */
const MOST = 3000;

/** The board with all that lies there, whoever was to move. Throws Refused. */
export function layAll(start: LocalGame, lying: readonly Lying[]): LocalGame {
  return lying.reduce((game, { turn, move }) => game.withTurn(turn).play(move), start);
}

/** What lies there in a game. */
export function lyingIn(game: LocalGame, start: LocalGame): Lying[] {
  const found: Lying[] = [];
  game.moves.reduce((now, { move }) => {
    found.push({ turn: now.turn, move });
    return now.play(move);
  }, start);
  return found;
}

/** What can still be laid of some pieces, in their order: one that was taken away may have held others. */
export function keepFitting(start: LocalGame, lying: readonly Lying[]): Lying[] {
  let game = start;
  return lying.filter(({ turn, move }) => {
    const now = game.withTurn(turn);
    if (now.toMove === null || now.fault(move)) return false;
    game = now.play(move);
    return true;
  });
}

const boardOf = (game: LocalGame): string => JSON.stringify((game.view(null) as unknown as { board: unknown }).board);

/** Look for a game that leads to the same board, from one of several beginnings that differ in who starts. */
export function findOrder(starts: readonly LocalGame[], lying: readonly Lying[]): Order {
  const [first] = starts;
  if (!first) return "impossible";
  const target = boardOf(layAll(first, lying));
  let tried = 0;
  const follow = (game: LocalGame, rest: readonly Lying[], seen: Set<string>): LocalGame | null => {
    if (!rest.length) return boardOf(game) === target ? game : null;
    const key = JSON.stringify([game.turn, rest, boardOf(game)]);
    if (seen.has(key) || ++tried > MOST || game.toMove === null) return null;
    seen.add(key);
    for (const one of rest) {
      if (one.turn !== game.turn || game.fault(one.move)) continue;
      const found = follow(game.play(one.move), rest.filter((other) => other !== one), seen);
      if (found) return found;
    }
    return null;
  };
  for (const start of starts) {
    const game = follow(start, lying, new Set());
    if (game) return { game };
  }
  return tried > MOST ? "unknown" : "impossible";
}
