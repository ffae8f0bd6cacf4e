/** Can this layout still be completed, and what would be a good next piece? As tutor.py, with the same memory. */
import type { Square } from "../../lib/pieces/pieces";
import { arrange } from "./solvers/arrange";
import type { Challenge, Layout } from "./layout";
import { inOrder, keyOfLying, type Lying, SIDES, squaresOf } from "./pieces";
import { findReason, type Reason } from "./reasons";
import { isSettled } from "./solvers/search";
import { Solver } from "./solvers/solver";

export interface Knowledge {
  verdict: "solvable" | "impossible" | "unknown";
  witness: readonly Lying[];
  reason: Reason | null;
  tried: number;
}

/** Called after every slice; answers whether to go on. It may take a while: others have their turn meanwhile. */
export type Watch = (tried: number) => Promise<boolean> | boolean;

const UNKNOWN: Knowledge = { verdict: "unknown", witness: [], reason: null, tried: 0 };
const keyOf = (pieces: readonly Lying[]): string => pieces.map(keyOfLying).join();
const setOf = (pieces: readonly Lying[]): Map<number, Lying> => new Map(pieces.map((piece) => [keyOfLying(piece), piece]));

/** One layout in question; `known` never gets worse. */
class Inquiry {
  known: Knowledge;
  #solver: Solver | null = null;

  constructor(readonly layout: Layout, readonly seed: number) {
    const reason = findReason(layout);
    this.known = reason ? { ...UNKNOWN, verdict: "impossible", reason } : UNKNOWN;
  }

  get settled(): boolean {
    return this.known.verdict !== "unknown";
  }

  run(): void {
    if (this.settled) return;
    const solver = (this.#solver ??= new Solver(this.layout, this.seed));
    if (!isSettled(solver)) solver.run();
    const { tried } = solver;
    const witness = solver.completion();
    if (witness) this.known = { verdict: "solvable", witness, reason: null, tried };
    else if (solver.exhausted) {
      const reason = { code: "reason-tried", source: "puzzles", details: { count: tried } };
      this.known = { verdict: "impossible", witness: [], reason, tried };
    } else this.known = { ...UNKNOWN, tried };
  }
}

export class Tutor {
  readonly #solutions: Map<number, Lying>[] = [];
  readonly #deadEnds: { pieces: Map<number, Lying>; reason: Reason }[] = [];
  #inquiry: { key: string; inquiry: Inquiry } | null = null;

  constructor(readonly challenge: Challenge, readonly seed = 0) {}

  /** What is known when `watch` no longer wants to go on. Asked again, it goes on where it was. */
  async status(layout: Layout, watch: Watch): Promise<Knowledge> {
    const inquiry = this.#inquire(layout);
    while (!inquiry.settled) {
      inquiry.run();
      if (!(await watch(inquiry.known.tried))) break;
    }
    this.#remember(inquiry);
    return inquiry.known;
  }

  /** A piece to place if the layout is solvable, a piece to take back if it is not. */
  async hint(layout: Layout, watch: Watch, seconds: number): Promise<{ known: Knowledge; place: Lying | null; takeBack: Lying | null }> {
    const known = await this.status(layout, watch);
    const nothing = { known, place: null, takeBack: null };
    if (known.verdict === "solvable") return { ...nothing, place: choosePiece(layout, known.witness) };
    if (known.verdict === "impossible") return { ...nothing, takeBack: await this.#findCulprit(layout, watch, seconds) };
    return nothing;
  }

  /** The newest piece without which all is well again; if there is none, the newest that can be lifted. */
  async #findCulprit(layout: Layout, watch: Watch, seconds: number): Promise<Lying | null> {
    const end = performance.now() + 1000 * seconds;
    let lifted: Lying | null = null;
    for (const piece of [...layout.placements].reverse()) {
      const rest = layout.takeBack(piece);
      if (!rest) continue;
      lifted ??= piece;
      const until = performance.now() + (end - performance.now()) / 4;
      const { verdict } = await this.status(rest, async (tried) => performance.now() < until && (await watch(tried)));
      if (verdict === "solvable") return piece;
      if (performance.now() > end) break;
    }
    return lifted;
  }

  #inquire(layout: Layout): Inquiry {
    const key = keyOf(layout.placements);
    const inquiry = this.#inquiry?.key === key ? this.#inquiry.inquiry : new Inquiry(layout, this.seed);
    if (!inquiry.settled) this.#recall(inquiry);
    this.#inquiry = inquiry.settled ? null : { key, inquiry }; // only the newest is worth its memory
    return inquiry;
  }

  #recall(inquiry: Inquiry): void {
    const { layout } = inquiry;
    const lying = setOf(layout.lying);
    for (const solution of this.#solutions) {
      if (![...lying.keys()].every((key) => solution.has(key))) continue;
      const missing = inOrder([...solution].filter(([key]) => !lying.has(key)).map(([, piece]) => piece));
      const witness = arrange(layout, missing);
      if (witness) {
        inquiry.known = { verdict: "solvable", witness, reason: null, tried: inquiry.known.tried };
        return;
      }
    }
    const found = this.#deadEnds.find(({ pieces }) => [...pieces.keys()].every((key) => lying.has(key)));
    if (found) inquiry.known = { ...UNKNOWN, verdict: "impossible", reason: found.reason };
  }

  #remember({ known, layout }: Inquiry): void {
    const lying = setOf(layout.lying);
    if (known.verdict === "solvable") {
      const solution = setOf([...layout.lying, ...known.witness]);
      const isKnown = this.#solutions.some((one) => one.size === solution.size && [...solution.keys()].every((key) => one.has(key)));
      if (!isKnown) this.#solutions.push(solution);
    } else if (known.reason && !this.#deadEnds.some(({ pieces }) => [...pieces.keys()].every((key) => lying.has(key))))
      this.#deadEnds.push({ pieces: lying, reason: known.reason });
  }
}

/** Where the order is free, the piece that lies most snugly; else the one whose turn it is. */
function choosePiece(layout: Layout, witness: readonly Lying[]): Lying | null {
  if (layout.challenge.asInTheGame) return witness[0] ?? null;
  let best: Lying | null = null;
  let most = -1;
  for (const piece of witness) {
    const snug = snugness(layout, piece);
    if (snug > most) [best, most] = [piece, snug];
  }
  return best;
}

/** How many of the squares around a piece are not free: covered, or outside. */
function snugness(layout: Layout, piece: Lying): number {
  const own = squaresOf(piece.move);
  const inside = new Set(own.map(String));
  const around = new Map(own.flatMap(([x, y]) => SIDES.map(([dx, dy]): [string, Square] => [`${x + dx},${y + dy}`, [x + dx, y + dy]])));
  const { columns, rows } = layout.challenge;
  const isFree = ([x, y]: Square) => x >= 0 && y >= 0 && x < columns && y < rows && layout.isFree([x, y]);
  return [...around].filter(([key, square]) => !inside.has(key) && !isFree(square)).length;
}
