/** The 21 pieces as they lie in the hand, and the geometry of turning, flipping and drawing them. */

/** Column and row from 0; a1 at the bottom left is [0, 0]. */
export type Square = readonly [x: number, y: number];
export type Shape = readonly Square[];

// The same pictures as in src/tischlein/games/blokus/pieces.py; a test compares them.
const PICTURES: Record<string, string> = {
  "1": "#",
  "2": "##",
  I3: "###",
  V3: "#. ##",
  I4: "####",
  L4: "#.. ###",
  O: "## ##",
  T4: ".#. ###",
  Z4: "##. .##",
  F: ".## ##. .#.",
  I5: "#####",
  L5: "#... ####",
  N: "##.. .###",
  P: "## ## #.",
  T5: "### .#. .#.",
  U: "#.# ###",
  V5: "#.. #.. ###",
  W: "#.. ##. .##",
  X: ".#. ### .#.",
  Y: ".#.. ####",
  Z5: "##. .#. .##",
};

/** Moved to the bottom left and sorted, so that equal shapes are equal lists. */
export function normalize(squares: Shape): Shape {
  const left = Math.min(...squares.map(([x]) => x));
  const bottom = Math.min(...squares.map(([, y]) => y));
  return squares.map(([x, y]) => [x - left, y - bottom] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function read(picture: string): Shape {
  const rows = picture.split(" ");
  return normalize(rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [[x, -y] as const] : []))));
}

export const SHAPES: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(PICTURES).map(([name, picture]) => [name, read(picture)]),
);

/** All pieces, the large ones first: those are played first. */
export const NAMES: readonly string[] = Object.keys(SHAPES).sort((a, b) => sizeOf(b) - sizeOf(a));

export function sizeOf(name: string): number {
  return SHAPES[name]?.length ?? 0;
}

/** Turned by a quarter, clockwise. */
export const turn = (shape: Shape): Shape => normalize(shape.map(([x, y]) => [y, -x] as const));

/** Turned over, left to right. */
export const flip = (shape: Shape): Shape => normalize(shape.map(([x, y]) => [-x, y] as const));

export const keyOf = (shape: Shape): string => shape.join(";");

/** Every way in which a shape can lie, itself first. */
export function ways(shape: Shape): Shape[] {
  const found = new Map<string, Shape>();
  for (let way = shape, i = 0; i < 8; i++) {
    if (!found.has(keyOf(way))) found.set(keyOf(way), way);
    way = i === 3 ? flip(way) : turn(way);
  }
  return [...found.values()];
}

const NAME_OF = new Map(Object.entries(SHAPES).flatMap(([name, shape]) => ways(shape).map((way) => [keyOf(way), name])));

/** The piece that covers these squares. */
export const nameOf = (squares: Shape): string => NAME_OF.get(keyOf(normalize(squares))) ?? "?";

export const extent = (shape: Shape): { width: number; height: number } => ({
  width: 1 + Math.max(...shape.map(([x]) => x)),
  height: 1 + Math.max(...shape.map(([, y]) => y)),
});

export const readSquare = (text: string): Square => [text.charCodeAt(0) - 97, Number(text.slice(1)) - 1];
export const writeSquare = ([x, y]: Square): string => `${String.fromCharCode(97 + x)}${y + 1}`;
export const readMove = (move: string): Square[] => move.split(",").map(readSquare);

/** The text of a move, as the server writes it. */
export const writeMove = (squares: Shape): string =>
  [...squares].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(writeSquare).join(",");

/** The first and the last square of a move, to say where it lies. */
export function span(move: string): { from: string; to: string; count: number } {
  const squares = move.split(",");
  return { from: squares[0] ?? "", to: squares.at(-1) ?? "", count: squares.length };
}

// ------------------------------------------------------------------ drawing

type Point = [number, number];

/** The corners of a shape in order, in a picture whose y grows downwards; `top` is the height of row 0's lower edge. */
function trace(shape: Shape, top: number): Point[] {
  const covered = new Set(shape.map(String));
  const has = (x: number, y: number) => covered.has(`${x},${y}`);
  const next = new Map<string, Point[]>();
  const edge = (from: Point, to: Point) => next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const [x, y] of shape) {
    const [left, right, up, down] = [x, x + 1, top - y - 1, top - y];
    if (!has(x, y + 1)) edge([left, up], [right, up]);
    if (!has(x + 1, y)) edge([right, up], [right, down]);
    if (!has(x, y - 1)) edge([right, down], [left, down]);
    if (!has(x - 1, y)) edge([left, down], [left, up]);
  }
  const start = next.keys().next().value ?? "";
  const corners: Point[] = [];
  for (let at = start; corners.length === 0 || at !== start; ) {
    const to = next.get(at)?.[0];
    if (!to) break;
    corners.push(at.split(",").map(Number) as Point);
    at = String(to);
  }
  return corners.filter((corner, i) => {
    const before = corners.at(i - 1) ?? corner;
    const after = corners[(i + 1) % corners.length] ?? corner;
    return (before[0] === corner[0]) !== (corner[0] === after[0]);
  });
}

/** The outline of a shape as an SVG path: drawn in by `inset` and rounded by `radius`. */
export function outline(shape: Shape, top: number, inset: number, radius: number): string {
  const corners = trace(shape, top);
  const count = corners.length;
  const unit = (from: Point, to: Point): Point => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  const parts: string[] = [];
  corners.forEach((corner, i) => {
    const came = unit(corners.at(i - 1) ?? corner, corner);
    const goes = unit(corner, corners[(i + 1) % count] ?? corner);
    // Walking clockwise, the inside is to the right of each edge.
    const x = corner[0] + inset * (-came[1] - goes[1]);
    const y = corner[1] + inset * (came[0] + goes[0]);
    parts.push(`${i ? "L" : "M"}${round(x - came[0] * radius)} ${round(y - came[1] * radius)}`);
    parts.push(`Q${round(x)} ${round(y)} ${round(x + goes[0] * radius)} ${round(y + goes[1] * radius)}`);
  });
  return `${parts.join("")}Z`;
}

/** The seams between the squares of a shape. */
export function seams(shape: Shape, top: number): string {
  const covered = new Set(shape.map(String));
  return shape
    .map(([x, y]) => {
      const right = covered.has(`${x + 1},${y}`) ? `M${x + 1} ${top - y - 0.88}v0.76` : "";
      const up = covered.has(`${x},${y + 1}`) ? `M${x + 0.12} ${top - y - 1}h0.76` : "";
      return right + up;
    })
    .join("");
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
