/**
 * What board and hand share: the parts of a move that are chosen so far, in any order.
 *
 * What holds: some legal move goes on from what is chosen. Whatever lights up, some legal move continues with.
 */
import { untrack } from "svelte";
import type { Scene } from "../../lib/game";
import type { Move, Seat } from "../../lib/net/protocol";
import { HEIGHTS, letterAt, type Option, PLANKS, readMove, readTouched, type Row, type Touched, turn } from "./moves";
import type { HandView, View } from "./view";

/** With what somebody chooses: a finger gets a tick before a move counts. */
export type By = "mouse" | "touch" | "keys";

interface Draft {
  /** Which of the planks in the hand, and how it is held. */
  slot: number | null;
  plank: string | null;
  end: string | null;
  /** As in Option: the letter of a colour, or the cell that a nail leaves. */
  nail: string | null;
  /** Where the nail goes, when that waits for the tick. */
  target: string | null;
}

const NOTHING: Draft = { slot: null, plank: null, end: null, nail: null, target: null };

/** What is under a pointer: a field, the end that is nearest, and whether it is the board at all. */
export interface Place {
  cell: string | null;
  end: string | null;
  inside: boolean;
}
const NOWHERE: Place = { cell: null, end: null, inside: false };

/** How far above a finger a nail is held, so that it can be seen: in pixels. */
const LIFT = 46;

export class Play {
  draft = $state.raw<Draft>(NOTHING);
  /** The field under the mouse. */
  hover = $state<string | null>(null);
  /** The field that keys would choose; null until keys are used. */
  cursor = $state<string | null>(null);
  /** A move that somebody tried and that is not legal: the page says why. */
  tried = $state<Move | null>(null);
  /** What is dragged while it is not over a place that takes it: in pixels of the window. */
  flying = $state.raw<{ x: number; y: number } | null>(null);
  /** How it was held last. */
  by = $state<By>("mouse");
  /** The element that takes the keys. */
  board = $state.raw<SVGElement | null>(null);
  /** Finds what is under a point of the window; the board knows. */
  locate: (x: number, y: number, by: By) => Place = () => NOWHERE;

  /** The most planks that each side was seen with: their places stay when planks leave. */
  #dealt = new Map<string, (string | null)[]>();

  constructor(readonly scene: Scene<View>) {
    $effect(() => {
      // A new position, or nothing to choose any more: what was held is put down.
      void [this.#ply, this.open];
      untrack(() => this.drop());
    });
    $effect(() => this.scene.oncheck(this.tried));
  }

  #ply = $derived.by(() => this.scene.view.ply);

  /** Whether something can be chosen now. */
  open = $derived.by(() => this.scene.legal !== null && this.scene.pending === null);

  /** Whether the sides are to be kept or swapped. */
  choosing = $derived.by(() => this.open && this.scene.view.choice);

  own = $derived.by((): HandView | null => this.scene.view.hands[this.scene.seat ?? -1] ?? null);

  row = $derived.by((): Row => new Map(this.scene.view.board.map(({ column, plank }) => [column, plank])));

  /** The row with the plank that is held at its end. */
  rowAhead = $derived.by((): Row => {
    const { plank, end } = this.draft;
    return plank && end ? new Map([...this.row, [end, plank]]) : this.row;
  });

  options = $derived.by((): Option[] =>
    (this.open ? (this.scene.legal ?? []) : []).flatMap((move) => readMove(move, this.row) ?? []),
  );

  /** Whether nails are moved, not set. */
  moving = $derived.by(() => this.options.some(({ nail }) => nail.length > 1));

  // ---------------------------------------------------------------- what was done last

  /** Which move was the seat's own last one; -1: none, as for onlookers. */
  #own = $derived.by((): number => this.scene.moves.findLastIndex(({ seat }) => seat === this.scene.seat));

  #touched = $derived.by((): Touched[] => readTouched(this.scene.moves));

  /** What was done since the seat's own last move, for programs answer all at once; for onlookers the last move. */
  recent = $derived.by((): Touched[] => {
    const { seat, view } = this.scene;
    if (this.#own >= 0) return this.#touched.slice(this.#own + 1);
    return view.last && view.last.seat !== seat ? [view.last] : [];
  });

  /** Where the own last nail came, which looks different from what the others have done since. */
  mine = $derived.by((): string | null => this.#touched[this.#own]?.cell ?? null);

  // ---------------------------------------------------------------- what lights up

  /** The planks of the hand that can be laid now, as they may lie. */
  layable = $derived.by(() => new Set(this.options.map(({ plank }) => plank)));

  /** The ends where the held plank can go. */
  ends = $derived.by(() => {
    const { plank } = this.draft;
    return new Set(plank ? this.#match({ plank }).map(({ end }) => end) : []);
  });

  /** The nails that can be taken: letters of colours, or cells. */
  nails = $derived.by(() => {
    const { plank, end } = this.draft;
    if (plank && !end) return new Set(this.#match({ plank }).map(({ nail }) => nail));
    return new Set(this.#match({ plank, end }).map(({ nail }) => nail));
  });

  /** The fields where the nail can go. A plank has to lie first, and a nail that moves has to be picked up. */
  targets = $derived.by((): Map<string, Option> => {
    const { plank, end, nail } = this.draft;
    if ((plank && !end) || (this.moving && !nail)) return new Map();
    return new Map(this.#match({ plank, end, nail }).map((option) => [option.target, option]));
  });

  /** The whole move, when all is chosen. */
  ready = $derived.by((): Option | null => (this.draft.target ? (this.targets.get(this.draft.target) ?? null) : null));

  /** Legal moves with these parts; no plank means: without one. */
  #match({ plank, end, nail }: { plank: string | null; end?: string | null; nail?: string | null }): Option[] {
    return this.options.filter(
      (option) => option.plank === plank && (!end || option.end === end) && (!nail || option.nail === nail),
    );
  }

  /** Whether anything is held. */
  holding = $derived.by(() => this.draft.plank !== null || this.draft.nail !== null || this.draft.target !== null);

  /** How far the hand has come: the key of a sentence that says what is next. */
  step = $derived.by((): string => {
    const { plank, end, nail } = this.draft;
    if (!this.open) return "step-wait";
    if (this.choosing) return "step-choose";
    if (this.ready) return "step-confirm";
    if (plank && !end) return "step-end";
    if (nail && plank) return "step-nail-new";
    if (nail) return "step-nail";
    if (plank) return this.moving ? "step-take-new" : "step-set-new";
    if (!this.row.size) return "step-begin";
    if (!this.options.some((option) => option.plank)) return this.moving ? "step-take-only" : "step-set-only";
    return this.moving ? "step-take" : "step-set";
  });

  // ---------------------------------------------------------------- hands

  /** The planks of a side in fixed places; null where one has left. */
  slots(hand: HandView): (string | null)[] {
    const before = this.#dealt.get(hand.shape) ?? [];
    const left = [...hand.stock];
    const places = before.map((plank) => {
      const at = plank ? left.indexOf(plank) : -1;
      return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
    });
    if (!left.length && before.length) return places;
    const dealt = [...hand.stock, ...Array<null>(PLANKS / this.scene.view.seats - hand.stock.length).fill(null)];
    this.#dealt.set(hand.shape, dealt);
    return dealt;
  }

  /** The ways in which a plank of the hand may lie now. */
  ways(plank: string): string[] {
    return [plank, turn(plank)].filter((way) => this.layable.has(way));
  }

  /** Take a plank, or put it back if it is held. */
  takePlank(slot: number, plank: string, by: By): void {
    this.#settle(by);
    if (this.draft.slot === slot) return void this.back("plank");
    const way = this.ways(plank)[0];
    if (!way) return;
    // With one end only there is nothing to choose, and a nail that cannot go there is put down.
    const ends = new Set(this.#match({ plank: way }).map(({ end }) => end));
    const end = ends.size === 1 ? ([...ends][0] ?? null) : ends.has(this.draft.end) ? this.draft.end : null;
    this.#choose({ slot, plank: way, end, nail: this.draft.nail, target: null });
  }

  /** Turn the held plank upside down; its nail turns with it. */
  turn(): void {
    const { plank, end, nail } = this.draft;
    if (!plank || !this.layable.has(turn(plank))) return;
    this.#settle(this.by);
    const held = this.ready?.nail ?? nail;
    const before = this.draft;
    this.#choose({ ...before, plank: turn(plank), target: null });
    if (!before.target) return;
    const target = this.#match({ plank: turn(plank), end, nail: held })[0]?.target ?? null;
    if (target && this.targets.has(target)) this.draft = { ...this.draft, target };
  }

  /** Whether the held plank can be turned. */
  turnable = $derived.by(() => this.draft.plank !== null && this.layable.has(turn(this.draft.plank)));

  /** Take a nail: of a colour from the hand, or from a cell; or put it back if it is held. */
  takeNail(nail: string, by: By): void {
    this.#settle(by);
    if (this.draft.nail === nail) return void this.back("nail");
    if (this.nails.has(nail)) this.draft = { ...this.draft, nail, target: null };
  }

  /** Lay the held plank at an end. */
  lay(end: string): void {
    this.tried = null;
    if (this.ends.has(end)) this.#choose({ ...this.draft, end, target: null });
  }

  /** Choose a field or an end, whatever it is good for now; says whether that was possible. */
  press(cell: string, by: By): boolean {
    this.#settle(by);
    const column = cell[0] ?? "";
    if (this.ends.has(column) && column !== this.draft.end) {
      this.lay(column);
      return true;
    }
    const option = this.targets.get(cell);
    if (option) {
      const waits = by === "touch" || (this.scene.settings.confirm && this.draft.target !== cell);
      if (waits && by !== "keys") this.draft = { ...this.draft, target: cell };
      else this.#play(option);
      return true;
    }
    if (this.moving && this.nails.has(cell)) {
      this.takeNail(cell, by);
      return true;
    }
    this.tried = this.#compose(cell);
    return false;
  }

  /** Drag the held plank: over the board it lies at the nearest end. */
  carryPlank(x: number, y: number, by: By): void {
    const { end, inside } = this.locate(x, y, by);
    this.flying = inside ? null : { x, y };
    if (inside && end) this.lay(end);
    else if (this.draft.end && this.ends.size > 1) this.draft = { ...this.draft, end: null };
  }

  letPlankGo(): void {
    if (this.flying) this.back("plank");
    this.flying = null;
  }

  /** Drag the held nail. */
  carryNail(x: number, y: number, by: By): void {
    const lifted = by === "touch" ? y - LIFT : y;
    this.hover = this.locate(x, lifted, by).cell;
    this.flying = { x, y: lifted };
  }

  letNailGo(by: By): void {
    const cell = this.hover;
    this.flying = null;
    this.hover = null;
    if (!cell) this.back("nail");
    else if (!this.press(cell, by)) this.draft = { ...this.draft, nail: null };
  }

  /** Play what is chosen. */
  place(): void {
    if (this.ready) this.#play(this.ready);
  }

  /** Say it to the server: "keep" or "swap". */
  say(move: Move): void {
    if (this.scene.legal?.includes(move)) this.scene.onmove(move);
  }

  /** One step back: what was chosen last, or a certain part. */
  back(part?: "plank" | "nail"): boolean {
    this.tried = null;
    const { plank, end, nail, target } = this.draft;
    if (part === "plank") this.#choose({ ...this.draft, slot: null, plank: null, end: null, target: null });
    else if (part === "nail") this.draft = { ...this.draft, nail: null, target: null };
    else if (target) this.draft = { ...this.draft, target: null };
    else if (nail) return this.back("nail");
    else if (end && this.ends.size > 1) this.draft = { ...this.draft, end: null };
    else if (plank) return this.back("plank");
    else return false;
    return true;
  }

  /** Put everything down. */
  drop(): void {
    this.draft = NOTHING;
    this.tried = null;
    this.flying = null;
    this.hover = null;
  }

  #settle(by: By): void {
    this.by = by;
    this.tried = null;
    if (by !== "keys") this.cursor = null;
  }

  /** Hold this; a nail that no legal move goes on with is put down. */
  #choose(draft: Draft): void {
    const fits = !draft.nail || this.#match(draft).length > 0;
    this.draft = fits ? draft : { ...draft, nail: null };
  }

  #play({ move }: Option): void {
    this.drop();
    this.scene.onmove(move);
  }

  /** What somebody means who chooses a field that does not light up, as a move: the server says why not. */
  #compose(cell: string): Move | null {
    const [column = "", height] = cell;
    const plank = this.row.get(column);
    if (!this.open || this.choosing || !plank || this.draft.plank) return null;
    if (!this.moving) {
      const { nail } = this.draft;
      return nail && letterAt(plank, height) !== nail ? null : cell;
    }
    if (this.draft.nail) return `${this.draft.nail}-${cell}`;
    const taken = this.scene.view.board.find((one) => one.column === column)?.nails[Number(height) - 1] != null;
    const elsewhere = [...this.row.keys()].find((other) => other !== column);
    return taken && elsewhere ? `${cell}-${elsewhere}` : cell;
  }

  // ---------------------------------------------------------------- keys

  /** The columns that the cursor can visit: only the ends while one is to be chosen. */
  columns = $derived.by((): string[] => {
    const { plank, end } = this.draft;
    const ends = [...this.ends].filter((one): one is string => one !== null);
    if (plank && !end) return ends.sort();
    return [...new Set([...this.row.keys(), ...ends])].sort();
  });

  /** All cells that light up, from left to right. */
  lit = $derived.by((): string[] => {
    const { plank, end } = this.draft;
    if (plank && !end) return this.columns.map((column) => `${column}2`);
    const cells = this.targets.size ? [...this.targets.keys()] : this.moving ? [...this.nails] : [];
    return cells.sort();
  });

  /** Move the cursor by columns and heights, from where it is. */
  moveCursor(dx: number, dy: number): void {
    if (!this.columns.length) return; // nothing lies there yet, and it is not our turn
    this.by = "keys";
    this.tried = null;
    const at = this.cursor ?? this.lit[0] ?? `${this.columns[0] ?? "m"}1`;
    if (!this.cursor) {
      this.cursor = at;
      return;
    }
    const { columns } = this;
    const found = columns.indexOf(at[0] ?? "");
    const x = found < 0 ? 0 : Math.min(columns.length - 1, Math.max(0, found + dx));
    const y = Math.min(HEIGHTS.length, Math.max(1, Number(at[1]) + dy));
    this.cursor = `${columns[x] ?? at[0]}${y}`;
  }

  /** Move the cursor to the next cell that lights up. */
  seek(step: 1 | -1): void {
    this.by = "keys";
    this.tried = null;
    const { lit } = this;
    const at = this.cursor ? lit.indexOf(this.cursor) : -1;
    this.cursor = lit.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % lit.length) ?? this.cursor;
  }

  /** Put the cursor where the next choice is, the nearest to where it was. */
  settleCursor(): void {
    if (!this.cursor || this.lit.includes(this.cursor)) return;
    const [column = "m", height = "2"] = this.cursor;
    const far = (cell: string) =>
      Math.abs(cell.charCodeAt(0) - column.charCodeAt(0)) * 2 + Math.abs(Number(cell[1]) - Number(height));
    this.cursor = [...this.lit].sort((a, b) => far(a) - far(b))[0] ?? this.cursor;
  }

  /** Take the next plank of the hand that can be laid. */
  nextPlank(step: 1 | -1): void {
    if (!this.own) return;
    const held = this.slots(this.own).flatMap((plank, slot) => (plank && this.ways(plank).length ? [{ plank, slot }] : []));
    const at = held.findIndex(({ slot }) => slot === this.draft.slot);
    const to = held.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % held.length);
    if (!to || to.slot === this.draft.slot) return;
    const end = this.draft.end;
    this.draft = { ...this.draft, slot: null, end: null };
    this.takePlank(to.slot, to.plank, "keys");
    if (end && this.ends.has(end)) this.lay(end);
    this.cursor ??= this.lit.at(-1) ?? null;
    this.settleCursor();
  }

  /** Who has a nail in a cell. */
  ownerOf(cell: string): Seat | null {
    return this.scene.view.board.find(({ column }) => column === cell[0])?.nails[Number(cell[1]) - 1] ?? null;
  }
}
