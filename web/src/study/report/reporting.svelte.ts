/** The report on the game of a table: begun, left alone when nobody looks, gone on with, kept by the browser. */
import type { Outcome } from "../../engine";
import { api } from "../../lib/net/api";
import { type AnalysisState, type Assessment, type Played, Refused } from "../../lib/net/protocol";
import { hasServer } from "../../lib/net/site";
import { isSlow } from "../../lib/speed";
import type { Past } from "../../table/past";
import { Analysis, findLooks, keepLooks, type Looks } from "./analysis";
import { assess, makeReport } from "./report";

/** How often the server is asked how far it is, in milliseconds. */
const ASK_EVERY = 1000;

export class Reporting {
  assessments = $state.raw<readonly Assessment[]>([]);
  /** How much of the work is done; null: nobody has asked for it. */
  share = $state<number | null>(null);
  /** Whether somebody wants it to go on; `here`: on this device. */
  state = $state<"idle" | "here" | "server">("idle");
  /** Whether the engine is at work on this device. */
  working = $state(false);
  #looks: Looks = [];
  #work: Analysis | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen = true;

  constructor(
    readonly id: string,
    readonly game: string,
    readonly moves: readonly Played[],
    readonly seats: number,
    readonly outcome: Outcome | null,
    readonly past: Past,
  ) {}

  report = $derived.by(() => makeReport(this.assessments, this.moves.length, this.seats));

  /** No derived state, for what was stopped by leaving the page asks for it after the page has gone. */
  get done(): boolean {
    return this.share === 1;
  }

  /** Show what is known already; what was begun earlier goes on, at the server if that has it. */
  open(): void {
    const known = findLooks(this.id);
    if (known.some(Boolean)) this.#show(known);
    if (this.done) return;
    const goOn = () => void (known.some(Boolean) && this.begin());
    if (!hasServer) return goOn();
    void api.analysis(this.id).then((state) => (state.share === null ? goOn() : this.#follow(state)), goOn);
  }

  /** On the own processor, unless it is slow and there is a server. */
  async begin(): Promise<void> {
    if (this.state !== "idle") return;
    if (hasServer && isSlow(this.game)) return this.#askServer();
    this.share ??= 0;
    this.state = "here";
    await this.#think();
  }

  /** Somebody has had enough; what is known stays. */
  stop(): void {
    this.#work?.stop();
    clearInterval(this.#timer);
    this.state = "idle";
  }

  /** Let the server do it: there it goes on without the page. If it does not, this device goes on. */
  async hand(): Promise<void> {
    this.stop();
    this.working = false;
    await this.#askServer();
    if (this.state === "idle" && !this.done) await this.begin();
  }

  /** Whether anybody sees the page: without eyes nothing is worked for. */
  look(seen: boolean): void {
    if (seen === this.#seen) return;
    this.#seen = seen;
    if (!seen) this.#work?.stop();
    else if (this.state === "here") void this.#think();
  }

  async #think(): Promise<void> {
    if (!this.#seen) return;
    try {
      const setup = await this.past.setup();
      const work = new Analysis(setup, this.moves.map(({ move }) => move), this.#looks, (looks) => this.#found(looks));
      this.#work = work;
      this.working = true;
      await work.run();
      if (this.#work !== work) return; // it was stopped, and another one has begun meanwhile
      this.working = false;
      if (this.done) this.state = "idle";
    } catch {
      this.working = false;
      this.stop();
      if (hasServer) await this.#askServer();
    }
  }

  #found(looks: Looks): void {
    // Of a search that was stopped and of the one that follows it, both may still tell something.
    this.#show(this.moves.map((_, ply) => looks[ply] ?? this.#looks[ply]));
    keepLooks(this.id, this.#looks);
  }

  #show(looks: Looks): void {
    this.#looks = looks;
    this.assessments = assess(this.moves, looks, this.outcome);
    this.share = looks.filter(Boolean).length / Math.max(1, this.moves.length);
  }

  // ---------------------------------------------------------------- at the server

  async #askServer(): Promise<void> {
    const known = this.#looks.some(Boolean);
    this.share ??= 0;
    this.state = "server";
    try {
      this.#follow(await api.startAnalysis(this.id));
    } catch {
      if (!known) this.share = null;
      this.stop();
    }
  }

  #follow({ share, moves }: AnalysisState): void {
    clearInterval(this.#timer);
    if (moves) this.assessments = moves;
    this.share = moves ? 1 : share;
    this.state = !moves && share !== null ? "server" : "idle";
    if (this.state === "server") this.#timer = setInterval(() => void this.#ask(), ASK_EVERY);
  }

  /** Ask how far it is. A connection that is lost comes back, and a server that was started anew is told again. */
  async #ask(): Promise<void> {
    try {
      const state = await api.analysis(this.id);
      if (this.state !== "server") return;
      this.#follow(state.share === null ? await api.startAnalysis(this.id) : state);
    } catch (error) {
      if (error instanceof Refused) this.stop();
    }
  }
}
