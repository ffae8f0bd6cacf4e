/** A worker: it thinks about one task at a time, in slices, so that it hears when somebody stops it. */
import { type Found, type Task, runTask } from "./task.ts";
import type { Variation, Refusal } from "../types.ts";
import { Refused } from "../types.ts";

export type ToWorker = { id: number; task: Task } | { id: number; stop: true };
export type FromWorker =
  | { id: number; share: number; lines: Variation[] | null }
  | { id: number; found: Found }
  | { id: number; error: string; refusal: Refusal | null };

const LINES_EVERY = 250;
const stopped = new Set<number>();
const port = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Let messages in. A timer would wait four milliseconds. */
function breathe(): Promise<void> {
  return new Promise((go) => {
    waiting.push(go);
    channel.port2.postMessage(null);
  });
}

async function work(id: number, task: Task): Promise<void> {
  let told = -Infinity;
  const watch = async (share: number, lines: () => Variation[]) => {
    const now = performance.now();
    const due = task.limits !== null && now - told >= LINES_EVERY;
    if (due) told = now;
    port.postMessage({ id, share, lines: due ? lines() : null });
    await breathe();
    return !stopped.has(id);
  };
  try {
    port.postMessage({ id, found: await runTask(task, watch) });
  } catch (error) {
    port.postMessage({ id, error: String(error), refusal: error instanceof Refused ? error.refusal : null });
  }
  stopped.delete(id);
}

port.onmessage = ({ data }) => {
  if ("stop" in data) stopped.add(data.id);
  else void work(data.id, data.task);
};
