/** Whom a puzzle asks: the rules and the tutor, in this browser. */
import { Refused, type Refusal } from "../lib/net/protocol";
import { askHint, askSolution, lay, show } from "./engine/client";
import type { Known } from "./engine/puzzles";
import type { Asking, HintAnswer, Placement, Solution, SoloLayout, SoloView } from "./view";

export interface Desk {
  /** Nothing that is done here is kept: it is only a lesson. */
  forgets?: boolean;
  /** What lies there. Throws Refused at the first piece that breaks a rule. */
  look(placements: readonly Placement[]): Promise<SoloView>;
  /** Which rule a layout breaks; null: none. */
  check(placements: readonly Placement[]): Promise<Refusal | null>;
  solution(placements: readonly Placement[], asking: Asking): Promise<Solution>;
  hint(placements: readonly Placement[], asking: Asking): Promise<HintAnswer>;
}

export const openDesk = (puzzle: Known): Desk => ({
  look: async (placements) => (await lay(puzzle, placements)).view(),
  check: async (placements) => {
    try {
      await lay(puzzle, placements);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  },
  solution: (placements, asking) => askSolution(puzzle, placements, asking),
  hint: (placements, asking) => askHint(puzzle, placements, asking),
});

/** The puzzle with some pieces. Throws Refused at the first one that breaks a rule. */
export const showLayout = async (puzzle: Known, placements: readonly Placement[]): Promise<SoloLayout> =>
  show(puzzle, await lay(puzzle, placements));
