/** The solo challenges' WebAssembly module: its memory, and calls by the description that was built with it. */

interface Field {
  name: string;
  type: string;
  offset: number;
  shape: number[];
}
export interface Description {
  functions: Record<string, { export: string; arguments: string[]; results: string[] }[]>;
  records: Record<string, { bytes: number; fields: Field[] }>;
}

type Kind = "int64" | "uint64" | "float64" | "uint32" | "uint8";
const BYTES: Record<Kind, number> = { int64: 8, uint64: 8, float64: 8, uint32: 4, uint8: 1 };
const PAGE = 1 << 16;
const MOST_ARGUMENTS = 128;
const FOLDER = "blokus.solvers.";

/** Numbers in the module's memory; of 64 bits only what fits into 53 is read and written. */
export class Numbers {
  readonly length: number;
  constructor(
    private readonly instance: Instance,
    readonly offset: number,
    readonly kind: Kind,
    readonly shape: readonly number[],
  ) {
    this.length = shape.reduce((product, size) => product * size, 1);
  }

  get(at: number): number {
    const { view } = this.instance;
    const place = this.offset + at * BYTES[this.kind];
    if (this.kind === "uint8") return view.getUint8(place);
    if (this.kind === "uint32") return view.getUint32(place, true);
    if (this.kind === "float64") return view.getFloat64(place, true);
    return view.getUint32(place, true) + view.getInt32(place + 4, true) * 2 ** 32;
  }

  set(at: number, value: number): void {
    const { view } = this.instance;
    const place = this.offset + at * BYTES[this.kind];
    if (this.kind === "uint8") view.setUint8(place, value);
    else if (this.kind === "uint32") view.setUint32(place, value, true);
    else if (this.kind === "float64") view.setFloat64(place, value, true);
    else view.setBigInt64(place, BigInt(value), true);
  }

  fill(values: Iterable<number>): this {
    let at = 0;
    for (const value of values) this.set(at++, value);
    return this;
  }

  /** The numbers under one first index. */
  part(at: number): Numbers {
    const shape = this.shape.slice(1);
    const size = shape.reduce((product, one) => product * one, BYTES[this.kind]);
    return new Numbers(this.instance, this.offset + at * size, this.kind, shape);
  }

  clear(): void {
    new Uint8Array(this.instance.buffer, this.offset, this.length * BYTES[this.kind]).fill(0);
  }

  /** Copy the bytes of as many numbers of the same kind. */
  copy(from: Numbers): this {
    new Uint8Array(this.instance.buffer, this.offset, this.length * BYTES[this.kind]).set(
      new Uint8Array(from.instance.buffer, from.offset, this.length * BYTES[this.kind]),
    );
    return this;
  }

  getWord(): bigint {
    return this.instance.view.getBigUint64(this.offset, true);
  }

  setWord(word: bigint): void {
    this.instance.view.setBigUint64(this.offset, word, true);
  }

  list(from = 0, to = this.length): number[] {
    return Array.from({ length: to - from }, (_, i) => this.get(from + i));
  }
}

/** A record in the module's memory, by the names of its fields. */
export class Struct {
  readonly fields: Readonly<Record<string, Numbers>>;
  constructor(instance: Instance, readonly offset: number, fields: readonly Field[]) {
    this.fields = Object.fromEntries(
      fields.map(({ name, type, offset: at, shape }) => [name, new Numbers(instance, offset + at, type as Kind, shape)]),
    );
  }

  field(name: string): Numbers {
    const found = this.fields[name];
    if (!found) throw new Error(`no field ${name}`);
    return found;
  }

  get(name: string): number {
    return this.field(name).get(0);
  }

  set(name: string, value: number): void {
    this.field(name).set(0, value);
  }
}

export type Value = number | boolean | Numbers | Struct;

/** The module, compiled once. */
export class Engine {
  constructor(
    readonly module: WebAssembly.Module,
    readonly description: Description,
  ) {}

  /** The module with a memory of its own: for one search, and gone with it. */
  start(): Instance {
    return new Instance(this);
  }
}

export class Instance {
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #block: number;
  #top: number;
  #view: DataView;

  constructor(readonly engine: Engine) {
    this.#exports = new WebAssembly.Instance(engine.module).exports;
    this.#memory = this.#exports["memory"] as WebAssembly.Memory;
    this.#view = new DataView(this.#memory.buffer);
    this.#top = (this.#exports["__heap_base"] as WebAssembly.Global).value as number;
    this.#block = this.#reserve(8 * MOST_ARGUMENTS);
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer as ArrayBuffer;
  }

  /** The memory as it is now: it moves when it grows. */
  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  #reserve(size: number): number {
    const start = Math.ceil(this.#top / 16) * 16;
    const missing = start + size - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.max(Math.ceil(missing / PAGE), 16));
    this.#top = start + size;
    return start;
  }

  zeros(kind: Kind, ...shape: number[]): Numbers {
    const size = shape.reduce((product, one) => product * one, BYTES[kind]);
    return new Numbers(this, this.#reserve(Math.max(size, 1)), kind, shape);
  }

  take(kind: Kind, values: readonly number[], ...shape: number[]): Numbers {
    return this.zeros(kind, ...(shape.length ? shape : [values.length])).fill(values);
  }

  record(name: string): Struct {
    const found = this.engine.description.records[name];
    if (!found) throw new Error(`no record ${name}`);
    return new Struct(this, this.#reserve(found.bytes), found.fields);
  }

  /** Run a function; its results as numbers. */
  call(name: string, ...values: Value[]): number[] {
    const signature = this.engine.description.functions[FOLDER + name]?.[0];
    if (!signature) throw new Error(`no function ${name}`);
    const words: (number | bigint)[] = [];
    values.forEach((value, i) => {
      if (typeof value === "boolean") words.push(value ? 1 : 0);
      else if (value instanceof Numbers) words.push(value.offset, ...value.shape);
      else if (value instanceof Struct) words.push(value.offset);
      else if (signature.arguments[i] === "float64") throw new Error("not needed so far");
      else words.push(value);
    });
    const out = this.#block + 8 * (words.length + signature.results.length);
    signature.results.forEach((_, i) => words.push(out + 8 * i));
    words.forEach((word, i) => this.view.setBigInt64(this.#block + 8 * i, BigInt(word), true));
    (this.#exports[signature.export] as (block: number) => void)(this.#block);
    const { view } = this;
    return signature.results.map((kind, i) => (kind === "float64" ? view.getFloat64(out + 8 * i, true) : Number(view.getBigInt64(out + 8 * i, true))));
  }
}
