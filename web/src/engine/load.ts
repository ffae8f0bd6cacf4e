/** Fetching files: each once, in a page, in a worker and in Node. */
import { FILES } from "./files.ts";

const fetched = new Map<string, Promise<ArrayBuffer>>();
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** The bytes of a file of a game. */
export function loadFile(game: string, name: string): Promise<ArrayBuffer> {
  const url = FILES[game]?.[name];
  if (!url) return Promise.reject(new Error(`no file ${name} of ${game}`));
  return once(fetched, url.href, () => readUrl(url));
}

/** The compiled module of a game. */
export function loadModule(game: string): Promise<WebAssembly.Module> {
  return once(modules, game, async () => WebAssembly.compile(await loadFile(game, "engine.wasm")));
}

/** What is made only once, unless it fails. */
export function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key);
  if (known) return known;
  const promise = make();
  made.set(key, promise);
  promise.catch(() => made.delete(key));
  return promise;
}

async function readUrl(url: URL): Promise<ArrayBuffer> {
  if (url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ "node:" + "fs/promises");
    const bytes = (await readFile(url)) as Uint8Array;
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`);
  return answer.arrayBuffer();
}
