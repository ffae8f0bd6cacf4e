/**
 * The figures of the rules: in the Markdown they are text, so that a terminal can show them; the page draws them.
 *
 * A fence that names a game, such as ```blokus, is a sheet of characters, two to a square. What stands for something is
 * drawn where it stands, all else stays text.
 */
const WIDTH = 10;
const HEIGHT = 20;
/** About as wide is a letter of a word. */
const LETTER = 8.5;

type Paint = (middle: number, top: number, sign: string) => string;

const square = (kind: string): Paint => (middle, top, sign) => {
  const label = /[\dRGB]/.test(sign) ? `<text class="label" x="${middle}" y="${top + 15}">${sign}</text>` : "";
  return `<rect class="${kind}" x="${middle - 9.5}" y="${top + 0.5}" width="19" height="19" rx="2"/>${label}`;
};

const tile = (kind: string, mark: string): Paint => (middle, top) =>
  `<rect class="tile" x="${middle - 9}" y="${top + 1}" width="18" height="18" rx="3"/>` +
  `<path class="${kind}" transform="translate(${middle} ${top + 10})" d="${mark}"/>`;

const face: Paint = (middle, top, sign) =>
  `<rect class="tile" x="${middle - 9.5}" y="${top + 0.5}" width="19" height="19" rx="3"/>` +
  `<text class="face" x="${middle}" y="${top + 15}">${sign}</text>`;

const shape = (kind: string, path: string): Paint => (middle, top) =>
  `<path class="${kind}" transform="translate(${middle} ${top + 10})" d="${path}"/>`;

/** From the middle of a character to its left, right, upper and lower side, as the sign asks for. */
const line = (...sides: ("left" | "right" | "up" | "down")[]): Paint => {
  const ends = { left: "H-5", right: "H5", up: "V-10", down: "V10" };
  return shape("line", sides.map((side) => `M0 0${ends[side]}`).join(""));
};

const TICK = "M-4 0l3 3.5 5-7";
const CROSS = "M-4-4l8 8m0-8l-8 8";

interface Kind {
  /** Signs that stand for something wherever they are. */
  always: Record<string, Paint>;
  /** Signs that are words elsewhere: they count in rows of such signs, and in front of an equals sign. */
  inRows: Record<string, Paint>;
}

const KINDS: Record<string, Kind> = {
  blokus: {
    always: { "#": square("piece") },
    inRows: {
      ".": square("empty"),
      B: square("piece"),
      ...Object.fromEntries(["1", "2", "3", "4"].map((sign) => [sign, square("numbered")])),
    },
  },
  blockers: {
    always: {
      ...Object.fromEntries([..."★●▲♥✚◆☾♣♪"].map((sign) => [sign, face])),
      "|": line("up", "down"),
    },
    inRows: { ".": square("empty"), o: tile("good", TICK), x: tile("bad", CROSS) },
  },
  planken: {
    always: {
      "●": shape("nail", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0"),
      "■": shape("nail", "M-5.5-5.5h11v11h-11z"),
      "·": shape("hole", "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
      "│": line("up", "down"),
      "─": line("left", "right"),
      "┌": line("right", "down"),
      "┐": line("left", "down"),
      "└": line("right", "up"),
      "┘": line("left", "up"),
      "┬": line("left", "right", "down"),
      "┴": line("left", "right", "up"),
    },
    inRows: { R: square("red"), G: square("green"), B: square("blue") },
  },
};

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** Draw a figure; null if there is no such kind. */
export function drawFigure(text: string, kind: string | undefined): string | null {
  const signs = kind ? KINDS[kind] : undefined;
  if (!signs) return null;
  const drawn: string[] = [];
  let width = 0;
  const add = (picture: string, right: number) => {
    drawn.push(picture);
    width = Math.max(width, right);
  };
  const lines = text.trimEnd().split("\n");
  lines.forEach((line, row) => {
    const top = row * HEIGHT;
    const paint = (how: Paint, column: number, sign: string) =>
      add(how((column + 0.5) * WIDTH, top, sign), (column + 1.5) * WIDTH);
    const write = (words: string, column: number) =>
      add(`<text x="${column * WIDTH}" y="${top + 15}">${escape(words)}</text>`, column * WIDTH + words.length * LETTER);
    const rest = [...line].map((sign, column) => {
      const how = signs.always[sign];
      if (how) paint(how, column, sign);
      return how ? " " : sign;
    });
    for (const { 0: words, index } of rest.join("").matchAll(/\S+(?: \S+)*/g)) {
      const [first = "", ...others] = words.split(" ");
      const how = signs.inRows[first];
      if (how && others.length > 0 && others.every((sign) => signs.inRows[sign])) {
        [first, ...others].forEach((sign, at) => paint(signs.inRows[sign] ?? how, index + 2 * at, sign));
      } else if (how && !others.length && !/\d/.test(first)) {
        paint(how, index, first);
      } else if (how && others[0] === "=") {
        paint(how, index, first);
        write(others.join(" "), index + 2);
      } else if (/^[-+]{3,}$/.test(words)) {
        add(shape("line", `M0 0h${words.length * WIDTH}`)(index * WIDTH, top, words), (index + words.length) * WIDTH);
      } else {
        write(words, index);
      }
    }
  });
  const [across, down] = [width + 8, lines.length * HEIGHT + 2];
  const box = `viewBox="-6 -1 ${across} ${down}" width="${across}" height="${down}"`;
  return `<div class="figure" tabindex="0" role="group"><svg ${box}>${drawn.join("")}</svg></div>\n`;
}
