/** What a move of Planken legen does: src/tischlein/games/planken/study/coach.py, over the same compiled threats and proofs. */
import { range } from "../../engine/game.ts";
import { GAME } from "../../engine/generated/planken.ts";
import type { LocalGame, Move, Remark } from "../../engine/types.ts";
import { nameCell, type PlankenGame } from "./engine/index.ts";
import { prove, type Proven } from "./engine/search.ts";

/** Simulations for the proof of a forced win; what is not proven then is not said. */
const PROOF_NODES = 3_000;
const COLUMNS = GAME.columns.length;

export async function remarkOn(module: WebAssembly.Module, before: PlankenGame, move: Move): Promise<Remark[]> {
  const { ply, turn: mover } = before.position;
  if (["keep", "swap"].includes(before.canonical(move)) || ply === 0) return []; // a choice of sides, or a first nail, makes no line
  const after = before.play(move) as PlankenGame;
  const { line } = after.view(null);
  if (line) return [{ code: "coach-wins", details: {}, cells: line }];
  const missed = onMissed(before, mover);
  const { outcome } = after; // drawn, or somebody is stuck: nobody completes a line any more
  if (outcome) return outcome.winners.includes(before.toMove ?? -1) && outcome.winners.length < before.setup.seats ? [] : missed;
  const remarks = [...missed, ...onNext(before, after, mover)];
  const own = findFinishing(after, mover);
  if (own.length) remarks.push({ code: "coach-threatens", details: { count: after.countPlaces(mover) }, cells: own });
  const urgent = remarks.some(({ code }) => code === "coach-missed" || code === "coach-allows");
  return urgent ? remarks : [...remarks, ...(await onProofs(module, before, after))];
}

/** The cells where a nail of a side, were it to move, would complete a line. */
function findFinishing(game: PlankenGame, side: number): string[] {
  const masks = game.finishing(side);
  const every = range(COLUMNS).flatMap((column) => masks.map((mask, height) => ({ column, height, mask })));
  return every.filter(({ column, mask }) => (mask >> column) & 1).map(({ column, height }) => nameCell(3 * column + height));
}

function onMissed(before: PlankenGame, mover: number): Remark[] {
  const cells = findFinishing(before, mover);
  return cells.length ? [{ code: "coach-missed", details: {}, cells }] : [];
}

/** What whoever moves next could complete before, and can complete now. */
function onNext(before: PlankenGame, after: PlankenGame, mover: number): Remark[] {
  const following = after.position.turn;
  const partners = before.setup.seats === 4 && (following - mover) % 2 === 0; // R13: they do not harm
  if (following === mover || partners) return [];
  const details = { seat: (after.toMove ?? 0) + 1 };
  const now = findFinishing(after, following);
  if (now.length) return [{ code: "coach-allows", details, cells: now }];
  const stopped = findFinishing(before, following);
  return stopped.length ? [{ code: "coach-stops", details, cells: stopped }] : [];
}

/** With two seats: the win that a move gives to the other side, the own one that it forces or lets go; how long. */
async function onProofs(module: WebAssembly.Module, before: PlankenGame, after: PlankenGame): Promise<Remark[]> {
  if (before.setup.seats !== 2 || after.toMove === before.toMove) return [];
  const [then, now] = [await prove(module, before, PROOF_NODES), await prove(module, after, PROOF_NODES)];
  const tell = (code: string, count: number, cells: string[]) => [{ code, details: { count }, cells }];
  if (now.pliesToWin !== null && then.pliesToLoss === null) {
    return tell("coach-loses", countTurns(after, now, now.pliesToWin), targetOf(after.play(now.best)));
  }
  if (now.pliesToLoss !== null) return tell("coach-forces", countTurns(after, now, now.pliesToLoss - 1), targetOf(after));
  return then.pliesToWin !== null ? tell("coach-forced", countTurns(before, then, then.pliesToWin), targetOf(before.play(then.best))) : [];
}

/** The cell that the last nail went to. */
function targetOf(game: LocalGame): string[] {
  const cell = (game as PlankenGame).view(null).last?.cell;
  return cell ? [cell] : [];
}

/**
 * Within how many own turns a win comes: from the first to the last one there are so many plies. Every other ply is an own one,
 * unless somebody is skipped on the way (R9): then all of them may be.
 */
function countTurns(start: LocalGame, { line }: Proven, plies: number): number {
  const movers: (number | null)[] = [];
  line.reduce((game, move) => (movers.push(game.toMove), game.play(move)), start);
  return movers.some((seat, i) => i > 0 && seat === movers[i - 1]) ? plies : Math.floor((plies + 1) / 2);
}
