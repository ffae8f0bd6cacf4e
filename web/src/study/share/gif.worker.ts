/** Makes an animated picture beside the page, which would be frozen for seconds otherwise: frames come in, a file goes out. */
import { Gif } from "./gif";

export type GifRequest = { width: number; height: number } | { pixels: Uint8ClampedArray; pause: number } | "write";

let gif: Gif | null = null;

self.onmessage = ({ data }: MessageEvent<GifRequest>) => {
  if (data === "write") self.postMessage(gif?.write());
  else if ("pixels" in data) gif?.add(data.pixels, data.pause);
  else gif = new Gif(data.width, data.height);
};
