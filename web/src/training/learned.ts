/** What somebody has learned: kept by the browser, and on request by the server, so that one can go on elsewhere. */
import { call, erase } from "../lib/net/api";
import { Refused } from "../lib/net/protocol";
import { hasServer } from "../lib/net/site";
import type { Exercise } from "./exercises";
import { isOwn } from "./own";
import { type Card, RATING, lastReview, newCard, review, updateRatings } from "./practice";

export interface Learned {
  cards: Readonly<Record<string, Card>>;
  /** Of whoever trains here. */
  rating: number;
  /** How hard exercises have turned out to be: here, and at the server for everybody. */
  ratings: Readonly<Record<string, number>>;
  /** Where it is kept on the server, which version of it is known, and whether something is newer here. */
  save: { id: string; version: number; dirty: boolean } | null;
}

/** What is learned after an answer. Only the first one says something about the exercise. */
export function answer(learned: Learned, exercise: Exercise, solved: boolean, today: string): Learned {
  const known = learned.cards[exercise.id];
  const card = review(known ?? newCard(today), solved, today);
  const [rating, harder] = updateRatings(learned.rating, exercise.rating, solved);
  const ratings = known ? learned.ratings : { ...learned.ratings, [exercise.id]: harder };
  return { cards: { ...learned.cards, [exercise.id]: card }, rating, ratings, save: learned.save && { ...learned.save, dirty: true } };
}

// ------------------------------------------------------------------ what the browser keeps

const KEY = "tischlein-exercises";
const NOTHING: Learned = { cards: {}, rating: RATING, ratings: {}, save: null };

export function readLearned(): Learned {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Learned>) };
  } catch {
    return NOTHING;
  }
}

/** Keep what is learned; false where the browser keeps nothing. */
export function keepLearned(learned: Learned): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(learned));
    return true;
  } catch {
    return false;
  }
}

// ------------------------------------------------------------------ the server

type Saved = { id: string; version: number; cards: Record<string, Card>; rating: number };

/** So many cards fit into a request: those that come soonest. */
const MOST_CARDS = 500;

function writeCards(learned: Learned) {
  const soonest = Object.entries(learned.cards).sort(([, a], [, b]) => (a.due < b.due ? -1 : 1)).slice(0, MOST_CARDS);
  return { cards: Object.fromEntries(soonest), rating: learned.rating };
}

/** What is known on two devices: of each exercise the later answer counts. The rating is that of the device at hand. */
export function merge(own: Learned, saved: Saved): Learned {
  const cards: Record<string, Card> = { ...saved.cards };
  for (const [id, card] of Object.entries(own.cards)) {
    const other = cards[id];
    if (!other || lastReview(card) >= lastReview(other)) cards[id] = card;
  }
  const rating = Object.keys(own.cards).length ? own.rating : saved.rating;
  return { ...own, cards, rating, save: { id: saved.id, version: saved.version, dirty: Object.keys(own.cards).length > 0 } };
}

const addressOf = (id: string) => `/exercises#save=${id}`;
const pathOf = (id: string) => `/exercises/saves/${encodeURIComponent(id)}`;

/** Go on with what is kept under a link, together with what this browser knows. Throws Refused or Offline. */
export async function openSave(id: string): Promise<void> {
  keepLearned(merge(readLearned(), await call<Saved>("GET", pathOf(id))));
  await sync();
}

/** Keep what is learned on the server, and return the address that leads to it. Throws Refused or Offline. */
export async function linkLearned(): Promise<string> {
  const { save, ...learned } = readLearned();
  if (save) {
    keepLearned({ ...learned, save: { ...save, dirty: true } }); // also to hear whether it is still there
    await sync();
  }
  const found = readLearned().save?.id;
  if (found) return addressOf(found);
  const { id, version } = await call<Saved>("POST", "/exercises/saves", writeCards(readLearned()));
  keepLearned({ ...readLearned(), save: { id, version, dirty: false } });
  return addressOf(id);
}

/** Erase what is kept on the server; this browser keeps what it knows. Throws Refused or Offline. */
export async function eraseLearned(): Promise<void> {
  const { save, ...learned } = readLearned();
  if (!save) return;
  await erase(pathOf(save.id));
  keepLearned({ ...learned, save: null });
}

let syncing: Promise<void> | null = null;

/** Bring what is newer here to the server, one request after the other: a second one would name an old version. */
export function sync(): Promise<void> {
  syncing ??= bring().finally(() => (syncing = null));
  return syncing;
}

async function bring(tries = 3): Promise<void> {
  const { save, ...learned } = readLearned();
  if (!save?.dirty || !hasServer) return;
  try {
    const request = { ...writeCards({ ...learned, save }), version: save.version };
    const { version } = await call<Saved>("PUT", pathOf(save.id), request);
    const now = readLearned();
    keepLearned({ ...now, save: { id: save.id, version, dirty: JSON.stringify(now.cards) !== JSON.stringify(learned.cards) } });
  } catch (error) {
    if (!(error instanceof Refused)) return; // offline: it is brought with the next answer
    if (error.refusal.code === "no-such-save") keepLearned({ ...readLearned(), save: null });
    if (error.refusal.code !== "stale-save" || tries === 0) return;
    keepLearned(merge(readLearned(), await call<Saved>("GET", pathOf(save.id))));
    await bring(tries - 1);
  }
}

/** Tell the server of a first answer, so that the exercise is rated by everybody's. Not of own mistakes: nobody else has them. */
export async function tellAnswer(exercise: Exercise, solved: boolean): Promise<void> {
  if (!hasServer || isOwn(exercise)) return;
  try {
    const { rating } = await call<{ rating: number }>("POST", `/exercises/answers/${encodeURIComponent(exercise.id)}`, { solved });
    const learned = readLearned();
    keepLearned({ ...learned, ratings: { ...learned.ratings, [exercise.id]: rating } });
  } catch {
    // It counts here alone.
  }
}

/** Learn from the server how hard exercises are by now; the next look at them knows it. */
export async function refreshRatings(): Promise<void> {
  if (!hasServer) return;
  try {
    const ratings = await call<Record<string, number>>("GET", "/exercises/ratings");
    const learned = readLearned();
    keepLearned({ ...learned, ratings: { ...learned.ratings, ...ratings } });
  } catch {
    // They are as hard as they were.
  }
}
