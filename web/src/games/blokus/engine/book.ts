/** The opening books of Blokus: what long searches chose. In Duo each line holds for its mirror image too; with four
 * colours for every colour, seen from its own corner, whatever the others have played. */
import { GAME } from "../../../engine/generated/blokus.ts";
import { loadFile, once } from "../../../engine/load.ts";
import { FILES } from "../../../engine/files.ts";
import type { Move } from "../../../engine/types.ts";
import { type BlokusGame, readSquares } from "./index.ts";

type Square = readonly [column: number, row: number];

const books = new Map<string, Promise<Map<string, Move[]>>>();

export async function findOpenings(game: BlokusGame): Promise<readonly Move[]> {
  const { variant } = game.setup;
  if (game.options[GAME.corners_option] !== "fixed" || !(`book-${variant}.txt` in (FILES["blokus"] ?? {}))) return [];
  const book = await once(books, variant, () => load(variant));
  const { size, colours } = GAME.plans[variant as keyof typeof GAME.plans];
  if (colours.length === 2) return book.get(game.moves.map(({ move }) => move).join(" ")) ?? [];
  const { turn, played_by } = game.position;
  const own = game.moves.filter((_, ply) => played_by[ply] === turn).map(({ move }) => turnMove(move, size, 4 - turn));
  const answers = (book.get(own.join(" ")) ?? []).map((move) => turnMove(move, size, turn));
  const legal = new Set(answers.length ? game.legal() : []); // somebody else may have come near
  return answers.filter((move) => legal.has(move));
}

async function load(variant: string): Promise<Map<string, Move[]>> {
  const text = new TextDecoder().decode(await loadFile("blokus", `book-${variant}.txt`));
  const plan = GAME.plans[variant as keyof typeof GAME.plans];
  const split = (moves: string) => moves.split(/\s+/).filter(Boolean);
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("=").map(split));
  const reflected = lines.map((parts) => parts.map((moves) => moves.map((move) => mirror(move, plan.size))));
  const all = [...(plan.colours.length > 2 ? [] : reflected), ...lines];
  return new Map(all.map(([before = [], answers = []]) => [before.join(" "), answers]));
}

/** A move as it looks from the other side of the diagonal that leads through both starts of Duo. */
export function mirror(move: Move, size: number): Move {
  return write(readSquares(move).map(([column, row]) => [size - 1 - row, size - 1 - column]));
}

/** A move on the board of four colours, turned clockwise by so many quarters. */
function turnMove(move: Move, size: number, quarters: number): Move {
  let squares: Square[] = readSquares(move);
  for (let i = 0; i < quarters; i++) squares = squares.map(([column, row]) => [row, size - 1 - column]);
  return write(squares);
}

function write(squares: Square[]): Move {
  squares.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return squares.map(([column, row]) => `${String.fromCharCode(97 + column)}${row + 1}`).join(",");
}
