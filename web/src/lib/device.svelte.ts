/** All seats that this browser holds at one table, behind one object: one socket for each, or one that watches. */
import { api } from "./api";
import type { Event, Seat } from "./protocol";
import { Session } from "./session.svelte";

export class Device {
  readonly sessions: readonly Session[];
  /** The seat whose person has said: it is me who looks now. */
  revealed = $state<Seat | null>(null);
  #last: Session;

  constructor(
    readonly id: string,
    readonly own: readonly Seat[],
    onevent: (event: Event) => void,
    url = api.socketUrl(id),
  ) {
    this.sessions = own.length ? own.map((seat) => new Session(url, seat)) : [new Session(url, null)];
    this.#last = this.sessions[0] as Session;
    this.#last.onevent = onevent;
  }

  /** The seat that is looked through: the one whose turn it is, else the one that had it last. */
  active = $derived.by((): Session => {
    const turn = (this.sessions[0] as Session).state?.table.to_move;
    const found = this.sessions.find(({ seat }) => seat !== null && seat === turn);
    if (found) this.#last = found;
    return this.#last;
  });

  /** Everybody at this table sees the same public things; the first line that works tells them. */
  shared = $derived.by((): Session => this.sessions.find(({ connection }) => connection === "open") ?? this.active);

  /** Whether this browser holds several seats, so that people pass it on. */
  get passed(): boolean {
    return this.own.length > 1;
  }

  wake(): void {
    for (const session of this.sessions) session.wake();
  }

  close(): void {
    for (const session of this.sessions) session.close();
  }
}
