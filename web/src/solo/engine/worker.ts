/** The tutor and the maker of puzzles, in a thread of their own: they work in slices, between which they hear. */
import type { Level } from "../view";
import { makePuzzle } from "./generator";
import { type Challenge, Layout, type Options } from "./layout";
import { type Description, Engine } from "./module";
import type { Lying } from "./pieces";
import type { Recipe } from "./puzzles";
import { type Knowledge, Tutor } from "./tutor";

export interface Question {
  puzzle: string;
  challenge: Challenge;
  options: Options;
  placements: readonly Lying[];
  /** How long to think, in seconds. */
  seconds: number;
  advice: boolean;
}

export interface Advice {
  known: Knowledge;
  place: Lying | null;
  takeBack: Lying | null;
}

export type Order =
  | { kind: "start"; module: WebAssembly.Module; description: Description }
  | { kind: "think"; id: number; question: Question }
  | { kind: "make"; id: number; recipe: Recipe }
  | { kind: "stop"; id: number };

export type Report =
  | { kind: "progress"; id: number; amount: number }
  | { kind: "thought"; id: number; advice: Advice }
  /** Null: stopped; undefined: there is no such puzzle. */
  | { kind: "made"; id: number; made: { challenge: Challenge; level: Level } | null | undefined }
  | { kind: "failed"; id: number; message: string };

const REPORT_AFTER = 200;
/** Seconds to find the piece that leads out of a dead end; a next piece to place is known at once. */
const ADVICE = 2;
const MOST_TUTORS = 8;

let engine: Engine;
const tutors = new Map<string, Tutor>();
const stopped = new Set<number>();
const send = (report: Report): void => postMessage(report);

/** Let waiting messages in. */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

function findTutor(puzzle: string, challenge: Challenge): Tutor {
  const tutor = tutors.get(puzzle) ?? new Tutor(challenge);
  tutors.delete(puzzle);
  tutors.set(puzzle, tutor);
  for (const oldest of tutors.keys()) if (tutors.size > MOST_TUTORS) tutors.delete(oldest);
  return tutor;
}

/** Says now and then how far it is, and returns whether to go on. */
function watcher(id: number, until: number): (amount: number) => Promise<boolean> {
  let told = performance.now();
  return async (amount) => {
    if (performance.now() - told > REPORT_AFTER) {
      told = performance.now();
      send({ kind: "progress", id, amount });
    }
    await breathe();
    return !stopped.has(id) && performance.now() < until;
  };
}

async function think(id: number, { puzzle, challenge, options, placements, seconds, advice }: Question): Promise<void> {
  const layout = new Layout(engine, challenge, options, placements);
  const tutor = findTutor(puzzle, challenge);
  const known = await tutor.status(layout, watcher(id, performance.now() + 1000 * seconds));
  const settled = advice && known.verdict !== "unknown";
  const found = settled ? await tutor.hint(layout, watcher(id, Infinity), ADVICE) : { place: null, takeBack: null };
  send({ kind: "thought", id, advice: { ...found, known } });
}

async function make(id: number, { rows, columns, level, seed }: Recipe): Promise<void> {
  const watch = watcher(id, Infinity);
  send({ kind: "made", id, made: await makePuzzle(engine, rows, columns, level, seed, watch) });
}

onmessage = ({ data: order }: MessageEvent<Order>) => {
  if (order.kind === "start") engine = new Engine(order.module, order.description);
  else if (order.kind === "stop") stopped.add(order.id);
  else {
    const work = order.kind === "think" ? think(order.id, order.question) : make(order.id, order.recipe);
    work.catch((error: unknown) => send({ kind: "failed", id: order.id, message: String(error) })).finally(() => stopped.delete(order.id));
  }
};
