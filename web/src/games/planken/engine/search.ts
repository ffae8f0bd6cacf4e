/** The search of Planken legen over compiled proofs and simulations: what engine/search.py does in Python. */
import { type Search, type Settings, range } from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, RECORDS, type Records } from "../../../engine/generated/planken.ts";
import { Instance, type Place } from "../../../engine/module.ts";
import { newDice } from "../../../engine/random.ts";
import { fillSettings } from "../../../engine/search.ts";
import type { Variation, Move } from "../../../engine/types.ts";
import type { PlankenGame } from "./index.ts";

type Wasm = Instance<Functions, Records>;


const { unproven: UNPROVEN, unsolved: UNSOLVED, buffer: BUFFER, max_plies: MAX_PLIES } = GAME.numbers;

export async function search(module: WebAssembly.Module, game: PlankenGame, seed: number, settings: Settings): Promise<Search> {
  const seats = String(game.setup.seats) as keyof typeof GAME.settings_by_seats;
  const chosen = fillSettings(settings, { ...GAME.settings, ...GAME.settings_by_seats[seats] });
  return new PlankenSearch(await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS), game, seed, chosen);
}

/** What is proven within so many simulations: the least plies to a win, and whether every move loses, within how many. */
export async function prove(module: WebAssembly.Module, game: PlankenGame, simulations: number): Promise<Proven> {
  const found = (await search(module, game, 0, { rollouts: 0 })) as PlankenSearch;
  found.run(simulations);
  const best = found.lines()[0];
  return { ...found.provenSoFar, best: best?.move ?? "", line: best ? [best.move, ...best.continuation] : [] };
}

export interface Proven {
  /** Within how many plies a win is proven, for whoever is to move; null if none is. */
  pliesToWin: number | null;
  /** Within how many plies every move is proven to lose; null if one is not. */
  pliesToLoss: number | null;
  /** The move that is the best by that, and how it goes on. */
  best: Move;
  line: readonly Move[];
}

/** The position as the search holds it: with a short memory. */
function makeRoot(wasm: Wasm, game: PlankenGame): Place<"POSITION"> {
  const root = wasm.zeros("POSITION", 1);
  wasm.bytes(root).set(game.bytes);
  const record = wasm.record(root);
  const history = Array.from(record.history.slice(0, record.run));
  const kept = history.slice(-GAME.numbers.remembered);
  record.history = Int16Array.from({ length: GAME.numbers.room }, (_, i) => kept[i] ?? 0);
  record.run = kept.length;
  return root;
}

/** The keys of positions that have stood twice: the next time they are a draw (R10). */
function findRepetitions(wasm: Wasm, game: PlankenGame): bigint[] {
  const { run, history } = game.position;
  if (run < 4) return [];
  const moves = Array.from(history.slice(0, run)).reverse();
  const place = makeRoot(wasm, game);
  const past = wasm.record(place);
  const counts = new Map<bigint, number>();
  const note = () => {
    const key = wasm.call("engine.symmetry.plain_key", place, 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  note();
  const edge = past.left + 1;
  for (const move of moves) {
    const side = move >> 12;
    const nails = past.nails;
    for (const field of [(move >> 6) & 63, move & 63]) {
      const at = 3 * side + Math.floor(field / 12);
      nails[at] = (nails[at] ?? 0) ^ (1 << (edge + (field % 12)));
    }
    Object.assign(past, { turn: side, nails });
    note();
  }
  return [...counts].filter(([, count]) => count >= 2).map(([key]) => key);
}

class PlankenSearch implements Search {
  readonly #root: Place<"POSITION">;
  readonly #codes: number[];
  readonly #scores: number[];
  readonly #parameters: Place<"SEARCH_PARAMETERS">;
  readonly #deepening: Place<"DEEPENING">;
  readonly #won: Place<"int64">;
  readonly #lost: Place<"int64">;
  readonly #proof: Place<"PROOF">;
  readonly #stack: Place<"POSITION">;
  readonly #proofs: Place[];
  readonly #nodes: Place<"NODE">;
  readonly #workspace: Place[];
  readonly #work: Place<"POSITION">[];
  readonly #buffer: Place<"int32">;
  readonly #known = new Map<number, Move[]>();

  constructor(
    readonly wasm: Wasm,
    readonly game: PlankenGame,
    seed: number,
    settings: typeof GAME.settings & { proof_nodes: number; mcts_solver: number },
  ) {
    this.#root = makeRoot(wasm, game);
    this.#work = [wasm.zeros("POSITION", 1), wasm.zeros("POSITION", 1)];
    this.#buffer = wasm.zeros("int32", BUFFER);
    const dice = wasm.take("uint64", [newDice(seed)]);
    this.#codes = this.#listMoves(this.#root);
    const codes = wasm.take("int32", this.#codes);
    const scores = wasm.zeros("float64", this.#codes.length);
    this.#copy(this.#root, this.#work[0] as Place<"POSITION">);
    wasm.call("engine.heuristic.score_moves", this.#root, this.#work[0] as Place<"POSITION">, codes, scores, settings.candidates, dice);
    this.#scores = Array.from(wasm.numbers(scores));
    this.#nodes = wasm.zeros("NODE", settings.rollouts ? GAME.numbers.most_nodes : this.#codes.length + 1);
    wasm.record(this.#nodes).children = -1;
    const tree = [
      this.#nodes,
      wasm.take("int64", [1]),
      wasm.zeros("int64", GAME.numbers.tree_depth),
      wasm.zeros("POSITION", 1),
      wasm.zeros("int32", BUFFER),
    ];
    wasm.apply("engine.tree.expand_root", [this.#root, ...tree]);
    this.#parameters = this.#takeParameters(settings);
    this.#deepening = wasm.zeros("DEEPENING", 1);
    wasm.record(this.#deepening).depth = 1;
    this.#won = wasm.take("int64", this.#codes.map(() => UNPROVEN));
    this.#lost = wasm.take("int64", this.#codes.map(() => UNPROVEN));
    this.#proof = wasm.zeros("PROOF", 1);
    this.#stack = wasm.zeros("POSITION", MAX_PLIES + 1);
    this.#proofs = [
      this.#proof,
      this.#stack,
      wasm.zeros("FRAME", MAX_PLIES + 1),
      wasm.zeros("int32", MAX_PLIES + 1, BUFFER),
      wasm.zeros("ENTRY", 2 ** GAME.numbers.table_bits),
      wasm.zeros("int64", 2, GAME.numbers.actions),
      wasm.take("uint64", findRepetitions(wasm, game)),
    ];
    this.#workspace = [this.#parameters, this.#deepening, this.#root, codes, this.#won, this.#lost, ...this.#proofs, ...tree, dice];
  }

  #takeParameters(settings: Record<string, number>): Place<"SEARCH_PARAMETERS"> {
    const place = this.wasm.zeros("SEARCH_PARAMETERS", 1);
    const depth = settings["proof_depth"] ?? 0;
    const longest = Math.floor(depth / 2) * this.game.setup.seats + (depth % 2);
    const chosen = GAME.parameters.map((name) => [name, settings[name] ?? 0]);
    Object.assign(this.wasm.record(place), Object.fromEntries(chosen), { max_depth: Math.min(longest, MAX_PLIES) });
    return place;
  }

  #copy(from: Place, to: Place): void {
    this.wasm.bytes(to, 1).set(this.wasm.bytes(from, 1));
  }

  #listMoves(position: Place<"POSITION">): number[] {
    const count = this.wasm.call("rules.moves", position, this.#buffer);
    return Array.from(this.wasm.numbers(this.#buffer).slice(0, count));
  }

  run(simulations: number): void {
    if (!this.proven) this.wasm.apply("engine.search.run_simulations", [...this.#workspace, simulations]);
  }

  get proven(): boolean {
    const done = this.wasm.record(this.#deepening).done && !this.wasm.record(this.#parameters).rollouts;
    return Boolean(done) || (this.wasm.apply("engine.search.is_settled", this.#workspace) as boolean);
  }

  get provenSoFar(): Omit<Proven, "best" | "line"> {
    const fewest = Math.min(...Array.from(this.wasm.numbers(this.#won), Number));
    const longest = Math.max(...Array.from(this.wasm.numbers(this.#lost), Number));
    return { pliesToWin: fewest >= UNPROVEN ? null : fewest, pliesToLoss: longest >= UNPROVEN ? null : longest };
  }

  isDecided(): boolean {
    return this.proven;
  }

  advance(): boolean {
    return false;
  }

  lines(): Variation[] {
    const [won, lost] = [this.#won, this.#lost].map((place) => Array.from(this.wasm.numbers(place), Number)) as [number[], number[]];
    const known = this.#codes.map((code, index) => {
      const { visits, value, solved } = this.#look(index);
      const rank = [won[index] ?? 0, -(lost[index] ?? 0), solved, -visits, -(this.#scores[index] ?? 0)];
      return { code, index, visits, value, rank };
    });
    known.sort((a, b) => a.rank.reduce((found, own, i) => found || own - (b.rank[i] ?? 0), 0) || a.index - b.index);
    return known.map(({ code, index, visits, value, rank }, place) => {
      const line = { move: this.game.write(code), visits };
      const first = place === 0;
      if ((won[index] ?? 0) < UNPROVEN) return { ...line, value: 1, continuation: first ? this.#prove(index, won, lost) : [], proven: true };
      if ((lost[index] ?? 0) < UNPROVEN) {
        return { ...line, value: 0, continuation: first && this.proven ? this.#prove(index, won, lost) : [], proven: true };
      }
      return { ...line, value, continuation: this.#mostVisited(index), proven: visits > 0 && rank[2] !== 0 };
    });
  }

  /** How often a move of the root was played, its value with one virtual draw, and how good it is if it is solved. */
  #look(index: number): { visits: number; value: number; solved: number } {
    const node = this.wasm.record(this.#nodes, 1 + index);
    const { visits, solved, seat, solved_depth } = node;
    if (!solved) return { visits, value: (node.total + 0.5) / (visits + 1), solved: 0 };
    const worth = solved === 1 ? 0.5 : ((solved - 1) >> seat) & 1;
    const rank = worth === 0.5 ? 0 : worth ? solved_depth - UNSOLVED : UNSOLVED - solved_depth;
    return { visits, value: (visits * worth + 0.5) / (visits + 1), solved: rank };
  }

  #mostVisited(index: number): Move[] {
    const moves: Move[] = [];
    let { first, children } = this.wasm.record(this.#nodes, 1 + index);
    while (children > 0) {
      let best = this.wasm.record(this.#nodes, first);
      for (const i of range(children)) {
        const child = this.wasm.record(this.#nodes, first + i);
        if (child.visits > best.visits) best = child;
      }
      if (!best.visits) break;
      moves.push(this.game.write(best.code));
      ({ first, children } = best);
    }
    return moves;
  }

  #prove(index: number, won: number[], lost: number[]): Move[] {
    const known = this.#known.get(index);
    if (known) return known;
    const { wasm } = this;
    const { turn, seats } = wasm.record(this.#root);
    const plies = Math.min(won[index] ?? UNPROVEN, lost[index] ?? UNPROVEN);
    const last = wasm.call("rules.seat_of", this.#root, (turn + plies - 1) % seats);
    const attackers = wasm.call("engine.search.team_of", seats, last);
    const found = this.#principalLine(this.#codes[index] ?? 0, attackers, plies - 1).map((code) => this.game.write(code));
    this.#known.set(index, found);
    return found;
  }

  /** The moves after a first one with which the attackers win in so many plies: they hurry, the losers hold out. */
  #principalLine(first: number, attackers: number, within: number): number[] {
    const position = this.#work[0] as Place<"POSITION">;
    this.#copy(this.#root, position);
    this.wasm.call("rules.push", position, first);
    const path: number[] = [];
    for (let plies = within; plies > 0 && !this.wasm.record(position).ending; plies--) {
      const seat = this.wasm.call("rules.seat_of", position, this.wasm.record(position).turn);
      const code = this.#choose(position, attackers, Boolean((attackers >> seat) & 1), plies);
      if (code === null) break;
      this.wasm.call("rules.push", position, code);
      path.push(code);
    }
    return path;
  }

  /** A move that wins in time, or one after which the attackers need all the time they have. */
  #choose(position: Place<"POSITION">, attackers: number, attacking: boolean, plies: number): number | null {
    const codes = this.#listMoves(position);
    const after = this.#work[1] as Place<"POSITION">;
    let undecided = 0;
    for (const nodes of GAME.node_limits) {
      undecided = 0;
      for (const code of codes) {
        this.#copy(position, after);
        this.wasm.call("rules.push", after, code);
        const won = this.#proveWin(after, attackers, attacking ? plies - 1 : plies - 2, nodes);
        if (won === attacking) return code;
        undecided += Number(won === null);
      }
    }
    return attacking || undecided ? null : (codes[0] ?? null);
  }

  /** Whether the attackers win within so many plies; null if that takes too long to find out. */
  #proveWin(position: Place<"POSITION">, attackers: number, plies: number, nodes: number): boolean | null {
    this.#copy(position, this.#stack);
    const base = this.wasm.record(this.#stack);
    base.run = 0;
    this.wasm.call("engine.solver.begin_proof", this.#proof, attackers, plies);
    const limit = this.wasm.record(this.#proof).nodes + nodes;
    this.wasm.apply("engine.solver.run_proof", [...this.#proofs, limit]);
    const { ply, result } = this.wasm.record(this.#proof);
    return ply >= 0 ? null : Boolean(result);
  }
}
