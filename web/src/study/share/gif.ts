/** Animated pictures: GIF, because everything shows it. One palette for all frames, the most frequent colours. */

/** A frame as coarse colours, half as large as its pixels. */
interface Frame {
  readonly colours: Uint16Array;
  /** How long it is seen, in hundredths of a second. */
  readonly pause: number;
}

const COLOURS = 256;
/** Codes of the dictionary never have more bits. */
const MOST_BITS = 12;

/** Colours that differ less than anybody sees are one. */
const coarse = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** An animated picture in the making: frame by frame, for the palette is that of all. It begins anew when it is over. */
export class Gif {
  readonly #frames: Frame[] = [];
  readonly #counts = new Uint32Array(1 << 15);

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  add(pixels: Uint8ClampedArray, pause: number): void {
    const colours = new Uint16Array(pixels.length / 4);
    for (let i = 0; i < colours.length; i++) {
      const key = coarse(pixels[4 * i] ?? 0, pixels[4 * i + 1] ?? 0, pixels[4 * i + 2] ?? 0);
      colours[i] = key;
      this.#counts[key]! += 1;
    }
    this.#frames.push({ colours, pause });
  }

  write(): Uint8Array<ArrayBuffer> {
    const { palette, places } = choosePalette(this.#counts);
    const bytes: number[] = [];
    const short = (number: number) => bytes.push(number & 255, number >> 8);
    bytes.push(...new TextEncoder().encode("GIF89a"));
    short(this.width);
    short(this.height);
    bytes.push(0xf7, 0, 0, ...palette, 0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
    for (const { colours, pause } of this.#frames) {
      bytes.push(0x21, 0xf9, 4, 0);
      short(pause);
      bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
      short(this.width);
      short(this.height);
      bytes.push(0, 8);
      const packed = compress(colours, places);
      for (let at = 0; at < packed.length; at += 255) {
        const block = packed.slice(at, at + 255);
        bytes.push(block.length, ...block);
      }
      bytes.push(0);
    }
    bytes.push(0x3b);
    return new Uint8Array(bytes);
  }
}

/** The most frequent colours, and for each coarse colour the place of the nearest of them. */
function choosePalette(counts: Uint32Array): { palette: number[]; places: Uint8Array } {
  const used = Array.from(counts.keys()).filter((key) => counts[key]);
  const chosen = used.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, COLOURS);
  const parts = (key: number): [number, number, number] => [key >> 10, (key >> 5) & 31, key & 31];
  const distance = (one: number, other: number) => parts(one).reduce((sum, part, i) => sum + (part - (parts(other)[i] ?? 0)) ** 2, 0);
  const places = new Uint8Array(1 << 15);
  for (const key of used) places[key] = chosen.reduce((best, one, place) => (distance(key, one) < distance(key, chosen[best] ?? 0) ? place : best), 0);
  const palette = Array.from({ length: COLOURS }, (_, place) => parts(chosen[place] ?? 0).map((part) => (part << 3) | (part >> 2))).flat();
  return { palette, places };
}

/** The pixels of a frame as codes of growing length: LZW, as GIF wants it. */
function compress(colours: Uint16Array, places: Uint8Array): number[] {
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
  for (const colour of colours) {
    const pixel = places[colour] ?? 0;
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
