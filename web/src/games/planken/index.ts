import type { Colour } from "../../lib/pieces/colours";
import { type Account, defineGame } from "../../lib/game";
import type { Seat } from "../../lib/net/protocol";
import { type Reading, readCells } from "../../lib/reading";
import type { Words } from "../../lib/words.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { colourOf, HEIGHTS, letterAt, tellMoves } from "./moves";
import { Play } from "./play.svelte";
import type { HandView, View } from "./view";

/** Seats have shapes, not colours; lines of a graph need colours all the same. */
const GRAPH: readonly Colour[] = ["blue", "red", "green", "violet"];

/** The seats that win and lose together. */
function sides(view: View): Seat[][] {
  const found = new Map<number, Seat[]>();
  for (const { seat, team } of view.hands) found.set(team, [...(found.get(team) ?? []), seat]);
  return [...found.values()];
}

/** What a seat has still in front of it. */
function detail({ nails, stock, phase }: HandView, words: Words): string {
  const planks = words("planks-left", { count: stock.length });
  if (phase === "move") return planks;
  const count = Object.values(nails).reduce((sum, left) => sum + left, 0);
  return `${words("nails-left", { count })}, ${planks}`;
}

/** Why a side has its point, or has none; nothing when the game did not end by playing. */
function explain(view: View, seats: readonly Seat[], words: Words, names: readonly string[]): Account["lines"] {
  const { ending, line, last, stuck, outcome } = view;
  const points = String(outcome?.scores[seats[0] ?? 0] ?? 0);
  const person = (seat: Seat | null) => ({ name: names[seat ?? 0] ?? "" });
  switch (ending) {
    case null:
      return [];
    case "line": {
      const owner = last?.seat ?? null;
      if (!seats.includes(owner ?? -1)) return [{ text: words("count-no-line"), points }];
      const details = { cells: line?.join(" – ") ?? "", ...person(owner) };
      return [{ text: words(seats.length > 1 ? "count-line-team" : "count-line", details), points }];
    }
    case "stuck":
      return [{ text: words(seats.includes(stuck ?? -1) ? "count-stuck" : "count-stuck-other", person(stuck)), points }];
    default:
      return [{ text: words(`count-${ending}`), points }];
  }
}

/** Every field of the row: its colour, and whose nail is in it. */
function readRow(view: View, words: Words, names: readonly string[]): Reading {
  const planks = new Map(view.board.map((one) => [one.column, one]));
  return readCells([...planks.keys()], HEIGHTS.map(String), (column, height) => {
    const { plank = "", nails = [] } = planks.get(column) ?? {};
    const seat = nails[Number(height) - 1] ?? null;
    const colour = colourOf(letterAt(plank, height));
    if (seat === null) return words("read-free", { colour });
    return words("read-nail", { colour, shape: view.hands[seat]?.shape ?? "round", name: names[seat] ?? "" });
  });
}

export default defineGame<View, Play>({
  Board,
  Hand,
  Badge,
  begin: (scene) => new Play(scene),

  task(view, words, names) {
    const hand = view.hands[view.to_move ?? -1];
    if (!hand) return "";
    const said = view.skipped.map((seat) => words("task-skipped", { name: names[seat] ?? "" }));
    if (view.repeats > 1) said.push(words("notice-repeats", { count: view.repeats }) + ".");
    said.push(words(`task-${view.choice ? "choose" : view.board.length ? hand.phase : "begin"}`));
    return said.join(" ");
  },

  scores: (view, words) =>
    view.hands.map((hand) => ({
      seat: hand.seat,
      value: view.outcome ? String(view.outcome.scores[hand.seat] ?? 0) : view.variant === "teams" ? "AB"[hand.team] ?? "" : "",
      detail: detail(hand, words),
    })),

  sign: (view, seat, words) => words(`sign-${view.hands[seat]?.shape ?? "round"}`),

  read: readRow,

  moves: (_view, moves, words) => tellMoves(moves, words).map((told, i) => ({ ply: i + 1, colour: null, ...told })),

  accounts: (view, words, names) =>
    sides(view).map((seats) => ({
      seats,
      lines: explain(view, seats, words, names),
      total: view.outcome ? String(view.outcome.scores[seats[0] ?? 0] ?? 0) : "",
    })),

  why: (view, words, names) => {
    const winners = sides(view).find((seats) => view.outcome?.winners.includes(seats[0] ?? -1)) ?? [];
    return explain(view, winners, words, names)[0]?.text ?? "";
  },

  colourOf: (_view, seat) => GRAPH[seat] ?? "blue",

  picture: () => import("./picture.json").then((chunk) => chunk.default as unknown as View),
});
