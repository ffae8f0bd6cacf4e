/**
 * Bringing games of this device to the server: what it has not heard of yet, in order, each event once.
 *
 * The server knows how many events of a table it has and skips those, so a request whose answer was lost is sent again.
 */
import { beKnown, call, Offline } from "../lib/net/api";
import { Refused } from "../lib/net/protocol";
import { hasServer } from "../lib/net/site";
import { clear, findKept, keep, type Kept, listKept } from "./kept";

/** Events in one request. */
const MOST = 300;
/** When to look after a page was opened, and how often where the server did not answer; milliseconds. */
const SOON = 2000;
const AGAIN = 15_000;

export type Brought = "all" | "offline" | "taken-over" | "refused";

/** One after the other: a browser gets its key once, and the server its load in small portions. */
let last: Promise<unknown> = Promise.resolve();
/** Tables that somebody watches at the server. */
export const watched = new Set<string>();

/** Bring a table up to date at the server. */
export function bring(id: string): Promise<Brought> {
  const work = last.then(() => bringAll(id));
  last = work.catch(() => {});
  return work;
}

/** Bring every table that the server does not know in full; false if it does not answer. */
export async function bringEverything(): Promise<boolean> {
  for (const { id, brought, events } of listKept()) {
    if (events.length && brought !== events.length && (await bring(id)) === "offline") return false;
  }
  clear();
  return true;
}

/** Bring what was played without a connection, once there is one; returns how to stop. */
export function keepBringing(): () => void {
  if (!hasServer) return () => {};
  let waits = true;
  const attempt = () => {
    if (waits && navigator.onLine !== false) void bringEverything().then((done) => (waits = !done));
  };
  const retry = () => {
    waits = true;
    attempt();
  };
  const first = setTimeout(attempt, SOON);
  const timer = setInterval(attempt, AGAIN);
  addEventListener("online", retry);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    removeEventListener("online", retry);
  };
}

async function bringAll(id: string): Promise<Brought> {
  if (!hasServer) return "offline";
  for (let kept = findKept(id); kept?.events.length && kept.brought !== kept.events.length; kept = findKept(id)) {
    const problem = await bringSome(kept);
    if (problem) return problem;
  }
  return "all";
}

async function bringSome(kept: Kept): Promise<Brought | null> {
  const since = kept.brought ?? 0;
  const { id, record, takebacks, hints } = kept;
  const seats = kept.seats.map((seat) => (seat.kind === "person" ? { kind: "me", name: seat.name } : seat));
  const events = kept.events.slice(since, since + MOST);
  try {
    await beKnown();
    const path = `/tables/${encodeURIComponent(id)}`;
    const answer = await call<{ version: number; watched: boolean }>("PUT", path, { record, seats, takebacks, hints, since, events });
    note(id, Math.min(answer.version, since + events.length));
    if (answer.watched) watched.add(id);
    else watched.delete(id);
    return null;
  } catch (error) {
    if (error instanceof Offline) return "offline";
    if (!(error instanceof Refused)) throw error;
    if (error.refusal.code === "missing-events" && since) {
      note(id, Number(error.refusal.details["version"] ?? 0));
      return null;
    }
    return error.refusal.code === "taken-over" ? "taken-over" : "refused";
  }
}

/** Events may have been added meanwhile: only the count is written into what is kept now. */
function note(id: string, brought: number): void {
  const kept = findKept(id);
  if (kept) keep({ ...kept, brought });
}
