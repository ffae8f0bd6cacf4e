/** The colours of pieces. Their values are custom properties in look.css; each has a mark of its own. */
export const COLOURS = ["blue", "yellow", "red", "green", "violet"] as const;
export type Colour = (typeof COLOURS)[number];
