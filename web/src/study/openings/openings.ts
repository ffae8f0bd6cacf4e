/** Openings of Blokus from games of the engine, as src/tischlein/study/openings.py writes them. */
import type { LocalGame, Move } from "../../engine/index.ts";
import { mirror } from "../../games/blokus/engine/book.ts";
import type { View } from "../../games/blokus/view.ts";

/** How the games were made. */
export interface Amount {
  variant: string;
  games: number;
  bot: string;
}

/** A move that was played: in how many games, what the seat to move got of them and what the engine expected, in per cent. */
export interface Choice {
  move: Move;
  games: number;
  result: number;
  value: number;
}

export class Openings {
  private constructor(
    readonly amount: Amount,
    private readonly positions: ReadonlyMap<string, readonly Choice[]>,
  ) {}

  static parse(text: string): Openings {
    const [head = "", ...lines] = text.trimEnd().split("\n");
    const positions = lines.map((line): [string, Choice[]] => {
      const [key = "", choices = ""] = line.split(" = ");
      return [key, choices.split("; ").map(readChoice)];
    });
    return new Openings(JSON.parse(head) as Amount, new Map(positions));
  }

  /** What was played from a position, the most played first; nothing where no game came by. */
  choices(game: LocalGame): readonly Choice[] {
    if (!hasOpenings(game) || game.setup.variant !== this.amount.variant) return [];
    const { size, colours, placed } = game.view(null) as View;
    const lying = colours.map(({ id }) => placed.filter(({ colour }) => colour === id).map(({ move }) => move));
    const key = join(lying);
    // With more than two colours a mirror would change the order of turns.
    const reflected = colours.length > 2 ? key : join(lying.map((moves) => moves.map((move) => mirror(move, size))));
    if (reflected >= key) return this.positions.get(key) ?? [];
    return (this.positions.get(reflected) ?? []).map((choice) => ({ ...choice, move: mirror(choice.move, size) }));
  }
}

/** Whether there can be openings of such a game at all. */
export function hasOpenings({ setup }: LocalGame): boolean {
  return setup.game === "blokus" && (setup.options["corners"] ?? "fixed") === "fixed";
}

/** The pieces of all colours; in which order they came does not matter. */
const join = (moves: readonly Move[][]): string => moves.map((one) => one.sort().join(" ")).join("/");

function readChoice(text: string): Choice {
  const [move = "", ...numbers] = text.split(" ");
  const [games = 0, result = 0, value = 0] = numbers.map(Number);
  return { move, games, result, value };
}
