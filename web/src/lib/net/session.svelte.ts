/**
 * One seat (or an onlooker) at one table, over one socket at a time.
 *
 * What holds: `state` is what the server said last; an own move is in `pending` from the moment it is made until the
 * server has answered. Whatever was sent and not answered is sent again after a reconnect, under the same id, so
 * nothing is lost and nothing is played twice.
 */
import type { LocalGame } from "../../engine";
import { type Hint, Hinting } from "../play/hinting.svelte";
import type { Rules } from "../play/rules";
import { isSlow } from "../speed";
import {
  type Event,
  type Favour,
  type FromServer,
  type Move,
  type Played,
  type Presence,
  type Reaction,
  type Refusal,
  Refused,
  type Seat,
  type Snapshot,
  type TableView,
  type ToServer,
  type Update,
} from "./protocol";

export type Connection = "connecting" | "open" | "lost" | "closed";

/** Everything known about the table; the moves are kept up to date by the updates. */
export type Known = Omit<Snapshot, "type" | "presence" | "setup" | "waited" | "patience">;

/** A move that was sent and is not confirmed yet; how it stands after it, where this page has the rules. */
export interface Pending {
  ply: number;
  move: Move;
  view: TableView | null;
}

export interface Pace {
  /** The first pause before a reconnect, in ms; it doubles up to the longest. */
  shortest: number;
  longest: number;
  /** After so much silence the line is tested, and given up when no answer comes in the same time. */
  silence: number;
  /** How long a bot's move is seen before the next one is shown, in ms. */
  step: number;
}

const PACE: Pace = { shortest: 400, longest: 15_000, silence: 12_000, step: 0 };

/** The codes with which the server says: do not come back. */
const FINAL = new Set([4401, 4403, 4404, 4409]);

interface Letter {
  text: string;
  resolve: (version: number) => void;
  reject: (reason: Error) => void;
}

/** A seat at a table, or an onlooker, wherever the table is: what the pages speak to. */
export interface TableSession {
  readonly seat: Seat | null;
  readonly state: Known | null;
  readonly presence: Presence | null;
  readonly connection: Connection;
  readonly closedWith: number | null;
  readonly pending: Pending | null;
  readonly thinking: { seat: Seat; share: number; trouble?: boolean } | null;
  readonly hint: Hint | null;
  readonly reaction: { seat: Seat; reaction: Reaction; at: number } | null;
  readonly analysis: number | null;
  readonly clockAt: number;
  /** From when on whose turn it is counts as gone if they have no page open, by Date.now(); only with others elsewhere. */
  readonly goneAt?: number;
  set onevent(listener: (event: Event) => void);
  play(move: Move): Promise<void>;
  check(move: Move): Promise<Refusal | null>;
  ask(what: Favour): Promise<number>;
  answer(yes: boolean): Promise<number>;
  resign(): Promise<number>;
  claim(seat: Seat, bot: boolean): Promise<number>;
  askHint(): Promise<void>;
  react(reaction: Reaction): Promise<number>;
  /** Whoever thinks is to be content with what is known by now; only where bots think on this device. */
  stop?(): void;
  hurry(): void;
  wake(): void;
  close(): void;
}

export class Session implements TableSession {
  state = $state.raw<Known | null>(null);
  presence = $state.raw<Presence | null>(null);
  connection = $state.raw<Connection>("connecting");
  /** Why the server closed the line for good. */
  closedWith = $state.raw<number | null>(null);
  pending = $state.raw<Pending | null>(null);
  /** How much of its time the bot on turn has used. */
  thinking = $state.raw<{ seat: Seat; share: number; trouble?: boolean } | null>(null);
  readonly #hinting = new Hinting();
  reaction = $state.raw<{ seat: Seat; reaction: Reaction; at: number } | null>(null);
  analysis = $state.raw<number | null>(null);
  /** When the clocks in `state` were right, by performance.now(). */
  clockAt = $state.raw(0);
  goneAt = $state.raw(Infinity);

  onevent: (event: Event) => void = () => {};

  readonly #url: string;
  readonly #pace: Pace;
  /** The position, where this page has the rules and nothing is hidden: then the server is not asked about them. */
  #game: LocalGame | null = null;
  #rules: Rules | null;
  /** Moves of bots that wait to be shown, each after the one before it has been seen. */
  #waiting: Update[] = [];
  #shownAt = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  readonly #letters = new Map<string, Letter>();
  readonly #name = Math.random().toString(36).slice(2, 10);
  #socket: WebSocket | null = null;
  #count = 0;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #patience = Infinity;
  #watchdog: ReturnType<typeof setInterval> | undefined;

  constructor(
    url: string,
    readonly seat: Seat | null,
    pace: Partial<Pace> = {},
    rules: Rules | null = null,
  ) {
    this.#rules = rules;
    this.#url = url;
    this.#pace = { ...PACE, ...pace };
    this.#pause = this.#pace.shortest;
    this.#connect();
    this.#watchdog = setInterval(() => this.#listen(), this.#pace.silence / 2);
  }

  /** Play a move; it shows as pending at once. Rejects with Refused, and the move is gone again. */
  async play(move: Move): Promise<void> {
    const ply = this.state?.ply;
    if (ply === undefined || this.pending) return;
    const after = this.#game?.fault(move) === null ? this.#game.play(move) : null;
    const pending = { ply, move, view: after?.view(this.seat) ?? null };
    this.pending = pending;
    this.#hinting.drop();
    try {
      await this.#send({ type: "play", ply, move });
    } finally {
      if (this.pending === pending) this.pending = null;
    }
  }

  /** Ask whether a move would be legal; null means yes. */
  async check(move: Move): Promise<Refusal | null> {
    const ply = this.state?.ply;
    if (ply === undefined) return null;
    if (this.#game) return this.#game.fault(move);
    try {
      await this.#send({ type: "check", ply, move });
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  ask(what: Favour): Promise<number> {
    return this.#send({ type: "ask", what });
  }

  answer(yes: boolean): Promise<number> {
    return this.#send({ type: "answer", yes });
  }

  resign(): Promise<number> {
    return this.#send({ type: "resign" });
  }

  /** Go on without somebody who has been away for long: a bot plays on, or the game is over. */
  claim(seat: Seat, bot: boolean): Promise<number> {
    return this.#send({ type: "claim", seat, bot });
  }

  get hint(): Hint | null {
    return this.#hinting.now;
  }

  /** A hint, from this device if it has all that is needed and is not slow. */
  async askHint(): Promise<void> {
    if (this.#game && !isSlow(this.#game.setup.game)) return this.#hinting.ask(this.#game);
    this.#hinting.now = { ply: this.state?.ply ?? 0, share: 0, lines: null };
    await this.#send({ type: "hint" }).catch((error: unknown) => {
      this.#hinting.drop();
      throw error;
    });
  }

  react(reaction: Reaction): Promise<number> {
    return this.#send({ type: "react", reaction });
  }

  /** Look at once whether the line is alive, or come back at once if it is not: for "online" and waking up. */
  wake(): void {
    if (this.connection === "closed") return;
    if (this.#socket?.readyState === WebSocket.OPEN) void this.#send({ type: "ping" }).catch(() => {});
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect();
  }

  close(): void {
    this.#finish(null);
  }

  // ---------------------------------------------------------------- the line

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#heard = Date.now();
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#receive(JSON.parse(message.data) as FromServer);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.#socket) this.#lose(event.code);
    };
  }

  /** No snapshot is older than what was seen here, whichever process of the server answers. */
  #address(): string {
    const url = new URL(this.#url);
    if (this.seat !== null) url.searchParams.set("seat", String(this.seat));
    if (this.state) url.searchParams.set("version", String(this.state.version));
    if (this.#rules) url.searchParams.set("legal", "no");
    return url.href;
  }

  #lose(code: number): void {
    this.#socket = null;
    if (FINAL.has(code)) return this.#finish(code);
    this.connection = "lost";
    this.thinking = null;
    // Jitter keeps all pages of a restarted server from coming back in the same instant.
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, this.#pace.longest);
  }

  #finish(code: number | null): void {
    clearTimeout(this.#next);
    clearTimeout(this.#timer);
    clearInterval(this.#watchdog);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#hinting.drop();
    this.connection = "closed";
    this.closedWith = code;
    for (const letter of this.#letters.values()) letter.reject(new Error("closed"));
    this.#letters.clear();
  }

  #listen(): void {
    const silent = Date.now() - this.#heard;
    if (silent > 2 * this.#pace.silence) {
      const socket = this.#socket;
      if (!socket) return;
      this.#lose(1006);
      socket.close();
    } else if (silent > this.#pace.silence && this.#socket?.readyState === WebSocket.OPEN) {
      void this.#send({ type: "ping" }).catch(() => {});
    }
  }

  // ---------------------------------------------------------------- letters

  #send(message: ToServer): Promise<number> {
    if (this.connection === "closed") return Promise.reject(new Error("closed"));
    const id = `${this.#name}-${++this.#count}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      this.#letters.set(id, { text, resolve, reject });
      if (this.connection === "open") this.#socket?.send(text);
    });
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        return this.#begin(message);
      case "update":
        this.#waiting.push(message);
        return this.#show();
      case "done":
      case "refused": {
        const letter = message.id === null ? undefined : this.#letters.get(message.id);
        if (message.id !== null) this.#letters.delete(message.id);
        if (message.type === "done") letter?.resolve(message.version);
        else letter?.reject(new Refused(message));
        return;
      }
      case "presence":
        this.presence = { seats: message.seats, onlookers: message.onlookers };
        return;
      case "reaction":
        this.reaction = { seat: message.seat, reaction: message.reaction, at: Date.now() };
        return;
      case "thinking":
        this.thinking = message;
        return;
      case "hint":
        if (message.ply === this.state?.ply) this.#hinting.now = message;
        return;
      case "analysis":
        this.analysis = message.share;
    }
  }

  /** Show what has come, moves of bots no faster than they can be followed. */
  #show(): void {
    clearTimeout(this.#next);
    for (let update = this.#waiting[0]; update; update = this.#waiting[0]) {
      const { event } = update;
      const bot = event.kind === "played" && this.state?.table.seats[event.seat]?.kind === "bot";
      const wait = bot ? this.#shownAt + this.#pace.step - performance.now() : 0;
      if (wait > 0) {
        this.#next = setTimeout(() => this.#show(), wait);
        return;
      }
      this.#waiting.shift();
      this.#advance(update);
      if (event.kind === "played") this.#shownAt = performance.now();
    }
  }

  /** Show at once whatever waits. */
  hurry(): void {
    this.#shownAt = -Infinity;
    for (const update of this.#waiting.splice(0)) this.#advance(update);
    clearTimeout(this.#next);
  }

  #begin(snapshot: Snapshot): void {
    this.#waiting = [];
    const { type: _, presence, setup, waited, patience, ...known } = snapshot;
    this.#game = this.#apply((rules) => rules.open(setup, known.moves));
    this.#know(known);
    this.presence = presence;
    this.#patience = patience;
    this.goneAt = Date.now() + patience - waited;
    this.#settle();
    if (this.connection === "open") return;
    this.connection = "open";
    this.#pause = this.#pace.shortest;
    for (const letter of this.#letters.values()) this.#socket?.send(letter.text);
  }

  #advance(update: Update): void {
    const known = this.state;
    if (!known || update.version <= known.version) return;
    if (update.version > known.version + 1) {
      void this.#send({ type: "sync", version: known.version }).catch(() => {});
      return;
    }
    const { type: _, event, view, ...rest } = update;
    const moves = followMoves(known.moves, event, update.ply);
    if (moves !== known.moves) this.#game = this.#apply((rules) => this.#game && rules.follow(this.#game, moves));
    this.#know({ ...known, ...rest, view: view === undefined ? known.view : view, moves });
    this.goneAt = Date.now() + this.#patience;
    this.#settle();
    this.onevent(event);
  }

  /** What the rules in this page say. Should they not go with the server's, the page asks for lists of moves from now on. */
  #apply(open: (rules: Rules) => LocalGame | null): LocalGame | null {
    if (!this.#rules) return null;
    try {
      return open(this.#rules);
    } catch {
      this.#rules = null;
      this.#socket?.close();
      return null;
    }
  }

  #know(known: Known): void {
    const chooses = this.#game !== null && this.seat !== null && this.seat === known.table.to_move;
    this.state = chooses ? { ...known, legal: this.#game?.legal() ?? null } : known;
  }

  /** Forget what belongs to a position that has passed. */
  #settle(): void {
    const state = this.state;
    this.clockAt = performance.now();
    if (this.hint && this.hint.ply !== state?.ply) this.#hinting.drop();
    if (this.thinking && this.thinking.seat !== state?.table.to_move) this.thinking = null;
    if (this.pending && state && state.ply > this.pending.ply) this.pending = null;
  }
}

/** The moves after an event: one more, or fewer after a takeback. */
function followMoves(moves: Played[], event: Event, ply: number): Played[] {
  if (event.kind === "played") return [...moves.slice(0, event.ply - 1), { seat: event.seat, move: event.move }];
  return moves.length > ply ? moves.slice(0, ply) : moves;
}
