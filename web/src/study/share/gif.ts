/** Animated pictures: GIF, because everything shows it. One palette for all frames, the most frequent colours. */

export interface Frame {
  readonly pixels: Uint8ClampedArray;
  /** How long it is seen, in hundredths of a second. */
  readonly pause: number;
}

const COLOURS = 256;
/** Codes of the dictionary never have more bits. */
const MOST_BITS = 12;

/** Colours that differ less than anybody sees are one. */
const coarse = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** Write frames of one size as a picture that begins anew when it is over. */
export function writeGif(frames: readonly Frame[], width: number, height: number): Uint8Array<ArrayBuffer> {
  const { palette, places } = choosePalette(frames);
  const bytes: number[] = [];
  const short = (number: number) => bytes.push(number & 255, number >> 8);
  bytes.push(...new TextEncoder().encode("GIF89a"));
  short(width);
  short(height);
  bytes.push(0xf7, 0, 0, ...palette, 0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  for (const { pixels, pause } of frames) {
    bytes.push(0x21, 0xf9, 4, 0);
    short(pause);
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    short(width);
    short(height);
    bytes.push(0, 8);
    const packed = compress(pixels, places);
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.slice(at, at + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  }
  bytes.push(0x3b);
  return new Uint8Array(bytes);
}

/** The most frequent colours, and for each coarse colour the place of the nearest of them. */
function choosePalette(frames: readonly Frame[]): { palette: number[]; places: Uint8Array } {
  const counts = new Uint32Array(1 << 15);
  for (const { pixels } of frames) {
    for (let i = 0; i < pixels.length; i += 4) counts[coarse(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0)]! += 1;
  }
  const used = Array.from(counts.keys()).filter((key) => counts[key]);
  const chosen = used.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, COLOURS);
  const parts = (key: number): [number, number, number] => [key >> 10, (key >> 5) & 31, key & 31];
  const distance = (one: number, other: number) => parts(one).reduce((sum, part, i) => sum + (part - (parts(other)[i] ?? 0)) ** 2, 0);
  const places = new Uint8Array(1 << 15);
  for (const key of counts.keys()) {
    if (counts[key]) places[key] = chosen.reduce((best, one, place) => (distance(key, one) < distance(key, chosen[best] ?? 0) ? place : best), 0);
  }
  const palette = Array.from({ length: COLOURS }, (_, place) => parts(chosen[place] ?? 0).map((part) => (part << 3) | (part >> 2))).flat();
  return { palette, places };
}

/** The pixels of a frame as codes of growing length: LZW, as GIF wants it. */
function compress(pixels: Uint8ClampedArray, places: Uint8Array): number[] {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const out: number[] = [];
  let [held, bits] = [0, 0];
  let size = 9;
  let known = new Map<number, number>();
  const write = (code: number) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255);
  };
  write(clear);
  let before = -1;
  for (let i = 0; i < pixels.length; i += 4) {
    const pixel = places[coarse(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0)] ?? 0;
    if (before < 0) {
      before = pixel;
      continue;
    }
    const key = (before << 8) | pixel;
    const code = known.get(key);
    if (code !== undefined) {
      before = code;
      continue;
    }
    write(before);
    const next = end + 1 + known.size;
    if (next === 1 << MOST_BITS) {
      write(clear);
      [known, size] = [new Map(), 9];
    } else {
      known.set(key, next);
      if (next === 1 << size) size += 1;
    }
    before = pixel;
  }
  write(before);
  write(end);
  if (bits) out.push(held & 255);
  return out;
}
