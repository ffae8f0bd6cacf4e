/**
 * One puzzle on the table: what lies there, what was done, and what the tutor says.
 *
 * What holds: `view` is what the rules say about exactly `progress.placements`; every change is checked by the rules
 * first and kept in the browser at once. The server is needed for links only.
 */
import { untrack } from "svelte";
import { Offline } from "../lib/net/api";
import type { Colour } from "../lib/pieces/colours";
import { type Ground, Holding, type Spot } from "../lib/pieces/holding.svelte";
import { keyOf, nameOf, normalize, readMove, SHAPES, type Shape, ways } from "../lib/pieces/pieces";
import { type Move, type Refusal, Refused } from "../lib/net/protocol";
import { soloApi } from "./api";
import type { Desk } from "./desk";
import { findSpots } from "./board/places";
import { begin, keepProgress, type Progress, stepAgain, stepBack, stepOn, without } from "./progress";
import type { Asking, Level, Placement, Save, SoloLayout, SoloView, Status } from "./view";

/** How many seconds the lamp thinks about one layout by itself; then somebody may ask it to go on. */
const PATIENCE = 60;
const SAVE_AFTER = 1200;
const MOST_VIEWS = 200;

export type Lamp = { verdict: "thinking" | Status["verdict"]; reason: Status["reason"]; tried: number };
export type Hint = { place: Placement } | { lift: Placement } | "none";

export class Solo {
  readonly puzzle: string;
  readonly level: Level | null;
  view = $state.raw<SoloView>() as SoloView;
  progress = $state.raw<Progress>() as Progress;
  seconds = $state(0);
  /** The colour whose pieces are at hand. */
  colour = $state<Colour>("blue");
  /** A piece that was sent and is not confirmed yet. */
  pending = $state.raw<Placement | null>(null);
  busy = $state(false);
  /** The server did not take what is newer here. */
  lost = $state(false);
  /** Why something is not possible. */
  reason = $state.raw<Refusal | null>(null);
  lamp = $state.raw<Lamp | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** What is being asked for, besides the lamp, and how many pieces were tried for it. */
  asking = $state<"hint" | "solution" | null>(null);
  tried = $state(0);
  /** The solver's way to the end, and how much of it is shown. */
  watching = $state.raw<{ rest: readonly Placement[]; shown: number } | null>(null);
  /** It was solved just now, by hand. */
  celebrating = $state(false);
  /** Somebody has gone on with the same save elsewhere. */
  other = $state.raw<Save | null>(null);

  readonly #views = new Map<string, SoloView>();
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #syncing: Promise<void> | null = null;

  constructor(start: SoloLayout, shown: SoloLayout, progress: Progress, readonly desk: Desk) {
    this.puzzle = start.puzzle;
    this.level = start.level;
    this.view = shown.view;
    this.progress = { ...progress, solved: shown.view.solved, pieces: shown.view.pieces };
    this.seconds = progress.seconds;
    this.#views.set("", start.view);
    this.#lookAtColour();
  }

  solved = $derived.by(() => this.view.solved);

  /** Whether a person can do something with the pieces now. */
  open = $derived.by(() => !this.busy && !this.view.solved && this.watching === null);

  hand = $derived.by(() => this.view.colours.find(({ id }) => id === this.colour));

  // ---------------------------------------------------------------- doing

  place(move: Move): Promise<boolean> {
    const piece = { colour: this.colour, move };
    this.pending = piece;
    return this.#change(stepOn(this.progress, { kind: "place", piece })).finally(() => (this.pending = null));
  }

  /** Take a piece off the board; refused where others depend on it. */
  async lift(move: Move): Promise<boolean> {
    const { placements } = this.progress;
    const at = placements.findIndex((one) => one.move === move);
    const piece = placements[at];
    if (!piece || this.busy) return false;
    // Under the rules of the game others may depend on a piece; elsewhere any may go.
    if (this.view.as_in_the_game && (await this.desk.check(without(placements, at)))) {
      this.reason = { code: "solo-needed", source: "page", rule: null, details: {} };
      return false;
    }
    return this.#change(stepOn(this.progress, { kind: "lift", piece, at }));
  }

  undo = (): Promise<boolean> => this.#change(stepBack(this.progress));
  redo = (): Promise<boolean> => this.#change(stepAgain(this.progress));

  /** Begin again; the save goes on with the empty board. */
  restart(): Promise<boolean> {
    this.watching = null;
    this.seconds = 0;
    return this.#change({ ...begin(this.puzzle), pieces: this.view.pieces, save: this.progress.save });
  }

  /** Take over what somebody has done elsewhere. */
  takeOther(): Promise<boolean> {
    const save = this.other;
    if (!save) return Promise.resolve(false);
    this.other = null;
    this.seconds = save.seconds;
    return this.#change(fromSave(save), false);
  }

  /** Keep what is here, in place of what somebody has done elsewhere. */
  keepOwn(): void {
    const save = this.other;
    this.other = null;
    if (save) this.#keep({ ...this.progress, save: { id: save.id, version: save.version, dirty: true } });
  }

  async #change(next: Progress | null, dirty = true): Promise<boolean> {
    if (!next || this.busy) return false;
    this.reason = null;
    this.busy = true;
    try {
      const view = await this.#look(next.placements);
      const done = view.solved && !this.view.solved;
      this.view = view;
      this.hint = null;
      this.lost = false;
      this.celebrating = done;
      // An own step: what was saved meanwhile is known by now, and newer than `next`.
      const known = dirty ? this.progress.save : next.save;
      const save = known && { ...known, dirty: dirty || known.dirty };
      this.#keep({ ...next, solved: view.solved, pieces: view.pieces, save });
      this.#lookAtColour();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.reason = error.refusal;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What the rules say about a layout; what they have said before is known. */
  async #look(placements: readonly Placement[]): Promise<SoloView> {
    const key = placements.map(({ colour, move }) => `${colour} ${move}`).join(";");
    const known = this.#views.get(key);
    if (known) return known;
    const view = await this.desk.look(placements);
    if (this.#views.size > MOST_VIEWS) this.#views.clear();
    this.#views.set(key, view);
    return view;
  }

  /** Have pieces at hand that can be placed: of the colour whose turn it is, or of one that has some left. */
  #lookAtColour(): void {
    const { turn, colours } = this.view;
    const left = (colour: Colour) => colours.find(({ id }) => id === colour)?.left.length;
    if (turn) this.colour = turn;
    else if (!left(this.colour)) this.colour = colours.find(({ id }) => left(id))?.id ?? this.colour;
  }

  /** Why a piece may not lie here; null: it may. */
  check(move: Move): Promise<Refusal | null> {
    return this.desk.check([...this.progress.placements, { colour: this.colour, move }]);
  }

  // ---------------------------------------------------------------- keeping

  #keep(progress: Progress): void {
    this.progress = { ...progress, seconds: this.seconds, at: Date.now() };
    if (!this.desk.forgets) keepProgress(this.progress);
    clearTimeout(this.#saveTimer);
    if (progress.save?.dirty) this.#saveTimer = setTimeout(() => void this.sync(), SAVE_AFTER);
  }

  /** Write down the time; called now and then, and when the page goes. */
  keepTime(): void {
    if (this.desk.forgets) return;
    if (this.progress.placements.length || this.progress.moves) keepProgress((this.progress = { ...this.progress, seconds: this.seconds }));
  }

  /** Keep the progress on the server, and return the address that leads to it. */
  async link(): Promise<string> {
    const { placements, moves, save } = this.progress;
    if (!save) {
      const { id, version } = await soloApi.save({ puzzle: this.puzzle, placements, seconds: this.seconds, moves });
      this.#keep({ ...this.progress, save: { id, version, dirty: false } });
    } else await this.sync();
    return `/solo/${this.puzzle}#save=${this.progress.save?.id}`;
  }

  /** Bring what is newer here to the server, one request after the other: a second one would name an old version. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => (this.#syncing = null));
    return this.#syncing;
  }

  async #sync(): Promise<void> {
    const { save, placements, moves } = this.progress;
    if (!save?.dirty || this.other) return;
    try {
      const request = { puzzle: this.puzzle, placements, seconds: this.seconds, moves };
      const { version } = await soloApi.saveAgain(save.id, save.version, request);
      const dirty = this.progress.placements !== placements;
      this.#keep({ ...this.progress, save: { id: save.id, version, dirty } });
      this.lost = false;
    } catch (error) {
      if (error instanceof Refused && error.refusal.code === "stale-save") await this.#compare(save.id);
      else if (error instanceof Refused && error.refusal.code === "no-such-save") this.#keep({ ...this.progress, save: null });
      else this.lost = error instanceof Offline;
    }
  }

  /** Somebody has saved since: it was this page, and only the answer was lost, if the same lies there. */
  async #compare(id: string): Promise<void> {
    const saved = await soloApi.saved(id);
    const same = JSON.stringify(saved.placements) === JSON.stringify(this.progress.placements);
    if (same) this.#keep({ ...this.progress, save: { id, version: saved.version, dirty: false } });
    else this.other = saved;
  }

  // ---------------------------------------------------------------- the tutor

  /** Let the lamp think about what lies there; returns how to stop it. */
  think(): () => void {
    const control = new AbortController();
    void this.#think(control.signal);
    return () => control.abort();
  }

  async #think(signal: AbortSignal): Promise<void> {
    this.lamp = { verdict: "thinking", reason: null, tried: 0 };
    const tell = (tried: number) => {
      if (!signal.aborted) this.lamp = { verdict: "thinking", reason: null, tried };
    };
    const answer = await this.desk.solution(this.progress.placements, { signal, seconds: PATIENCE, onprogress: tell }).catch(() => null);
    if (signal.aborted) return;
    this.lamp = answer && { verdict: answer.verdict, reason: answer.reason, tried: answer.tried };
  }

  /** Ask until the tutor knows something, or somebody does not want to know any more. */
  async #ask<T extends Status>(what: "hint" | "solution", ask: (asking: Asking) => Promise<T>): Promise<T | null> {
    if (this.asking || !this.open) return null;
    const placements = this.progress.placements;
    const control = new AbortController();
    this.#stopAsking = () => control.abort();
    this.asking = what;
    this.tried = 0;
    this.reason = null;
    try {
      const answer = await ask({ signal: control.signal, seconds: PATIENCE, onprogress: (tried) => (this.tried = tried) });
      return placements === this.progress.placements && !control.signal.aborted ? answer : null;
    } finally {
      this.asking = null;
    }
  }
  #stopAsking = () => {};

  stopAsking(): void {
    this.#stopAsking();
  }

  async askHint(): Promise<void> {
    const { placements } = this.progress;
    const answer = await this.#ask("hint", (asking) => this.desk.hint(placements, asking));
    if (!answer) return;
    const { place, take_back: lift } = answer;
    this.hint = place ? { place } : lift ? { lift } : "none";
    if (place) this.colour = place.colour;
  }

  /** Do what the hint says. */
  followHint(): Promise<boolean> {
    const hint = this.hint;
    if (hint === null || hint === "none") return Promise.resolve(false);
    if ("lift" in hint) return this.lift(hint.lift.move);
    this.colour = hint.place.colour;
    return this.place(hint.place.move);
  }

  /** Show how it goes on to the end, beside what the person has done. */
  async watch(): Promise<void> {
    const { placements } = this.progress;
    const answer = await this.#ask("solution", (asking) => this.desk.solution(placements, asking));
    if (answer?.placements) this.watching = { rest: answer.placements, shown: 0 };
    else if (answer) this.lamp = { verdict: answer.verdict, reason: answer.reason, tried: answer.tried };
  }

  close(): void {
    this.#stopAsking();
    this.keepTime();
    clearTimeout(this.#saveTimer);
    void this.sync();
  }
}

export const fromSave = (save: Save): Progress => ({
  ...begin(save.puzzle),
  placements: save.placements,
  past: save.placements.map((piece) => ({ kind: "place", piece })),
  seconds: save.seconds,
  moves: save.moves,
  save: { id: save.id, version: save.version, dirty: false },
  at: Date.now(),
});

/** What a hand needs to know of a puzzle. */
export function groundOf(solo: Solo, oncheck: (move: Move | null) => void, wanted?: () => Move | undefined): Ground {
  const left = $derived(new Set(solo.hand?.left));
  const spots = $derived.by(() => {
    const hand = solo.hand;
    const found = new Map<string, Spot[]>();
    return (shape: Shape): Spot[] => {
      const key = keyOf(shape);
      if (!hand?.may_place.includes(nameOf(shape))) return [];
      const known = found.get(key) ?? findSpots(hand, shape);
      found.set(key, known);
      return known;
    };
  });
  return {
    get columns() {
      return solo.view.columns;
    },
    get rows() {
      return solo.view.rows;
    },
    get open() {
      return solo.open;
    },
    get colour() {
      return solo.colour;
    },
    get left() {
      return left;
    },
    get wanted() {
      return wanted?.();
    },
    spots: (shape) => spots(shape),
    onmove: (move) => void solo.place(move),
    oncheck,
  };
}

/** The pieces of a colour that fit somewhere now. */
export function fittingOf(view: SoloView, colour: Colour): Set<string> {
  const hand = view.colours.find(({ id }) => id === colour);
  const fits = (name: string) => ways(SHAPES[name] ?? []).some((way) => hand && findSpots(hand, way).length);
  return new Set(hand?.may_place.filter(fits));
}

/** Take a piece from the board back into the hand, held as it lay. */
export async function pickUp(solo: Solo, holding: Holding, placement: Placement, by: "mouse" | "touch" | "keys"): Promise<boolean> {
  if (!(await solo.lift(placement.move))) return false;
  const squares = readMove(placement.move);
  const shape = normalize(squares);
  const middle = (axis: 0 | 1) => (Math.min(...squares.map((one) => one[axis])) + Math.max(...squares.map((one) => one[axis])) + 1) / 2;
  untrack(() => {
    solo.colour = placement.colour;
    holding.hold(nameOf(squares), shape, middle(0), middle(1), by);
  });
  return true;
}
