/**
 * The same scene with the board the other way round, so that the own corner is near. Everything is turned on its way in
 * and turned back on its way out: board, hand and pointer know nothing of it.
 */
import type { Scene } from "../../lib/game";
import type { Move } from "../../lib/net/protocol";
import { readMove, writeMove } from "../../lib/pieces/pieces";
import type { View } from "./view";

/** The squares of a move half a turn further; twice gives the same move again. */
export function turnMove(move: Move, size: number): Move {
  return writeMove(readMove(move).map(([x, y]) => [size - 1 - x, size - 1 - y] as const));
}

/** Whether all colours of the seat begin in the far half. */
export function isFar(scene: Scene<View>): boolean {
  const { view, seat } = scene;
  const own = view.scores.find((score) => score.seat === seat)?.colours ?? [];
  const far = (move: Move | undefined): boolean => {
    const squares = move ? readMove(move) : [];
    return squares.length > 0 && squares.reduce((sum, [, y]) => sum + y + 0.5, 0) >= (squares.length * view.size) / 2;
  };
  return own.length > 0 && own.every((id) => {
    const first = view.placed.find(({ colour }) => colour === id)?.move;
    return far(first ?? view.colours.find((colour) => colour.id === id)?.starts.join(","));
  });
}

/** A scene that is turned while `isTurned` says so. */
export function turnScene(scene: Scene<View>, isTurned: () => boolean): Scene<View> {
  const turn = (move: Move): Move => (isTurned() ? turnMove(move, scene.view.size) : move);
  const turnAll = <T extends { move: Move }>(moves: readonly T[]): T[] => moves.map((one) => ({ ...one, move: turn(one.move) }));
  const view = $derived.by((): View => {
    const straight = scene.view;
    if (!isTurned()) return straight;
    return {
      ...straight,
      board: straight.board.map((row) => [...row].reverse().join("")).reverse(),
      placed: turnAll(straight.placed),
      last: straight.last && { ...straight.last, move: turn(straight.last.move) },
      corners: straight.corners.map(turn),
      colours: straight.colours.map((colour) => ({ ...colour, starts: colour.starts.map(turn) })),
    };
  });
  const legal = $derived(scene.legal?.map(turn) ?? null);
  return Object.defineProperties(Object.create(scene) as Scene<View>, {
    view: { get: () => view },
    legal: { get: () => legal },
    pending: { get: () => scene.pending && turn(scene.pending) },
    hint: { get: () => scene.hint && turn(scene.hint) },
    moves: { get: () => turnAll(scene.moves) },
    onmove: { value: (move: Move) => scene.onmove(turn(move)) },
    oncheck: { value: (move: Move | null) => scene.oncheck(move && turn(move)) },
  });
}
