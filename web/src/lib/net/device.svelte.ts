/** All seats that this browser holds at one table, behind one object: one session for each, or one that watches. */
import type { Event, Seat } from "./protocol";
import type { TableSession } from "./session.svelte";
import { settings } from "../settings.svelte";

/** Milliseconds. */
const STEP = 350;

/** How long a bot's move is looked at before the next one comes: not at all where nothing is to move. */
export function stepPace(): number {
  const still = settings.motion === "off" || globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : STEP;
}

export class Device {
  readonly sessions: readonly TableSession[];
  /** The seat whose person has said: it is me who looks now. */
  revealed = $state<Seat | null>(null);
  #last: TableSession;

  constructor(
    readonly id: string,
    readonly own: readonly Seat[],
    onevent: (event: Event) => void,
    connect: (seat: Seat | null) => TableSession,
  ) {
    this.sessions = own.length ? own.map(connect) : [connect(null)];
    this.#last = this.sessions[0] as TableSession;
    this.#last.onevent = onevent;
  }

  /** The seat that is looked through: the one whose turn it is, else the one that had it last. */
  active = $derived.by((): TableSession => {
    const turn = (this.sessions[0] as TableSession).state?.table.to_move;
    const found = this.sessions.find(({ seat }) => seat !== null && seat === turn);
    if (found) this.#last = found;
    return this.#last;
  });

  /** Everybody at this table sees the same public things; the first line that works tells them. */
  shared = $derived.by((): TableSession => this.sessions.find(({ connection }) => connection === "open") ?? this.active);

  /** Whether this browser holds several seats, so that people pass it on. */
  get passed(): boolean {
    return this.own.length > 1;
  }

  /** Show at once what would come one after another. */
  hurry(): void {
    for (const session of this.sessions) session.hurry();
  }

  wake(): void {
    for (const session of this.sessions) session.wake();
  }

  close(): void {
    for (const session of this.sessions) session.close();
  }
}
