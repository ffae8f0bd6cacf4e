/** What a game brings to the engine, and what all games have in common: set-ups, refusals, positions. */
import type { Instance, Layouts, Place, Signatures } from "./module.ts";
import type { Random } from "./random.ts";
import { writeRecord } from "./record.ts";
import type { Level, Variation, LocalGame, Move, Outcome, Played, Refusal, Remark, Seat, Setup, TableView } from "./types.ts";
import { Refused } from "./types.ts";

export type Options = Readonly<Record<string, string>>;
export type Settings = Readonly<Record<string, number>>;

/** What scripts/build-wasm writes about every game. */
export interface GameInfo {
  id: string;
  rules_version: number;
  secret: boolean;
  /** The usual number of seats first, and of each option the default first; `each`: how many of them every seat chooses. */
  variants: Record<string, { seats: number[]; options: Record<string, string[]>; each: Record<string, number> }>;
  levels: Level[];
}

/** One game in this thread. */
export interface GameEngine {
  readonly info: GameInfo;
  /** Draw all chance of a game. */
  deal(variant: string, seats: number, options: Options, random: Random): Record<string, string>;
  /** The first position. Throws Refused. */
  start(setup: Setup): LocalGame;
  /** A game that this seat cannot tell from the true one. */
  sample(game: LocalGame, seat: Seat, random: Random): LocalGame;
  /** A search for the seat to move, over an instance of its own. */
  search(game: LocalGame, seed: number, settings: Settings): Promise<Search>;
  /** What a move does, from what the seat to move may know. Throws Refused. */
  remarkOn(game: LocalGame, move: Move): Promise<readonly Remark[]>;
  /** The moves that an opening book holds to be equally good; none where it does not know the position. */
  findOpenings(game: LocalGame): Promise<readonly Move[]>;
}

/** A search at one position: `Search` in Python. */
export interface Search {
  run(simulations: number): void;
  /** The moves, best first. */
  lines(): Variation[];
  /** More thinking cannot change the choice. */
  readonly proven: boolean;
  /** So many more simulations cannot change the choice. */
  isDecided(simulations: number): boolean;
  /** Go on at a later position of the same game with what is known; false if a new search is due. */
  advance(game: LocalGame): boolean;
}

/** Details that name another refusal as the reason, so that every language can tell it; what Python's `because` does. */
export function because({ refusal: { code, source, details } }: Refused): Refusal["details"] {
  const inner = Object.entries(details).map(([key, value]) => [`reason-${key}`, value]);
  return { reason: code, reason_package: `tischlein.${source}`, reason_code: code, ...Object.fromEntries(inner) };
}

export function refuse(source: string, code: string, details: Refusal["details"]): Refused {
  return new Refused({ code, source, rule: /^R\d+/.exec(code)?.[0] ?? null, details });
}

export function badDeal(reason: string): Refused {
  return refuse("core", "bad-deal", { field: "deal", reason });
}

function badSetup(field: string, value: string | number, allowed: string): Refused {
  return refuse("core", "bad-setup", { field, value: String(value), allowed });
}

/** Every option of a variant: what was chosen, else the default. */
export function fillOptions(info: GameInfo, variant: string, chosen: Options): Record<string, string> {
  const { options = {}, each = {} } = info.variants[variant] ?? {};
  const defaults = Object.entries(options).map(([id, values]) => [id, each[id] ? values.join(" ") : (values[0] ?? "")]);
  return { ...Object.fromEntries(defaults), ...chosen };
}

/** Throw Refused unless variant, rules, seats, start player and options exist. */
export function checkSetup(info: GameInfo, setup: Setup, rules_version = info.rules_version): void {
  const variant = info.variants[setup.variant];
  if (!variant) throw badSetup("variant", setup.variant, Object.keys(info.variants).join(", "));
  if (rules_version !== info.rules_version) throw badSetup("rules", rules_version, String(info.rules_version));
  if (!variant.seats.includes(setup.seats)) throw badSetup("seats", setup.seats, variant.seats.join(", "));
  const places = Array.from({ length: setup.seats }, (_, seat) => seat);
  if (!places.includes(setup.first)) throw badSetup("first", setup.first, `0-${setup.seats - 1}`);
  for (const [name, value] of Object.entries(setup.options)) {
    const values = variant.options[name];
    if (!values) throw badSetup("options", name, Object.keys(variant.options).join(", ") || "-");
    if (variant.each[name] ? !isArrangement(value, values) : !values.includes(value)) throw badSetup(name, value, values.join(", "));
  }
}

/** What seats have chosen, one after another: no value twice. */
function isArrangement(text: string, values: readonly string[]): boolean {
  const chosen = text.split(/\s+/).filter(Boolean);
  return new Set(chosen).size === chosen.length && chosen.every((one) => values.includes(one));
}

/** All values in the order in which the seats have chosen; who does not choose gets what is left. */
export function arrange(text: string, values: readonly string[]): string[] {
  const chosen = text.split(/\s+/).filter(Boolean);
  return [...chosen, ...values.filter((one) => !chosen.includes(one))];
}

/** The variant that a table gets which wants so many seats. */
export function variantFor(info: GameInfo, seats: number | undefined): string {
  const all = Object.entries(info.variants);
  const found = all.find(([, variant]) => seats === undefined || variant.seats.includes(seats));
  const allowed = [...new Set(all.flatMap(([, variant]) => variant.seats))].sort((a, b) => a - b);
  if (!found) throw badSetup("seats", seats ?? 0, allowed.join(", "));
  return found[0];
}

/** Greater merit is a better place; equal merits tie. */
export function rank(scores: number[], merits: number[]): Outcome {
  const places = merits.map((own) => 1 + merits.filter((other) => other > own).length);
  return { places, scores, winners: places.flatMap((place, seat) => (place === 1 ? [seat] : [])) };
}

/** How a table looks in every game's view. */
export function showTable(game: LocalGame, info: GameInfo, ply: number): TableView {
  const { setup } = game;
  return {
    game: setup.game,
    variant: setup.variant,
    seats: setup.seats,
    first: setup.first,
    options: fillOptions(info, setup.variant, setup.options),
    ply,
    to_move: game.toMove,
    outcome: game.outcome,
  };
}

/** Names by code point, as Python sorts. */
export const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** 0 to n-1. */
export const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** The rules of a game on an instance, with one place for the position that is being asked about. */
export abstract class Rules<F, R extends { POSITION: unknown }> {
  readonly place: Place<"POSITION">;
  #loaded: Uint8Array | null = null;

  constructor(readonly wasm: Instance<F, R>) {
    this.place = wasm.zeros("POSITION" as keyof R & string, 1) as Place<"POSITION">;
  }

  /** The record of a position; only to be read, until the next one is asked for. */
  open(bytes: Uint8Array): R["POSITION"] {
    if (this.#loaded !== bytes) this.wasm.bytes(this.place).set(bytes);
    this.#loaded = bytes;
    return this.wasm.record(this.place as Place<keyof R & string>) as R["POSITION"];
  }

  /** A new position: change a copy of another one, or of nothing. */
  make(from: Uint8Array | null, change: (position: R["POSITION"]) => void): Uint8Array {
    const memory = this.wasm.bytes(this.place);
    if (from) memory.set(from);
    else memory.fill(0);
    this.#loaded = null;
    change(this.wasm.record(this.place as Place<keyof R & string>) as R["POSITION"]);
    return this.wasm.bytes(this.place).slice();
  }
}

/** A position over the bytes of its record; games say what the bytes mean. */
export abstract class Position<V extends TableView, P extends { readonly turn: number }> implements LocalGame<V> {
  #legal: readonly Move[] | undefined;
  #outcome: Outcome | null | undefined;
  #toMove: Seat | null | undefined;

  constructor(
    readonly setup: Setup,
    readonly moves: readonly Played[],
    readonly bytes: Uint8Array,
  ) {}

  /** The record in the memory of the rules, for the moment. */
  abstract get position(): P;
  protected abstract readonly info: GameInfo;
  protected abstract findMover(): Seat | null;
  protected abstract findOutcome(): Outcome;
  protected abstract listMoves(): Move[];
  protected abstract after(moves: readonly Played[], code: number): Position<V, P>;
  /** The code of a legal move. Throws Refused. */
  abstract code(move: Move): number;
  abstract write(code: number): Move;
  abstract view(seat: Seat | null): V;
  abstract withTurn(turn: number): Position<V, P>;

  get turn(): number {
    return this.position.turn;
  }

  get turns(): number {
    return this.setup.seats;
  }

  get toMove(): Seat | null {
    if (this.#toMove === undefined) this.#toMove = this.findMover();
    return this.#toMove;
  }

  get outcome(): Outcome | null {
    if (this.#outcome === undefined) this.#outcome = this.toMove === null ? this.findOutcome() : null;
    return this.#outcome;
  }

  legal(): readonly Move[] {
    this.#legal ??= this.listMoves().sort(byText);
    return this.#legal;
  }

  fault(move: Move): Refusal | null {
    try {
      this.code(move);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  canonical(move: Move): Move {
    return this.write(this.code(move));
  }

  play(move: Move): Position<V, P> {
    const code = this.code(move);
    return this.after([...this.moves, { seat: this.toMove ?? 0, move: this.write(code) }], code);
  }

  record(tags: Readonly<Record<string, string>> = {}): string {
    return writeRecord(this.setup, this.info.rules_version, this.moves, tags);
  }
}

export type { Layouts, Signatures };
