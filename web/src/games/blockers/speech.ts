/** What is said about cells and tiles while somebody looks for a place; words only, no rules. */
import { type Reading, readCells } from "../../lib/reading";
import type { Words } from "../../lib/words.svelte";
import type { Play } from "./play.svelte";
import { COLUMNS, keyOf, namesColour, ROWS, symbolOf } from "./drawing/tiles";
import type { LaidTile, View } from "./view";

/** "red 7" where a seat has two colours, "7" otherwise. */
export function nameTile(words: Words, tile: LaidTile, namesColour: boolean): string {
  return words(namesColour ? "tile-coloured" : "tile-name", { ...tile });
}

/** The held tile and how many cells it fits: "7: 5 empty cells, 2 to take". */
export function describeHeld(play: Play): string {
  const { held, scene } = play;
  if (!held) return "";
  const cells = [...play.cells.keys()];
  const take = cells.filter((cell) => scene.view.board.cells[cell]).length;
  const tile = nameTile(scene.words, held, namesColour(scene.view));
  return scene.words(cells.length ? "held-cells" : "held-nowhere", { name: tile, free: cells.length - take, take });
}

/** Own tiles that fit the meant cell. */
export function describeFitting(play: Play): string {
  const { at, fitting, scene } = play;
  if (!at || !fitting) return "";
  const two = namesColour(scene.view);
  const tiles = play.standing.filter((tile) => fitting.has(keyOf(tile))).map((tile) => nameTile(scene.words, tile, two));
  return scene.words(tiles.length ? "cell-fits" : "cell-fits-none", { cell: at, tiles: tiles.join(", ") });
}

/** What lies on a cell, and what could be done there now. */
export function describeCell(play: Play, cell: string): string {
  const { words, view } = play.scene;
  const tile = view.board.cells[cell];
  const details = { cell, symbol: words("tile-name", { tile: symbolOf(cell, view.board.blocks) }) };
  const here = tile ? words("cell-laid", { ...details, ...tile }) : words("cell-empty", details);
  const locked = view.board.locked.includes(cell) ? words("cell-locked") : "";
  return [here, locked, play.held ? describeMove(play, tile) : describeFitting(play)].filter(Boolean).join(" ");
}

function describeMove(play: Play, tile: LaidTile | undefined): string {
  const { words } = play.scene;
  if (!play.legal) return words("held-muted");
  return tile ? words("held-takes", { colour: tile.colour }) : words("held-fits");
}

/** The whole board: every tile, and on an empty cell the symbol that is printed there. */
export function readBoard(view: View, words: Words): Reading {
  const { cells, blocks, locked } = view.board;
  return readCells(COLUMNS, ROWS, (column, row) => {
    const cell = row + column;
    const tile = cells[cell];
    if (!tile) return words("read-empty", { tile: symbolOf(cell, blocks) });
    return [words("tile-coloured", { ...tile }), locked.includes(cell) ? words("cell-locked") : ""].filter(Boolean).join(". ");
  });
}
