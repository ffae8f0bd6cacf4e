/** A table of this device at one moment: its events, one after the other. The same steps as the server's Table. */
import type { LocalGame } from "../engine";
import { type Card, type OwnCard, type Played, type Result, Refused, type Seat, type SeatCard } from "../lib/net/protocol";
import type { Kept, LocalEvent } from "./kept";

/** What is known of a table before anything happened there. */
export type Fresh = Omit<Kept, "card">;

export interface Now {
  readonly kept: Fresh;
  /** The positions after 0, 1, 2 … moves. */
  readonly games: readonly LocalGame[];
  readonly seats: readonly SeatCard[];
  /** Seats that were given up, and that bots play on. */
  readonly resigned: readonly Seat[];
  readonly result: Result | null;
}

/** A refusal as the server would say it. */
export const refuse = (code: string, source = "server") => new Refused({ code, source, rule: null, details: {} });

/** The table before its first event. */
export function begin(kept: Fresh, start: LocalGame): Now {
  return settle({ kept: { ...kept, events: [] } as Fresh, games: [start], seats: kept.seats, resigned: [], result: null });
}

/** The table after one more event; throws Refused for a move that the rules do not allow. `usual`: who plays on. */
export function follow(now: Now, event: LocalEvent, usual: string): Now {
  const kept = { ...now.kept, events: [...now.kept.events, event] };
  return settle({ ...now, kept, ...change(now, event, usual) });
}

function change(now: Now, event: LocalEvent, usual: string): Partial<Now> {
  if (event.kind === "played") return { games: [...now.games, position(now).play(event.move)] };
  if (event.kind === "resigned") return giveUp(now, event.seat, usual);
  if (event.what === "takeback") return { games: now.games.slice(0, (event.ply ?? 0) + 1) };
  const everybody = now.seats.map((_, seat) => seat);
  return { result: { reason: "agreed", places: everybody.map(() => 1), winners: everybody } };
}

/** With two seats the other one has won; with more, a bot plays on. */
function giveUp(now: Now, seat: Seat, usual: string): Partial<Now> {
  if (now.seats.length > 2) {
    const seats = now.seats.map((chair, i): SeatCard => (i === seat ? { kind: "bot", level: usual } : chair));
    return { seats, resigned: [...now.resigned, seat] };
  }
  return { result: { reason: "resigned", places: now.seats.map((_, i) => (i === seat ? 2 : 1)), winners: [1 - seat] } };
}

function settle(now: Now): Now {
  const outcome = position(now).outcome;
  const result = now.result ?? (outcome && { reason: "played" as const, places: outcome.places, winners: outcome.winners });
  return { ...now, result };
}

export const position = (now: Now): LocalGame => now.games.at(-1) as LocalGame;

export const toMove = (now: Now): Seat | null => (now.result ? null : position(now).toMove);

export const movesOf = (now: Now): Played[] => [...position(now).moves];

export function cardOf(now: Now): OwnCard {
  const { kept, seats, result, resigned } = now;
  const { game, variant, options } = kept.setup;
  const mine = seats.flatMap((chair, seat) => (chair.kind === "person" ? [seat] : []));
  const card: Card = {
    id: kept.id, game, variant, options: { ...options }, seats: [...seats], status: result ? "over" : "playing", public: false,
    clock: null, takebacks: kept.takebacks, hints: kept.hints, imported: false, local: true, ply: position(now).moves.length,
    to_move: toMove(now), result, next: kept.next, created: kept.created,
  }; // prettier-ignore
  return { ...card, mine, resigned: [...resigned] };
}

/** To which ply a seat may take back. Throws Refused as the server does. */
export function takebackPly(now: Now, seat: Seat, secret: boolean): number {
  if (!now.kept.takebacks) throw refuse("no-takebacks");
  if (secret) throw refuse("hidden-was-shown");
  const ply = position(now).moves.findLastIndex((played) => played.seat === seat);
  if (ply < 0) throw refuse("nothing-to-take-back");
  return ply;
}
