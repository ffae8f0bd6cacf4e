/** The mark of each colour, so that nothing depends on seeing colours: dot, diamond, square, ring and bar. */
import type { Colour } from "./colours";

type Draw = (x: number, y: number, r: number) => string;

const circle: Draw = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const hole: Draw = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

const DRAW: Record<Colour, Draw> = {
  blue: (x, y, r) => circle(x, y, r),
  yellow: (x, y, r) => `M${x} ${y - 1.35 * r}l${1.35 * r} ${1.35 * r}l${-1.35 * r} ${1.35 * r}l${-1.35 * r} ${-1.35 * r}z`,
  red: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  green: (x, y, r) => circle(x, y, 1.25 * r) + hole(x, y, 0.7 * r),
  violet: (x, y, r) => `M${x - 1.5 * r} ${y - 0.55 * r}h${3 * r}v${1.1 * r}h${-3 * r}z`,
};

/** The mark of a colour as an SVG path, centred on each point; `size` is the width of a cell. */
export function markPath(colour: Colour, points: Iterable<readonly [x: number, y: number]>, size = 1): string {
  const r = round(0.17 * size);
  return Array.from(points, ([x, y]) => DRAW[colour](round(x), round(y), r)).join("");
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
