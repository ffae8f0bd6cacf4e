/**
 * How fast one worker of this device thinks in each game. Levels that search are rows of "so many simulations in so many seconds" on a common
 * machine; a device that needs far longer lets the server think, if there is one.
 */
import type { Variation } from "./net/protocol";

const KEY = "tischlein-speed-";
/** Simulations a second below which level 9 of Blokus or Blockers! (2,500 in 8 s) would come to less than two thirds of them. */
const SLOW = 200;

/** Note what a search with so many workers has achieved here in so much time; one that has proven something may have ended early. */
export function noteSpeed(game: string, lines: readonly Variation[], seconds: number, workers: number): void {
  const simulations = countVisits(lines);
  if (simulations < 1 || lines.some(({ proven }) => proven)) return;
  try {
    const before = Number(localStorage.getItem(KEY + game) ?? 0);
    const speed = simulations / seconds / workers;
    localStorage.setItem(KEY + game, String(Math.round(before ? (before + speed) / 2 : speed)));
  } catch {
    // Not kept: the device counts as fast.
  }
}

/** Whether whoever searches in a game had better do it at the server. */
export function isSlow(game: string): boolean {
  try {
    const speed = Number(localStorage.getItem(KEY + game) ?? 0);
    return speed > 0 && speed < SLOW;
  } catch {
    return false;
  }
}

export const countVisits = (lines: readonly Variation[]) => lines.reduce((sum, { visits }) => sum + visits, 0);
