/** Pictures of positions as the page draws them: one as PNG, a line of moves as an animated GIF. */
import { flushSync, mount, unmount } from "svelte";
import type { LocalGame } from "../../engine";
import type { GameModule } from "../../lib/game";
import type { GifRequest } from "./gif.worker";
import { stillScene } from "../../lib/play/scene.svelte";
import StillBoard from "../../board/StillBoard.svelte";

/** Of a picture, in pixels; one that moves is smaller. */
const [STILL, MOVING] = [960, 400];
/** How long a move is seen, in hundredths of a second, and how often longer the last one. */
const [PAUSE, LAST] = [70, 4];

/** So long the page may be busy with a drawing before it does what else there is to do; milliseconds. */
const SLICE = 8;

/** What a drawing takes from the style sheets of the page, which a picture does not have. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "display", "visibility", "transform", "filter",
]; // prettier-ignore

/** A board that nobody sees, on which one position after another is drawn. */
class Studio {
  #shown: { game: LocalGame } = $state.raw({ game: null as unknown as LocalGame });
  readonly #host = document.createElement("div");
  readonly #board: Record<string, unknown>;

  constructor(
    module: GameModule,
    start: LocalGame,
    private readonly names: readonly string[],
    private readonly width: number,
  ) {
    this.#shown = { game: start };
    Object.assign(this.#host.style, { position: "fixed", left: "-9999px", top: "0", width: `${width}px`, height: `${width}px`, display: "grid" });
    document.body.append(this.#host);
    const scene = stillScene(() => ({ view: this.#shown.game.view(null), moves: this.#shown.game.moves, names: this.names }));
    this.#board = mount(StillBoard, { target: this.#host, props: { module, scene } });
  }

  async draw(game: LocalGame): Promise<HTMLCanvasElement> {
    this.#shown = { game };
    flushSync();
    const svg = this.#host.querySelector("svg");
    if (!svg) throw new Error("no board");
    for (const moving of svg.getAnimations({ subtree: true })) moving.finish();
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([await standAlone(svg)], { type: "image/svg+xml" }));
    try {
      await image.decode();
      const { width, height } = svg.getBoundingClientRect();
      const canvas = Object.assign(document.createElement("canvas"), { width: this.width, height: Math.round((this.width * height) / width) });
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas;
    } finally {
      URL.revokeObjectURL(image.src);
    }
  }

  async close(): Promise<void> {
    await unmount(this.#board);
    this.#host.remove();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** A drawing of the page with all its styles written into it. */
async function standAlone(svg: SVGSVGElement): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  let begun = performance.now();
  for (const [i, one] of originals.entries()) {
    if (performance.now() - begun > SLICE) {
      await pause();
      begun = performance.now();
    }
    const [look, target] = [getComputedStyle(one), copies[i] as SVGElement];
    target.setAttribute("style", STYLES.map((name) => `${name}:${look.getPropertyValue(name)}`).join(";"));
  }
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** One position as PNG. */
export async function drawPosition(module: GameModule, game: LocalGame, names: readonly string[]): Promise<Blob> {
  const studio = new Studio(module, game, names, STILL);
  try {
    const canvas = await studio.draw(game);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))));
  } finally {
    await studio.close();
  }
}

/**
 * The moves that led to a position, from the first position on, as an animated GIF; tells how much of it is done, 0 to 1. Null
 * if somebody has stopped it.
 */
export async function drawMoves(
  module: GameModule, start: LocalGame, game: LocalGame, names: readonly string[], onprogress: (share: number) => void, signal: AbortSignal,
): Promise<Blob | null> { // prettier-ignore
  const studio = new Studio(module, start, names, MOVING);
  const worker = new Worker(new URL("./gif.worker.ts", import.meta.url), { type: "module" });
  const send = (request: GifRequest, ...moved: Transferable[]) => worker.postMessage(request, moved);
  try {
    let [now, height] = [start, 0];
    for (let ply = 0; ply <= game.moves.length && !signal.aborted; ply++) {
      if (ply) now = now.play(game.moves[ply - 1]?.move ?? "");
      const canvas = await studio.draw(now);
      if (!height) send({ width: MOVING, height: (height = canvas.height) });
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, MOVING, height).data;
      if (pixels) send({ pixels, pause: ply === game.moves.length ? LAST * PAUSE : PAUSE }, pixels.buffer);
      onprogress(ply / (game.moves.length + 1));
      await pause();
    }
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => resolve(null));
      if (signal.aborted) return resolve(null);
      worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(new Blob([data], { type: "image/gif" }));
      worker.onerror = reject;
      send("write");
    });
  } finally {
    worker.terminate();
    await studio.close();
  }
}
