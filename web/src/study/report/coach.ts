/** The coach: what a move does, and how it differs from a better one, as src/tischlein/study/coach.py has it. */
import { type Move, type Remark, remarkOn, type Setup } from "../../engine";

export interface Compared {
  /** What holds for the move alone; without a better one, all that holds for it. */
  played: readonly Remark[];
  better: readonly Remark[];
  /** What the best answer to the move does. */
  reply: readonly Remark[];
}

/** What was found out before: proofs take a moment. */
const known = new Map<string, Promise<readonly Remark[]>>();
const MOST_KNOWN = 100;

function remarksOn(setup: Setup, moves: readonly Move[], move: Move): Promise<readonly Remark[]> {
  const key = JSON.stringify([setup, moves, move]);
  const found = known.get(key) ?? remarkOn(setup, moves, move);
  known.delete(key);
  known.set(key, found);
  found.catch(() => known.delete(key));
  for (const old of [...known.keys()].slice(0, -MOST_KNOWN)) known.delete(old);
  return found;
}

/** At other cells is no difference worth a word. */
const sentence = ({ code, details }: Remark) => JSON.stringify([code, Object.entries(details).sort()]);

function without(remarks: readonly Remark[], others: readonly Remark[]): Remark[] {
  const said = new Set(others.map(sentence));
  return remarks.filter((remark) => !said.has(sentence(remark)));
}

/** What a move does after some moves; with a better one, what tells the two apart; and what the answer to it does. */
export async function compare(setup: Setup, moves: readonly Move[], move: Move, better: Move | null, answer: Move | null): Promise<Compared> {
  const played = await remarksOn(setup, moves, move);
  const reply = answer === null ? [] : await remarksOn(setup, [...moves, move], answer);
  if (better === null || better === move) return { played, better: [], reply };
  const others = await remarksOn(setup, moves, better);
  return { played: without(played, others), better: without(others, played), reply };
}
