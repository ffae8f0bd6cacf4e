import { describe, expect, test } from "vitest";
import source from "../../../src/tischlein/games/blokus/pieces.py?raw";
import { extent, flip, keyOf, nameOf, NAMES, normalize, outline, readMove, type Shape, SHAPES, sizeOf, turn, ways, writeMove } from "../../src/lib/pieces/pieces";

const pictures = [...source.matchAll(/^ {4}"(\w+)": "([#. ]+)",$/gm)];
const shapes = Object.entries(SHAPES);

describe("the pieces", () => {
  test("are those of the rules", () => {
    expect(pictures.length).toBe(21);
    expect(pictures.map(([, name]) => name).sort()).toEqual([...NAMES].sort());
    for (const [, name, picture] of pictures) {
      const rows = (picture ?? "").split(" ");
      const squares: Shape = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [[x, -y] as const] : [])));
      expect(keyOf(SHAPES[name ?? ""] ?? [])).toBe(keyOf(normalize(squares)));
    }
  });

  test("have 89 squares and lie in 91 ways", () => {
    expect(NAMES.reduce((sum, name) => sum + sizeOf(name), 0)).toBe(89);
    expect(shapes.reduce((sum, [, shape]) => sum + ways(shape).length, 0)).toBe(91);
  });

  test.each(shapes)("%s comes back after four turns or two flips, and keeps its name", (name, shape) => {
    expect(keyOf(turn(turn(turn(turn(shape)))))).toBe(keyOf(shape));
    expect(keyOf(flip(flip(shape)))).toBe(keyOf(shape));
    for (const way of ways(shape)) expect(nameOf(way)).toBe(name);
  });

  test("turn clockwise", () => expect(turn([[0, 0], [0, 1], [1, 0]])).toEqual([[0, 0], [0, 1], [1, 1]]));

  test.each(shapes)("%s has an outline that runs around it", (_, shape) => {
    const { width, height } = extent(shape);
    const numbers = [...outline(shape, height, 0, 0).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const xs = numbers.map(([x]) => x ?? NaN);
    const ys = numbers.map(([, y]) => y ?? NaN);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([0, width, 0, height]);
    const area = numbers.reduce((sum, [x = 0, y = 0], i) => {
      const [u = 0, v = 0] = numbers[(i + 1) % numbers.length] ?? [];
      return sum + (x * v - u * y) / 2;
    }, 0);
    expect(Math.abs(area)).toBe(shape.length);
  });
});

test("moves are written as the server writes them", () => {
  const views = import.meta.glob<{ placed: { move: string; piece: string }[] }>("../../../tests/blokus/golden/*.json", { eager: true, import: "default" });
  for (const view of Object.values(views))
    for (const { move, piece } of view.placed) {
      expect(writeMove(readMove(move))).toBe(move);
      expect(nameOf(readMove(move))).toBe(piece);
    }
});
