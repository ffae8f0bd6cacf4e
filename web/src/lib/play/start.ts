/** What one click on "Play" gives: which way to play, with how many, against whom; as it was the last time. */
import type { GameInfo } from "../net/protocol";
import { settings } from "../settings.svelte";

export interface Start {
  variant: string;
  seats: number;
  /** Empty where a game has no levels. */
  level: string;
}

/** The ways to play, the one to learn first: it suits most numbers of people. */
export const variantsOf = (info: GameInfo): GameInfo["variants"] =>
  [...info.variants].sort((one, other) => other.seats.length - one.seats.length);

/** For a first game. */
function usual(info: GameInfo): Start {
  const [variant] = variantsOf(info);
  return { variant: variant?.id ?? "", seats: variant?.seats[0] ?? 2, level: fitLevel(info, settings.level) };
}

/** The level, or the strongest one below it that the game has. */
function fitLevel(info: GameInfo, level: string): string {
  const number = Number(/^level(\d+)$/.exec(level)?.[1] ?? 3);
  return info.levels.length ? `level${Math.max(1, Math.min(number, info.levels.length))}` : "";
}

/** What was chosen last for a game, as far as there still is such a thing. */
export function startOf(info: GameInfo): Start {
  const kept = settings.starts[info.id];
  const variant = info.variants.find(({ id }) => id === kept?.variant);
  if (!kept || !variant) return usual(info);
  const seats = variant.seats.includes(kept.seats) ? kept.seats : (variant.seats[0] ?? 2);
  return { variant: variant.id, seats, level: fitLevel(info, kept.level) };
}

/** Keep a choice for the next time. */
export function keepStart(info: GameInfo, change: Partial<Start>): void {
  const start = { ...startOf(info), ...change };
  settings.starts[info.id] = start;
  settings.starts[info.id] = startOf(info); // a variant brings its own numbers of people
}
