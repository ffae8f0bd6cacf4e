/** The searches of Blockers!: what engine/search.py and engine/greedy.py do in Python. */
import { type Search, type Settings, range } from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, RECORDS, type Records } from "../../../engine/generated/blockers.ts";
import { Instance, type Place } from "../../../engine/module.ts";
import { Random, newDice } from "../../../engine/random.ts";
import { fillSettings, staysAhead } from "../../../engine/search.ts";
import type { Variation, Move } from "../../../engine/types.ts";
import type { BlockersGame } from "./index.ts";

type Node = { index: number } & Pick<Records["NODE"], "code" | "visits" | "value_sum">;

export async function search(module: WebAssembly.Module, game: BlockersGame, seed: number, settings: Settings): Promise<Search> {
  if (settings["greedy"]) return new Greedy(game, seed, fillSettings(settings, { greedy: 1, candidates: 0 }).candidates);
  const wasm = await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS);
  return new BlockersSearch(wasm, game, seed, fillSettings(settings, { ...GAME.settings, candidates: 0, open: 0 }));
}

/** Sees only what a move does to its own points at once. */
class Greedy implements Search {
  readonly proven = true;
  readonly #lines: Variation[];

  constructor(game: BlockersGame, seed: number, candidates: number) {
    const moves = [...game.legal()];
    new Random(seed).shuffle(moves);
    const seat = game.toMove ?? 0;
    const before = game.points(seat);
    const looked = moves.slice(0, candidates || moves.length).map((move): [number, Move] => {
      return [before - (game.play(move) as BlockersGame).points(seat), move];
    });
    looked.sort(([one], [other]) => other - one);
    this.#lines = looked.map(([gain, move]) => ({ move, value: 1 / (1 + Math.exp(-gain)), visits: 1, continuation: [], proven: false }));
  }

  run(): void {}

  lines(): Variation[] {
    return [...this.#lines];
  }

  isDecided(): boolean {
    return true;
  }

  advance(): boolean {
    return false;
  }
}

class BlockersSearch implements Search {
  #nodes: Place<"NODE">;
  #used = 1;
  readonly #seed: bigint;
  readonly #policy: Place<"POLICY">;
  readonly #rest: Place[];

  constructor(
    readonly wasm: Instance<Functions, Records>,
    readonly game: BlockersGame,
    seed: number,
    settings: typeof GAME.settings & { candidates: number; open: number },
  ) {
    this.#nodes = wasm.zeros("NODE", 1024);
    const parameters = wasm.zeros("SEARCH_PARAMETERS", 1);
    const chosen = GAME.parameters.map((name) => [name, settings[name as keyof typeof settings]]);
    Object.assign(wasm.record(parameters), Object.fromEntries(chosen));
    const weights = this.#takeWeights(settings.ignore_others > 0);
    const root = wasm.zeros("POSITION", 1);
    wasm.bytes(root).set(game.bytes);
    wasm.call("engine.determinize.hide", root, game.toMove ?? 0);
    const excluded = wasm.zeros("int64", 5, GAME.numbers.rack);
    if (settings.open) wasm.numbers(excluded).set(this.#pinRacks());
    else wasm.call("engine.determinize.note_exclusions", root, excluded);
    const index = wasm.zeros("GROUP_INDEX", 1);
    this.#policy = wasm.zeros("POLICY", 1);
    const { max_depth, codes } = GAME.numbers;
    this.#rest = [
      parameters,
      weights,
      root,
      excluded,
      index,
      this.#policy,
      wasm.zeros("POSITION", 1),
      wasm.zeros("GROUP_INDEX", 1),
      wasm.zeros("POLICY", 1),
      wasm.zeros("int64", max_depth),
      wasm.zeros("int64", max_depth),
      wasm.zeros("int64", codes),
      wasm.zeros("RESULT", 1),
      wasm.zeros("uint64", 1),
    ];
    wasm.call("engine.group_index.index_groups", root, index);
    wasm.call("engine.linear_policy.evaluate", root, index, weights, false, this.#policy);
    this.#overlook(seed, settings.candidates);
    this.#seed = newDice(seed) >> 2n;
  }

  /** By colour and place on the rack: every tile but the one that stands there, as bits. Piles are dealt anew all the same. */
  #pinRacks(): BigInt64Array {
    const { tiles, placed } = this.game.position;
    const kinds = GAME.tiles.length;
    const slots = range(5).flatMap((colour) => range(GAME.numbers.rack).map((place) => [colour, (placed[colour] ?? 0) + place] as const));
    const pinned = slots.map(([colour, slot]) => (slot < kinds ? ((1n << BigInt(kinds)) - 1n) ^ (1n << BigInt(tiles[kinds * colour + slot] ?? 0)) : 0n));
    return BigInt64Array.from(pinned);
  }

  /** Leave only some of the moves at the root, drawn at random, as somebody does who overlooks things. */
  #overlook(seed: number, candidates: number): void {
    const policy = this.wasm.record(this.#policy);
    const { count, code, logit, probability, features } = policy;
    if (candidates <= 0 || candidates >= count) return;
    const seen = new Random(seed).sample(range(count), candidates).sort((a, b) => a - b);
    const width = features.length / code.length;
    const keep = (column: ArrayLike<number>, size = 1): number[] => {
      const all = Array.from(column);
      seen.forEach((from, to) => all.splice(to * size, size, ...Array.from(column).slice(from * size, (from + 1) * size)));
      return all;
    };
    Object.assign(policy, { code: keep(code), logit: keep(logit), probability: keep(probability), features: keep(features, width) });
    policy.count = candidates;
  }

  #takeWeights(ownOnly: boolean): Place<"float64"> {
    const table = GAME.weights[`${this.game.setup.variant}-${this.game.setup.seats}` as keyof typeof GAME.weights];
    const seen = table.map((row) => row.map((weight, i) => (ownOnly && GAME.about_others.includes(i) ? 0 : weight)));
    return this.wasm.take("float64", seen.flat(), [seen.length, seen[0]?.length ?? 0]);
  }

  run(simulations: number): void {
    const needed = this.#used + simulations;
    if (needed > (this.#nodes.shape[0] ?? 0)) {
      const larger = this.wasm.zeros("NODE", 2 * needed);
      this.wasm.bytes(larger).set(this.wasm.bytes(this.#nodes, this.#used));
      this.#nodes = larger;
    }
    const given = [this.#nodes, ...this.#rest, this.#used, simulations, this.#seed];
    this.#used = this.wasm.apply("engine.search.run_simulations", given) as number;
  }

  lines(): Variation[] {
    const found = this.#children(0);
    if (found.length) {
      return found.map((node) => ({
        move: this.game.write(node.code),
        value: node.value_sum / node.visits,
        visits: node.visits,
        continuation: this.#continuation(node.index),
        proven: false,
      }));
    }
    const { code, probability, count } = this.wasm.record(this.#policy);
    const order = range(count).sort((a, b) => (probability[b] ?? 0) - (probability[a] ?? 0) || a - b);
    return order.map((i) => ({ move: this.game.write(code[i] ?? 0), value: 0.5, visits: 0, continuation: [], proven: false }));
  }

  get proven(): boolean {
    return this.wasm.record(this.#policy).count < 2;
  }

  isDecided(simulations: number): boolean {
    return this.proven || staysAhead(this.#children(0).map(({ visits }) => visits), simulations);
  }

  advance(): boolean {
    return false;
  }

  /** A node's children, best first. */
  #children(parent: number): Node[] {
    const found: Node[] = [];
    for (let index = this.wasm.record(this.#nodes, parent).first_child; index; ) {
      const { code, visits, value_sum, next_sibling } = this.wasm.record(this.#nodes, index);
      found.push({ index, code, visits, value_sum });
      index = next_sibling;
    }
    return found.sort((a, b) => b.visits - a.visits || b.value_sum / b.visits - a.value_sum / a.visits || a.code - b.code);
  }

  /** How the game may go on: the most tried moves, as long as they were tried more than once. */
  #continuation(parent: number): Move[] {
    const moves: Move[] = [];
    for (let best = this.#children(parent)[0]; best && best.visits > 1; best = this.#children(best.index)[0]) {
      moves.push(this.game.write(best.code));
    }
    return moves;
  }
}
