/**
 * A report on a game: whose chances, where they turned, and how exactly each seat played. The same figures as
 * src/tischlein/bots/analysis.py and src/tischlein/study/report.py give, and for as much as is known while the engine works.
 */
import { isSure } from "../../engine/search.ts";
import type { Variation, Move, Outcome, Played, Seat } from "../../engine/types.ts";
import type { Assessment } from "../../lib/net/protocol.ts";

/** How much of a win a move must give away to be called that. */
const MISTAKE = 0.08;
const BLUNDER = 0.2;

/** The three thirds of a game's plies. */
export const PHASES = ["opening", "middle", "end"] as const;
export type Phase = (typeof PHASES)[number];

const MOST_TURNING_POINTS = 5;

/** What a report needs of a search: the best move, the one that was played, and how much was tried in all. */
export interface Look {
  best: Variation;
  played: Variation | null;
  visits: number;
}

/** In per cent by seat; null for one that has not moved. */
export type Accuracy = readonly (number | null)[];

export interface Report {
  accuracy: Accuracy;
  byPhase: Readonly<Record<Phase, Accuracy>>;
  /** The moves that gave most away, in the order of the game. */
  turningPoints: readonly Assessment[];
}

/** What to keep of the lines of a search at a position where a move was played. */
export function summarise(lines: readonly Variation[], move: Move): Look {
  const nothing = { move, value: 0, visits: 0, continuation: [], proven: false };
  const visits = lines.reduce((sum, line) => sum + line.visits, 0);
  return { best: lines[0] ?? nothing, played: lines.find((line) => line.move === move) ?? null, visits };
}

/**
 * An assessment of each move of which enough is known. A move that was hardly looked at is worth what the game is worth
 * to its seat at its next turn, or its result: a single try says nothing, unless it is a proof. For the same reason nothing
 * is marked as a mistake where the best move was hardly looked at.
 */
export function assess(moves: readonly Played[], looks: readonly (Look | undefined)[], outcome: Outcome | null): Assessment[] {
  return moves.flatMap(({ seat, move }, ply) => {
    const look = looks[ply];
    const value = look && valueOf(moves, looks, outcome, ply);
    if (!look || value === null || value === undefined) return [];
    const { best } = look;
    const loss = Math.max(0, best.value - value);
    const mark = !isSure(best) ? "" : loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "";
    return [{ ply: ply + 1, seat, played: move, best, value, loss, mark }];
  });
}

/** What a move was worth to its seat; null if the look that tells has yet to come. */
function valueOf(moves: readonly Played[], looks: readonly (Look | undefined)[], outcome: Outcome | null, ply: number): number | null {
  const { best, played, visits } = looks[ply] as Look;
  const { seat, move } = moves[ply] as Played;
  if (best.move === move) return best.value;
  if (played && (played.proven || played.visits >= Math.max(10, visits / 20))) return played.value;
  const next = moves.findIndex((later, at) => at > ply && later.seat === seat);
  return next < 0 ? shareOfWin(outcome, seat, best.value) : (looks[next]?.best.value ?? null);
}

function shareOfWin(outcome: Outcome | null, seat: Seat, unknown: number): number {
  return outcome ? (outcome.winners.includes(seat) ? 1 : 0) / outcome.winners.length : unknown;
}

/** The accuracy of one move in per cent: 100 if nothing was given away, about 40 for a fifth of a win. */
export function grade(loss: number): number {
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
}

/** The phase of a move, its ply counted from 1. */
export function phaseOf(ply: number, plies: number): Phase {
  return PHASES[Math.min(2, Math.floor((3 * (ply - 1)) / Math.max(1, plies)))] ?? "end";
}

/** The report on a game of so many plies and seats, as far as its moves are assessed. */
export function makeReport(assessments: readonly Assessment[], plies: number, seats: number): Report {
  const inPhase = (phase: Phase) => assessments.filter(({ ply }) => phaseOf(ply, plies) === phase);
  const worst = assessments.filter(({ mark }) => mark).sort((a, b) => b.loss - a.loss).slice(0, MOST_TURNING_POINTS);
  return {
    accuracy: average(assessments, seats),
    byPhase: { opening: average(inPhase("opening"), seats), middle: average(inPhase("middle"), seats), end: average(inPhase("end"), seats) },
    turningPoints: worst.sort((a, b) => a.ply - b.ply),
  };
}

function average(assessments: readonly Assessment[], seats: number): Accuracy {
  return Array.from({ length: seats }, (_, seat) => {
    const grades = assessments.filter((one) => one.seat === seat).map(({ loss }) => grade(loss));
    return grades.length ? grades.reduce((sum, one) => sum + one, 0) / grades.length : null;
  });
}

/** The next mistake after a ply; from the end the search begins anew. Null: there is none. */
export function nextMistake(assessments: readonly Assessment[], ply: number): Assessment | null {
  const mistakes = assessments.filter(({ mark }) => mark);
  return mistakes.find((one) => one.ply > ply) ?? mistakes[0] ?? null;
}
