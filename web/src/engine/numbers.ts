/** NumPy's .npz files: a zip of arrays. Learned numbers are whole multiples of 1/512, kept in 16 bits. */
export interface Numbers {
  values: Float32Array;
  shape: number[];
}

const FINEST = 1 / 512;

/** The arrays of a file, by name; texts, such as the recipe, are left out. */
export async function readNumbers(file: ArrayBuffer): Promise<Map<string, Numbers>> {
  const found = new Map<string, Numbers>();
  for (const [name, bytes] of await unzip(file)) {
    const array = readArray(bytes);
    if (array) found.set(name.replace(/\.npy$/, ""), array);
  }
  return found;
}

/** The files of a zip, by its directory at the end. */
async function unzip(file: ArrayBuffer): Promise<[string, Uint8Array<ArrayBuffer>][]> {
  const view = new DataView(file);
  let end = file.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const files: [string, Uint8Array<ArrayBuffer>][] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [number, number, number];
    const name = new TextDecoder().decode(new Uint8Array(file, at + 46, nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = new Uint8Array(file, start, packed);
    files.push([name, method === 0 ? bytes : await inflate(bytes)]);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** An .npy file of 16-bit numbers, in the order of C; null for anything else. */
function readArray(bytes: Uint8Array<ArrayBuffer>): Numbers | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [start, length] = bytes[6] === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
  const head = new TextDecoder().decode(bytes.subarray(start, start + length));
  if (!head.includes("'descr': '<i2'") || !head.includes("'fortran_order': False")) return null;
  const shape = [...(/'shape': \(([^)]*)\)/.exec(head)?.[1] ?? "").matchAll(/\d+/g)].map(Number);
  const whole = new Int16Array(bytes.slice(start + length).buffer);
  return { values: Float32Array.from(whole, (number) => number * FINEST), shape };
}
