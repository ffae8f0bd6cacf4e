/** The engine as long as somebody looks: it thinks about the position that is shown, and stops when nobody sees it. */
import { type Variation, type LocalGame, searchLines, type Thinking } from "../engine";
import { countVisits, noteSpeed } from "../lib/speed";

/** What was found out about a position. */
export interface Thought {
  lines: readonly Variation[];
  simulations: number;
  seconds: number;
}

/** Who steps through a game quickly does not ask about every position; milliseconds. */
const PAUSE = 100;
/** Trees grow: after so many seconds a position has had its share of memory. */
const MOST_SECONDS = 120;
const MOST_WORKERS = 4;
/** So many positions are remembered. */
const MOST_KNOWN = 200;
const KEY = "tischlein-study-engine";

const workers = () => Math.max(1, Math.min(MOST_WORKERS, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

export class Lookout {
  on = $state(true);
  thought = $state.raw<Thought | null>(null);
  running = $state(false);
  #known = new Map<string, Thought>();
  #work: Thinking<readonly Variation[]> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor() {
    this.on = read() !== "off";
  }

  /** Turn the engine on or off; the browser remembers it. */
  turn(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // Not kept: it is on the next time.
    }
  }

  /** Think about a position, or with null about nothing. What is known of it already is shown at once. */
  look(game: LocalGame | null, open: boolean): void {
    this.rest();
    const key = game ? JSON.stringify([game.setup, open, game.moves]) : "";
    this.thought = this.#known.get(key) ?? null;
    if (!game || game.toMove === null || !this.on) return;
    this.running = true;
    const asked = this.#asked;
    this.#timer = setTimeout(() => void this.#think(game, open, key, asked), PAUSE);
  }

  /** Stop thinking; what was found stays. */
  rest(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#work?.stop();
    this.running = false;
  }

  async #think(game: LocalGame, open: boolean, key: string, asked: number): Promise<void> {
    await this.#work?.answer.catch(() => {}); // its workers are free then
    if (asked !== this.#asked) return;
    const begun = performance.now();
    const tell = (lines: readonly Variation[]) => {
      const thought = { lines, simulations: countVisits(lines), seconds: (performance.now() - begun) / 1000 };
      if (thought.simulations < (this.#known.get(key)?.simulations ?? 0)) return;
      this.#remember(key, thought);
      if (asked === this.#asked) this.thought = thought;
    };
    const moves = game.moves.map(({ move }) => move);
    const work = searchLines(game.setup, moves, { seconds: MOST_SECONDS, workers: workers(), open }, tell);
    this.#work = work;
    try {
      tell(await work.answer);
      if (asked === this.#asked && this.thought) noteSpeed(game.setup.game, this.thought.lines, this.thought.seconds, workers());
    } catch {
      // A worker that died, or a game that no engine knows: there is nothing to show.
    }
    if (asked === this.#asked) this.running = false;
  }

  #remember(key: string, thought: Thought): void {
    this.#known.delete(key);
    this.#known.set(key, thought);
    for (const old of [...this.#known.keys()].slice(0, -MOST_KNOWN)) this.#known.delete(old);
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
