/** Blokus in this thread: texts and views over the compiled rules. Deals and options are as in Python, and compared with it. */
import {
  type GameEngine,
  type Options,
  Position,
  Rules,
  badDeal,
  checkSetup,
  fillOptions,
  range,
  rank,
  refuse,
  showTable,
} from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, INFO, RECORDS, type Records } from "../../../engine/generated/blokus.ts";
import { loadModule } from "../../../engine/load.ts";
import { Instance, type Place } from "../../../engine/module.ts";
import type { LocalGame, Move, Outcome, Played, Seat, Setup } from "../../../engine/types.ts";
import type { ColourView, Placed, View } from "../view.ts";

type Square = readonly [column: number, row: number];
type Plan = (typeof GAME.plans)[keyof typeof GAME.plans];

const SOURCE = "games.blokus";
const LONGEST = 100;
const { a1, stride, origin_bits } = GAME.board;
const ORIGIN = (1 << origin_bits) - 1;
const SIDES: readonly Square[] = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // prettier-ignore
const DIAGONALS: readonly Square[] = [[1, 1], [1, -1], [-1, -1], [-1, 1]]; // prettier-ignore
const planOf = (setup: Setup): Plan => GAME.plans[setup.variant as keyof typeof GAME.plans];

const writeSquare = ([column, row]: Square) => `${String.fromCharCode(97 + column)}${row + 1}`;
const cellOf = ([column, row]: Square) => a1 + stride * row + column;
const bySquare = (one: Square, other: Square) => one[0] - other[0] || one[1] - other[1];

function write(code: number): Move {
  const origin = code & ORIGIN;
  const [column, row] = [origin % stride, Math.floor(origin / stride)];
  return (GAME.shapes[code >> origin_bits] ?? []).map(([x, y]) => writeSquare([column + (x ?? 0), row + (y ?? 0)])).join(",");
}

/** The squares of a move in any order and case, sorted. */
export function readSquares(move: Move): Square[] {
  const squares = move.trim().toLowerCase().slice(0, LONGEST).split(/\s*,\s*|\s+/).map((text): Square => {
    const found = /^([a-z])([1-9][0-9]?)$/.exec(text);
    if (!found) throw refuse(SOURCE, "R16-unreadable", { text });
    return [(found[1] ?? "").charCodeAt(0) - 97, Number(found[2]) - 1];
  });
  const names = squares.map(writeSquare);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw refuse(SOURCE, "R16-twice", { square: twice });
  return squares.sort(bySquare);
}

/** The colour that nobody owns, or -1. */
function neutralOf(plan: Plan, options: Options): number {
  const fourth = options[GAME.fourth_option];
  return fourth === undefined ? -1 : plan.colours.indexOf(fourth);
}

class BlokusRules extends Rules<Functions, Records> {
  readonly buffer = this.wasm.zeros("int32", GAME.board.buffer);
  readonly cells = this.wasm.zeros("int64", GAME.board.cells);
  readonly columns = this.wasm.zeros("int64", LONGEST);
  readonly rows = this.wasm.zeros("int64", LONGEST);

  /** A short array in the place of a long one. */
  fill(place: Place<"int64">, values: number[]): Place<"int64"> {
    this.wasm.numbers(place).set(values.map(BigInt));
    return { ...place, shape: [values.length] };
  }
}

export class BlokusGame extends Position<View, Records["POSITION"]> {
  protected readonly info = INFO;

  constructor(
    readonly rules: BlokusRules,
    setup: Setup,
    moves: readonly Played[],
    bytes: Uint8Array,
  ) {
    super(setup, moves, bytes);
  }

  get position(): Records["POSITION"] {
    return this.rules.open(this.bytes);
  }

  get options(): Options {
    return fillOptions(INFO, this.setup.variant, this.setup.options);
  }

  get plan(): Plan {
    return planOf(this.setup);
  }

  override get turns(): number {
    return this.plan.colours.length;
  }

  withTurn(colour: number): BlokusGame {
    const { rules } = this;
    const bytes = rules.make(this.bytes, (position) => {
      position.turn = colour;
      rules.wasm.call("rules.can_place", rules.place, colour);
    });
    return new BlokusGame(rules, this.setup, this.moves, bytes);
  }

  /** The moves that a colour would have if it were its turn. */
  codesOf(colour: number): number[] {
    const { rules } = this;
    rules.open(this.withTurn(colour).bytes);
    const count = rules.wasm.call("rules.moves", rules.place, rules.buffer);
    return Array.from(rules.wasm.numbers(rules.buffer).subarray(0, count));
  }

  /** Free squares where a single square of a colour might lie: at a corner of its pieces and beside none, or to start on. */
  cornersOf(colour: number): string[] {
    const { plan } = this;
    const owners = this.position.owner.slice();
    const every = range(plan.size * plan.size).map((i): Square => [i % plan.size, Math.floor(i / plan.size)]);
    const owned = (square: Square, steps: readonly Square[]) => steps.some(([x, y]) => owners[cellOf([square[0] + x, square[1] + y])] === colour + 1);
    const free = (square: Square) => !owners[cellOf(square)];
    const begun = every.some((square) => owners[cellOf(square)] === colour + 1);
    const found = begun ? every.filter((square) => owned(square, DIAGONALS) && !owned(square, SIDES)) : startsOf(plan, colour, this.options);
    return found.filter(free).map(writeSquare);
  }

  /** The numbers of the pieces that a colour still has. */
  leftOf(colour: number): number[] {
    const placed = this.position.placed[colour] ?? 0;
    return range(GAME.pieces.length).filter((piece) => !((placed >> piece) & 1));
  }

  protected findMover(): Seat | null {
    this.rules.open(this.bytes);
    const seat = this.rules.wasm.call("rules.mover", this.rules.place);
    return seat < 0 ? null : seat;
  }

  protected findOutcome(): Outcome {
    this.rules.open(this.bytes);
    const scores = range(this.setup.seats).map((seat) => this.rules.wasm.call("rules.seat_score", this.rules.place, seat));
    return rank(scores, scores);
  }

  protected listMoves(): Move[] {
    this.rules.open(this.bytes);
    const count = this.rules.wasm.call("rules.moves", this.rules.place, this.rules.buffer);
    return Array.from(this.rules.wasm.numbers(this.rules.buffer).subarray(0, count), write);
  }

  protected after(moves: readonly Played[], code: number): BlokusGame {
    const bytes = this.rules.make(this.bytes, () => this.rules.wasm.call("rules.push", this.rules.place, code));
    return new BlokusGame(this.rules, this.setup, moves, bytes);
  }

  write(code: number): Move {
    return write(code);
  }

  code(move: Move): number {
    const squares = readSquares(move);
    const { rules, position } = this;
    const columns = rules.fill(rules.columns, squares.map(([column]) => column));
    const rows = rules.fill(rules.rows, squares.map(([, row]) => row));
    const [fault, found] = rules.wasm.call("rules.fault", rules.place, columns, rows);
    if (fault === 0) return found;
    throw refuse(SOURCE, GAME.faults[fault] ?? "", this.#explain(GAME.faults[fault] ?? "", found, squares, position));
  }

  #explain(code: string, found: number, squares: Square[], position: Records["POSITION"]): Record<string, string | number> {
    const plan = planOf(this.setup);
    // After the end Python names the last colour, as a list does at -1.
    const details: Record<string, string | number> = { colour: plan.colours.at(position.turn) ?? "", size: plan.size };
    if (["R4-board", "R4-occupied", "R7-edge"].includes(code)) details["square"] = writeSquare(squares[found] ?? [0, 0]);
    if (code === "R3-placed") details["piece"] = GAME.pieces[found] ?? "";
    if (code === "R5-start") {
      const free = startsOf(plan, position.turn, this.options).filter((square) => !position.owner[cellOf(square)]);
      details["starts"] = free.map(writeSquare).join(", ");
    }
    return details;
  }

  view(_seat: Seat | null): View {
    const { position, rules } = this;
    const plan = planOf(this.setup);
    const placed = this.#showPlaced(plan, position);
    const letters = [".", ...plan.colours.map((colour) => colour[0] ?? "")];
    const row = (start: number) => Array.from(position.owner.subarray(start, start + plan.size), (owner) => letters[owner]).join("");
    const table = showTable(this, INFO, position.ply);
    rules.open(this.bytes);
    const count = rules.wasm.call("rules.list_contacts", rules.place, rules.cells);
    const corners = Array.from(rules.wasm.numbers(rules.cells).subarray(0, count), (cell) => Number(cell) - a1);
    return {
      ...table,
      size: plan.size,
      turn: (this.toMove === null ? null : plan.colours[position.turn]) as View["turn"],
      corners: corners.map((square) => writeSquare([square % stride, Math.floor(square / stride)])),
      board: range(plan.size).map((i) => row(a1 + stride * (plan.size - 1 - i))),
      placed,
      last: placed.at(-1) ?? null,
      colours: plan.colours.map((_, colour) => this.#showColour(plan, position, colour)),
      scores: range(this.setup.seats).map((seat) => this.#showSeat(plan, position, seat)),
    };
  }

  #showPlaced(plan: Plan, position: Records["POSITION"]): Placed[] {
    const { played, played_by, played_from } = position;
    return range(position.ply).map((i) => {
      const code = played[i] ?? 0;
      return {
        ply: i + 1,
        seat: played_from[i] ?? 0,
        colour: plan.colours[played_by[i] ?? 0] as Placed["colour"],
        piece: GAME.pieces[GAME.piece_of_shape[code >> origin_bits] ?? 0] ?? "",
        move: write(code),
      };
    });
  }

  #showColour(plan: Plan, position: Records["POSITION"], colour: number): ColourView {
    const lying = position.placed[colour] ?? 0;
    const seat = position.seat[colour] ?? -1;
    const bonus = this.rules.wasm.call("rules.bonus", this.rules.place, colour);
    const left = GAME.pieces.filter((_, number) => !((lying >> number) & 1));
    return {
      id: plan.colours[colour] as ColourView["id"],
      seat: seat < 0 ? null : seat,
      starts: lying ? [] : startsOf(plan, colour, this.options).map(writeSquare),
      left,
      squares: position.rest[colour] ?? 0,
      bonus,
      reason: bonus === 15 ? "all" : bonus === 20 ? "single-last" : null,
      score: this.rules.wasm.call("rules.score", this.rules.place, colour),
      counts: (position.side[colour] ?? -1) >= 0,
      out: !left.length || ((position.out >> colour) & 1) === 1,
    };
  }

  #showSeat(plan: Plan, position: Records["POSITION"], seat: Seat): View["scores"][number] {
    const side = this.rules.wasm.call("rules.side_of", this.rules.place, seat);
    const { seat: seats, side: sides } = position;
    return {
      seat,
      colours: plan.colours.filter((_, colour) => seats[colour] === seat) as ColourView["id"][],
      scoring: plan.colours.filter((_, colour) => sides[colour] === side) as ColourView["id"][],
      score: this.rules.wasm.call("rules.seat_score", this.rules.place, seat),
    };
  }
}

function startsOf(plan: Plan, colour: number, options: Options): Square[] {
  const starts = plan.starts as unknown as Square[];
  return options[GAME.corners_option] === "free" ? starts : starts.slice(colour).slice(0, 1);
}

function start(rules: BlokusRules, setup: Setup): BlokusGame {
  checkSetup(INFO, setup);
  if (Object.keys(setup.deal).length) throw badDeal("nothing is dealt in Blokus");
  const plan = planOf(setup);
  const options = fillOptions(INFO, setup.variant, setup.options);
  const neutral = neutralOf(plan, options);
  const owned = plan.colours.map((_, colour) => colour).filter((colour) => colour !== neutral);
  const seats = Array<number>(4).fill(-1);
  const sides = Array<number>(4).fill(-1);
  const starts: number[] = [];
  owned.forEach((colour, number) => {
    seats[colour] = (setup.first + (number % setup.seats)) % setup.seats;
    sides[colour] = number % plan.sides;
  });
  plan.colours.forEach((_, colour) => {
    const cells = startsOf(plan, colour, options).map(cellOf);
    starts.push(...range(4).map((i) => cells[i % cells.length] ?? 0));
  });
  const bytes = rules.make(null, (position) => {
    Object.assign(position, { width: plan.size, colours: plan.colours.length, sides: plan.sides });
    Object.assign(position, { seats: setup.seats, first: setup.first, seat: seats, side: sides, starts });
    rules.wasm.call("rules.begin", rules.place);
  });
  return new BlokusGame(rules, setup, [], bytes);
}

/** Load the game. */
export async function load(): Promise<GameEngine> {
  const module = await loadModule("blokus");
  const rules = new BlokusRules(await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS));
  return {
    info: INFO,
    deal: () => ({}),
    start: (setup) => start(rules, setup),
    sample: (game) => game,
    search: async (game, seed, settings) => (await import("./search.ts")).search(module, game as BlokusGame, seed, settings),
    remarkOn: async (game, move) => (await import("../coach.ts")).remarkOn(game as BlokusGame, move),
    findOpenings: async (game: LocalGame) => (await import("./book.ts")).findOpenings(game as BlokusGame),
  };
}
