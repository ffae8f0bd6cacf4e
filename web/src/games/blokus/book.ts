/** The opening books of Blokus: what long searches chose. In Duo each line holds for its mirror image too. */
import { GAME } from "../../engine/generated/blokus.ts";
import { loadFile, once } from "../../engine/load.ts";
import { FILES } from "../../engine/files.ts";
import type { Move } from "../../engine/types.ts";
import { type BlokusGame, readSquares } from "./engine.ts";

const books = new Map<string, Promise<Map<string, Move[]>>>();

export async function findOpenings(game: BlokusGame): Promise<readonly Move[]> {
  const { variant } = game.setup;
  if (game.options[GAME.corners_option] !== "fixed" || !(`book-${variant}.txt` in (FILES["blokus"] ?? {}))) return [];
  const book = await once(books, variant, () => load(variant));
  return book.get(game.moves.map(({ move }) => move).join(" ")) ?? [];
}

async function load(variant: string): Promise<Map<string, Move[]>> {
  const text = new TextDecoder().decode(await loadFile("blokus", `book-${variant}.txt`));
  const plan = GAME.plans[variant as keyof typeof GAME.plans];
  const split = (moves: string) => moves.split(/\s+/).filter(Boolean);
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("=").map(split));
  const reflected = lines.map((parts) => parts.map((moves) => moves.map((move) => mirror(move, plan.size))));
  // With more than two colours a mirror would change the order of turns.
  const all = [...(plan.colours.length > 2 ? [] : reflected), ...lines];
  return new Map(all.map(([before = [], answers = []]) => [before.join(" "), answers]));
}

/** A move as it looks from the other side of the diagonal that leads through both starts of Duo. */
function mirror(move: Move, size: number): Move {
  const squares = readSquares(move).map(([column, row]) => [size - 1 - row, size - 1 - column] as const);
  squares.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return squares.map(([column, row]) => `${String.fromCharCode(97 + column)}${row + 1}`).join(",");
}
