/** Blockers! in this thread: texts, views and samples over the compiled rules. Deals and options are as in Python, and compared with it. */
import {
  type GameEngine,
  Position,
  Rules,
  arrange,
  badDeal,
  byText,
  checkSetup,
  fillOptions,
  range,
  rank,
  refuse,
  showTable,
} from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, INFO, RECORDS, type Records } from "../../../engine/generated/blockers.ts";
import { loadModule } from "../../../engine/load.ts";
import { Instance } from "../../../engine/module.ts";
import type { Random } from "../../../engine/random.ts";
import type { Move, Outcome, Played, Seat, Setup } from "../../../engine/types.ts";
import { sampleDeal } from "./sample.ts";
import type { ColourView, SeatView, View } from "../view.ts";

const SOURCE = "games.blockers";
const { rack: RACK, size: SIZE, empty: EMPTY } = GAME.numbers;
const KINDS = GAME.tiles.length;
const CELL_NAMES = new Map(Object.entries(GAME.cells).map(([cell, name]) => [Number(cell), name]));
const CELLS = [...CELL_NAMES.keys()];

const numbered = (names: readonly string[]) => new Map(names.map((name, number) => [name.toLowerCase(), number]));
const WORDS = {
  cell: new Map([...CELL_NAMES].map(([cell, name]) => [name.toLowerCase(), cell])),
  tile: numbered(GAME.tiles),
  colour: numbered(GAME.colours),
};

const tileName = (tile: number) => GAME.tiles[tile] ?? "";
const names = (tiles: number[]) => tiles.sort((a, b) => a - b).map(tileName);

/** What a text says; words may come in any order and case. */
function read(move: Move): { cell: number; tile: number; colour: number | undefined } {
  const found = new Map<string, number>();
  for (const word of move.toLowerCase().match(/[^\s:,-]+/g) ?? []) {
    const kind = Object.entries(WORDS).find(([kind, meaning]) => meaning.has(word) && !found.has(kind));
    if (!kind) throw refuse(SOURCE, "R16-notation", { move });
    found.set(kind[0], kind[1].get(word) ?? 0);
  }
  const [cell, tile] = [found.get("cell"), found.get("tile")];
  if (cell === undefined || tile === undefined) throw refuse(SOURCE, "R16-notation", { move });
  return { cell, tile, colour: found.get("colour") };
}

type Chosen = Pick<Setup, "variant" | "seats" | "options">;

const arranged = ({ variant, options }: Chosen) => arrange(options["colours"] ?? "", INFO.variants[variant]?.options["colours"] ?? []);
/** How many colours a seat has. */
const share = ({ variant }: Chosen) => INFO.variants[variant]?.each["colours"] ?? 1;

/** The colours in play, by the rules' numbers: `colours_in_play` in Python. */
export function coloursOf(setup: Chosen): ColourView["id"][] {
  const names = share(setup) === 1 ? arranged(setup) : GAME.colours;
  return names.slice(0, setup.seats * share(setup)) as ColourView["id"][];
}

/** The seat of each colour in play. */
export function ownersOf(setup: Chosen): number[] {
  if (share(setup) === 1) return range(setup.seats);
  const all = arranged(setup);
  return coloursOf(setup).map((colour) => Math.floor(all.indexOf(colour) / share(setup)));
}

class BlockersRules extends Rules<Functions, Records> {
  readonly buffer = this.wasm.zeros("int32", GAME.numbers.buffer);
  readonly locked = this.wasm.zeros("bool", SIZE);
  readonly groups = this.wasm.zeros("int64", SIZE);
}

export class BlockersGame extends Position<View, Records["POSITION"]> {
  protected readonly info = INFO;

  constructor(
    readonly rules: BlockersRules,
    setup: Setup,
    moves: readonly Played[],
    bytes: Uint8Array,
  ) {
    super(setup, moves, bytes);
  }

  get position(): Records["POSITION"] {
    return this.rules.open(this.bytes);
  }

  get #namesColour(): boolean {
    return share(this.setup) > 1;
  }

  #nameColour(colour: number): ColourView["id"] {
    return coloursOf(this.setup)[colour] as ColourView["id"];
  }

  protected findMover(): Seat | null {
    const { turn } = this.position;
    return turn < 0 ? null : turn;
  }

  protected findOutcome(): Outcome {
    this.rules.open(this.bytes);
    const ask = (what: "rules.points" | "rules.all_taken") =>
      range(this.setup.seats).map((seat) => this.rules.wasm.call(what, this.rules.place, seat));
    const [points, taken] = [ask("rules.points"), ask("rules.all_taken")];
    return rank(points, points.map((point, seat) => -1000 * point - (taken[seat] ?? 0)));
  }

  protected listMoves(): Move[] {
    this.rules.open(this.bytes);
    const count = this.rules.wasm.call("rules.moves", this.rules.place, this.rules.buffer);
    return Array.from(this.rules.wasm.numbers(this.rules.buffer).subarray(0, count), (code) => this.write(code));
  }

  protected after(moves: readonly Played[], code: number): BlockersGame {
    const bytes = this.rules.make(this.bytes, () => this.rules.wasm.call("rules.push", this.rules.place, code));
    return new BlockersGame(this.rules, this.setup, moves, bytes);
  }

  withTurn(seat: number): BlockersGame {
    const bytes = this.rules.make(this.bytes, (position) => (position.turn = seat));
    return new BlockersGame(this.rules, this.setup, this.moves, bytes);
  }

  write(code: number): Move {
    const colour = this.#namesColour ? `${this.#nameColour(code >> 12)}-` : "";
    return `${CELL_NAMES.get(code & 127)}:${colour}${tileName((code >> 7) & 31)}`;
  }

  code(move: Move): number {
    const { cell, tile, colour: named } = read(move);
    if (named === undefined && this.#namesColour) throw refuse(SOURCE, "R16-colour", { move });
    const names = coloursOf(this.setup);
    const called = GAME.colours[named ?? -1] ?? names[this.toMove ?? 0] ?? "";
    const place = (names as string[]).indexOf(called);
    const colour = place < 0 ? GAME.colours.length - 1 : place; // where one is not in play, the last number is free
    this.rules.open(this.bytes);
    const fault = this.rules.wasm.call("rules.fault", this.rules.place, colour, tile, cell);
    if (fault === 0) return (colour << 12) | (tile << 7) | cell;
    const details = { cell: CELL_NAMES.get(cell) ?? "", tile: tileName(tile), colour: called };
    throw refuse(SOURCE, GAME.faults[fault] ?? "", details);
  }

  /** Points of a seat as if the game ended now. */
  points(seat: Seat): number {
    this.rules.open(this.bytes);
    return this.rules.wasm.call("rules.points", this.rules.place, seat);
  }

  view(seat: Seat | null): View {
    const table = showTable(this, INFO, this.position.ply);
    const { position, rules } = this;
    const [board, face] = [position.colour, position.face];
    rules.wasm.call("rules.mark_locked", rules.place, rules.locked);
    rules.wasm.call("rules.mark_groups", rules.place, rules.groups);
    const locked = rules.wasm.numbers(rules.locked);
    const groups = Array.from(rules.wasm.numbers(rules.groups), Number);
    const lying = CELLS.filter((cell) => board[cell] !== EMPTY);
    const colours = range(position.colours).map((colour) => this.#showColour(position, colour, seat, board, groups));
    return {
      ...table,
      seat,
      options: table.options as View["options"],
      last: this.#showLast(position),
      skipped: range(this.setup.seats).filter((place) => (position.skipped >> place) & 1),
      board: {
        blocks: [...GAME.symbols],
        cells: Object.fromEntries(
          lying.map((cell) => [CELL_NAMES.get(cell), { colour: this.#nameColour(board[cell] ?? 0), tile: tileName(face[cell] ?? 0) }]),
        ),
        locked: CELLS.filter((cell) => locked[cell]).map((cell) => CELL_NAMES.get(cell) ?? ""),
      },
      colours,
      scores: range(this.setup.seats).map((place) => this.#showSeat(position, colours, place)),
    };
  }

  #showLast(position: Records["POSITION"]): View["last"] {
    const code = position.last;
    if (code < 0) return null;
    return {
      seat: position.owner[code >> 12] ?? 0,
      move: this.write(code),
      cell: CELL_NAMES.get(code & 127) ?? "",
      colour: this.#nameColour(code >> 12),
      tile: tileName((code >> 7) & 31),
      took: position.took === EMPTY ? null : this.#nameColour(position.took),
    };
  }

  #showColour(position: Records["POSITION"], colour: number, seat: Seat | null, board: number[], numbers: number[]): ColourView {
    const placed = position.placed[colour] ?? 0;
    const owner = position.owner[colour] ?? 0;
    const row = position.tiles.slice(KINDS * colour, KINDS * (colour + 1));
    const [rack, pile] = [row.slice(placed, placed + RACK), row.slice(placed + RACK)];
    const closed = !this.rules.wasm.call("rules.is_open", this.rules.place, colour);
    const shown = closed || owner === seat || position.turn < 0;
    const groups: string[][] = [];
    for (const cell of CELLS) if (board[cell] === colour) (groups[numbers[cell] ?? 0] ??= []).push(CELL_NAMES.get(cell) ?? "");
    return {
      id: this.#nameColour(colour),
      seat: owner,
      rack: shown ? names([...rack]) : null,
      rack_count: rack.length,
      pile_count: pile.length,
      closed,
      played: row.slice(0, placed).map(tileName),
      unseen: names(shown ? pile : [...rack, ...pile]),
      groups,
    };
  }

  #showSeat(position: Records["POSITION"], colours: ColourView[], seat: Seat): SeatView {
    const own = colours.filter((colour) => colour.seat === seat);
    const masks = position.taken.slice(5 * seat, 5 * (seat + 1));
    const taken = masks.flatMap((mask, colour): [ColourView["id"], string[]][] =>
      mask ? [[this.#nameColour(colour), GAME.tiles.filter((_, tile) => (mask >> tile) & 1)]] : [],
    );
    const counts = taken.map(([, tiles]) => tiles.length);
    const most = Math.max(0, ...counts);
    return {
      seat,
      colours: own.map(({ id }) => id),
      groups: own.reduce((sum, colour) => sum + colour.groups.length, 0),
      taken: Object.fromEntries(taken),
      taken_count: counts.reduce((sum, count) => sum + count, 0),
      most,
      most_colours: taken.filter(([, tiles]) => tiles.length === most).map(([colour]) => colour),
      points: this.rules.wasm.call("rules.points", this.rules.place, seat),
    };
  }
}

function start(rules: BlockersRules, setup: Setup): BlockersGame {
  checkSetup(INFO, setup);
  const owners = ownersOf(setup);
  const colours = coloursOf(setup);
  if (Object.keys(setup.deal).sort().join() !== [...colours].sort().join()) {
    throw badDeal(`the colours must be ${colours.join(", ")}`);
  }
  const tiles = Array<number>(5 * KINDS).fill(0);
  const wanted = [...GAME.tiles].sort(byText).join(" ");
  colours.forEach((colour, number) => {
    const row = (setup.deal[colour] ?? "").split(/\s+/).filter(Boolean);
    if ([...row].sort(byText).join(" ") !== wanted) throw badDeal(`${colour} must have each of the ${KINDS} tiles once`);
    row.forEach((tile, place) => (tiles[KINDS * number + place] = GAME.tiles.indexOf(tile)));
  });
  const options = fillOptions(INFO, setup.variant, setup.options);
  const bytes = rules.make(null, (position) => {
    Object.assign(position, { tiles, owner: [...owners, 0, 0, 0].slice(0, 5), colours: owners.length });
    Object.assign(position, { seats: setup.seats, turn: setup.first });
    Object.assign(position, { uptown: Number(options["scoring"] === "uptown"), spares_own: Number(options["own-colour"] === "no") });
    rules.wasm.call("rules.begin", rules.place);
  });
  return new BlockersGame(rules, setup, [], bytes);
}

/** Load the game. */
export async function load(): Promise<GameEngine> {
  const module = await loadModule("blockers");
  const rules = new BlockersRules(await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS));
  return {
    info: INFO,
    deal: (variant, seats, options, random: Random) =>
      Object.fromEntries(
        coloursOf({ variant, seats, options }).map((colour) => [colour, random.sample(GAME.tiles, KINDS).join(" ")]),
      ),
    start: (setup) => start(rules, setup),
    sample: (game, seat, random) => {
      if (game.toMove === null) return game;
      const known = start(rules, { ...game.setup, deal: sampleDeal(game as BlockersGame, seat, random) });
      return game.moves.reduce((now, { move }) => now.play(move), known as ReturnType<BlockersGame["play"]>);
    },
    search: async (game, seed, settings) => (await import("./search.ts")).search(module, game as BlockersGame, seed, settings),
    remarkOn: async (game, move) => (await import("../coach.ts")).remarkOn(game as BlockersGame, move),
    findOpenings: () => Promise.resolve([]),
  };
}
