/**
 * How fast this device thinks. Levels that search are rows of "so many simulations in so many seconds" on a common
 * machine; a device that needs far longer lets the server think, if there is one.
 */
import type { TableRequest } from "../lib/net/api";

const KEY = "tischlein-speed";
/** Simulations a second in Blokus below which level 6 (2,000 in 2 s) would take ten seconds and more. */
const SLOW = 200;
/** Levels up to this one hardly search: every device is fast enough for them. */
const EASY = 4;

/** Note what a search has achieved here. */
export function noteSpeed(simulations: number, seconds: number): void {
  if (seconds < 0.2 || simulations < 1) return;
  try {
    const before = Number(localStorage.getItem(KEY) ?? 0);
    const speed = simulations / seconds;
    localStorage.setItem(KEY, String(Math.round(before ? (before + speed) / 2 : speed)));
  } catch {
    // Not kept: the device counts as fast.
  }
}

/** Whether the bots of a table had better think at the server. */
export function isSlow(wish: TableRequest): boolean {
  const strongest = Math.max(0, ...wish.seats.map((seat) => (seat.kind === "bot" ? Number(/^level(\d+)$/.exec(seat.level)?.[1] ?? 0) : 0)));
  const speed = Number(localStorage.getItem(KEY) ?? 0);
  return strongest > EASY && speed > 0 && speed < SLOW;
}
