/**
 * Compares the engine with what Python wrote (tests/core/typescript.py): `node compare.ts FILE`, one JSON value a line.
 * Runs in Node without any bundler, as the engine must. Prints how much it compared, and ends with 1 at a difference.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { chooseMove, drawSetup, openGame, readRecord, searchLines } from "../../src/engine/index.ts";
import { loadEngine } from "../../src/engine/games.ts";
import { Random } from "../../src/engine/random.ts";
import type { Variation, LocalGame, Move, Refusal, Seat, Setup, TableView } from "../../src/engine/types.ts";
import { Refused } from "../../src/engine/types.ts";

interface Position {
  legal?: Move[];
  openings?: Move[];
  views?: [Seat | null, TableView][];
  texts?: [text: string, canonical: Move | null, refusal: Refusal | null][];
  search?: { seed: number; level: number; simulations: number; nodes?: number; lines: Variation[] } | null;
  bot?: { level: string; seed: number; seat: Seat; move: Move } | null;
  sample?: { seed: number; seat: Seat; deal: Record<string, string> } | null;
  move: Move | null;
}

interface Case {
  name: string;
  seed: number;
  setup: Setup & { rules_version: number };
  positions: Position[];
  /** A digest of all lists of legal moves. */
  legal?: string;
  record: string;
}

performance.now = () => 0; // no clock: what is compared must not depend on how busy a machine is
let compared = 0;

function same(what: string, ours: unknown, theirs: unknown): void {
  compared++;
  if (isDeepStrictEqual(ours, theirs)) return;
  console.error(`${what}\n  TypeScript ${JSON.stringify(ours)}\n  Python     ${JSON.stringify(theirs)}`);
  process.exit(1);
}

function refusalOf(run: () => Move): [Move | null, Refusal | null] {
  try {
    return [run(), null];
  } catch (error) {
    if (error instanceof Refused) return [null, error.refusal];
    throw error;
  }
}

async function compareSearch(what: string, game: LocalGame, wanted: NonNullable<Position["search"]>): Promise<void> {
  const engine = await loadEngine(game.setup.game);
  const settings: Record<string, number> = { ...engine.info.levels[wanted.level]?.settings, ...(wanted.nodes ? { nodes: wanted.nodes } : {}) };
  const search = await engine.search(game, wanted.seed, settings);
  search.run(wanted.simulations);
  // Only the greedy player's values come from the C library's exponential, which may differ in the last bit.
  const shown = (lines: Variation[]) => lines.map((line) => ({ ...line, value: settings["greedy"] ? line.value.toFixed(12) : line.value }));
  same(`${what}: search`, shown(search.lines()), shown(wanted.lines));
}

async function comparePosition(what: string, game: LocalGame, wanted: Position): Promise<void> {
  if (wanted.legal) same(`${what}: legal moves`, game.legal(), wanted.legal);
  if (wanted.openings) same(`${what}: openings`, await (await loadEngine(game.setup.game)).findOpenings(game), wanted.openings);
  for (const [seat, view] of wanted.views ?? []) {
    same(`${what}: view of ${seat}`, JSON.parse(JSON.stringify(game.view(seat))), view);
    same(`${what}: whose turn`, game.toMove, view.to_move);
    same(`${what}: outcome`, game.outcome, view.outcome);
  }
  for (const [text, canonical, refusal] of wanted.texts ?? []) {
    same(`${what}: ${text}`, refusalOf(() => game.canonical(text)), [canonical, refusal]);
    same(`${what}: fault of ${text}`, game.fault(text), refusal);
  }
  const { setup } = game;
  const moves = game.moves.map(({ move }) => move);
  if (wanted.search) await compareSearch(what, game, wanted.search);
  if (wanted.bot) {
    const { seat, level, seed } = wanted.bot;
    same(`${what}: ${level}`, await chooseMove(setup, moves, seat, level, seed).answer, wanted.bot.move);
  }
  if (wanted.sample) {
    const sample = (await loadEngine(setup.game)).sample(game, wanted.sample.seat, new Random(wanted.sample.seed));
    same(`${what}: sample`, sample.setup.deal, wanted.sample.deal);
    same(`${what}: view of the sample`, sample.view(wanted.sample.seat), game.view(wanted.sample.seat));
  }
}

async function compare({ name, seed, setup: { rules_version, ...setup }, positions, legal, record }: Case): Promise<void> {
  const { game: id, variant, seats, options } = setup;
  same(`${name}: set-up`, await drawSetup(id, variant, seats, options, seed), setup);
  let game = await openGame(setup);
  const digest = createHash("sha256");
  for (const [ply, wanted] of positions.entries()) {
    if (legal) digest.update(game.legal().join(" "));
    await comparePosition(`${name}, ply ${ply}`, game, wanted);
    if (wanted.move !== null) game = game.play(wanted.move);
  }
  if (legal) same(`${name}: legal moves`, digest.digest("hex"), legal);
  same(`${name}: record`, game.record({ Event: "comparison" }), record);
  const read = await readRecord(record);
  same(`${name}: record, read`, read, { setup, rules_version, moves: game.moves.map(({ move }) => move), tags: { Event: "comparison" } });
}

interface Refusals {
  setups: [setup: Setup & { rules_version: number }, refusal: Refusal | null][];
  records: [text: string, refusal: Refusal | null][];
}

async function reasonOf(run: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

async function compareRefusals({ setups, records }: Refusals): Promise<void> {
  for (const [{ rules_version: _, ...setup }, refusal] of setups) {
    same(JSON.stringify(setup), await reasonOf(() => openGame(setup)), refusal);
  }
  for (const [text, refusal] of records) same(text, await reasonOf(() => readRecord(text)), refusal);
}

const [refusals = "", ...lines] = readFileSync(process.argv[2] ?? "", "utf-8").split("\n").filter(Boolean);
await compareRefusals(JSON.parse(refusals) as Refusals);
for (const line of lines) await compare(JSON.parse(line) as Case);
const game = (JSON.parse(lines[0] ?? "{}") as Case).setup;
const thinking = searchLines(game, [], { simulations: 20 });
same("searchLines", (await thinking.answer).length > 0, true);
console.log(compared);
