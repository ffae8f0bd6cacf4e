/** Where studies come from: an empty board, a game that is over, a file. Each gives the id of a study that is kept. */
import { drawSetup } from "../engine";
import { api, send } from "../lib/net/api";
import { findKept } from "../local/kept";
import { Draft } from "./setup/draft.svelte";
import { listStudies, keepStudy, storeStudy } from "./kept";
import { type Path, Study } from "./tree/tree";

/** A study of an empty board. */
export async function openEmpty(game: string, variant: string, seats: number): Promise<string> {
  const setup = await drawSetup(game, variant, seats);
  return storeStudy(await Study.begin(setup), [], false);
}

/** Begin to set up a position, in place of the one before. */
export async function beginSetup(game: string, variant: string, seats: number): Promise<void> {
  await Draft.begin(await drawSetup(game, variant, seats));
}

/** The study in which the openings of Blokus are browsed, at its beginning; the one that there is already, if there is one. */
export async function openOpenings(variant: string, title: string): Promise<string> {
  const known = listStudies().find((one) => one.title === title && one.game === "blokus" && one.variant === variant);
  if (known) {
    keepStudy(known.id, await Study.parse(known.text), [], known.open);
    return known.id;
  }
  const study = await Study.begin(await drawSetup("blokus", variant));
  return storeStudy(study.tag("Title", title), [], false);
}

/** A study of a game that is over, at a ply; the one that there is already, if there is one. */
export async function openTable(table: string, ply: number): Promise<string> {
  const known = listStudies().find((one) => one.table === table);
  const study = known ? await Study.parse(known.text) : (await Study.fromRecord(await recordOf(table))).tag("Table", table);
  const path = study.endOf([]).slice(0, ply);
  if (!known) return storeStudy(study, path, true);
  keepStudy(known.id, study, path, known.open);
  return known.id;
}

/** The record of a game that is over: this device has it, or the server. */
async function recordOf(id: string): Promise<string> {
  const kept = findKept(id);
  if (kept && kept.card.status !== "over") throw new Error(`${id} is being played`);
  if (!kept) return send("GET", `/tables/${encodeURIComponent(id)}/record`);
  const { LocalTable } = await import("../local/table.svelte");
  const table = await LocalTable.open(id, true, 0);
  table?.close();
  return table?.record() ?? kept.record;
}

/**
 * A study from a text: a study, a record, or a file of Pentobi. One that begins with pieces on the board is read by the server.
 * Null: it has read it, but the game is not over, so that it does not give the moves away. Throws Refused, or Offline.
 */
export async function openText(text: string, format: string, name: string): Promise<string | null> {
  const { hasSetup, readBlksgf } = await import("./tree/blksgf");
  if (format === "blksgf" && hasSetup(text)) {
    const { id, status } = await api.importGame(text, format, name);
    return status === "over" ? openTable(id, Infinity) : null;
  }
  const parse = format === "blksgf" ? readBlksgf : text.trimStart().startsWith("{") ? Study.parse : Study.fromRecord;
  const study = await parse(text);
  const end = study.node(study.endOf([])).game;
  const start: Path = end.outcome ? [] : study.endOf([]);
  return storeStudy(study, start, end.outcome !== null || "Ended" in study.tags);
}
