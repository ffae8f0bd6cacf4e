/** What a board of a packing costs: the numbers of rating.py. */
import type { Instance, Struct } from "../module";

const COSTS: Readonly<Record<string, number>> = {
  closed_to_all: 4, closed_to_three: 1, closed_to_two: 0.3, closed_to_one: 0.1, lonely: 1, outline: 0.25, corners: 2,
  few_now: 4, few_ever: 4, chance: 1,
}; // prettier-ignore

export function usualCosts(instance: Instance): Struct {
  const costs = instance.record("COSTS");
  for (const [name, cost] of Object.entries(COSTS)) costs.set(name, cost);
  return costs;
}
