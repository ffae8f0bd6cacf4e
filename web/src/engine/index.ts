/**
 * The games in this browser: the rules and searches of the Python library, as WebAssembly.
 *
 * Nothing here knows a page or a server. Rules run in this thread, searches in workers; everything is the same to the
 * bit as in Python (docs/typescript.md).
 */
import { checkSetup, fillOptions, variantFor } from "./game.ts";
import { loadEngine } from "./games.ts";
import { type Job, begin, idleWorkers } from "./workers/pool.ts";
import { Random } from "./random.ts";
import { type GameRecord, parseRecord } from "./record.ts";
import { merge } from "./search.ts";
import { findLevel, replay } from "./workers/task.ts";
import type { Level, Limits, Variation, LocalGame, Move, Remark, Seat, Setup, Thinking } from "./types.ts";

export { GAMES } from "./names.ts";
export { mostWorkers } from "./workers/pool.ts";
export type { GameInfo } from "./game.ts";
export type { GameRecord } from "./record.ts";
export * from "./types.ts";

/** The position after some moves. Throws Refused for a set-up that cannot be, or an illegal move. */
export function openGame(setup: Setup, moves: readonly Move[] = []): Promise<LocalGame> {
  return replay(setup, moves);
}

/** A set-up with every option filled in, start player and deal drawn: the same for the same seed as in Python. */
export async function drawSetup(
  game: string,
  variant?: string,
  seats?: number,
  options: Readonly<Record<string, string>> = {},
  seed?: number,
): Promise<Setup> {
  const engine = await loadEngine(game);
  const chosen = variant ?? variantFor(engine.info, seats);
  const count = seats ?? engine.info.variants[chosen]?.seats[0] ?? 0;
  const filled = fillOptions(engine.info, chosen, options);
  const bare = { game, variant: chosen, seats: count, first: 0, options: filled, deal: {} };
  checkSetup(engine.info, bare);
  const random = new Random(seed);
  const first = random.below(count);
  return { ...bare, first, deal: engine.deal(chosen, count, filled, random) };
}

/** The record of a game as text, read and its set-up checked; the moves are not. Throws Refused. */
export async function readRecord(text: string): Promise<GameRecord> {
  const record = parseRecord(text);
  checkSetup((await loadEngine(record.setup.game)).info, record.setup, record.rules_version);
  return record;
}

/** The levels of a game, from what a child can beat to the strongest. */
export async function levelsOf(game: string): Promise<readonly Level[]> {
  return (await loadEngine(game)).info.levels;
}

/** A bot's move. It looks at nothing that its seat cannot see. The same seed gives the same move as in Python. */
export function chooseMove(setup: Setup, moves: readonly Move[], seat: Seat, level: string, seed?: number): Thinking<Move> {
  return think(async (tell) => {
    const known = await hide(setup, moves, seat);
    return [begin({ ...known, seat, level, seed, limits: null }, tell)];
  }, (lines) => lines[0]?.move ?? "");
}

/** What is worth playing, best first, for the seat to move: `onlines` is told again and again while it thinks. */
export function searchLines(
  setup: Setup,
  moves: readonly Move[],
  limits: Limits,
  onlines?: (lines: readonly Variation[]) => void,
  seed?: number,
): Thinking<readonly Variation[]> {
  const known: Variation[][] = [];
  return think(async (tell) => {
    const engine = await loadEngine(setup.game);
    const seat = (await replay(setup, moves)).toMove ?? 0;
    const sample = limits.open ? { setup, moves } : await hide(setup, moves, seat);
    const count = Math.max(1, Math.min(limits.workers ?? Infinity, idleWorkers()));
    const level = findLevel(engine.info, `level${engine.info.levels.length}`)?.name ?? "";
    const share = limits.simulations === undefined ? {} : { simulations: Math.ceil(limits.simulations / count) };
    const random = new Random(seed);
    return Array.from({ length: count }, (_, number) => {
      const own = count === 1 ? seed : random.seed();
      const task = { ...sample, seat, level, seed: own, limits: { ...limits, ...share } };
      return begin(task, (done, lines) => {
        tell(done, null);
        if (!lines) return;
        known[number] = lines;
        onlines?.(merge(known.filter(Boolean)));
      });
    });
  }, (lines) => lines);
}

/** What a move does, in its game's own terms, as the coach of the library says it; proofs may take a moment. */
export async function remarkOn(setup: Setup, moves: readonly Move[], move: Move): Promise<readonly Remark[]> {
  const task = { setup, moves, seat: 0, level: "", seed: undefined, limits: null, remark: move };
  return (await begin(task, () => {}).found).remarks ?? [];
}

/** The same game as far as this seat can know it: what is sent to a bot has nothing else in it. */
export async function hide(setup: Setup, moves: readonly Move[], seat: Seat): Promise<{ setup: Setup; moves: readonly Move[] }> {
  const engine = await loadEngine(setup.game);
  if (!engine.info.secret) return { setup, moves };
  const sample = engine.sample(await replay(setup, moves), seat, new Random());
  return { setup: sample.setup, moves: sample.moves.map(({ move }) => move) };
}

type Begin = (tell: (share: number, lines: Variation[] | null) => void) => Promise<Job[]>;

function think<T>(start: Begin, choose: (lines: Variation[]) => T): Thinking<T> {
  let jobs: Job[] = [];
  let stopped = false;
  const run = async (): Promise<T> => {
    jobs = await start((share) => thinking.onprogress?.(Math.min(1, share)));
    if (stopped) for (const job of jobs) job.stop();
    const found = await Promise.all(jobs.map((job) => job.found));
    const certain = found.find(({ proven }) => proven);
    return choose(merge(certain ? [certain.lines] : found.map(({ lines }) => lines)));
  };
  const thinking: Thinking<T> = {
    stop() {
      stopped = true;
      for (const job of jobs) job.stop();
    },
    answer: Promise.resolve().then(run),
  };
  return thinking;
}
