/** What board and hand share: the tile that is held, the cell that is meant, and whose groups are looked at. */
import { untrack } from "svelte";
import type { Colour } from "../../lib/pieces/colours";
import type { Scene } from "../../lib/game";
import type { Move, Seat } from "../../lib/net/protocol";
import { arrange, cellAt, columnOf, keyOf, namesColour, readMove, rowOf, SIZE, writeMove } from "./drawing/tiles";
import type { ColourView, LaidTile, View } from "./view";

type Means = "mouse" | "touch" | "keys";

/** How far from the middle of a legal cell a finger may come down, in cells; others mean what they point at. */
const REACH = 0.8;

export class Play {
  held = $state.raw<LaidTile | null>(null);
  /** The cell that is meant: where the held tile hovers, or the one to find a tile for. */
  at = $state.raw<string | null>(null);
  by = $state.raw<Means>("mouse");
  /** The held tile lies still and waits for the tick: a mouse that moves on leaves it there. */
  set = $state.raw(false);
  /** A tile on its way from the rack, while the pointer is not over the board: in pixels of the window. */
  flying = $state.raw<{ x: number; y: number } | null>(null);
  /** Whose groups are outlined, while somebody points at them; and who stays chosen after a click. */
  pointed = $state.raw<Seat | null>(null);
  picked = $state.raw<Seat | null>(null);
  /** Where the keys go on from. */
  #cursor: string | null = null;
  /** The board's field on the screen, to find cells under a pointer. */
  field: SVGGraphicsElement | null = null;
  /** The element that takes the keys. */
  board: SVGElement | null = null;

  constructor(readonly scene: Scene<View>) {
    $effect(() => {
      // What was held may not be there any more: it was placed, or the turn has passed.
      const { held, open } = this;
      const gone = held && !this.standing.some((tile) => keyOf(tile) === keyOf(held));
      if (!open || gone) untrack(() => this.drop());
    });
    $effect(() => this.scene.oncheck(this.move));
  }

  /** Whether a tile can be chosen now. */
  open = $derived.by(() => this.scene.legal !== null && this.scene.pending === null);

  /** The colours of the seat. */
  own = $derived.by((): ColourView[] => this.scene.view.colours.filter(({ seat }) => seat === this.scene.seat));

  readonly #places = new Map<Colour, (string | null)[]>();

  /** The racks of the seat, every tile in its place; null is an empty place. */
  racks = $derived.by(() =>
    this.own.map((colour) => {
      const places = arrange(this.#places.get(colour.id) ?? this.#recall(colour.id), colour.rack ?? []);
      this.#places.set(colour.id, places);
      this.#keep(colour.id, places);
      return { colour, places };
    }),
  );

  /** A rack looks the same after the page was loaded again. */
  #recall(colour: Colour): (string | null)[] {
    const { table } = this.scene;
    try {
      return table ? (JSON.parse(sessionStorage.getItem(`rack ${table} ${colour}`) ?? "[]") as (string | null)[]) : [];
    } catch {
      return [];
    }
  }

  #keep(colour: Colour, places: readonly (string | null)[]): void {
    const { table } = this.scene;
    try {
      if (table) sessionStorage.setItem(`rack ${table} ${colour}`, JSON.stringify(places));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** All tiles that can be chosen, from left to right. */
  standing = $derived.by((): LaidTile[] =>
    this.racks.flatMap(({ colour, places }) =>
      colour.closed ? [] : places.flatMap((tile) => (tile === null ? [] : [{ colour: colour.id, tile }])),
    ),
  );

  /** Legal moves by tile and cell. */
  targets = $derived.by(() => {
    const found = new Map<string, Map<string, Move>>();
    const single = this.own[0]?.id ?? "red";
    for (const move of this.scene.legal ?? []) {
      const placement = readMove(move, single);
      const key = keyOf(placement);
      const cells = found.get(key) ?? new Map<string, Move>();
      found.set(key, cells.set(placement.cell, move));
    }
    return found;
  });

  /** Where the held tile may lie. */
  cells = $derived.by((): ReadonlyMap<string, Move> => (this.held && this.targets.get(keyOf(this.held))) ?? new Map());

  /** Own tiles that fit the meant cell, while none is held. */
  fitting = $derived.by((): ReadonlySet<string> | null => {
    const { at } = this;
    if (!this.open || this.held || !at) return null;
    return new Set([...this.targets].filter(([, cells]) => cells.has(at)).map(([key]) => key));
  });

  /** The held tile over the meant cell as a move, legal or not. */
  move = $derived.by((): Move | null =>
    this.held && this.at ? writeMove(this.at, this.held, namesColour(this.scene.view)) : null,
  );

  legal = $derived.by(() => this.at !== null && this.cells.has(this.at));

  /** Whether every legal move takes a tile. */
  mustTake = $derived.by(() => {
    const { cells } = this.scene.view.board;
    return this.targets.size > 0 && [...this.targets.values()].every((found) => [...found.keys()].every((cell) => cells[cell]));
  });

  /** Which move was the seat's own last one; -1: none, as for onlookers. */
  #own = $derived.by((): number => this.scene.moves.findLastIndex(({ seat }) => seat === this.scene.seat));

  /** What was laid since the seat's own last move, for programs answer all at once; for onlookers the last tile. */
  recent = $derived.by((): string[] => {
    const { moves, seat, view } = this.scene;
    const since = this.#own < 0 ? [] : moves.slice(this.#own + 1).map(({ move }) => cellOf(move));
    return [...new Set([...since, ...(view.last && view.last.seat !== seat ? [view.last.cell] : [])])];
  });

  /** The own last tile, which looks different from what the others have done since; one of them may have taken it. */
  mine = $derived.by((): string | null => {
    const cell = cellOf(this.scene.moves[this.#own]?.move ?? "");
    return cell && !this.recent.includes(cell) ? cell : null;
  });

  /** Whose groups are outlined. */
  shown = $derived.by((): Seat | null => this.pointed ?? this.picked);

  // ---------------------------------------------------------------- hands

  /** Take a tile. It goes to the meant cell if it fits there; keys put it on the nearest cell where it fits. */
  choose(tile: LaidTile, by: Means): void {
    if (!this.open) return;
    const cells = this.targets.get(keyOf(tile)) ?? new Map<string, Move>();
    const aimed = this.at !== null && cells.has(this.at) ? this.at : null;
    this.held = tile;
    this.mean(aimed ?? (by === "keys" ? nearest(cells.keys(), this.at ?? this.#cursor ?? "E5") : null), by, true);
  }

  drop(): void {
    this.held = null;
    this.flying = null;
    this.set = false;
    this.at = null;
  }

  /** Mean a cell, with or without a tile. */
  mean(cell: string | null, by: Means, set = false): void {
    this.at = cell;
    this.#cursor = cell ?? this.#cursor;
    this.by = by;
    this.set = set && cell !== null;
  }

  /** Go one cell on; the very first step goes to the middle. */
  step(dx: number, dy: number): void {
    const from = this.at ?? this.#cursor;
    const to = from ? cellAt(columnOf(from) + dx, rowOf(from) + dy) : "E5";
    this.mean(to ?? from, "keys", this.held !== null);
  }

  /** Go to the next cell where the held tile may lie; backwards with -1. */
  next(step: 1 | -1): void {
    const cells = [...this.cells.keys()].sort();
    const at = cells.indexOf(this.at ?? "");
    this.mean(cells.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % cells.length) ?? this.at, "keys", true);
  }

  /** Play where the tile is, if it may lie there. */
  place(): void {
    const move = this.at && this.cells.get(this.at);
    if (!move) return;
    this.drop();
    this.scene.onmove(move);
  }

  /** The cell under a point of the window; a finger reaches a legal cell that is close. */
  locate(clientX: number, clientY: number, by: Means): string | null {
    const box = this.field?.getBoundingClientRect();
    if (!box?.width) return null;
    const x = ((clientX - box.left) / box.width) * SIZE;
    const y = ((clientY - box.top) / box.height) * SIZE;
    if (by === "touch" && this.held) {
      const far = (cell: string) => Math.hypot(columnOf(cell) + 0.5 - x, rowOf(cell) + 0.5 - y);
      const near = [...this.cells.keys()].sort((a, b) => far(a) - far(b))[0];
      if (near && far(near) <= REACH) return near;
    }
    return cellAt(Math.floor(x), Math.floor(y));
  }
}

const cellOf = (move: Move): string => move.split(":")[0] ?? "";

function nearest(cells: Iterable<string>, to: string): string {
  const far = (cell: string) => Math.hypot(columnOf(cell) - columnOf(to), rowOf(cell) - rowOf(to));
  return [...cells].sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1))[0] ?? to;
}
