/**
 * Exercises from own mistakes: positions of a finished game where much was lost. Where exactly one move was good, it is asked
 * for; else any move that is about as good as the best one, which a search says when it is laid.
 */
import { hide, openGame, searchLines, type LocalGame, type Setup, type Variation } from "../engine";
import type { Assessment, Move, Seat } from "../lib/net/protocol";
import type { Exercise } from "./exercises";
import { RATING } from "./practice";

/** As `make_own` has it: simulations of a search that confirms, how many rivals are tried, and that each of them is a mistake. */
const CONFIRM = 1600;
const MARGIN = 0.08;
const RIVALS = 3;
/** So many of the worst mistakes of a game are looked at, and so many exercises are kept. */
const MOST_LOOKED_AT = 8;
const MOST_KEPT = 60;

const KEY = "tischlein-mistakes";
const PREFIX = "own-";

interface Kept extends Exercise {
  game: string;
}

export const isOwn = ({ id }: { id: string }) => id.startsWith(PREFIX);

function readOwn(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

/** The exercises from own mistakes in a game, the latest first. */
export const listOwn = (game: string): Exercise[] => readOwn().filter((one) => one.game === game);

/** Keep exercises, the latest first; false where the browser keeps nothing. */
export function keepOwn(game: string, fresh: readonly Exercise[]): boolean {
  const ids = new Set(fresh.map(({ id }) => id));
  const all = [...fresh.map((one) => ({ ...one, game })), ...readOwn().filter(({ id }) => !ids.has(id))];
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST_KEPT)));
    return true;
  } catch {
    return false;
  }
}

/** The mistakes of some seats, where most was lost first. */
export function worstOf(assessments: readonly Assessment[], seats: readonly Seat[]): Assessment[] {
  const own = assessments.filter(({ mark, seat }) => mark && seats.includes(seat));
  return own.sort((a, b) => b.loss - a.loss).slice(0, MOST_LOOKED_AT);
}

/**
 * Make exercises from mistakes; `ondone` hears how much of the work is done. The game is over, but an answer rests on nothing
 * that its seat could not know: the others have tiles that they might have had.
 */
export async function makeOwn(
  table: string, setup: Setup, moves: readonly Move[], mistakes: readonly Assessment[], ondone: (share: number) => void,
): Promise<Exercise[]> { // prettier-ignore
  const found: Exercise[] = [];
  for (const [number, { ply, best, played }] of mistakes.entries()) {
    const game = await openGame(setup, moves.slice(0, ply - 1));
    const seat = game.toMove ?? 0;
    const known = await hide(setup, moves.slice(0, ply - 1), seat);
    const position = await openGame(known.setup, known.moves);
    const exercise = { id: `${PREFIX}${table}-${ply}`, record: game.record(), seat, rating: RATING };
    const only = await findBest(position, best.move);
    const least = only ? null : await findLeast(position, best.move, played);
    if (only) found.push({ ...exercise, kind: "own", answer: only });
    else if (least !== null) found.push({ ...exercise, kind: "better", answer: best.move, least });
    ondone((number + 1) / mistakes.length);
  }
  return found;
}

/** Whether a move answers an exercise. */
export async function isAnswer(exercise: Exercise, game: LocalGame, move: Move): Promise<boolean> {
  if (move === exercise.answer || exercise.least === undefined) return move === exercise.answer;
  const known = await hide(game.setup, game.moves.map((one) => one.move), exercise.seat);
  return (await valueOf(await openGame(known.setup, known.moves), move)) >= exercise.least;
}

/** What a move must be worth to be about as good as the best one, if that is clearly better than what was played; else null. */
async function findLeast(game: LocalGame, best: Move, played: Move): Promise<number | null> {
  const value = await valueOf(game, best);
  return value - (await valueOf(game, played)) < MARGIN ? null : value - MARGIN / 2;
}

const search = (game: LocalGame) =>
  searchLines(game.setup, game.moves.map(({ move }) => move), { simulations: CONFIRM }, undefined, 1).answer;

/** The move that is clearly better than all others, if a longer search agrees with the first one; else null. */
async function findBest(game: LocalGame, expected: Move): Promise<Move | null> {
  const [first, ...others] = await search(game);
  if (first?.move !== expected) return null;
  const value = await valueOf(game, expected);
  for (const move of rivalsOf(others)) if (value - (await valueOf(game, move)) < MARGIN) return null;
  return others.length ? expected : null;
}

/** The moves that might be as good: what was tried most, and what looked best, however seldom tried. */
function rivalsOf(others: readonly Variation[]): Set<Move> {
  const byValue = others.filter(({ visits }) => visits).sort((a, b) => b.value - a.value);
  return new Set([...byValue.slice(0, RIVALS), ...others.slice(0, RIVALS)].map(({ move }) => move));
}

/** What a move is worth to the seat that plays it: with more than two, the others play their best until its next turn. */
async function valueOf(game: LocalGame, move: Move): Promise<number> {
  const seat = game.toMove;
  let after = game.play(move);
  while (after.toMove !== null) {
    const [best] = await search(after);
    if (!best) break;
    if (after.toMove === seat) return best.value;
    if (game.setup.seats === 2) return 1 - best.value;
    after = after.play(best.move);
  }
  const winners = after.outcome?.winners ?? [];
  return winners.includes(seat ?? -1) ? 1 / winners.length : 0;
}
