/** Workers: as many as there are processors, made when they are needed, one task at a time each. */
import { type Found, type Task, keyOf, runTask } from "./task.ts";
import type { Variation } from "../types.ts";
import { Refused } from "../types.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/** A task under way. */
export interface Job {
  stop(): void;
  readonly found: Promise<Found>;
}

type Tell = (share: number, lines: Variation[] | null) => void;

interface Desk {
  worker: Worker;
  busy: boolean;
  /** The bot that thought here last may remember something. */
  key: string;
}

const desks: Desk[] = [];
const queue: { task: Task; sit(desk: Desk): void }[] = [];
let lastId = 0;

/** How many workers there may be. */
export function mostWorkers(): number {
  return Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);
}

/** How many tasks could begin at once. */
export function idleWorkers(): number {
  return mostWorkers() - desks.filter(({ busy }) => busy).length;
}

/** A desk that is free; a new one, unless there are as many as may be. `extra` ones may be more than that. */
function findDesk(key: string, extra = 0): Desk | undefined {
  const idle = desks.filter(({ busy }) => !busy);
  const found = idle.find((desk) => desk.key === key) ?? idle[0];
  if (found || desks.length >= mostWorkers() + extra) return found;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const desk = { worker, busy: false, key };
  desks.push(desk);
  return desk;
}

function leave(desk: Desk): void {
  desk.busy = false;
  const next = queue.shift();
  if (next) next.sit(desk);
}

/** Begin a task, in a worker as soon as one is idle; where there are none, as in Node, in this thread. */
export function begin(task: Task, tell: Tell): Job {
  return typeof Worker === "undefined" ? beginHere(task, tell) : beginInWorker(task, tell);
}

function beginHere(task: Task, tell: Tell): Job {
  let stopped = false;
  const found = runTask(task, async (share, lines) => {
    tell(share, task.limits ? lines() : null);
    await new Promise((go) => setTimeout(go));
    return !stopped;
  });
  return { stop: () => (stopped = true), found };
}

function beginInWorker(task: Task, tell: Tell): Job {
  const id = ++lastId;
  const key = keyOf(task);
  let sitting: Desk | null = null;
  let stopped = false;
  const found = new Promise<Found>((answer, fail) => {
    const sit = (desk: Desk) => {
      Object.assign(desk, { busy: true, key });
      sitting = desk;
      const post = (message: ToWorker) => desk.worker.postMessage(message);
      const end = () => {
        desk.worker.removeEventListener("message", hear);
        desk.worker.removeEventListener("error", crash);
      };
      const hear = ({ data }: MessageEvent<FromWorker>) => {
        if (data.id !== id) return;
        if ("share" in data) {
          tell(data.share, data.lines);
          return;
        }
        end();
        leave(desk);
        if ("found" in data) answer(data.found);
        else fail(data.refusal ? new Refused(data.refusal) : new Error(data.error));
      };
      const crash = (event: ErrorEvent) => {
        end();
        desk.worker.terminate();
        desks.splice(desks.indexOf(desk), 1);
        const next = queue.shift();
        const fresh = next && findDesk("");
        if (next && fresh) next.sit(fresh);
        fail(new Error(event.message || "the worker has died"));
      };
      desk.worker.addEventListener("message", hear);
      desk.worker.addEventListener("error", crash);
      post({ id, task });
      if (stopped) post({ id, stop: true });
    };
    // Whoever asks what a move does does not wait for an engine that thinks as long as somebody looks.
    const desk = findDesk(key, task.remark === undefined ? 0 : 1);
    if (desk) sit(desk);
    else queue.push({ task, sit });
  });
  const stop = () => {
    stopped = true;
    sitting?.worker.postMessage({ id, stop: true } satisfies ToWorker);
  };
  return { stop, found };
}
