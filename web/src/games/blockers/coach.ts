/** What a move of Blockers! does: src/tischlein/games/blockers/study/coach.py, from the same views. */
import { GAME } from "../../engine/generated/blockers.ts";
import type { Move, Remark, Seat } from "../../engine/types.ts";
import type { BlockersGame } from "./engine/index.ts";
import type { ColourView, View } from "./view.ts";

const FEW_TILES = 2;
const STEPS = [-10, 10, -1, 1];
const NAMES = new Map(Object.entries(GAME.cells).map(([cell, name]) => [Number(cell), name]));
const nameOf = (cell: number) => NAMES.get(cell) ?? "";
const NUMBER_TILES = 9;

/** The tiles that match a cell: its column's number, its row's letter, its block's symbol, and the joker. */
function tilesFor(cell: number): string[] {
  const [row, column] = [Math.floor(cell / 10) - 1, (cell % 10) - 1];
  const block = 3 * Math.floor(row / 3) + Math.floor(column / 3);
  return [column, NUMBER_TILES + row, 2 * NUMBER_TILES + block, GAME.tiles.length - 1].map((tile) => GAME.tiles[tile] ?? "");
}

const find = (view: View, colour: string): ColourView => view.colours.find(({ id }) => id === colour) as ColourView;

export function remarkOn(before: BlockersGame, move: Move): Remark[] {
  const seat = before.toMove ?? 0;
  const code = before.code(move);
  const [colour, tile, cell] = [code >> 12, GAME.tiles[(code >> 7) & 31] ?? "", code & 127];
  const old = before.view(seat);
  const after = before.play(move).view(seat);
  const own = old.colours[colour] as ColourView;
  const goesOn = !find(after, own.id).closed; // R14: else no tile of it is laid any more
  return [
    onGroups(own, cell),
    ...(goesOn ? [onRoom(own, tile, cell, old)] : []),
    ...onTaking(old, after, seat, nameOf(cell)),
    ...onParting(old, seat, cell),
    ...onTile(own, tile, cell),
    ...onSpending(own, tile, cell, old),
    ...(goesOn ? onGaps(find(after, own.id), after) : []),
  ];
}

/** The groups of a colour that a tile of it on this cell would touch. */
function joinedGroups(colour: ColourView, cell: number): string[][] {
  const beside = new Set(STEPS.map((step) => NAMES.get(cell + step)));
  return colour.groups.filter((group) => group.some((name) => beside.has(name)));
}

function onGroups(own: ColourView, cell: number): Remark {
  const touched = joinedGroups(own, cell);
  const cells = [nameOf(cell), ...touched.flat()].sort();
  const code = ["coach-begins", "coach-grows", "coach-joins"][Math.min(touched.length, 2)] ?? "";
  return { code, details: { colour: own.id, count: touched.length, size: cells.length }, cells };
}

/** The empty cells where the group can grow, and the tiles still to come that fit one of them. */
function onRoom(own: ColourView, laid: string, cell: number, view: View): Remark {
  const group = new Set([nameOf(cell), ...joinedGroups(own, cell).flat()]);
  const left = new Set([...(own.rack ?? []), ...own.unseen].filter((tile) => tile !== laid));
  const beside = [...NAMES].filter(([one, name]) => !group.has(name) && !view.board.cells[name] && STEPS.some((step) => group.has(nameOf(one + step))));
  const reached = beside.map(([one, name]) => ({ name, tiles: tilesFor(one).filter((tile) => left.has(tile)) })).filter(({ tiles }) => tiles.length);
  const tiles = new Set(reached.flatMap((one) => one.tiles)).size;
  return { code: "coach-room", details: { count: reached.length, tiles }, cells: reached.map(({ name }) => name).sort() };
}

function onTaking(old: View, after: View, seat: Seat, cell: string): Remark[] {
  const victim = old.board.cells[cell]?.colour;
  if (!victim) return [];
  const counts = old.options["scoring"] === "blockers";
  const cost = counts ? (after.scores[seat]?.most ?? 0) - (old.scores[seat]?.most ?? 0) : 0;
  const taken = { code: "coach-takes", details: { colour: victim, count: cost }, cells: [cell] };
  const alone = find(old, victim).groups.some((group) => group.length === 1 && group[0] === cell);
  return alone ? [taken, { code: "coach-frees", details: { colour: victim }, cells: [cell] }] : [taken];
}

/** The rivals' groups that a tile of theirs on this cell would have joined. */
function onParting(old: View, seat: Seat, cell: number): Remark[] {
  return old.colours.flatMap((colour) => {
    const groups = colour.seat === seat || colour.groups.some((group) => group.includes(nameOf(cell))) ? [] : joinedGroups(colour, cell);
    return groups.length > 1 ? [{ code: "coach-parts", details: { colour: colour.id, count: groups.length }, cells: groups.flat().sort() }] : [];
  });
}

function onTile(own: ColourView, tile: string, cell: number): Remark[] {
  const other = tilesFor(cell).find((one) => one !== tile && own.rack?.includes(one));
  return tile === "joker" && other ? [{ code: "coach-joker", details: { tile: other }, cells: [nameOf(cell)] }] : [];
}

/** The empty cell where the same tile would have joined the most groups, if it joins none here. */
function onSpending(own: ColourView, tile: string, cell: number, view: View): Remark[] {
  if (joinedGroups(own, cell).length > 1) return [];
  const free = [...NAMES.keys()].filter((one) => one !== cell && !view.board.cells[nameOf(one)] && tilesFor(one).includes(tile));
  const gaps = free.map((one) => ({ gap: nameOf(one), groups: joinedGroups(own, one) }));
  gaps.sort((a, b) => b.groups.length - a.groups.length || (a.gap < b.gap ? -1 : 1));
  return gaps
    .slice(0, 1)
    .filter(({ groups }) => groups.length > 1)
    .map(({ gap, groups }) => {
      const details = { colour: own.id, tile, cell: gap, count: groups.length };
      return { code: "coach-spends", details, cells: [gap, ...groups.flat()].sort() };
    });
}

/** The empty cell between own groups that the fewest of the tiles still to come can fill. */
function onGaps(own: ColourView, view: View): Remark[] {
  const left = new Set([...(own.rack ?? []), ...own.unseen]);
  const gaps = [...NAMES.keys()]
    .filter((cell) => !view.board.cells[nameOf(cell)] && joinedGroups(own, cell).length > 1)
    .map((cell) => ({ cell: nameOf(cell), count: tilesFor(cell).filter((tile) => left.has(tile)).length }));
  gaps.sort((a, b) => a.count - b.count || (a.cell < b.cell ? -1 : 1));
  return gaps
    .slice(0, 1)
    .filter(({ count }) => count <= FEW_TILES)
    .map(({ cell, count }) => ({ code: "coach-gap", details: { colour: own.id, count, cell }, cells: [cell] }));
}
