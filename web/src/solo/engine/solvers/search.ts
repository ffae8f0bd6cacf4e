/** What every search offers: it works in slices, and can be stopped between them. */
import type { Lying } from "../pieces";

export interface Search {
  /** The missing pieces, as soon as a way is known. */
  readonly found: readonly Lying[] | null;
  /** Whether it is proven that there is no way. */
  readonly exhausted: boolean;
  /** Search on for some milliseconds; returns how many pieces were tried. */
  run(): number;
}

export const isSettled = (search: Search): boolean => search.found !== null || search.exhausted;
