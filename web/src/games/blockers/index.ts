import type { Colour } from "../../lib/pieces/colours";
import { type Account, defineGame } from "../../lib/game";
import type { Played, Seat } from "../../lib/net/protocol";
import { joinNames } from "../../lib/people";
import type { Words } from "../../lib/words.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { Play } from "./play.svelte";
import { readBoard } from "./speech";
import { glyph, type Placement, readMove } from "./drawing/tiles";
import type { SeatView, View } from "./view";

const colourOf = (view: View, seat: Seat): Colour => view.scores[seat]?.colours[0] ?? "red";

/** Every move with the colour of the tile that it took. */
function replay(view: View, moves: readonly Played[]): (Placement & { seat: Seat; took: Colour | null })[] {
  const lying = new Map<string, Colour>();
  return moves.map(({ seat, move }) => {
    const placement = readMove(move, colourOf(view, seat));
    const took = lying.get(placement.cell) ?? null;
    lying.set(placement.cell, placement.colour);
    return { ...placement, seat, took };
  });
}

/** The taken tiles that count: of one colour only, even when several are equal. */
function explainTaken({ most, most_colours }: SeatView, words: Words): string {
  if (!most) return words("count-nothing");
  const colours = most_colours.map((colour) => words(`colour-${colour}`)).join(", ");
  return words(most_colours.length > 1 ? "count-equal" : "count-most", { colours, count: most });
}

function explain(view: View, score: SeatView, words: Words): Account["lines"] {
  const lines = view.colours
    .filter(({ seat }) => seat === score.seat)
    .map(({ id, groups }) => ({
      text: words("count-groups", { colour: id, groups: words("groups", { count: groups.length }) }),
      points: String(groups.length),
    }));
  if (view.options.scoring !== "uptown") lines.push({ text: explainTaken(score, words), points: String(score.most) });
  const equal = view.scores.some(({ seat, points }) => seat !== score.seat && points === score.points);
  if (equal) lines.push({ text: words("count-tie", { count: score.taken_count }), points: "" });
  return lines;
}

export default defineGame<View, Play>({
  Board,
  Hand,
  Badge,
  begin: (scene) => new Play(scene),

  task(view, words) {
    const open = view.colours.filter(({ seat, closed }) => seat === view.to_move && !closed);
    const [first, second] = open;
    if (!first) return "";
    const skipped = view.skipped.map((seat) => words("task-skipped", { colour: colourOf(view, seat) }));
    const last = open.length === 1 && first.pile_count === 0;
    const key = second ? "task-two" : last ? "task-last" : "task-one";
    return [...skipped, words(key, { colour: first.id, other: second ? words(`colour-${second.id}`) : "" })].join(" ");
  },

  scores: (view, words) =>
    view.scores.map(({ seat, groups: count, most, points }) => {
      const groups = words("groups", { count });
      const detail = view.options.scoring === "uptown" ? groups : words("score-detail", { groups, most });
      return { seat, value: String(points), detail };
    }),

  sign: (view, seat, words) => joinNames((view.scores[seat]?.colours ?? []).map((id) => words(`colour-${id}`))),

  read: readBoard,

  moves: (view, moves, words) =>
    replay(view, moves).map(({ seat, cell, colour, tile, took }, i) => ({
      ply: i + 1,
      seat,
      colour,
      short: `${cell} ${glyph(tile)}${took ? " ×" : ""}`,
      long: took
        ? words("move-takes", { colour, tile, cell, took: words(`colour-${took}`) })
        : words("move-long", { colour, tile, cell }),
    })),

  fewest: true,
  accounts: (view, words) =>
    view.scores.map((score) => ({
      seats: [score.seat],
      lines: explain(view, score, words),
      total: words("points", { count: score.points }),
    })),

  colourOf,

  picture: () => import("./picture.json").then((chunk) => chunk.default as unknown as View),
});
