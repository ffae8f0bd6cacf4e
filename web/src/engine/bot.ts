/** A bot that searches in slices: `SearchBot` in Python. Equal seeds and simulations give equal choices. */
import type { GameEngine, Search } from "./game.ts";
import { Random } from "./random.ts";
import { merge } from "./search.ts";
import type { Level, Limits, Variation, LocalGame, Seat } from "./types.ts";

/** Milliseconds between two looks at the clock. */
const SLICE = 30;

/** Told what share of the limits is used; says whether to go on. Others have their turn before it answers. */
export type Watch = (share: number, lines: () => Variation[]) => Promise<boolean>;

export class Bot {
  readonly #random: Random;
  #search: Search | null = null;
  /** How many simulations the last choice took. */
  simulations = 0;

  /** Whether more thinking cannot change the last choice. */
  get proven(): boolean {
    return this.#search?.proven ?? false;
  }

  constructor(
    readonly engine: GameEngine,
    readonly level: Level | null,
    seed?: number,
  ) {
    this.#random = new Random(seed);
  }

  /** What was looked at to find a move, the choice first. */
  async decide(game: LocalGame, seat: Seat, watch: Watch): Promise<Variation[]> {
    const { level, engine } = this;
    if (!level) {
      const moves = [...engine.sample(game, seat, this.#random).legal()];
      this.#random.shuffle(moves);
      return moves.map((move) => ({ move, value: 0.5, visits: 0, continuation: [], proven: false }));
    }
    const dealt = engine.sample(game, seat, new Random(this.#random.seed()));
    if (level.book) {
      const known = await engine.findOpenings(dealt);
      if (known.length) return [{ move: this.#random.choice(known), value: 0.5, visits: 0, continuation: [], proven: false }];
    }
    const limits = { seconds: level.seconds, ...(level.simulations === null ? {} : { simulations: level.simulations }) };
    return this.#lookInto(game, dealt, limits, level.thrifty, watch);
  }

  /** The moves that were looked at, best first. A thrifty one stops as soon as the rest cannot change the choice. */
  async analyse(game: LocalGame, seat: Seat, limits: Limits, thrifty: boolean, watch: Watch): Promise<Variation[]> {
    return this.#lookInto(game, this.engine.sample(game, seat, new Random(this.#random.seed())), limits, thrifty, watch);
  }

  async #lookInto(game: LocalGame, dealt: LocalGame, limits: Limits, thrifty: boolean, watch: Watch): Promise<Variation[]> {
    const open = limits.open === true && this.engine.info.secret;
    const sample = open ? game : dealt;
    const seed = this.#random.seed();
    const settings = { ...this.level?.settings, ...(open ? { open: 1 } : {}) };
    if (!this.#search?.advance(sample)) this.#search = await this.engine.search(sample, seed, settings);
    await this.#think(this.#search, limits, thrifty, watch);
    return merge([this.#search.lines()]);
  }

  async #think(search: Search, limits: Limits, thrifty: boolean, watch: Watch): Promise<void> {
    const { seconds = Infinity, simulations = Infinity } = limits;
    const start = performance.now();
    let step = 8;
    this.simulations = 0;
    let shown = start;
    while (!search.proven) {
      const now = performance.now();
      const share = Math.max((now - start) / 1000 / seconds, this.simulations / simulations);
      if (share >= 1) return;
      // Others have their turn: not in every slice of a quick bot.
      if (now - shown >= SLICE) {
        shown = now;
        if (!(await watch(share, () => search.lines()))) return;
      }
      if (this.simulations) {
        const rate = this.simulations / Math.max((now - start) / 1000, 1e-4);
        const rest = Math.min(rate * (seconds - (now - start) / 1000), simulations - this.simulations);
        if (thrifty && search.isDecided(Math.floor(rest))) return;
        const wanted = Math.min((rate * SLICE) / 1000, thrifty ? rest / 3 : rest);
        step = Math.max(8, Math.min(4 * step, Math.floor(wanted)));
      }
      step = Math.max(1, Math.min(step, simulations - this.simulations));
      search.run(step);
      this.simulations += step;
    }
  }
}
