/** A piece in somebody's hand: which one, how it lies, and where over the board. Knows no rule, only where it may lie. */
import { untrack } from "svelte";
import type { Colour } from "./colours";
import { extent, flip, nameOf, NAMES, readMove, type Shape, SHAPES, type Square, turn, ways, writeMove } from "./pieces";
import type { Move } from "../net/protocol";

/** How far a held piece jumps to a legal place, in squares. A finger is less exact; keys and steps mean what they say. */
const SNAP = { mouse: 1.1, touch: 1.7, keys: 0.01, steps: 0.01 };

export type Way = keyof typeof SNAP;

/** A place for a shape: the bottom left of its box. */
export interface Spot {
  x: number;
  y: number;
  move: Move;
}

/** What a hand needs to know of the table. Every field is reactive. */
export interface Ground {
  readonly columns: number;
  readonly rows: number;
  /** Whether a piece can be chosen now. */
  readonly open: boolean;
  /** The colour that is placed now, and its pieces that are left. */
  readonly colour: Colour | null;
  readonly left: ReadonlySet<string>;
  /** The one move that a lesson asks for: the keys that go on to the next go there. */
  readonly wanted?: Move | undefined;
  /** Where a shape may lie. */
  spots(shape: Shape): readonly Spot[];
  onmove(move: Move): void;
  /** This is held over the board, legal or not; null: nothing any more. */
  oncheck(move: Move | null): void;
}

interface Held {
  piece: string;
  shape: Shape;
  /** Where the middle of the piece should be, in squares from the bottom left. */
  x: number;
  y: number;
  by: Way;
  /** It lies still and waits for the tick: a mouse that moves on leaves it there. */
  set: boolean;
}

export class Holding {
  held = $state.raw<Held | null>(null);
  /** A piece on its way from the hand, while the pointer is not over the board: in pixels of the window. */
  flying = $state.raw<{ x: number; y: number } | null>(null);
  /** It is being drawn just now: nothing should lie over the squares around it. */
  drawn = $state(false);
  /** The board's field on the screen, to find squares under a pointer. */
  field: SVGGraphicsElement | null = null;
  /** The element that takes the keys. */
  board: SVGElement | null = null;

  constructor(readonly ground: Ground) {
    $effect(() => {
      // What was held may not be there any more: it was placed, or the turn has passed.
      const held = this.held;
      if (held && (!ground.open || !ground.left.has(held.piece))) untrack(() => this.drop());
    });
    $effect(() => ground.oncheck(this.move));
  }

  /** The pieces that fit somewhere. */
  fitting = $derived.by(() => {
    const fits = (name: string) => ways(SHAPES[name] ?? []).some((way) => this.ground.spots(way).length);
    return new Set(NAMES.filter((name) => this.ground.left.has(name) && fits(name)));
  });

  /** Where the held piece lies: at a legal place close by, or on the squares right under it. */
  spot = $derived.by((): { x: number; y: number; move: Move | null } | null => {
    const held = this.held;
    if (!held) return null;
    const { width, height } = extent(held.shape);
    const [x, y] = [held.x - width / 2, held.y - height / 2];
    const spots = this.ground.spots(held.shape);
    const near = nearest(spots, x, y);
    if (near && Math.hypot(near.x - x, near.y - y) <= SNAP[held.by]) return near;
    const { columns, rows } = this.ground;
    const place = { x: clamp(Math.round(x), columns - width), y: clamp(Math.round(y), rows - height) };
    // Not the nearest one: a piece that was turned may be between two squares, and as near to another place.
    const under = spots.find((spot) => spot.x === place.x && spot.y === place.y);
    return { ...place, move: under?.move ?? null };
  });

  legal = $derived.by(() => this.spot?.move != null);

  squares = $derived.by((): Square[] => {
    const { held, spot } = this;
    return held && spot ? held.shape.map(([x, y]) => [x + spot.x, y + spot.y] as const) : [];
  });

  /** The held piece as a move, legal or not. */
  move = $derived.by((): Move | null => (this.held ? writeMove(this.squares) : null));

  // ---------------------------------------------------------------- hands

  /** Take a piece; it lies in a way in which it fits, at the legal place nearest to the middle of the board. */
  choose(piece: string, by: Way): void {
    if (!this.ground.open || !this.ground.left.has(piece)) return;
    const shape = SHAPES[piece];
    if (!shape) return;
    const lying = ways(shape).find((way) => this.ground.spots(way).length) ?? shape;
    const [x, y] = [this.ground.columns / 2, this.ground.rows / 2];
    const { width, height } = extent(lying);
    const spot = nearest(this.ground.spots(lying), x - width / 2, y - height / 2);
    this.hold(piece, lying, spot ? spot.x + width / 2 : x, spot ? spot.y + height / 2 : y, by);
  }

  /** Hold a piece in a certain way, with its middle here. */
  hold(piece: string, shape: Shape, x: number, y: number, by: Way): void {
    this.held = { piece, shape, x, y, by, set: by !== "mouse" };
  }

  /** Take the next piece that fits, the large ones first. */
  chooseNext(step: 1 | -1): void {
    const { wanted } = this.ground;
    const fitting = wanted ? [nameOf(readMove(wanted))] : NAMES.filter((name) => this.fitting.has(name));
    const at = fitting.indexOf(this.held?.piece ?? "");
    const name = fitting.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % fitting.length);
    if (name) this.choose(name, "keys");
  }

  drop(): void {
    this.held = null;
    this.flying = null;
    this.drawn = false;
  }

  /** Hold the piece with its middle here. */
  hover(x: number, y: number, by: Way, set = false): void {
    const { columns, rows } = this.ground;
    if (this.held) this.held = { ...this.held, x: clamp(x, columns), y: clamp(y, rows), by, set };
  }

  /** Move the piece by whole squares, from where it is seen. */
  nudge(dx: number, dy: number, by: "keys" | "steps" = "keys"): void {
    const { held, spot } = this;
    if (!held || !spot) return;
    const { width, height } = extent(held.shape);
    this.held = { ...held, x: spot.x + dx + width / 2, y: spot.y + dy + height / 2, by, set: true };
  }

  turn(times = 1): void {
    if (!this.held) return;
    let shape = this.held.shape;
    for (let i = 0; i < (times + 4) % 4; i++) shape = turn(shape);
    this.#reshape(shape);
  }

  flip(): void {
    if (this.held) this.#reshape(flip(this.held.shape));
  }

  /** Turn around the middle of where it is seen, and stay there. */
  #reshape(shape: Shape): void {
    const { held, spot } = this;
    if (!held || !spot) return;
    if (!held.set) {
      this.held = { ...held, shape };
      return;
    }
    const before = extent(held.shape);
    const x = clamp(spot.x + before.width / 2, this.ground.columns);
    const y = clamp(spot.y + before.height / 2, this.ground.rows);
    this.held = { ...held, shape, x, y };
  }

  /** Go to the next legal place of the piece, in every way it can lie; backwards with -1. */
  next(step: 1 | -1): void {
    const held = this.held;
    if (!held) return;
    const { wanted } = this.ground;
    const all = ways(SHAPES[held.piece] ?? [])
      .flatMap((shape) => this.ground.spots(shape).map((spot) => ({ shape, spot })))
      .filter(({ spot }) => !wanted || spot.move === wanted);
    const at = all.findIndex(({ spot }) => spot.move === this.spot?.move);
    const to = all.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % all.length);
    if (!to) return;
    const { width, height } = extent(to.shape);
    this.held = { ...held, shape: to.shape, x: to.spot.x + width / 2, y: to.spot.y + height / 2, by: "keys", set: true };
  }

  /** Play where the piece is, if it may lie there. */
  place(): void {
    const move = this.spot?.move;
    if (!move) return;
    this.drop();
    this.ground.onmove(move);
  }

  /** The square under a point of the window, as fractions; null when the board is not there. */
  locate(clientX: number, clientY: number): { x: number; y: number; inside: boolean; cell: number } | null {
    const box = this.field?.getBoundingClientRect();
    if (!box || !box.width) return null;
    const { columns, rows } = this.ground;
    const x = ((clientX - box.left) / box.width) * columns;
    const y = ((box.bottom - clientY) / box.height) * rows;
    const slack = 0.5;
    const inside = x > -slack && y > -slack && x < columns + slack && y < rows + slack;
    return { x, y, inside, cell: box.width / columns };
  }
}

function nearest(spots: readonly Spot[], x: number, y: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const far = Math.hypot(spot.x - x, spot.y - y);
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
