/** A puzzle as a picture to take along. */
import type { Colour } from "../../lib/pieces/colours";
import { outline, readMove, seams } from "../../lib/pieces/pieces";
import type { Lying, SoloView } from "../view";

const [CELL, FRAME, MARGIN, HEAD, FOOT] = [32, 24, 24, 60, 28];
const LEAST = 460;
/** The colours of the library's pictures. */
const FILL: Readonly<Record<Colour, string>> = { blue: "#3d6fd6", yellow: "#f0b429", red: "#d6493c", green: "#2f9d6a", violet: "#8a5cc7" };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function drawPiece({ colour, move }: Pick<Lying, "colour" | "move">, rows: number): string {
  const squares = readMove(move);
  const groove = `<path d="${seams(squares, rows)}" fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="0.04"/>`;
  return `<path d="${outline(squares, rows, 0.04, 0.16)}" fill="${FILL[colour]}"/>${groove}`;
}

/** A picture of some of what lies there, with a line above it and others below. */
export function drawPicture(view: SoloView, pieces: readonly Pick<Lying, "colour" | "move">[], title: string, lines: readonly string[]): Blob {
  const [across, down] = [view.columns * CELL, view.rows * CELL];
  const width = Math.max(across + 2 * FRAME, LEAST) + 2 * MARGIN;
  const [x, y] = [(width - across) / 2, HEAD + FRAME];
  const bottom = y + down + FRAME;
  const height = bottom + MARGIN + FOOT * lines.length;
  const grid = [
    ...Array.from({ length: view.columns - 1 }, (_, i) => `M${i + 1} 0v${view.rows}`),
    ...Array.from({ length: view.rows - 1 }, (_, i) => `M0 ${i + 1}h${view.columns}`),
  ].join("");
  const text = (at: number, size: number, words: string, font: string) =>
    `<text x="${width / 2}" y="${at}" font-family="${font}" font-size="${size}" text-anchor="middle" fill="#2c2118">${escape(words)}</text>`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    `<rect width="${width}" height="${height}" fill="#f6efe3"/>`,
    text(HEAD / 2 + 8, 20, title, "Georgia, serif"),
    `<rect x="${x - FRAME / 2}" y="${y - FRAME / 2}" width="${across + FRAME}" height="${down + FRAME}" rx="10" fill="#7b5b3a"/>`,
    `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="#fbf7ef"/>`,
    `<g transform="translate(${x} ${y}) scale(${CELL})"><path d="${grid}" stroke="#d8cbb6" stroke-width="0.03" fill="none"/>`,
    ...pieces.map((piece) => drawPiece(piece, view.rows)),
    "</g>",
    ...lines.map((line, i) => text(bottom + MARGIN + FOOT * i, 16, line, "system-ui, sans-serif")),
    "</svg>",
  ];
  return new Blob([parts.join("")], { type: "image/svg+xml" });
}
