/** Puzzles with exactly one solution, made from a seed: as generator.py, piece for piece. */
import { Cover } from "./solvers/cover";
import { Dice } from "./dice";
import { type Challenge, deal, Layout, OWN } from "./layout";
import type { Engine } from "./module";
import { inOrder, keyOfLying, type Lying, pieceOf } from "./pieces";
import { Scan } from "./solvers/scan";
import type { Level } from "../view";

const EFFORT = 20_000;
const ATTEMPTS = 40;
const MATERIAL: Readonly<Record<number, number[]>> = { 80: [4], 240: [5] };

export interface Puzzle {
  challenge: Challenge;
  level: Level;
}

/** Told now and then which share of an attempt is done, and asked whether to go on. */
export type Patience = (share: number) => Promise<boolean> | boolean;

/** A puzzle of a level; null if nobody wants to wait any longer, undefined if there is none. */
export async function makePuzzle(engine: Engine, rows: number, columns: number, level: Level, seed: number, watch: Patience): Promise<Puzzle | null | undefined> {
  const dice = new Dice(seed);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const solution = fill(engine, rows, columns, dice);
    const hands = [0, 0, 0, 0];
    for (const { colour, move } of solution) hands[colour] = (hands[colour] ?? 0) | (1 << pieceOf(move));
    const cover = new Cover(new Layout(engine, OWN(columns, rows, hands)), dice.roll(2 ** 30));
    const givens = await takeAway(cover, solution, level, dice, watch);
    if (!givens) return null;
    if (grade(cover, givens) === level) return { challenge: OWN(columns, rows, hands, inOrder(givens)), level };
  }
  return undefined;
}

/** The level of a puzzle; null if it has not exactly one solution, or if that is hard to know. */
export function grade(cover: Cover, givens: readonly Lying[]): Level | null {
  if (cover.isForced(givens, false)) return "easy";
  if (cover.isForced(givens, true)) return "medium";
  return cover.count(2, EFFORT, givens) === 1 ? "hard" : null;
}

/** A rectangle full of pieces. */
function fill(engine: Engine, rows: number, columns: number, dice: Dice): Lying[] {
  const pool = OWN(columns, rows, deal(...(MATERIAL[rows * columns] ?? [3, 4, 5])));
  const scan = new Scan(new Layout(engine, pool), dice.roll(2 ** 30));
  while (!scan.found) scan.run();
  return inOrder(scan.found);
}

/** What must stay of a solution so that it is the only one, and not harder to find than the level. */
async function takeAway(cover: Cover, solution: readonly Lying[], level: Level, dice: Dice, watch: Patience): Promise<Lying[] | null> {
  const order = [...solution];
  for (let last = order.length - 1; last > 0; last--) {
    const other = dice.roll(last + 1);
    [order[last], order[other]] = [order[other], order[last]] as [Lying, Lying];
  }
  let givens = [...order];
  for (const piece of order) {
    if (!(await watch(order.indexOf(piece) / order.length))) return null;
    const fewer = givens.filter((given) => keyOfLying(given) !== keyOfLying(piece));
    const enough = level === "hard" ? cover.count(2, EFFORT, fewer) === 1 : cover.isForced(fewer, level === "medium");
    if (enough) givens = fewer;
  }
  return givens;
}
