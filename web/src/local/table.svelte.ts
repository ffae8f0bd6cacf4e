/**
 * A table that this device plays by itself: people at this screen, and bots in workers on its own processor.
 *
 * What holds: an event is kept (local storage) before it is shown, as the server stores before it tells. Of several
 * tabs at one table only one plays the bots. When there is a server, it hears of the game in the pauses.
 */
import { chooseMove, levelsOf, openGame, type LocalGame, type Setup, type Thinking } from "../engine";
import { type Event, type Favour, type Move, type OwnCard, type Refusal, type Seat, type SeatCard } from "../lib/net/protocol";
import type { Known, TableSession } from "../lib/net/session.svelte";
import { bring, watched } from "./bring";
import { findKept, keep, type Kept, type LocalEvent, onOtherTab } from "./kept";
import { beginRematch } from "./begin";
import { Hinting } from "../lib/play/hinting.svelte";
import { begin, cardOf, follow, movesOf, type Now, position, refuse, takebackPly, toMove } from "./now";

/** How long the server may know less than this device, in ms: it hears at the latest when the page is left. */
const PAUSE = 300_000;

export class LocalTable {
  #now = $state.raw() as Now;
  /** Who thinks, and how much of its time is used. */
  thinking = $state.raw<{ seat: Seat; share: number } | null>(null);
  readonly hinting = new Hinting();
  /** Somebody plays on at the server: this copy is of the past. */
  takenOver = $state(false);

  onevent: (event: Event) => void = () => {};

  #thought: { ply: number; work: Thinking<Move> | null } | null = null;
  #leads = false;
  #shownAt = -Infinity;
  #hurry: () => void = () => {};
  readonly #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    now: Now,
    readonly secret: boolean,
    readonly usual: string,
    /** How long a bot's move is seen before the next one is shown, in ms. */
    readonly step: number,
  ) {
    this.#now = now;
    const stop = onOtherTab(now.kept.id, (kept) => kept && this.#reread(kept));
    this.#end.signal.addEventListener("abort", stop);
    document.addEventListener("visibilitychange", this.#hide);
    this.#lead();
  }

  /** Open a table of this device; null: it has none of this id. */
  static async open(id: string, secret: boolean, step: number): Promise<LocalTable | null> {
    const kept = findKept(id);
    if (!kept) return null;
    const [start, levels] = await Promise.all([openGame(kept.setup), levelsOf(kept.setup.game)]);
    const usual = `level${(levels.length + 1) >> 1}`;
    return new LocalTable(replay(kept, start, usual), secret, usual, step);
  }

  get id(): string {
    return this.#now.kept.id;
  }

  get setup(): Setup {
    return this.#now.kept.setup;
  }

  card = $derived.by((): OwnCard => cardOf(this.#now));

  /** The position after so many moves. */
  at(ply: number): LocalGame {
    return this.#now.games[ply] ?? position(this.#now);
  }

  /** The game as text, with who sat where. */
  record(): string {
    const { seats, result } = this.#now;
    const name = (chair: SeatCard) => (chair.kind === "bot" ? chair.level : chair.kind === "person" && chair.name ? `human:${chair.name}` : "human");
    const tags = Object.fromEntries(seats.map((chair, seat) => [`Seat ${seat}`, name(chair)]));
    if (result && result.reason !== "played") tags["Ended"] = [result.reason, "winners", ...result.winners].join(" ");
    return position(this.#now).record({ ...tags, Local: "yes" });
  }

  /** What a seat, or an onlooker, may know. */
  known(seat: Seat | null): Known {
    const now = this.#now;
    const game = position(now);
    const turn = toMove(now);
    const { mine: _, resigned: __, ...table } = this.card;
    return {
      version: now.kept.events.length, you: seat, table, ply: game.moves.length, view: game.view(now.result && !this.secret ? null : seat),
      legal: seat !== null && seat === turn && now.seats[seat]?.kind === "person" ? [...game.legal()] : null,
      moves: movesOf(now), clock: null, request: null, result: now.result,
    }; // prettier-ignore
  }

  // ---------------------------------------------------------------- what people do

  play(seat: Seat, move: Move): void {
    const game = position(this.#now);
    if (toMove(this.#now) !== seat) throw refuse("not-your-turn", "core");
    this.#append({ kind: "played", seat, ply: game.moves.length + 1, move: game.canonical(move) });
  }

  check(move: Move): Refusal | null {
    return position(this.#now).fault(move);
  }

  async ask(seat: Seat, what: Favour): Promise<void> {
    if (what === "rematch") {
      const next = this.#now.kept.next ?? (await beginRematch(this.#now.kept));
      this.#now = { ...this.#now, kept: { ...this.#now.kept, next } };
      keep({ ...(findKept(this.id) ?? this.#now.kept), next, card: cardOf(this.#now) });
      this.onevent({ kind: "asked", seat, what, needs: [], ply: null, next });
    } else if (this.#now.result) throw refuse("game-over", "core");
    else {
      const ply = what === "takeback" ? takebackPly(this.#now, seat, this.secret) : position(this.#now).moves.length;
      this.#append({ kind: "asked", seat, what, needs: [], ply, next: null });
    }
  }

  resign(seat: Seat): void {
    if (this.#now.result) throw refuse("game-over", "core");
    this.#append({ kind: "resigned", seat });
  }

  async askHint(): Promise<void> {
    if (!this.#now.kept.hints) throw refuse("no-hints");
    await this.hinting.ask(position(this.#now));
  }

  /** Whoever thinks is to be content with what is known by now. */
  stop(): void {
    this.#thought?.work?.stop();
    this.hurry();
  }

  /** Show at once whatever waits. */
  hurry(): void {
    this.#shownAt = -Infinity;
    this.#hurry();
  }

  close(): void {
    this.#end.abort();
    this.#thought?.work?.stop();
    this.#thought = null;
    this.hinting.drop();
    document.removeEventListener("visibilitychange", this.#hide);
    clearTimeout(this.#timer);
    void this.#bring();
  }

  // ---------------------------------------------------------------- what happens

  #append(event: LocalEvent): void {
    const stored = findKept(this.id);
    if (stored && stored.events.length !== this.#now.kept.events.length) {
      this.#reread(stored); // another tab was faster
      throw refuse("stale-ply", "core");
    }
    const now = follow(this.#now, event, this.usual);
    const kept = { ...now.kept, brought: stored?.brought ?? now.kept.brought, used: Date.now() };
    keep({ ...kept, card: cardOf(now) });
    this.#show({ ...now, kept }, event);
  }

  #show(now: Now, event: LocalEvent): void {
    this.#now = now;
    this.hinting.drop();
    if (event.kind === "played") this.#shownAt = performance.now();
    this.onevent(event);
    this.#think();
    if (now.result || watched.has(this.id)) void this.#bring();
    else this.#timer ??= setTimeout(() => void this.#bring(), PAUSE);
  }

  /** Another tab has written: follow it. */
  #reread(kept: Kept): void {
    const added = kept.events.slice(this.#now.kept.events.length);
    const last = added.at(-1);
    const now = replay(kept, this.at(0), this.usual);
    if (last) this.#show(now, last);
    else this.#now = now;
  }

  async #bring(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if ((await bring(this.id)) === "taken-over") this.takenOver = true;
  }

  readonly #hide = () => {
    if (document.visibilityState === "hidden") void this.#bring();
  };

  // ---------------------------------------------------------------- bots

  /** Play the bots here as long as no other tab does. */
  #lead(): void {
    const begin = () => {
      this.#leads = true;
      this.#think();
    };
    if (!navigator.locks) return queueMicrotask(begin);
    const ended = new Promise<void>((resolve) => this.#end.signal.addEventListener("abort", () => resolve()));
    navigator.locks
      .request(`tischlein-${this.id}`, { signal: this.#end.signal }, () => {
        const stored = findKept(this.id);
        if (stored && stored.events.length !== this.#now.kept.events.length) this.#reread(stored);
        begin();
        return ended;
      })
      .catch(() => {});
  }

  /** Let the bot whose turn it is think; a thought about a position that has passed is given up. */
  #think(): void {
    const seat = toMove(this.#now);
    const chair = seat === null ? undefined : this.#now.seats[seat];
    const ply = this.#now.games.length - 1;
    if (this.#thought?.ply === ply && chair?.kind === "bot") return;
    this.#thought?.work?.stop();
    this.#thought = null;
    this.thinking = null;
    if (seat !== null && chair?.kind === "bot" && this.#leads && !this.takenOver) void this.#moveBot(seat, chair.level, ply);
  }

  async #moveBot(seat: Seat, level: string, ply: number): Promise<void> {
    const thought = { ply, work: null as Thinking<Move> | null };
    this.#thought = thought;
    this.thinking = { seat, share: 0 };
    const move = await this.#choose(thought, seat, level);
    await this.#pause();
    if (this.#thought !== thought || this.#end.signal.aborted) return;
    this.#thought = null;
    this.thinking = null;
    this.#append({ kind: "played", seat, ply: ply + 1, move });
  }

  async #choose(thought: { work: Thinking<Move> | null }, seat: Seat, level: string): Promise<Move> {
    const game = position(this.#now);
    if (level === "random") return pick(game.legal());
    const moves = game.moves.map(({ move }) => move);
    const work = chooseMove(this.#now.kept.setup, moves, seat, level, newSeed());
    thought.work = work;
    work.onprogress = (share) => {
      if (this.#thought === thought) this.thinking = { seat, share };
    };
    return work.answer;
  }

  /** Wait until the move before has been seen, or somebody is in a hurry. */
  #pause(): Promise<void> {
    const wait = this.#shownAt + this.step - performance.now();
    if (!(wait > 0)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function replay(kept: Kept, start: LocalGame, usual: string): Now {
  const now = kept.events.reduce((before, event) => follow(before, event, usual), begin(kept, start));
  return { ...now, kept };
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}

export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** One seat at a table of this device, or an onlooker: what the pages speak to. */
export class LocalSession implements TableSession {
  readonly connection = "open";
  readonly closedWith = null;
  readonly presence = null;
  readonly pending = null;
  readonly reaction = null;
  readonly analysis = null;
  readonly clockAt = 0;

  constructor(
    readonly table: LocalTable,
    readonly seat: Seat | null,
  ) {}

  state = $derived.by((): Known => this.table.known(this.seat));

  get thinking() {
    return this.table.thinking;
  }

  get hint() {
    return this.table.hinting.now;
  }

  set onevent(listener: (event: Event) => void) {
    this.table.onevent = listener;
  }

  async play(move: Move): Promise<void> {
    this.table.play(this.#own(), move);
  }

  check(move: Move): Promise<Refusal | null> {
    return Promise.resolve(this.table.check(move));
  }

  async ask(what: Favour): Promise<number> {
    await this.table.ask(this.#own(), what);
    return this.state.version;
  }

  answer(): Promise<number> {
    return Promise.reject(refuse("nothing-asked"));
  }

  async resign(): Promise<number> {
    this.table.resign(this.#own());
    return this.state.version;
  }

  /** Nobody is away here. */
  claim(): Promise<number> {
    return Promise.reject(refuse("nothing-asked"));
  }

  askHint(): Promise<void> {
    return this.table.askHint();
  }

  react(): Promise<number> {
    return Promise.resolve(this.state.version);
  }

  stop(): void {
    this.table.stop();
  }

  hurry(): void {
    this.table.hurry();
  }

  wake(): void {
    void bring(this.table.id);
  }

  close(): void {
    this.table.close();
  }

  #own(): Seat {
    if (this.seat === null) throw refuse("not-your-seat");
    return this.seat;
  }
}
