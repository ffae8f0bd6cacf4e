/**
 * Going through a finished game on this device, position by position, in as many workers as the device can spare. What is
 * found is told at once and kept by the browser, so that an analysis which was left goes on where it was.
 */
import { searchLines, type Variation, type Setup, type Thinking } from "../../engine";
import type { Move } from "../../lib/net/protocol";
import { noteSpeed } from "../../lib/speed";
import { type Look, summarise } from "./report";

/** A game of seventy plies takes 21 seconds of one processor; where that is, is in docs/benchmarks.md. */
const SECONDS_A_MOVE = 0.3;
const MOST_WORKERS = 4;

/** Looks by ply; those that are still to come are missing. */
export type Looks = (Look | undefined)[];

const workers = () => Math.max(1, Math.min(MOST_WORKERS, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

export class Analysis {
  readonly #looks: Looks;
  readonly #running = new Set<Thinking<readonly Variation[]>>();
  #next = 0;
  #stopped = false;

  constructor(
    readonly setup: Setup,
    readonly moves: readonly Move[],
    known: readonly (Look | undefined)[],
    /** Told of everything that is known, each time that something is new. */
    readonly onlooks: (looks: Looks) => void,
    readonly seconds = SECONDS_A_MOVE,
  ) {
    this.#looks = moves.map((_, ply) => known[ply]);
  }

  /** End it; what was found stays found, and `run` ends soon. */
  stop(): void {
    this.#stopped = true;
    for (const work of this.#running) work.stop();
  }

  /** Look at every position that was not looked at yet. Fails if the engine does. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: workers() }, () => this.#work()));
  }

  async #work(): Promise<void> {
    for (let ply = this.#take(); ply !== null && !this.#stopped; ply = this.#take()) {
      const work = searchLines(this.setup, this.moves.slice(0, ply), { seconds: this.seconds, workers: 1 });
      this.#running.add(work);
      const lines = await work.answer.finally(() => this.#running.delete(work));
      if (this.#stopped) return; // it may have been cut short
      noteSpeed(this.setup.game, lines, this.seconds, 1);
      this.#looks[ply] = summarise(lines, this.moves[ply] ?? "");
      this.onlooks([...this.#looks]);
    }
  }

  /** The next position that nobody has looked at. */
  #take(): number | null {
    while (this.#next < this.moves.length && this.#looks[this.#next]) this.#next++;
    return this.#next < this.moves.length ? this.#next++ : null;
  }
}

// ------------------------------------------------------------------ what the browser keeps

const KEY = "tischlein-report-";
const MOST_KEPT = 20;
/** So much of the best line is kept. */
const LONGEST = 8;

/** What was found out about a game before. */
export function findLooks(game: string): Looks {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + game) ?? "null") as { looks?: (Look | null)[] } | null;
    return (kept?.looks ?? []).map((look) => look ?? undefined);
  } catch {
    return [];
  }
}

/** Keep what was found out about a game; of all games the latest ones. */
export function keepLooks(game: string, looks: Looks): void {
  const short = (line: Variation) => ({ ...line, continuation: line.continuation.slice(0, LONGEST) });
  const kept = looks.map((look) => look && { ...look, best: short(look.best), played: look.played && short(look.played) });
  try {
    localStorage.setItem(KEY + game, JSON.stringify({ used: Date.now(), looks: kept }));
    const all = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    const used = (key: string) => (JSON.parse(localStorage.getItem(key) ?? "{}") as { used?: number }).used ?? 0;
    if (all.length > MOST_KEPT) for (const old of all.sort((a, b) => used(b) - used(a)).slice(MOST_KEPT)) localStorage.removeItem(old);
  } catch {
    // Not kept: it is found out again.
  }
}
