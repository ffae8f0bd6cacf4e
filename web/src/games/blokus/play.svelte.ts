/** What board and hand share: the piece that is held, how it lies, and where. Knows no rule, only the legal moves. */
import { untrack } from "svelte";
import type { Colour } from "../../lib/colours";
import type { Scene } from "../../lib/game";
import type { Move } from "../../lib/protocol";
import { extent, flip, keyOf, normalize, readMove, type Shape, SHAPES, type Square, turn, ways, writeMove } from "./pieces";
import type { View } from "./view";

/** How far a held piece jumps to a legal place, in squares. A finger is less exact; keys mean what they say. */
const SNAP = { mouse: 1.1, touch: 1.7, keys: 0.01 };

interface Spot {
  x: number;
  y: number;
  move: Move;
}

interface Held {
  piece: string;
  shape: Shape;
  /** Where the middle of the piece should be, in squares from the bottom left. */
  x: number;
  y: number;
  by: keyof typeof SNAP;
  /** It lies still and waits for the tick: a mouse that moves on leaves it there. */
  set: boolean;
}

export class Play {
  held = $state.raw<Held | null>(null);
  /** A piece on its way from the hand, while the pointer is not over the board: in pixels of the window. */
  flying = $state.raw<{ x: number; y: number } | null>(null);
  /** The board's field on the screen, to find squares under a pointer. */
  field: SVGGraphicsElement | null = null;
  /** The element that takes the keys. */
  board: SVGElement | null = null;

  constructor(readonly scene: Scene<View>) {
    $effect(() => {
      // What was held may not be there any more: it was placed, or the turn has passed.
      const held = this.held;
      if (held && (!this.open || !this.left.has(held.piece))) untrack(() => this.drop());
    });
    $effect(() => this.scene.oncheck(this.move));
  }

  /** Whether a piece can be chosen now. */
  open = $derived.by(() => this.scene.legal !== null && this.scene.pending === null);

  /** The colour that is placed now. */
  colour = $derived.by((): Colour | null => this.scene.view.turn);

  left = $derived.by(() => new Set(this.scene.view.colours.find((colour) => colour.id === this.colour)?.left));

  /** Legal moves by shape: where the bottom left of its box may lie. */
  spots = $derived.by(() => {
    const found = new Map<string, Spot[]>();
    for (const move of this.scene.legal ?? []) {
      const squares = readMove(move);
      const key = keyOf(normalize(squares));
      const spot = { x: Math.min(...squares.map(([x]) => x)), y: Math.min(...squares.map(([, y]) => y)), move };
      const others = found.get(key);
      if (others) others.push(spot);
      else found.set(key, [spot]);
    }
    return found;
  });

  /** The pieces that fit somewhere. */
  fitting = $derived.by(
    () => new Set(Object.keys(SHAPES).filter((name) => ways(SHAPES[name] ?? []).some((way) => this.spots.has(keyOf(way))))),
  );

  /** Where the held piece lies: at a legal place close by, or on the squares right under it. */
  spot = $derived.by((): { x: number; y: number; move: Move | null } | null => {
    const held = this.held;
    if (!held) return null;
    const { width, height } = extent(held.shape);
    const [x, y] = [held.x - width / 2, held.y - height / 2];
    const near = nearest(this.spots.get(keyOf(held.shape)) ?? [], x, y);
    if (near && Math.hypot(near.x - x, near.y - y) <= SNAP[held.by]) return near;
    const size = this.scene.view.size;
    const place = { x: clamp(Math.round(x), size - width), y: clamp(Math.round(y), size - height) };
    const exact = near && near.x === place.x && near.y === place.y;
    return { ...place, move: exact ? near.move : null };
  });

  legal = $derived.by(() => this.spot?.move != null);

  squares = $derived.by((): Square[] => {
    const { held, spot } = this;
    return held && spot ? held.shape.map(([x, y]) => [x + spot.x, y + spot.y] as const) : [];
  });

  /** The held piece as a move, legal or not. */
  move = $derived.by((): Move | null => (this.held ? writeMove(this.squares) : null));

  /** Free squares at which something of the colour can be joined, or the start squares: where to look. */
  corners = $derived.by((): Square[] => {
    const { view, legal } = this.scene;
    if (!legal) return [];
    const letter = this.colour?.[0];
    const own = (x: number, y: number) => view.board[view.size - 1 - y]?.[x] === letter;
    const starts = new Set(view.colours.find((colour) => colour.id === this.colour)?.starts);
    const joins = ([x, y]: Square) => own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1);
    const found = new Map<string, Square>();
    const held = this.held && new Set(ways(this.held.shape).map(keyOf));
    for (const [key, spots] of this.spots) {
      if (held && !held.has(key)) continue;
      for (const { move } of spots)
        for (const name of move.split(",")) {
          const square = readMove(name)[0];
          if (square && !found.has(name) && (starts.size ? starts.has(name) : joins(square))) found.set(name, square);
        }
    }
    return [...found.values()];
  });

  // ---------------------------------------------------------------- hands

  /** Take a piece; it lies in a way in which it fits, at the legal place nearest to the middle of the board. */
  choose(piece: string, by: Held["by"]): void {
    if (!this.open || !this.left.has(piece)) return;
    const shape = SHAPES[piece];
    if (!shape) return;
    const lying = ways(shape).find((way) => this.spots.has(keyOf(way))) ?? shape;
    const middle = this.scene.view.size / 2;
    const { width, height } = extent(lying);
    const spot = nearest(this.spots.get(keyOf(lying)) ?? [], middle - width / 2, middle - height / 2);
    this.held = {
      piece,
      shape: lying,
      x: spot ? spot.x + width / 2 : middle,
      y: spot ? spot.y + height / 2 : middle,
      by,
      set: by !== "mouse",
    };
  }

  drop(): void {
    this.held = null;
    this.flying = null;
  }

  /** Hold the piece with its middle here. */
  hover(x: number, y: number, by: Held["by"], set = false): void {
    if (this.held) this.held = { ...this.held, x: clamp(x, this.scene.view.size), y: clamp(y, this.scene.view.size), by, set };
  }

  /** Move the piece by whole squares, from where it is seen. */
  nudge(dx: number, dy: number): void {
    const { held, spot } = this;
    if (!held || !spot) return;
    const { width, height } = extent(held.shape);
    this.held = { ...held, x: spot.x + dx + width / 2, y: spot.y + dy + height / 2, by: "keys", set: true };
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
    const size = this.scene.view.size;
    const x = clamp(spot.x + before.width / 2, size);
    const y = clamp(spot.y + before.height / 2, size);
    this.held = { ...held, shape, x, y };
  }

  /** Go to the next legal place of the piece, in every way it can lie; backwards with -1. */
  next(step: 1 | -1): void {
    const held = this.held;
    if (!held) return;
    const all = ways(SHAPES[held.piece] ?? []).flatMap((shape) =>
      (this.spots.get(keyOf(shape)) ?? []).map((spot) => ({ shape, spot })),
    );
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
    this.scene.onmove(move);
  }

  /** The square under a point of the window, as fractions; null when the board is not there. */
  locate(clientX: number, clientY: number): { x: number; y: number; inside: boolean; cell: number } | null {
    const box = this.field?.getBoundingClientRect();
    if (!box || !box.width) return null;
    const size = this.scene.view.size;
    const x = ((clientX - box.left) / box.width) * size;
    const y = ((box.bottom - clientY) / box.height) * size;
    const slack = 0.5;
    const inside = x > -slack && y > -slack && x < size + slack && y < size + slack;
    return { x, y, inside, cell: box.width / size };
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

