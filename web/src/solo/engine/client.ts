/** The page's side: rules at once in this thread, long thoughts in a worker. */
import description from "../../../../src/tischlein/puzzles/built/engine.json";
import address from "../../../../src/tischlein/puzzles/built/engine.wasm?url";
import { Refused } from "../../lib/net/protocol";
import type { Asking, HintAnswer, Placement, Solution, SoloLayout } from "../view";
import { Layout } from "./layout";
import { type Description, Engine } from "./module";
import { readPlacement, writePlacement } from "./pieces";
import { findFamous, type Known, readRecipe } from "./puzzles";
import { findMade, keepMade } from "./shelf";
import type { Advice, Order, Question, Report } from "./worker";

const described = description as unknown as Description;

let loading: Promise<Engine> | null = null;

/** The module; it is fetched once, and again only if that failed. */
export function loadEngine(): Promise<Engine> {
  loading ??= fetch(address)
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes))
    .then((module) => new Engine(module, described));
  loading.catch(() => (loading = null));
  return loading;
}

// ------------------------------------------------------------------ the worker

interface Waiting {
  done: (report: Report) => void;
  fail: (error: Error) => void;
  onprogress: (amount: number) => void;
}

let worker: Worker | null = null;
let number = 0;
const waiting = new Map<number, Waiting>();

function hear({ data: report }: MessageEvent<Report>): void {
  const one = waiting.get(report.id);
  if (report.kind === "progress") one?.onprogress(report.amount);
  else {
    waiting.delete(report.id);
    if (report.kind === "failed") one?.fail(new Error(report.message));
    else one?.done(report);
  }
}

function findWorker(engine: Engine): Worker {
  if (!worker) {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = hear;
    worker.onerror = () => {
      for (const one of waiting.values()) one.fail(new Error("the tutor has gone"));
      waiting.clear();
      worker = null;
    };
    worker.postMessage({ kind: "start", module: engine.module, description: described } satisfies Order);
  }
  return worker;
}

type Task = { kind: "think"; question: Question } | { kind: "make"; recipe: NonNullable<ReturnType<typeof readRecipe>> };

async function order(task: Task, signal: AbortSignal | null, onprogress: (amount: number) => void): Promise<Report> {
  const engine = await loadEngine();
  const id = ++number;
  const own = findWorker(engine);
  const stop = () => own.postMessage({ kind: "stop", id } satisfies Order);
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<Report>((done, fail) => {
      waiting.set(id, { done, fail, onprogress });
      own.postMessage({ ...task, id } satisfies Order);
      if (signal?.aborted) stop();
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

// ------------------------------------------------------------------ puzzles and layouts

const known = new Map<string, Known>();

/** A puzzle by its name; made here if need be, which may take a while. Throws Refused if there is none. */
export async function openPuzzle(name: string, signal: AbortSignal | null = null, onprogress: (share: number) => void = () => {}): Promise<Known> {
  const found = known.get(name) ?? findFamous(name) ?? findMade(name);
  if (found) {
    known.set(name, found);
    return found;
  }
  const recipe = readRecipe(name);
  if (!recipe) throw new Refused({ code: "no-such-puzzle", source: "server", rule: null, details: { puzzle: name } });
  const report = await order({ kind: "make", recipe }, signal, onprogress);
  const made = report.kind === "made" ? report.made : null;
  if (made === null) throw new DOMException("stopped", "AbortError");
  if (!made) {
    const details = { size: `${recipe.rows}x${recipe.columns}`, level: recipe.level };
    throw new Refused({ code: "not-found", source: "puzzles", rule: null, details });
  }
  const puzzle = { name, ...made, options: { order: "strict", corners: "fixed" } } satisfies Known;
  known.set(name, puzzle);
  keepMade(puzzle);
  return puzzle;
}

const MOST_LAYOUTS = 256;
const layouts = new Map<string, Layout>();

/**
 * What lies there. Throws Refused at the first piece that breaks a rule. What is missing is placed in the longest part
 * that is known: mostly one piece more than a moment ago.
 */
export async function lay(puzzle: Known, placements: readonly Placement[]): Promise<Layout> {
  const engine = await loadEngine();
  const keys = [puzzle.name];
  for (const { colour, move } of placements) keys.push(`${keys.at(-1) ?? ""};${colour} ${move}`);
  let done = placements.length;
  while (done > 0 && !layouts.has(keys[done] ?? "")) done--;
  let layout = layouts.get(keys[done] ?? "") ?? new Layout(engine, puzzle.challenge, puzzle.options);
  for (const placement of placements.slice(done)) layout = layout.place(placement);
  if (layouts.size > MOST_LAYOUTS) layouts.clear();
  layouts.set(keys.at(-1) ?? "", layout);
  return layout;
}

export const show = (puzzle: Known, layout: Layout): SoloLayout => ({ puzzle: puzzle.name, level: puzzle.level, view: layout.view() });

// ------------------------------------------------------------------ the tutor

async function ask(puzzle: Known, placements: readonly Placement[], advice: boolean, asking: Asking): Promise<Advice> {
  const { name, challenge, options } = puzzle;
  const question = { puzzle: name, challenge, options, placements: placements.map(readPlacement), seconds: asking.seconds, advice };
  const report = await order({ kind: "think", question }, asking.signal, asking.onprogress ?? (() => {}));
  if (report.kind !== "thought") throw new Error("no thought");
  return report.advice;
}

/** Whether it can be completed, and if so, how: in an order in which the pieces can be placed. */
export async function askSolution(puzzle: Known, placements: readonly Placement[], asking: Asking): Promise<Solution> {
  const { known: { verdict, reason, tried, witness } } = await ask(puzzle, placements, false, asking); // prettier-ignore
  return { verdict, reason, tried, placements: verdict === "solvable" ? witness.map(writePlacement) : null };
}

/** What to do next: place a piece, or take one back. */
export async function askHint(puzzle: Known, placements: readonly Placement[], asking: Asking): Promise<HintAnswer> {
  const { known: { verdict, reason, tried }, place, takeBack } = await ask(puzzle, placements, true, asking); // prettier-ignore
  return { verdict, reason, tried, place: place && writePlacement(place), take_back: takeBack && writePlacement(takeBack) };
}
