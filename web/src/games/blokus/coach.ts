/** What a move of Blokus does: src/tischlein/games/blokus/study/coach.py, over the same compiled rules. */
import { byText } from "../../engine/game.ts";
import { GAME } from "../../engine/generated/blokus.ts";
import type { Move, Remark } from "../../engine/types.ts";
import type { BlokusGame } from "./engine/index.ts";

/** A change of what a colour can reach is worth a word from so many squares on. */
const NOTABLE_SQUARES = 8;
const FEW_PLACES = 3;
const BIG = 5;

const pieceOf = (code: number) => GAME.piece_of_shape[code >> GAME.board.origin_bits] ?? 0;
const sizeOf = (piece: number) => GAME.shapes[GAME.piece_of_shape.indexOf(piece)]?.length ?? 0;
const nameOf = (piece: number) => GAME.pieces[piece] ?? "";

/** What a colour could do if it were its turn. */
interface Outlook {
  /** Free squares where a single square might lie: at a corner of an own piece and beside none, or to start on. */
  corners: ReadonlySet<string>;
  /** Its moves as codes, each with its squares. */
  moves: readonly { code: number; squares: readonly string[] }[];
  /** The squares that some move covers. */
  squares: ReadonlySet<string>;
  /** The corners where one of its pieces fits. */
  usable: ReadonlySet<string>;
  /** In how many ways each piece can be placed. */
  places: ReadonlyMap<number, number>;
  /** Whether a piece of it lies: before, its corners are squares to start on. */
  begun: boolean;
}

export function remarkOn(before: BlokusGame, move: Move): Remark[] {
  const after = before.play(move) as BlokusGame;
  const { colours } = before.plan;
  const { turn: mover, side } = before.position;
  const sides = [...side];
  const left = after.leftOf(mover);
  const covered = new Set(before.canonical(move).split(","));
  const remarks = onOwn(colours[mover] ?? "", look(before, mover), look(after, mover), left, covered);
  colours.forEach((name, rival) => {
    if (sides[rival] === sides[mover] || sides[rival] === -1) return;
    remarks.push(...onRival(name, look(before, rival), look(after, rival)));
  });
  return remarks;
}

/** The rules keep start squares on the list of a colour until the first round is over; here somebody might move twice. */
function look(game: BlokusGame, colour: number): Outlook {
  const corners = new Set(game.cornersOf(colour));
  const listed = game.codesOf(colour).map((code) => ({ code, squares: game.write(code).split(",") }));
  const moves = listed.filter(({ squares }) => squares.some((square) => corners.has(square)));
  return outlook(corners, moves, game.leftOf(colour).length < GAME.pieces.length);
}

function outlook(corners: Outlook["corners"], moves: Outlook["moves"], begun: boolean): Outlook {
  const squares = new Set(moves.flatMap((move) => move.squares));
  const usable = new Set([...corners].filter((square) => squares.has(square)));
  const places = new Map<number, number>();
  for (const { code } of moves) places.set(pieceOf(code), (places.get(pieceOf(code)) ?? 0) + 1);
  return { corners, moves, squares, usable, places, begun };
}

/** What it could do with these of its pieces alone. */
const keep = ({ corners, moves, begun }: Outlook, pieces: readonly number[]) =>
  outlook(corners, moves.filter(({ code }) => pieces.includes(pieceOf(code))), begun);

const without = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((square) => !other.has(square)).sort(byText);

function onOwn(colour: string, before: Outlook, after: Outlook, left: readonly number[], covered: ReadonlySet<string>): Remark[] {
  const remarks: Remark[] = [];
  const opened = without(after.usable, before.corners);
  if (opened.length) remarks.push({ code: "coach-opens", details: { colour, count: opened.length }, cells: opened });
  remarks.push(...onClosed(colour, keep(before, left), after, covered)); // what only the laid piece could have used is spent
  if (after.squares.size >= before.squares.size + NOTABLE_SQUARES) remarks.push(onReach("coach-reaches-more", colour, before, after));
  remarks.push(...onLostPieces(colour, left, before, after), ...onBigPiece(colour, after, left), ...onKept(before, left, covered.size));
  return remarks;
}

function onBigPiece(colour: string, after: Outlook, left: readonly number[]): Remark[] {
  const count = (piece: number) => after.places.get(piece) ?? 0;
  const few = left.filter((piece) => sizeOf(piece) === BIG && count(piece) > 0 && count(piece) <= FEW_PLACES);
  few.sort((a, b) => count(a) - count(b) || byText(nameOf(a), nameOf(b)));
  return few.slice(0, 1).map((piece) => {
    const details = { colour, piece: nameOf(piece), count: count(piece) };
    return { code: "coach-big-piece", details, cells: squaresFor(after, [piece]) };
  });
}

/** Pieces of five that might have been laid instead of a smaller one. */
function onKept(before: Outlook, left: readonly number[], size: number): Remark[] {
  const kept = left.filter((piece) => sizeOf(piece) === BIG && before.places.has(piece));
  if (!kept.length || size >= BIG) return [];
  return [{ code: "coach-keeps", details: { size, count: kept.length }, cells: squaresFor(before, kept) }];
}

/** The squares where one of these pieces might lie. */
const squaresFor = (outlook: Outlook, pieces: readonly number[]) => [...keep(outlook, pieces).squares].sort(byText);

function onRival(colour: string, before: Outlook, after: Outlook): Remark[] {
  const remarks = onClosed(colour, before, after);
  if (before.squares.size >= after.squares.size + NOTABLE_SQUARES) remarks.push(onReach("coach-reaches-less", colour, before, after));
  return [...remarks, ...onLostPieces(colour, GAME.pieces.map((_, piece) => piece), before, after)];
}

function onClosed(colour: string, before: Outlook, after: Outlook, covered: ReadonlySet<string> = new Set()): Remark[] {
  const closed = without(before.usable, after.usable).filter((square) => !covered.has(square));
  return before.begun && closed.length ? [{ code: "coach-closes", details: { colour, count: closed.length }, cells: closed }] : [];
}

function onReach(code: string, colour: string, before: Outlook, after: Outlook): Remark {
  const cells = [...without(before.squares, after.squares), ...without(after.squares, before.squares)].sort(byText);
  return { code, details: { colour, before: before.squares.size, after: after.squares.size }, cells };
}

function onLostPieces(colour: string, left: readonly number[], before: Outlook, after: Outlook): Remark[] {
  const lost = left.filter((piece) => before.places.has(piece) && !after.places.has(piece));
  if (!lost.length) return [];
  const details = { colour, count: lost.length, pieces: lost.map(nameOf).join(", ") };
  return [{ code: "coach-no-place", details, cells: squaresFor(before, lost) }];
}
