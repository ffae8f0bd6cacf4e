/** One piece of thinking, as a worker or this thread does it. */
import { Bot, type Watch } from "../bot.ts";
import type { GameInfo } from "../game.ts";
import { refuse } from "../game.ts";
import { loadEngine } from "../games.ts";
import type { Level, Limits, Variation, LocalGame, Move, Remark, Seat, Setup } from "../types.ts";

export interface Task {
  setup: Setup;
  moves: readonly Move[];
  seat: Seat;
  level: string;
  seed: number | undefined;
  /** Whoever wants to know about all moves says how long; without it, the level chooses a move. */
  limits: Limits | null;
  /** Whoever wants to know what a move does names it; then nothing else is thought about. */
  remark?: Move;
}

/** What was found; proven: more thinking cannot change it. */
export interface Found {
  lines: Variation[];
  proven: boolean;
  remarks?: readonly Remark[];
}

const KEPT_BOTS = 4;
const bots = new Map<string, { bot: Bot; plies: number }>();

/** What tells the bot of a seat from others: it goes on with what it found out at its last turn. */
export function keyOf({ setup, seat, level, seed }: Task): string {
  return JSON.stringify([setup, seat, level, seed ?? null]);
}

/** The level that a name means; null for `random`. Throws Refused for any other name. */
export function findLevel(info: GameInfo, name: string): Level | null {
  if (name === "random") return null;
  const known = info.levels.find((level) => level.name === name);
  const top = info.levels.at(-1) as Level;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(s|sims)$/.exec(name) ?? [];
  if (known) return known;
  if (unit === "s") return { ...top, seconds: Number(amount), simulations: null, thrifty: true };
  if (unit === "sims" && Number.isInteger(Number(amount)) && Number(amount) > 0) {
    return { ...top, seconds: 1e9, simulations: Number(amount), thrifty: false };
  }
  const allowed = `random, level1 … level${info.levels.length}, 0.5s, 2000sims`;
  throw refuse("core", "bad-setup", { field: "bot", value: name, allowed });
}

export async function replay(setup: Setup, moves: readonly Move[]): Promise<LocalGame> {
  const engine = await loadEngine(setup.game);
  return moves.reduce((game, move) => game.play(move), engine.start(setup));
}

/** Think; `watch` says whether to go on. */
export async function runTask(task: Task, watch: Watch): Promise<Found> {
  const engine = await loadEngine(task.setup.game);
  const game = await replay(task.setup, task.moves);
  if (task.remark !== undefined) return { lines: [], proven: false, remarks: await engine.remarkOn(game, task.remark) };
  const level = findLevel(engine.info, task.level);
  if (task.limits) {
    const bot = new Bot(engine, level, task.seed);
    const lines = await bot.analyse(game, task.seat, task.limits, false, watch);
    return { lines, proven: bot.proven };
  }
  const key = keyOf(task);
  const known = bots.get(key);
  const bot = known && known.plies < task.moves.length ? known.bot : new Bot(engine, level, task.seed);
  bots.delete(key);
  bots.set(key, { bot, plies: task.moves.length });
  for (const old of [...bots.keys()].slice(0, -KEPT_BOTS)) bots.delete(old);
  return { lines: await bot.decide(game, task.seat, watch), proven: bot.proven };
}
