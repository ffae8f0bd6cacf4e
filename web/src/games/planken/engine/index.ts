/** Planken legen in this thread: texts and views over the compiled rules. Deals and options are as in Python, and compared with it. */
import {
  type GameEngine,
  type Options,
  Position,
  Rules,
  badDeal,
  byText,
  checkSetup,
  fillOptions,
  range,
  rank,
  refuse,
  showTable,
} from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, INFO, RECORDS, type Records } from "../../../engine/generated/planken.ts";
import { loadModule } from "../../../engine/load.ts";
import { Instance } from "../../../engine/module.ts";
import type { Random } from "../../../engine/random.ts";
import type { Move, Outcome, Played, Seat, Setup } from "../../../engine/types.ts";
import type { HandView, LastView, PlankView, View } from "../view.ts";

const SOURCE = "games.planken";
const COLUMNS = GAME.columns.length;
const PATTERN = /^(?:([rgb]{3}):?)?(?:([b-x][123])-)?([b-x])([123])?$/;
const CODES = GAME.codes;
/** Moves that touch nothing on the table, in the order of their codes. */
const SAYINGS = ["keep", "swap", "stay"];

export const nameCell = (cell: number) => `${GAME.columns[Math.floor(cell / 3)]}${(cell % 3) + 1}`;
const readCell = (name: string) => 3 * GAME.columns.indexOf(name[0] ?? "") + Number(name[1]) - 1;
const columnsOf = (mask: number) => range(COLUMNS).filter((column) => (mask >> column) & 1);

class PlankenRules extends Rules<Functions, Records> {
  readonly buffer = this.wasm.zeros("int32", GAME.numbers.buffer);
  readonly lines = this.wasm.zeros("int64", GAME.numbers.most_lines, 3);
  readonly #texts = new Map<number, Move>();

  write(code: number): Move {
    let text = this.#texts.get(code);
    if (text === undefined) this.#texts.set(code, (text = this.#write(code)));
    return text;
  }

  #write(code: number): Move {
    if (code >= CODES.keep) return SAYINGS[code - CODES.keep] ?? "";
    const [order, source, column, height] = this.wasm.call("rules.parts", code);
    const plank = order < 0 ? "" : `${GAME.orders[order]}:`;
    if (source < 0) return plank + nameCell(3 * column + height);
    return `${plank}${nameCell(source)}-${GAME.columns[column]}`;
  }
}

/** A move's number and, if the text names it needlessly, the height to which a nail is moved. */
function read(move: Move): [code: number, height: number | null] {
  const bare = move.replace(/\s+/g, "").toLowerCase();
  if (SAYINGS.includes(bare)) return [CODES.keep + SAYINGS.indexOf(bare), null];
  const [, plank, source, column, height] = PATTERN.exec(bare) ?? [];
  const order = plank === undefined ? -1 : GAME.orders.indexOf(plank.toUpperCase());
  if (column === undefined || (plank !== undefined && order < 0) || !(source || height)) {
    throw refuse(SOURCE, "R15-text", { move });
  }
  if (source === undefined) {
    const cell = readCell(column + (height ?? ""));
    return [order < 0 ? CODES.set + cell : CODES.lay + cell * 6 + order, null];
  }
  const step = readCell(source) * COLUMNS + GAME.columns.indexOf(column);
  return [order < 0 ? CODES.move + step : CODES.lay_move + step * 6 + order, height ? Number(height) - 1 : null];
}

export class PlankenGame extends Position<View, Records["POSITION"]> {
  protected readonly info = INFO;

  constructor(
    readonly rules: PlankenRules,
    setup: Setup,
    moves: readonly Played[],
    bytes: Uint8Array,
  ) {
    super(setup, moves, bytes);
  }

  get position(): Records["POSITION"] {
    return this.rules.open(this.bytes);
  }

  #seatOf(side: number): Seat {
    return this.rules.wasm.call("rules.seat_of", this.rules.place, side);
  }

  protected findMover(): Seat | null {
    const { ending, turn } = this.position;
    return ending ? null : this.#seatOf(turn);
  }

  /** Where a nail of a side, were it to move, would complete a line: masks of columns for the three heights. */
  finishing(side: number): [number, number, number] {
    this.rules.open(this.bytes);
    return this.rules.wasm.call("engine.threats.finishing_cells", this.rules.place, side);
  }

  /** How many moves it takes to spoil all these. */
  countPlaces(side: number): number {
    const masks = this.finishing(side);
    return this.rules.wasm.call("engine.threats.count_places", this.rules.place, ...masks);
  }

  protected findOutcome(): Outcome {
    this.rules.open(this.bytes);
    const results = range(this.setup.seats).map((seat) => this.rules.wasm.call("rules.result", this.rules.place, seat));
    return rank(results.map((result) => Number(result > 0)), results);
  }

  protected listMoves(): Move[] {
    this.rules.open(this.bytes);
    const count = this.rules.wasm.call("rules.moves", this.rules.place, this.rules.buffer);
    return Array.from(this.rules.wasm.numbers(this.rules.buffer).slice(0, count), (code) => this.write(code));
  }

  protected after(moves: readonly Played[], code: number): PlankenGame {
    const bytes = this.rules.make(this.bytes, () => this.rules.wasm.call("rules.push", this.rules.place, code));
    return new PlankenGame(this.rules, this.setup, moves, bytes);
  }

  withTurn(side: number): PlankenGame {
    const bytes = this.rules.make(this.bytes, (position) => (position.turn = side));
    return new PlankenGame(this.rules, this.setup, this.moves, bytes);
  }

  write(code: number): Move {
    return this.rules.write(code);
  }

  code(move: Move): number {
    const [code, height] = read(move);
    this.rules.open(this.bytes);
    let broken = GAME.faults[this.rules.wasm.call("rules.fault", this.rules.place, code)] ?? "";
    if (!broken && height !== null && height !== this.#targetHeight(code)) broken = "R6-colour";
    if (broken) throw refuse(SOURCE, broken, this.#details(move, code, height));
    return code;
  }

  /** At which height a moved nail arrives: where its colour is on the plank it goes to. */
  #targetHeight(code: number): number {
    const { wasm, place } = this.rules;
    const [order, source, column] = wasm.call("rules.parts", code);
    const colour = wasm.call("rules.colour_at", place, Math.floor(source / 3), source % 3);
    if (order >= 0) return (GAME.colour_of[order] ?? []).indexOf(colour);
    return wasm.call("rules.height_of", place, column, colour);
  }

  #details(move: Move, code: number, height: number | null): Record<string, string> {
    if (code >= CODES.keep) return { move, plank: "", source: "", column: "", cell: "" };
    const [order, source, column, setHeight] = this.rules.wasm.call("rules.parts", code);
    const wanted = source < 0 ? setHeight : height;
    const name = GAME.columns[column] ?? "";
    return {
      move,
      plank: GAME.orders[order] ?? "",
      source: source < 0 ? "" : nameCell(source),
      column: name,
      cell: wanted === null ? name : nameCell(3 * column + wanted),
    };
  }

  view(_seat: Seat | null): View {
    const table = showTable(this, INFO, this.position.ply);
    const { position, rules } = this;
    const ending = (GAME.endings[position.ending] ?? null) as View["ending"];
    const owners = this.#findOwners(position);
    return {
      ...table,
      choice: rules.wasm.call("rules.is_choice", rules.place),
      skipped: this.#skipped(position),
      repeats: rules.wasm.call("rules.occurrences", rules.place),
      last: this.#showLast(position),
      board: columnsOf(position.row).map((column) => this.#showPlank(column, owners)),
      ends: this.#ends(position).map((column) => GAME.columns[column] ?? ""),
      hands: range(this.setup.seats).map((seat) => this.#showHand(position, seat)),
      ending,
      line: ending === "line" ? (this.#lines(position.winner, 3)[0] ?? null) : null,
      stuck: ending === "stuck" ? this.#seatOf(position.loser) : null,
    };
  }

  #ends(position: Records["POSITION"]): number[] {
    const { left, right } = position;
    return position.stock.some(Boolean) ? [...new Set([left, right])].sort((a, b) => a - b) : [];
  }

  #findOwners(position: Records["POSITION"]): Map<string, Seat> {
    const { nails } = position;
    const owners = new Map<string, Seat>();
    for (const side of range(position.seats)) {
      const seat = this.#seatOf(side);
      for (const colour of range(3)) for (const column of columnsOf(nails[3 * side + colour] ?? 0)) owners.set(`${column} ${colour}`, seat);
    }
    return owners;
  }

  #showPlank(column: number, owners: Map<string, Seat>): PlankView {
    const colours = range(3).map((height) => this.rules.wasm.call("rules.colour_at", this.rules.place, column, height));
    return {
      column: GAME.columns[column] ?? "",
      plank: colours.map((colour) => GAME.letters[colour]).join(""),
      nails: colours.map((colour) => owners.get(`${column} ${colour}`) ?? null),
    };
  }

  #showHand(position: Records["POSITION"], seat: Seat): HandView {
    const { wasm, place } = this.rules;
    const side = this.#seatOf(seat); // swapping twice changes nothing, so this leads back as well
    const stock = Array.from(position.stock.slice(6 * side, 6 * (side + 1)));
    return {
      seat,
      team: this.setup.seats === 4 ? seat % 2 : seat,
      shape: GAME.shapes[side] as HandView["shape"],
      stock: stock.flatMap((count, order) => Array<string>(count).fill(GAME.orders[order] ?? "")),
      nails: Object.fromEntries(
        GAME.colours.map((name, colour) => [name, wasm.call("rules.in_hand", place, side, colour)]),
      ) as HandView["nails"],
      phase: wasm.call("rules.is_setting", place, side) ? "set" : "move",
      making: this.#lines(side, 2),
    };
  }

  #showLast(position: Records["POSITION"]): LastView | null {
    const { last: code, mover: seat } = position;
    if (code < 0) return null;
    const shown: LastView = { move: this.write(code), seat, column: null, source: null, cell: null };
    if (code >= CODES.keep) return shown;
    const { wasm, place } = this.rules;
    const [order, source, column, set] = wasm.call("rules.parts", code);
    let height = set;
    if (order >= 0) shown.column = GAME.columns[column] ?? "";
    if (source >= 0) {
      shown.source = nameCell(source);
      const colour = wasm.call("rules.colour_at", place, Math.floor(source / 3), source % 3);
      height = wasm.call("rules.height_of", place, column, colour);
    }
    shown.cell = nameCell(3 * column + height);
    return shown;
  }

  #skipped(position: Records["POSITION"]): Seat[] {
    const { ending, last, turn } = position;
    if (ending || last < 0 || last === CODES.keep || last === CODES.keep + 1) return []; // the sides were chosen
    const skipped: Seat[] = [];
    let side = (this.#seatOf(position.mover) + 1) % this.setup.seats;
    for (; side !== turn; side = (side + 1) % this.setup.seats) skipped.push(this.#seatOf(side));
    return skipped;
  }

  #lines(side: number, owned: number): string[][] {
    const { wasm, place, lines } = this.rules;
    const count = wasm.call("rules.find_lines", place, side, owned, lines);
    const cells = Array.from(wasm.numbers(lines).slice(0, 3 * count), (cell) => nameCell(Number(cell)));
    return range(count).map((line) => cells.slice(3 * line, 3 * line + 3));
  }
}

const turned = (plank: string) => [...plank].reverse().join("");

/** All planks evenly, balanced by middle colour unless the table wants it otherwise. */
function deal(seats: number, options: Options, random: Random): Record<string, string> {
  const stocks: string[][] = range(seats).map(() => []);
  if (options["deal"] === "random") {
    random.sample(GAME.planks, GAME.planks.length).forEach((plank, i) => stocks[i % seats]?.push(plank));
  } else {
    const once = random.sample(range(seats), seats);
    const ring = range(4).flatMap(() => once);
    random.sample(GAME.orders.filter((_, i) => i % 2 === 0), 3).forEach((order, number) => {
      const [one, other] = random.sample([order, turned(order)], 2) as [string, string];
      [one, one, other, other].forEach((plank, i) => stocks[ring[number + i] ?? 0]?.push(plank));
    });
  }
  return Object.fromEntries(stocks.map((stock, seat) => [`planks ${seat}`, stock.sort(byText).join(" ")]));
}

/** The planks of each seat. Throws Refused for a deal that this game cannot have. */
function readDeal(setup: Setup, options: Options): string[][] {
  const names = range(setup.seats).map((seat) => `planks ${seat}`);
  if (Object.keys(setup.deal).sort(byText).join() !== names.join()) throw badDeal(`it needs ${names.join(", ")}`);
  const stocks = names.map((name) => (setup.deal[name] ?? "").toUpperCase().split(/\s+/).filter(Boolean));
  const every = stocks.flat();
  const unknown = every.filter((plank) => !GAME.orders.includes(plank)).sort(byText)[0];
  if (unknown) throw badDeal(`${unknown} is not a plank`);
  const share = GAME.planks.length / setup.seats;
  if (stocks.some((stock) => stock.length !== share)) throw badDeal(`each seat has ${share} planks`);
  const middles = (planks: string[]) => [...GAME.letters].map((letter) => planks.filter((plank) => plank[1] === letter).length);
  if (middles(every).some((count) => count !== 4)) throw badDeal("each middle colour has four planks");
  const fixed = options["turning"] === "no";
  if (fixed && [...every].sort(byText).join() !== [...GAME.planks].sort(byText).join()) throw badDeal("there are two planks of each order");
  if (options["deal"] === "balanced") {
    for (const stock of stocks) {
      const counts = middles(stock);
      if (Math.max(...counts) - Math.min(...counts) > 1) {
        throw badDeal("a balanced stock has the same number of each middle colour, or nearly");
      }
      if (fixed && new Set(stock).size < stock.length) {
        throw badDeal("a balanced stock of planks that may not be turned has no plank twice");
      }
    }
  }
  return stocks;
}

function start(rules: PlankenRules, setup: Setup): PlankenGame {
  checkSetup(INFO, setup);
  if (setup.seats === 3 && setup.options["edge"] === "swap") {
    throw refuse("core", "bad-setup", { field: "edge", value: "swap", allowed: "none" });
  }
  const options = fillOptions(INFO, setup.variant, setup.options);
  const stocks = readDeal(setup, options);
  const bytes = rules.make(null, (position) => {
    const [left, right] = [GAME.first_column, GAME.first_column];
    Object.assign(position, { left, right, last: -1, mover: -1, winner: -1, loser: -1, seats: setup.seats, turn: setup.first });
    Object.assign(position, {
      any_line: Number(options["line"] === "any"),
      turning: Number(options["turning"] === "yes"),
      stuck_loses: Number(options["stuck"] === "loses"),
      staying: Number(options["staying"] === "yes"),
      choice_ply: options["edge"] === "swap" ? 3 : -1,
    });
    const stock = Array<number>(24).fill(0);
    stocks.forEach((planks, side) => {
      for (const plank of planks) {
        const at = 6 * side + rules.wasm.call("rules.kind", rules.place, GAME.orders.indexOf(plank));
        stock[at] = (stock[at] ?? 0) + 1;
      }
    });
    Object.assign(position, { stock });
  });
  return new PlankenGame(rules, setup, [], bytes);
}

/** Load the game. */
export async function load(): Promise<GameEngine> {
  const module = await loadModule("planken");
  const rules = new PlankenRules(await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS));
  return {
    info: INFO,
    deal: (_variant, seats, options, random) => deal(seats, options, random),
    start: (setup) => start(rules, setup),
    sample: (game) => game,
    search: async (game, seed, settings) => (await import("./search.ts")).search(module, game as PlankenGame, seed, settings),
    remarkOn: async (game, move) => (await import("../coach.ts")).remarkOn(module, game as PlankenGame, move),
    findOpenings: () => Promise.resolve([]),
  };
}
