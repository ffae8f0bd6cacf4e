/**
 * The studies of this browser, in local storage: written before the next line of code runs, so that a page that is closed
 * at any moment loses nothing.
 */
import { newId } from "../local/kept";
import type { Path, Study } from "./tree/tree";

export interface KeptStudy {
  id: string;
  /** The study as text, as Python reads it too. */
  text: string;
  /** Where somebody was when they left. */
  path: number[];
  /** Whether the engine may look at every hand, as after a game. */
  open: boolean;
  used: number;
  /** For lists. */
  game: string;
  variant: string;
  title: string;
  /** The table whose game it is; empty for none. */
  table: string;
  positions: number;
}

const KEY = "tischlein-study-";
/** Beside a study that lives at the server: where, and what was there last. */
export const LINK = "tischlein-shared-";

/** A study, or null: there is none, or it cannot be read. */
export function findStudy(id: string): KeptStudy | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null") as KeptStudy | null;
  } catch {
    return null;
  }
}

/** All studies, the latest first. */
export function listStudies(): KeptStudy[] {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map((key) => key.slice(KEY.length));
    return ids.flatMap((id) => findStudy(id) ?? []).sort((a, b) => b.used - a.used);
  } catch {
    return [];
  }
}

/** Write a study; false where the browser has no room for it, or keeps nothing. */
export function keepStudy(id: string, study: Study, path: Path, open: boolean): boolean {
  const { game, variant } = study.root.game.setup;
  const kept: KeptStudy = {
    id, text: study.text(), path: [...path], open, used: Date.now(), game, variant,
    title: study.tags["Title"] ?? "", table: study.tags["Table"] ?? "", positions: countPositions(study),
  }; // prettier-ignore
  try {
    localStorage.setItem(KEY + id, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Keep a new study and return its id. */
export function storeStudy(study: Study, path: Path, open: boolean): string {
  const id = newId();
  keepStudy(id, study, path, open);
  return id;
}

export function forgetStudy(id: string): void {
  for (const key of [KEY, LINK]) localStorage.removeItem(key + id);
}

/** Call back when another tab has changed a study; returns how to stop. */
export function onOtherTab(id: string, changed: (kept: KeptStudy) => void): () => void {
  const listen = (event: StorageEvent) => {
    const kept = event.key === KEY + id ? findStudy(id) : null;
    if (kept) changed(kept);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

function countPositions(study: Study): number {
  let count = -1; // the first position is there before anybody lays a move
  const waiting = [study.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += 1;
    waiting.push(...node.children);
  }
  return count;
}
