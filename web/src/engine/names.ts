/** The games that can be played here. Apart from the rest, because the home page needs nothing but their names. */
const NAMES = ["blockers", "blokus", "planken"] as const;

export type Name = (typeof NAMES)[number];

export const GAMES: readonly string[] = NAMES;
