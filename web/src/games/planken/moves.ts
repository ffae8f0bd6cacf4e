/** Moves as the server writes them, taken apart into what a hand chooses; and how planks, nails and seats are named. */
import type { Move, Played, Seat } from "../../lib/net/protocol";
import type { Words } from "../../lib/words.svelte";
import type { NailColour, Shape } from "./view";

export type { NailColour, Shape };

export const HEIGHTS = [1, 2, 3] as const;
export const NAILS_OF_COLOUR = 2;
export const PLANKS = 12;

/** The colours by the letter that planks are written with. */
const COLOURS = { R: "red", G: "green", B: "blue" } as const;
export type Letter = keyof typeof COLOURS;
export const LETTERS = Object.keys(COLOURS) as Letter[];
export const colourOf = (letter: string): NailColour => COLOURS[letter as Letter] ?? "red";

/** The head of each seat's nails, and how it looks in a line of text. */
export const SIGNS = { round: "●", square: "■", triangle: "▲", cross: "✚" } as const;
export const SHAPES = Object.keys(SIGNS) as Shape[];

/** A legal move as four choices. */
export interface Option {
  move: Move;
  /** The plank that is laid, from top to bottom; null: none. */
  plank: string | null;
  /** The column that it becomes. */
  end: string | null;
  /** The nail: the letter of its colour when it is set, the cell that it leaves when it is moved. */
  nail: string;
  /** The cell where it goes. */
  target: string;
}

const PATTERN = /^(?:([RGB]{3}):)?(?:([b-x])([123])-)?([b-x])([123])?$/;

/** The planks of a row by their columns. */
export type Row = ReadonlyMap<string, string>;

/** Take a move apart; null for one that touches nothing on the table ("keep", "swap", "stay"). */
export function readMove(move: Move, row: Row): Option | null {
  const [, laid, from, height, column, onto] = PATTERN.exec(move) ?? [];
  const plank = column && (laid ?? row.get(column));
  if (!column || !plank) return null;
  const common = { move, plank: laid ?? null, end: laid ? column : null };
  if (!from) return { ...common, nail: letterAt(plank, onto), target: `${column}${onto}` };
  const letter = letterAt(row.get(from) ?? "", height);
  return { ...common, nail: `${from}${height}`, target: `${column}${plank.indexOf(letter) + 1}` };
}

/** The letter of a field, by its height as it is written: "1" is the top. */
export const letterAt = (plank: string, height: string | undefined): string => plank[Number(height) - 1] ?? "";

/** The colour of a field in a row. */
export const colourAt = (row: Row, cell: string): NailColour => colourOf(letterAt(row.get(cell[0] ?? "") ?? "", cell[1]));

/** The same plank upside down. */
export const turn = (plank: string): string => [...plank].reverse().join("");

/** "red-green-blue". */
export function namePlank(plank: string, words: Words): string {
  return Array.from(plank, (letter) => words(`colour-${colourOf(letter)}`)).join("-");
}

/** What a move touches: the plank that it lays, the cell that a nail leaves, and the one where a nail comes. */
export interface Touched {
  seat: Seat;
  column: string | null;
  source: string | null;
  cell: string | null;
}

/** What each move of a game touches; planks are laid by moves, so the moves alone say which colour is where. */
export function readTouched(moves: readonly Played[]): Touched[] {
  const row = new Map<string, string>();
  return moves.map(({ seat, move }) => {
    const option = readMove(move, row);
    if (option?.plank && option.end) row.set(option.end, option.plank);
    return { seat, column: option?.end ?? null, source: option && option.nail.length > 1 ? option.nail : null, cell: option?.target ?? null };
  });
}

/** In which ply the nail of each cell came there, and the plank of each column. */
export function readPlies(moves: readonly Played[]): Map<string, number> {
  const [row, plies] = [new Map<string, string>(), new Map<string, number>()];
  moves.forEach(({ move }, at) => {
    const option = readMove(move, row);
    if (!option) return;
    if (option.plank && option.end) row.set(option.end, option.plank);
    for (const place of [option.end, option.target]) if (place) plies.set(place, at + 1);
  });
  return plies;
}

/** A move in a list and in words. */
export interface Told {
  seat: Seat;
  short: string;
  long: string;
}

/** Tell a whole game. Planks are laid by moves, so the moves alone say which colour is where. */
export function tellMoves(moves: readonly Played[], words: Words): Told[] {
  const row = new Map<string, string>();
  let swapped = 0;
  return moves.map(({ seat, move }) => {
    // After a swap, neighbouring seats have each other's nails.
    const sign = SIGNS[SHAPES[seat ^ swapped] ?? "round"];
    const option = readMove(move, row);
    if (!option) {
      if (move === "swap") swapped = 1;
      return { seat, short: `${sign} ${words(`short-${move}`)}`, long: words(`said-${move}`) };
    }
    const { plank, end, nail, target } = option;
    if (plank && end) row.set(end, plank);
    const colour = colourAt(row, target);
    const details = { colour, target, end: end ?? "", plank: plank ? namePlank(plank, words) : "", source: nail };
    const kind = `${plank ? "lay-" : ""}${nail.length > 1 ? "move" : "set"}`;
    return { seat, short: `${sign} ${move}`, long: words(`move-${kind}`, details) };
  });
}
