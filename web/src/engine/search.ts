/** What the searches of all games have in common, as src/tischlein/core/search.py and bots/search_bot.py have it. */
import type { Settings } from "./game.ts";
import type { Variation } from "./types.ts";

/** What was tried less often is worth nobody knows what: a single playout is won or lost. */
const FEWEST_VISITS = 3;

/** Whether the value of a line says something. */
export const isSure = ({ proven, visits }: { proven?: boolean; visits: number }): boolean => Boolean(proven) || visits >= FEWEST_VISITS;

/** The defaults with some of them replaced. */
export function fillSettings<S extends Record<string, number>>(settings: Settings, defaults: S): S {
  const unknown = Object.keys(settings).find((name) => !(name in defaults));
  if (unknown) throw new Error(`unknown setting ${unknown}; there are ${Object.keys(defaults).join(", ")}`);
  return { ...defaults, ...settings };
}

/** Whether the move that was tried most stays ahead even if another one gets all simulations to come. */
export function staysAhead(visits: readonly number[], simulations: number): boolean {
  const [first = 0, second = 0] = [...visits, 0, 0].sort((a, b) => b - a);
  return first - second > simulations;
}

/**
 * What several searches of one position found together: visits added, values weighed by them. What one of them has
 * proven holds: proven wins come first, proven losses last.
 */
export function merge(results: readonly (readonly Variation[])[]): Variation[] {
  if (results.length === 1) return [...(results[0] ?? [])];
  const byMove = new Map<string, Variation[]>();
  for (const line of results.flat()) byMove.set(line.move, [...(byMove.get(line.move) ?? []), line]);
  const proof = (line: Variation) => (line.proven ? (line.value > 0.5 ? 1 : -1) : 0);
  return [...byMove.values()].map(mergeMove).sort((a, b) => {
    return proof(b) - proof(a) || b.visits - a.visits || b.value - a.value || (a.move < b.move ? -1 : 1);
  });
}

function mergeMove(found: readonly Variation[]): Variation {
  const certain = found.filter((line) => line.proven);
  const believed = certain.length ? certain : found;
  const sum = (lines: readonly Variation[], of: (line: Variation) => number) => lines.reduce((total, line) => total + of(line), 0);
  const weight = (line: Variation) => Math.max(line.visits, 1);
  const longest = believed.reduce((best, line) => (line.visits > best.visits ? line : best));
  const value = sum(believed, (line) => line.value * weight(line)) / sum(believed, weight);
  return { ...longest, value, visits: sum(found, (line) => line.visits) };
}
