/**
 * Dealing anew what a seat cannot see, for a bot that must not know it: the same as `sample_state.py`, which says why.
 */
import { GAME } from "../../../engine/generated/blockers.ts";
import type { Random } from "../../../engine/random.ts";
import type { Seat } from "../../../engine/types.ts";
import { type BlockersGame, coloursOf } from "./index.ts";

const RACK = GAME.numbers.rack;
const KINDS = GAME.tiles.length;

/** A deal that fits everything this seat has seen. */
export function sampleDeal(game: BlockersGame, seat: Seat, random: Random): Record<string, string> {
  const { position } = game;
  const [tiles, placed, owner, barred] = [position.tiles, position.placed, position.owner, position.barred];
  const names = coloursOf(game.setup);
  const deal: Record<string, string> = {};
  for (let colour = 0; colour < position.colours; colour++) {
    const count = placed[colour] ?? 0;
    const row = tiles.slice(KINDS * colour, KINDS * (colour + 1));
    const name = names[colour] ?? "";
    let drawn: number[];
    let pile: number[];
    if (owner[colour] === seat) {
      drawn = (game.setup.deal[name] ?? "").split(" ").map((tile) => GAME.tiles.indexOf(tile)).slice(0, count + RACK);
      const rest = row.slice(count + RACK).sort((a, b) => a - b);
      pile = random.sample(rest, rest.length);
    } else {
      const stages = barred.length / 5;
      [drawn, pile] = sampleDraws(row.slice(0, count), row.slice(count), barred.slice(stages * colour, stages * (colour + 1)), random);
    }
    deal[name] = [...drawn, ...pile].map((tile) => GAME.tiles[tile]).join(" ");
  }
  return deal;
}

/** A colour's drawn tiles in order, and its pile, as they can have been. */
function sampleDraws(played: number[], unseen: number[], barred: number[], random: Random): [number[], number[]] {
  const drawn = Array<number>(Math.min(played.length + RACK, KINDS)).fill(-1);
  const rack = Array.from({ length: RACK }, (_, place) => place); // places in `drawn`, the longest-standing first
  const excluded = Array<number>(KINDS).fill(0); // by place: what it cannot be, as bits
  const can = (place: number, tile: number) => !(((excluded[place] ?? 0) >> tile) & 1);
  const exclude = (tiles: number) => rack.forEach((place) => (excluded[place] = (excluded[place] ?? 0) | tiles));
  played.forEach((tile, count) => {
    exclude(barred[count] ?? 0);
    const possible = rack.filter((place) => can(place, tile));
    const chosen = excluded[rack[0] ?? 0] ? (possible[0] ?? 0) : random.choice(possible);
    drawn[chosen] = tile;
    rack.splice(rack.indexOf(chosen), 1);
    if (count + RACK < KINDS) rack.push(count + RACK);
  });
  exclude(barred[played.length] ?? 0);
  const left = [...unseen].sort((a, b) => a - b); // the true order must not show through
  for (const place of rack) {
    const tile = random.choice(left.filter((tile) => can(place, tile)));
    drawn[place] = tile;
    left.splice(left.indexOf(tile), 1);
  }
  random.shuffle(left);
  return [drawn, left];
}
