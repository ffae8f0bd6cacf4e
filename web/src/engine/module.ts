/**
 * A portable engine: a WebAssembly module with its memory, called by the layout that scripts/build-wasm wrote.
 *
 * Memory is the caller's: `zeros` reserves it, nothing is ever given back, and compiled code allocates nothing. Rules
 * have one instance with a few places; every search has an instance of its own, which goes when the search goes.
 */

/** An array, or one record, in the memory of an instance. */
export interface Place<K extends string = string> {
  readonly kind: K;
  readonly address: number;
  readonly shape: readonly number[];
}

export type Layouts = Record<string, [bytes: number, fields: Record<string, [type: string, offset: number, shape: number[]]>]>;
export type Signatures = Record<string, [given: string[], results: string[]]>;

const ARRAYS = {
  bool: Uint8Array,
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
  uint64: BigUint64Array,
  int64: BigInt64Array,
};
type Scalar = keyof typeof ARRAYS;
type Numbers = InstanceType<(typeof ARRAYS)[Scalar]>;

/** What a function takes. */
export type Given = Place | number | bigint | boolean;

const PAGE = 1 << 16;
const MOST_WORDS = 128;

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global;
  [name: string]: unknown;
}

const size = (shape: readonly number[]) => shape.reduce((product, one) => product * one, 1);

/** The module of a game with a memory. `F` are its functions and `R` its records, both generated. */
export class Instance<F, R> {
  readonly #exports: Exports;
  #top: number;
  #limit: number;
  readonly #block: number;
  readonly #prototypes = new Map<string, object>();

  private constructor(
    exports: WebAssembly.Exports,
    readonly functions: Signatures,
    readonly layouts: Layouts,
  ) {
    this.#exports = exports as unknown as Exports;
    this.#top = this.#exports.__heap_base.value as number;
    this.#limit = this.buffer.byteLength;
    this.#block = this.#reserve(8 * MOST_WORDS);
  }

  static async create<F, R>(module: WebAssembly.Module, functions: Signatures, layouts: Layouts): Promise<Instance<F, R>> {
    const { exports } = await WebAssembly.instantiate(module, {});
    return new Instance<F, R>(exports, functions, layouts);
  }

  /** All memory; another one after more was reserved. */
  get buffer(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  #reserve(bytes: number): number {
    const start = Math.ceil(this.#top / 16) * 16;
    if (start + bytes > this.#limit) {
      const pages = Math.max(Math.ceil(bytes / PAGE) + 1, 16);
      const fresh = this.#exports.memory.grow(pages) * PAGE;
      this.#limit = fresh + pages * PAGE;
    }
    this.#top = start + bytes;
    return start;
  }

  /** Reserve an array of zeros; what is not written costs nothing. */
  zeros<K extends (keyof R & string) | Scalar>(kind: K, ...shape: number[]): Place<K> {
    const bytes = this.layouts[kind]?.[0] ?? ARRAYS[kind as Scalar].BYTES_PER_ELEMENT;
    return { kind, address: this.#reserve(Math.max(1, bytes * size(shape))), shape };
  }

  /** Reserve an array with these numbers in it. */
  take<K extends Scalar>(kind: K, numbers: ArrayLike<number> | ArrayLike<bigint>, shape: readonly number[] = [numbers.length]): Place<K> {
    const place = this.zeros(kind, ...shape);
    const wide = kind === "int64" || kind === "uint64";
    const values = wide ? Array.from(numbers as ArrayLike<number>, BigInt) : numbers;
    (this.numbers(place) as Float64Array).set(values as ArrayLike<number>);
    return place as Place<K>;
  }

  /** The numbers of an array as they lie there; valid until more memory is reserved. */
  numbers<K extends Scalar>(place: Place<K>): InstanceType<(typeof ARRAYS)[K]> {
    return new ARRAYS[place.kind](this.buffer, place.address, size(place.shape)) as InstanceType<(typeof ARRAYS)[K]>;
  }

  /** The numbers of a whole array of records or of its first `count`, byte by byte. */
  bytes(place: Place, count = size(place.shape)): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, place.address, count * (this.layouts[place.kind]?.[0] ?? 1));
  }

  /** One record of an array: its fields as properties. Arrays are views, but those of int64, which are copies. */
  record<K extends keyof R & string>(place: Place<K>, index = 0): R[K] {
    const [bytes, fields] = this.layouts[place.kind] as Layouts[string];
    let prototype = this.#prototypes.get(place.kind);
    if (!prototype) {
      prototype = {};
      for (const [name, field] of Object.entries(fields)) this.#define(prototype, name, field);
      this.#prototypes.set(place.kind, prototype);
    }
    return Object.create(prototype, { at: { value: place.address + index * bytes } }) as R[K];
  }

  #define(prototype: object, name: string, [type, offset, shape]: [string, number, number[]]): void {
    const Kind = ARRAYS[type as Scalar];
    const count = size(shape);
    const view = (at: number): Numbers => {
      // NumPy's records are not aligned: what lies askew is read as a copy.
      const start = at + offset;
      if (start % Kind.BYTES_PER_ELEMENT === 0) return new Kind(this.buffer, start, count);
      return new Kind(this.buffer.slice(start, start + count * Kind.BYTES_PER_ELEMENT));
    };
    const get = shape.length
      ? (found: Numbers) => (type === "int64" ? Array.from(found as BigInt64Array, Number) : found)
      : (found: Numbers) => (type === "int64" ? Number(found[0]) : found[0]);
    const write = (at: number, values: readonly (number | bigint)[]) => {
      const wide = type === "int64" || type === "uint64";
      const copy = new Kind((wide ? values.map(BigInt) : values) as never);
      new Uint8Array(this.buffer).set(new Uint8Array(copy.buffer), at + offset);
    };
    Object.defineProperty(prototype, name, {
      get(this: { at: number }) {
        return get(view(this.at));
      },
      set(this: { at: number }, value: number | bigint | Iterable<number>) {
        write(this.at, typeof value === "object" ? [...value] : [value]);
      },
    });
  }

  /** Run a function. Arrays say their shape; a record is taken as one. */
  call<K extends keyof F & string>(
    name: K,
    ...given: F[K] extends (...all: infer A) => unknown ? A : never
  ): F[K] extends (...all: never) => infer A ? A : never {
    return this.apply(name, given as Given[]) as never;
  }

  /** Run a function on a long list of arguments, whose types nobody checks. */
  apply(name: keyof F & string, given: readonly Given[]): unknown {
    const [kinds, results] = this.functions[name] as Signatures[string];
    const words = new DataView(this.buffer, this.#block, 8 * MOST_WORDS);
    let at = 0;
    const add = (word: number) => words.setBigInt64(8 * at++, BigInt(word), true);
    given.forEach((value, i) => {
      const kind = kinds[i] as string;
      if (typeof value === "object") {
        add(value.address);
        if (kind.endsWith("]")) for (const length of value.shape) add(length);
      } else if (kind === "float64") words.setFloat64(8 * at++, Number(value), true);
      else if (kind === "uint64") words.setBigUint64(8 * at++, BigInt(value), true);
      else words.setBigInt64(8 * at++, BigInt(value), true);
    });
    const out = at + results.length;
    results.forEach((_, i) => add(this.#block + 8 * (out + i)));
    (this.#exports[name] as (block: number) => void)(this.#block);
    const answers = results.map((kind, i) => this.#read(kind, this.#block + 8 * (out + i)));
    return answers.length > 1 ? answers : answers[0];
  }

  #read(kind: string, address: number): number | bigint | boolean {
    const view = new DataView(this.buffer, address, 8);
    if (kind === "float64") return view.getFloat64(0, true);
    if (kind === "uint64") return view.getBigUint64(0, true);
    return kind === "bool" ? view.getBigInt64(0, true) !== 0n : Number(view.getBigInt64(0, true));
  }
}
