/** The search of Blokus over the compiled simulations: what src/tischlein/games/blokus/engine/search.py does in Python. */
import { type Search, type Settings, range } from "../../../engine/game.ts";
import { FUNCTIONS, type Functions, GAME, RECORDS, type Records } from "../../../engine/generated/blokus.ts";
import { loadFile } from "../../../engine/load.ts";
import { Instance, type Place } from "../../../engine/module.ts";
import { type Numbers, readNumbers } from "../../../engine/numbers.ts";
import { newDice } from "../../../engine/random.ts";
import { fillSettings, staysAhead } from "../../../engine/search.ts";
import type { Variation, LocalGame, Move } from "../../../engine/types.ts";
import { BlokusGame } from "./index.ts";

type Floats = Place<"float32">;
type Wasm = Instance<Functions, Records>;
type Kind = keyof typeof GAME.linear_policy;

const empty = (shape: number[]): Numbers => ({ values: new Float32Array(shape.reduce((a, b) => a * b, 1)), shape });

async function loadNet(name: string, parts: readonly string[]): Promise<Numbers[]> {
  const found = await readNumbers(await loadFile("blokus", `${name}.npz`));
  return parts.map((part) => found.get(part) ?? empty([0]));
}

/** The weights of somebody who sees only so much, or of a beginner. */
function limitScope(kind: Kind, scope: number, beginner: number): Numbers {
  const weights = beginner ? (GAME.beginners[kind][beginner - 1] ?? []) : GAME.linear_policy[kind];
  const hidden = GAME.hidden[scope] ?? [];
  const seen = weights.map((row) => row.map((weight, i) => (hidden.some(([from, to]) => i >= (from ?? 0) && i < (to ?? 0)) ? 0 : weight)));
  return { values: Float32Array.from(seen.flat()), shape: [weights.length, weights[0]?.length ?? 0] };
}

export async function search(module: WebAssembly.Module, game: BlokusGame, seed: number, settings: Settings): Promise<Search> {
  const { beginner = 0, ...own } = settings;
  const chosen = fillSettings(own, GAME.settings);
  const wasm = await Instance.create<Functions, Records>(module, FUNCTIONS, RECORDS);
  const { width, colours, starts } = game.position;
  // The networks have never seen a colour start in another corner.
  const familiar = range(16).every((i) => starts[i] === starts[4 * Math.floor(i / 4)]);
  chosen.value_net *= Number(familiar);
  const plan = GAME.plans[game.setup.variant as keyof typeof GAME.plans];
  const kind = plan.kind as Kind;
  const netted = !beginner && familiar && chosen.policy_scope === 2 && plan.policy_net;
  const policy = netted ? await loadNet(`policy_net-${kind}`, GAME.policy_net) : GAME.policy_net_shapes.map(empty);
  const shapes = GAME.value_net_shapes[`${width}-${colours}` as keyof typeof GAME.value_net_shapes] as number[][];
  const value = chosen.value_net ? await loadNet(`value_net-${kind}`, GAME.value_net) : shapes.map(empty);
  const take = ({ values, shape }: Numbers) => wasm.take("float32", values, shape);
  const nets = [limitScope(kind, chosen.policy_scope, beginner), ...policy, ...value].map(take);
  return new BlokusSearch(wasm, game, seed, chosen, nets);
}

class BlokusSearch implements Search {
  #game: BlokusGame;
  #played: number[] = [];
  readonly #root: Place<"POSITION">;
  readonly #board: Place<"POSITION">;
  #nodes: Place<"NODE">;
  #spare: Place<"NODE"> | null = null;
  readonly #used: Place<"int64">;
  readonly #dice: Place<"uint64">;
  readonly #workspace: Place<"WORKSPACE">;
  readonly #stats: Place<"RUNNING_STATS">;
  readonly #parameters: number[];

  constructor(
    readonly wasm: Wasm,
    game: BlokusGame,
    seed: number,
    readonly settings: typeof GAME.settings,
    readonly nets: Floats[],
  ) {
    this.#game = game;
    this.#root = wasm.zeros("POSITION", 1);
    this.#board = wasm.zeros("POSITION", 1);
    this.#nodes = wasm.zeros("NODE", settings.nodes);
    this.#used = wasm.take("int64", [1]);
    this.#dice = wasm.take("uint64", [newDice(seed)]);
    this.#stats = wasm.zeros("RUNNING_STATS", 2, 4);
    this.#workspace = wasm.zeros("WORKSPACE", 1);
    const workspace = wasm.record(this.#workspace);
    const features = Float32Array.from(workspace.features);
    for (let i = GAME.border_feature; i < features.length; i += GAME.cell_features) features[i] = 1;
    workspace.features = features;
    this.#parameters = GAME.parameters.map((name) => settings[name as keyof typeof settings]);
    this.#setRoot(game);
  }

  #setRoot(game: BlokusGame): void {
    this.#game = game;
    const { played, ply } = game.position;
    this.#played = Array.from(played.slice(0, ply));
    this.wasm.bytes(this.#root).set(game.bytes);
    this.wasm.call("engine.search._update_lists", this.#root);
  }

  advance(game: LocalGame): boolean {
    if (!(game instanceof BlokusGame) || JSON.stringify(game.setup) !== JSON.stringify(this.#game.setup)) return false;
    if (this.settings.gumbel_noise > 0) return false;
    const now = Array.from(game.position.played.slice(0, game.position.ply));
    const before = this.#played;
    if (now.length <= before.length || before.some((code, i) => now[i] !== code)) return false;
    this.#keep(now.slice(before.length));
    this.#setRoot(game);
    for (const i of range(8)) {
      const stats = this.wasm.record(this.#stats, i);
      const kept = Math.min(1, GAME.remembered / Math.max(stats.count, 1));
      stats.count *= kept;
      stats.m2 *= kept;
    }
    return true;
  }

  /** Keep what is known about the position after some moves, and forget the rest. */
  #keep(codes: number[]): void {
    let node = 0;
    for (const code of codes) {
      node = this.wasm.call("engine.tree.find_child", this.#nodes, node, code);
      if (node === 0) {
        this.wasm.bytes(this.#nodes, 1).fill(0);
        this.wasm.numbers(this.#used)[0] = 1n;
        return;
      }
    }
    this.#spare ??= this.wasm.zeros("NODE", this.settings.nodes);
    const used = this.wasm.call("engine.tree.keep_subtree", this.#nodes, node, this.#spare);
    this.wasm.numbers(this.#used)[0] = BigInt(used);
    [this.#nodes, this.#spare] = [this.#spare, this.#nodes];
  }

  run(simulations: number): void {
    const given = [this.#root, this.#board, this.#nodes, this.#used, this.#dice, simulations, ...this.nets, ...this.#parameters];
    this.wasm.apply("engine.search.run_simulations", [...given, this.#stats, this.#workspace]);
  }

  #children(): { first: number; nodes: Records["NODE"][] } {
    const { first, children } = this.wasm.record(this.#nodes);
    return { first, nodes: range(children).map((i) => this.wasm.record(this.#nodes, first + i)) };
  }

  lines(): Variation[] {
    if (this.wasm.record(this.#nodes).children === 0) this.run(1);
    const { first, nodes } = this.#children();
    const known = nodes.map(({ code, visits, value, prior }, i) => ({ code, visits, value, prior, node: first + i }));
    known.sort((a, b) => b.visits - a.visits || b.prior - a.prior || a.node - b.node);
    return known.map(({ code, visits, value, node }, place) => ({
      move: this.#game.write(code),
      value: visits ? Math.min(1, Math.max(0, Math.fround(value / visits))) : 0.5,
      visits,
      continuation: place < GAME.explained ? this.#follow(node) : [],
      proven: false,
    }));
  }

  /** The moves that most often follow a node. */
  #follow(start: number): Move[] {
    const moves: Move[] = [];
    for (let node = start; this.wasm.record(this.#nodes, node).children > 0; ) {
      node = this.wasm.call("engine.tree.most_visited", this.#nodes, node);
      const { visits, code } = this.wasm.record(this.#nodes, node);
      if (visits === 0) break;
      moves.push(this.#game.write(code));
    }
    return moves;
  }

  get proven(): boolean {
    const { children, visits } = this.wasm.record(this.#nodes);
    return children === 1 && visits > 0;
  }

  isDecided(simulations: number): boolean {
    return this.proven || staysAhead(this.#children().nodes.map(({ visits }) => visits), simulations);
  }
}
