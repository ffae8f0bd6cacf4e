/** What is worth playing at a position, thought about in workers of this device: one question at a time. */
import type { LocalGame, Thinking } from "../../engine";
import type { Variation } from "../net/protocol";
import { noteSpeed } from "../speed";

const SECONDS = 2;

export interface Hint {
  ply: number;
  /** How much of the time is used. */
  share: number;
  /** The moves, best first; null until all is found. */
  lines: Variation[] | null;
  /** Be content with what is known by now; only where this device thinks. */
  stop?: () => void;
}

export class Hinting {
  now = $state.raw<Hint | null>(null);
  #work: Thinking<readonly Variation[]> | null = null;

  /** Think about a position; what was thought about before is given up. */
  async ask(game: LocalGame): Promise<void> {
    this.drop();
    const ply = game.moves.length;
    this.now = { ply, share: 0, lines: null };
    const { searchLines, mostWorkers } = await import("../../engine");
    if (this.now?.ply !== ply) return;
    const work = searchLines(game.setup, game.moves.map(({ move }) => move), { seconds: SECONDS });
    this.#work = work;
    const tell = (hint: Hint | null) => {
      if (this.#work === work) this.now = hint;
    };
    work.onprogress = (share) => tell({ ply, share: Math.min(share, 0.99), lines: null, stop: work.stop });
    const begin = performance.now();
    try {
      const lines = await work.answer;
      if (performance.now() - begin > 1000 * SECONDS) noteSpeed(game.setup.game, lines, SECONDS, mostWorkers());
      tell({ ply, share: 1, lines: lines.map((line) => ({ ...line })) });
    } catch (error) {
      tell(null);
      throw error;
    }
  }

  /** Forget it all. */
  drop(): void {
    this.#work?.stop();
    this.#work = null;
    this.now = null;
  }
}
