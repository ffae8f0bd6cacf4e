import type { Colour } from "../../lib/pieces/colours";
import { defineGame, type Account } from "../../lib/game";
import { joinNames } from "../../lib/people";
import type { Words } from "../../lib/words.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { NAMES, nameOf, readMove, sizeOf, span } from "../../lib/pieces/pieces";
import { readBoard } from "./reading";
import { Play } from "./play.svelte";
import type { View } from "./view";

/** −31, 0 or +15. */
const points = (score: number): string => (score < 0 ? `−${-score}` : score ? `+${score}` : "0");

/** The seats that score together, and their colours. */
function sides(view: View): { seats: number[]; scoring: Colour[]; score: number }[] {
  const found = new Map<string, { seats: number[]; scoring: Colour[]; score: number }>();
  for (const { seat, scoring, score } of view.scores) {
    const side = found.get(String(scoring));
    if (side) side.seats.push(seat);
    else found.set(String(scoring), { seats: [seat], scoring, score });
  }
  return [...found.values()];
}

function piecesLeft(view: View, colours: readonly Colour[]): number {
  return view.colours.filter(({ id }) => colours.includes(id)).reduce((sum, { left }) => sum + left.length, 0);
}

/** The squares of all pieces of a colour. */
const SQUARES = NAMES.reduce((sum, name) => sum + sizeOf(name), 0);

function squaresPlaced(view: View, colours: readonly Colour[]): number {
  return view.colours.filter(({ id }) => colours.includes(id)).reduce((sum, { squares }) => sum + SQUARES - squares, 0);
}

function explain(view: View, scoring: readonly Colour[], words: Words): Account["lines"] {
  return view.colours
    .filter(({ id }) => scoring.includes(id))
    .flatMap(({ id, squares, reason, bonus }) => {
      const colour = words(`colour-${id}`);
      if (reason) return [{ text: `${colour}: ${words(`count-${reason}`)}`, points: points(bonus) }];
      return [{ text: `${colour}: ${words("squares-left", { count: squares })}`, points: points(-squares) }];
    });
}

export default defineGame<View, Play>({
  Board,
  Hand,
  Badge,
  begin: (scene) => new Play(scene),

  task(view, words) {
    const colour = view.colours.find(({ id }) => id === view.turn);
    if (!colour) return "";
    const details = { colour: colour.id };
    return words(colour.starts.length ? "task-start" : colour.seat === null ? "task-shared" : "task-place", details);
  },

  scores: (view, words) =>
    view.scores.map(({ seat, colours, scoring, score }) => ({
      seat,
      // Points are counted at the end; until then more is better for everybody to see.
      value: view.outcome ? points(score) : String(squaresPlaced(view, colours)),
      detail: [
        ...scoring.filter((id) => !colours.includes(id)).map((colour) => words("partner-of", { colour })),
        view.colours.every(({ id, out }) => out || !colours.includes(id))
          ? words("seat-out")
          : words("pieces-left", { count: piecesLeft(view, colours) }),
      ].join(" · "),
    })),

  sign: (view, seat, words) => joinNames((view.scores[seat]?.colours ?? []).map((id) => words(`colour-${id}`))),

  turns: (view, words) => view.colours.map(({ id }) => words(`colour-${id}`)),

  read: readBoard,

  moves: (view, moves, words) =>
    moves.map(({ seat, move }, i) => {
      const placed = view.placed[i];
      const colour = placed?.colour ?? view.turn ?? "blue";
      const name = nameOf(readMove(move));
      const squares = span(move);
      return {
        ply: i + 1,
        seat,
        colour,
        short: `${name} ${squares.from}`,
        long: words("move-long", { colour, piece: words(`piece-${name}`), ...squares }),
      };
    }),

  accounts: (view, words) =>
    sides(view).map(({ seats, scoring, score }) => ({
      seats,
      lines: explain(view, scoring, words),
      total: words("points", { points: points(score), count: Math.abs(score) }),
    })),

  colourOf: (view, seat) => view.scores.find((score) => score.seat === seat)?.colours[0] ?? "blue",

  picture: () => import("./picture.json").then((chunk) => chunk.default as unknown as View),
});
