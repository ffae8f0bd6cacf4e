/**
 * Chance, the same as in Python for the same seed: `random.Random` (the Mersenne Twister) for deals and samples, and
 * dice for compiled code (`new_dice` in core/compiled.py).
 */
const N = 624;
const M = 397;

/** Python's `random.Random(seed)`, as far as games use it. */
export class Random {
  readonly #state = new Uint32Array(N);
  #index = N;

  /** Without a seed: by the browser's own chance. */
  constructor(seed?: number | bigint) {
    let rest = BigInt(seed ?? crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
    if (rest < 0n) rest = -rest;
    const key: number[] = [];
    for (; rest > 0n; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
    this.#seed(key.length ? key : [0]);
  }

  #seed(key: number[]): void {
    const state = this.#state;
    state[0] = 19650218;
    const mixed = (i: number) => (state[i - 1] as number) ^ ((state[i - 1] as number) >>> 30);
    for (let i = 1; i < N; i++) state[i] = Math.imul(1812433253, mixed(i)) + i;
    let [i, j] = [1, 0];
    const step = () => {
      if (++i < N) return;
      state[0] = state[N - 1] as number;
      i = 1;
    };
    for (let k = Math.max(N, key.length); k > 0; k--) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(i), 1664525)) + (key[j] as number) + j;
      step();
      j = (j + 1) % key.length;
    }
    for (let k = N - 1; k > 0; k--) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(i), 1566083941)) - i;
      step();
    }
    state[0] = 0x80000000;
  }

  #word(): number {
    const state = this.#state;
    if (this.#index === N) {
      for (let i = 0; i < N; i++) {
        const y = ((state[i] as number) & 0x80000000) | ((state[(i + 1) % N] as number) & 0x7fffffff);
        state[i] = (state[(i + M) % N] as number) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.#index = 0;
    }
    let y = state[this.#index++] as number;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  #bits(count: number): number {
    if (count <= 32) return this.#word() >>> (32 - count);
    const low = this.#word();
    return low + 2 ** 32 * (this.#word() >>> (64 - count));
  }

  /** A whole number from 0 to n-1; n is at most 2**52. */
  below(n: number): number {
    const count = n.toString(2).length;
    let found = this.#bits(count);
    while (found >= n) found = this.#bits(count);
    return found;
  }

  /** A seed for another source of chance, as bots draw them. */
  seed(): number {
    return this.below(2 ** 32);
  }

  choice<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** In place. */
  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j] as T, items[i] as T];
    }
  }

  /** Some of them in random order, each at most once. */
  sample<T>(from: readonly T[], count: number): T[] {
    const n = from.length;
    const result: T[] = [];
    const setSize = count > 5 ? 21 + 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 21;
    if (n <= setSize) {
      const pool = [...from];
      for (let i = 0; i < count; i++) {
        const j = this.below(n - i);
        result.push(pool[j] as T);
        pool[j] = pool[n - i - 1] as T;
      }
      return result;
    }
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(this.below(n));
    return [...chosen].map((i) => from[i] as T);
  }
}

/** The first state of the dice of compiled code for a seed. */
export function newDice(seed: number): bigint {
  const digest = sha256(new TextEncoder().encode(String(seed)));
  return (digest.reduce((sum, byte, i) => (i < 8 ? (sum << 8n) | BigInt(byte) : sum), 0n)) | 1n;
}

const primes = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
})();
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUND_CONSTANTS = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

/** SHA-256 of a short text. The browser's own is missing where a page came without encryption. */
export function sha256(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  bytes.set(text);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length * 8);
  const hash = Int32Array.from(START);
  const w = new Int32Array(64);
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < bytes.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      const at = (j: number) => w[i - j] as number;
      if (i < 16) w[i] = view.getInt32(block + 4 * i);
      else {
        const s0 = turn(at(15), 7) ^ turn(at(15), 18) ^ (at(15) >>> 3);
        const s1 = turn(at(2), 17) ^ turn(at(2), 19) ^ (at(2) >>> 10);
        w[i] = at(16) + s0 + at(7) + s1;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] as number) + (w[i] as number)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] as number) + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}
