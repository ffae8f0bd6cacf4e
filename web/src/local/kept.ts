/**
 * Games that this browser plays by itself, in local storage: set-up and events, from which all else follows.
 *
 * Local storage is written before the next line of code runs, so a page that is closed at any moment loses nothing.
 */
import type { Setup } from "../engine";
import type { Event, OwnCard, SeatCard } from "../lib/net/protocol";

/** What can happen at such a table; the same events as the server stores. */
export type LocalEvent = Extract<Event, { kind: "played" | "asked" | "resigned" }>;

export interface Kept {
  id: string;
  setup: Setup;
  /** The set-up as a record without moves, for the server. */
  record: string;
  /** Who sat where at the beginning. */
  seats: SeatCard[];
  takebacks: boolean;
  hints: boolean;
  created: number;
  used: number;
  events: LocalEvent[];
  /** How many of the events the server has; null: it has never heard of the table. */
  brought: number | null;
  /** How it stands, for lists. */
  card: OwnCard;
  /** The table of the rematch. */
  next: string | null;
}

const KEY = "tischlein-table-";
/** Finished games that the server has are kept here until there are so many. */
const MOST_FINISHED = 30;
const ALPHABET = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** An id like the server's, of 81 random bits. */
export function newId(): string {
  const letters: string[] = [];
  while (letters.length < 14) {
    // Bytes beyond a multiple of the alphabet are drawn again, so that every letter is as likely.
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    const letter = byte < 4 * ALPHABET.length ? ALPHABET[byte % ALPHABET.length] : undefined;
    if (letter) letters.push(letter);
  }
  return letters.join("");
}

/** A table, or null: there is none, or it cannot be read. */
export function findKept(id: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** All tables, the latest first. */
export function listKept(): Kept[] {
  const ids = keys().map((key) => key.slice(KEY.length));
  const found = ids.flatMap((id) => findKept(id) ?? []);
  return found.sort((a, b) => b.used - a.used);
}

/** Write a table. Where the browser keeps nothing, the game goes on and is only lost with the page. */
export function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY + kept.id, JSON.stringify(kept));
  } catch {
    clear(0);
    try {
      localStorage.setItem(KEY + kept.id, JSON.stringify(kept));
    } catch {
      // Full, or not allowed.
    }
  }
}

export function forget(id: string): void {
  localStorage.removeItem(KEY + id);
}

/** Forget the oldest finished games that the server has. */
export function clear(most = MOST_FINISHED): void {
  const done = listKept().filter((one) => one.card.status === "over" && one.brought === one.events.length);
  for (const { id } of done.slice(most)) forget(id);
}

/** Call back when another tab has changed a table; returns how to stop. */
export function onOtherTab(id: string, changed: (kept: Kept | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY + id) changed(findKept(id));
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  } catch {
    return [];
  }
}
