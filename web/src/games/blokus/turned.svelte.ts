/**
 * The same scene with the board turned so that the own corner is near, at the left. Everything is turned on its way in and
 * turned back on its way out: board, hand and pointer know nothing of it.
 */
import type { Scene } from "../../lib/game";
import type { Move } from "../../lib/net/protocol";
import { readMove, type Square, writeMove } from "../../lib/pieces/pieces";
import type { View } from "./view";

/** How often a board is turned by a quarter, against the clock. */
export type Turns = 0 | 1 | 2 | 3;

/** The squares of a move some quarters of a turn further; four of them give the same move again. */
export function turnMove(move: Move, size: number, turns: number): Move {
  const turn = (square: Square, left: number): Square => (left ? turn([size - 1 - square[1], square[0]], left - 1) : square);
  return writeMove(readMove(move).map((square) => turn(square, turns)));
}

/** The turns that bring the quarter of the board to the near left in which these squares lie for the most part. */
function turnsOf(squares: readonly Square[], size: number): Turns {
  const [right, far] = [0, 1].map((axis) => squares.reduce((sum, square) => sum + 2 * (square[axis] ?? 0) + 1 - size, 0) > 0);
  return far ? (right ? 2 : 1) : right ? 3 : 0;
}

/** The turns that bring the corner near where the seat begins, if there is one such corner and nobody may choose. */
export function turnsFor(scene: Scene<View>): Turns {
  const { view, seat } = scene;
  if (view.options["corners"] === "free") return 0; // or the board would turn when the first piece lies
  const own = view.scores.find((score) => score.seat === seat)?.colours ?? [];
  const begins = own.map((id) => {
    const first = view.placed.find(({ colour }) => colour === id)?.move.split(",");
    const starts = first ?? view.colours.find((colour) => colour.id === id)?.starts ?? [];
    return turnsOf(starts.flatMap(readMove), view.size);
  });
  return (new Set(begins).size === 1 && begins[0]) || 0; // two colours begin in opposite corners
}

/** A scene that is turned as far as `turns` says. */
export function turnScene(scene: Scene<View>, turns: () => Turns): Scene<View> {
  const turn = (move: Move): Move => turnMove(move, scene.view.size, turns());
  const turnBack = (move: Move): Move => turnMove(move, scene.view.size, 4 - turns());
  const turnAll = <T extends { move: Move }>(moves: readonly T[]): T[] => moves.map((one) => ({ ...one, move: turn(one.move) }));
  const view = $derived.by((): View => {
    const straight = scene.view;
    if (!turns()) return straight;
    return {
      ...straight,
      placed: turnAll(straight.placed),
      last: straight.last && { ...straight.last, move: turn(straight.last.move) },
      corners: straight.corners.map(turn),
      colours: straight.colours.map((colour) => ({ ...colour, starts: colour.starts.map(turn) })),
    };
  });
  const legal = $derived(turns() ? (scene.legal?.map(turn) ?? null) : scene.legal);
  return Object.defineProperties(Object.create(scene) as Scene<View>, {
    view: { get: () => view },
    legal: { get: () => legal },
    pending: { get: () => scene.pending && turn(scene.pending) },
    hint: { get: () => scene.hint && turn(scene.hint) },
    others: { get: () => scene.others?.map(turn) },
    lit: { get: () => scene.lit?.map(turn) },
    moves: { get: () => turnAll(scene.moves) },
    onmove: { value: (move: Move) => scene.onmove(turnBack(move)) },
    oncheck: { value: (move: Move | null) => scene.oncheck(move && turnBack(move)) },
  });
}
