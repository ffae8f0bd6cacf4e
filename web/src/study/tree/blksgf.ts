/** Studies of Blokus as `.blksgf` files, with variations and comments: what src/tischlein/study/blksgf.py reads and writes. */
import { because, fillOptions, type GameInfo, refuse } from "../../engine/game.ts";
import { loadEngine } from "../../engine/games.ts";
import { type Move, Refused, type Setup } from "../../engine/types.ts";
import type { View } from "../../games/blokus/view.ts";
import { badLine, readTree, type SgfNode, writeNode } from "./sgf.ts";
import { type Node, type Path, Study } from "./tree.ts";

type Tags = Record<string, string>;
type Properties = Record<string, string[]>;

/** The value of GM by variant; a name means the first variant that has it. */
const GAME_NAMES: Readonly<Record<string, string>> = {
  classic: "Blokus", teams: "Blokus", two: "Blokus Two-Player", three: "Blokus Three-Player", duo: "Blokus Duo",
}; // prettier-ignore
const TWO = ["B", "W"];
const FOUR = ["1", "2", "3", "4"];
/** Very old files have other names for the same colours. */
const OLD: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  2: { "1": 0, "2": 1, BLUE: 0, GREEN: 1 },
  4: { BLUE: 0, YELLOW: 1, RED: 2, GREEN: 3 },
};
const EVERY = new Set([...TWO, ...FOUR, "BLUE", "YELLOW", "RED", "GREEN"]);
const TAGS: Readonly<Record<string, string>> = { GN: "Title", EV: "Event", RO: "Round", DT: "Date", PC: "Place", TM: "Time", RE: "Result" };
const OWN = "TISCHLEIN";
const COMMENT = "Comment";
const BREAK = " ¶ ";

const viewOf = (node: Node) => node.game.view(null) as View;
const findVariant = (name: string) => Object.keys(GAME_NAMES).find((one) => GAME_NAMES[one]?.toLowerCase() === name.trim().toLowerCase());

/** The players in the order in which they start: PB and PW for two, else P1, P2 ... */
const seatsById = ({ seats, first }: Setup): [name: string, key: string][] =>
  (seats === 2 ? TWO : FOUR.slice(0, seats)).map((name, number) => [`P${name}`, `Seat ${(first + number) % seats}`]);

/** A text of several lines as one. */
const fold = (text: string) => (text.trim() ? text.trim().split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/).map((line) => line.trim()).join(BREAK) : "");

/** The text of a property for a tag. */
function spell(key: string, value: string): string {
  if (!key.startsWith("Seat ")) return key.startsWith(COMMENT) ? value.replaceAll(BREAK, "\n") : value;
  const [kind = "", ...name] = value.split(":");
  return name.join(":").trim() || (kind === "human" ? "" : kind);
}

/** The tag that reading would make of the property for a tag; empty if there would be none. */
function readBack(key: string, value: string): string {
  const text = fold(spell(key, value));
  return text && key.startsWith("Seat ") ? `human:${text}` : text;
}

// ------------------------------------------------------------------ reading

/** Whether a file begins with pieces on the board; the moves that lead there are found by the server. */
export const hasSetup = (text: string): boolean => /[;\]\s]A[BW1-4E]\s*\[/.test(text);

/** Read a file with one game and all its variations. Throws Refused. */
export async function readBlksgf(text: string): Promise<Study> {
  const root = readTree(text);
  const { info } = await loadEngine("blokus");
  const { setup, tags } = readHead(root, info);
  let study = await Study.begin(setup, tags);
  const waiting: [SgfNode, Path][] = [[root, []]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, above] = next;
    let path = above;
    const played = [...node.properties.keys()].filter((name) => EVERY.has(name));
    for (const name of played) {
      if (played.length > 1) throw badLine(node.line, `${name}[${node.properties.get(name)?.join()}]`);
      [study, path] = lay(study, path, name, node);
    }
    const comment = (node.properties.get("C")?.[0] ?? "").trim();
    if (comment) study = study.comment(path, [study.node(path).comment, comment].filter(Boolean).join("\n"));
    waiting.push(...node.children.map((child): [SgfNode, Path] => [child, path]).reverse());
  }
  return study;
}

function lay(study: Study, path: Path, name: string, node: SgfNode): [Study, Path] {
  const { colours, turn } = viewOf(study.node(path));
  const move = node.properties.get(name)?.join(",") ?? "";
  const ids = colours.length === 2 ? TWO : FOUR;
  const colour = OLD[colours.length]?.[name] ?? ids.indexOf(name);
  const bad = (reason: Refused) =>
    refuse("core", "illegal-move", { line: node.line, ply: path.length + 1, move: `${name}[${move}]`, ...because(reason) });
  if (turn !== null && colours[colour]?.id !== turn) {
    throw bad(refuse("core", "reason-turn", { turn: ids[colours.findIndex(({ id }) => id === turn)] ?? "" }));
  }
  try {
    return study.add(path, move) as [Study, Path];
  } catch (error) {
    if (error instanceof Refused) throw bad(error);
    throw error;
  }
}

function readHead(root: SgfNode, info: GameInfo): { setup: Setup; tags: Tags } {
  const notes: Tags = {};
  for (const value of root.properties.get(OWN) ?? []) {
    const colon = value.indexOf(":");
    const key = value.slice(0, colon).trim();
    if (colon < 0 || key in notes) throw badLine(root.line, value);
    notes[key] = value.slice(colon + 1).trim();
  }
  const setup = readSetup(root, notes, info);
  const tags = Object.fromEntries(Object.entries(notes).filter(([key]) => !/^(?:Variant|First|Option .*)$/.test(key)));
  const text = (name: string) => fold(root.properties.get(name)?.[0] ?? "");
  const names = seatsById(setup).map(([name, key]): [string, string] => [key, text(name) && `human:${text(name)}`]);
  const others = Object.entries(TAGS).map(([name, key]): [string, string] => [key, text(name)]);
  for (const [key, value] of [...names, ...others]) {
    if (value && (tags[key] === undefined || readBack(key, tags[key]) !== value)) tags[key] = value;
  }
  return { setup, tags };
}

function readSetup(root: SgfNode, notes: Tags, info: GameInfo): Setup {
  const name = root.properties.get("GM")?.[0];
  if (name === undefined) throw refuse("core", "missing-key", { line: root.line, text: "GM" });
  const usual = findVariant(name);
  const allowed = [...new Set(Object.values(GAME_NAMES))].join(", ");
  if (!usual) throw refuse("core", "bad-setup", { field: "GM", value: name, allowed });
  const variant = notes["Variant"] ?? usual;
  if (GAME_NAMES[variant] !== GAME_NAMES[usual]) throw badLine(root.line, `${OWN}[Variant: ${variant}]`);
  const first = notes["First"] ?? "0";
  if (!/^\d$/.test(first)) throw refuse("core", "bad-number", { line: root.line, key: "First", text: first });
  const chosen = Object.entries(notes).filter(([key]) => key.startsWith("Option ")).map(([key, value]) => [key.slice(7), value]);
  const options = fillOptions(info, variant, Object.fromEntries(chosen) as Tags);
  return { game: "blokus", variant, seats: info.variants[variant]?.seats[0] ?? 0, first: Number(first), options, deal: {} };
}

// ------------------------------------------------------------------ writing

/** A study as a file; `readBlksgf` gives the same tree back. */
export async function writeBlksgf(study: Study): Promise<string> {
  const { info } = await loadEngine("blokus");
  const entries = Object.entries(study.tags);
  const isSaid = ([key]: [string, string]) => key.split(/\s/)[0] === COMMENT;
  const said: Tags = Object.fromEntries(entries.filter(isSaid));
  const tags: Tags = Object.fromEntries(entries.filter((entry) => !isSaid(entry)));
  const head = { ...writeHead(study.root.game.setup, tags, info), ...tell(study.root, said[COMMENT] ?? "") };
  return `${["(", writeNode(head), ...writeBelow(study.root, said, 1, true), ")"].join("\n")}\n`;
}

function* writeBelow(node: Node, said: Tags, ply: number, main: boolean): Generator<string> {
  const branches = node.children.length > 1;
  for (const [place, child] of node.children.entries()) {
    if (branches) yield "(";
    const first = main && !place; // comments in tags are about the main line
    yield writeMove(node, child, first ? (said[`${COMMENT} ${ply}`] ?? "") : "");
    yield* writeBelow(child, said, ply + 1, first);
    if (branches) yield ")";
  }
}

function writeMove(before: Node, node: Node, said: string): string {
  const { colours, turn } = viewOf(before);
  const name = (colours.length === 2 ? TWO : FOUR)[colours.findIndex(({ id }) => id === turn)] ?? "";
  return writeNode({ [name]: [orderSquares(node.move ?? "")], ...tell(node, said) });
}

/** From the bottom row to the top, as this format orders squares. */
function orderSquares(move: Move): string {
  const key = (square: string) => 100 * Number(square.slice(1)) + square.charCodeAt(0) - 97;
  return move.split(",").sort((a, b) => key(a) - key(b)).join(",");
}

function tell(node: Node, said: string): Properties {
  const comment = node.comment || said.replaceAll(BREAK, "\n");
  return comment ? { C: [comment] } : {};
}

function writeHead(setup: Setup, tags: Tags, info: GameInfo): Properties {
  const head: Properties = { GM: [GAME_NAMES[setup.variant] ?? ""], CA: ["UTF-8"], AP: ["Tischlein"] };
  for (const [name, key] of [...seatsById(setup), ...Object.entries(TAGS)]) {
    const text = spell(key, tags[key] ?? "");
    if (text) head[name] = [text];
  }
  const notes = listNotes(setup, tags, info);
  return notes.length ? { ...head, [OWN]: notes } : head;
}

/** The lines of the record that reading could not find out without them. */
function listNotes(setup: Setup, tags: Tags, info: GameInfo): string[] {
  const notes: string[] = [];
  if (findVariant(GAME_NAMES[setup.variant] ?? "") !== setup.variant) notes.push(`Variant: ${setup.variant}`);
  if (setup.first) notes.push(`First: ${setup.first}`);
  for (const [id, [usual]] of Object.entries(info.variants[setup.variant]?.options ?? {})) {
    if ((setup.options[id] ?? usual) !== usual) notes.push(`Option ${id}: ${setup.options[id]}`);
  }
  const written = new Set([...Object.values(TAGS), ...seatsById(setup).map(([, key]) => key), COMMENT]);
  for (const [key, value] of Object.entries(tags)) {
    if (!value || !written.has(key) || readBack(key, value) !== value) notes.push(`${key}: ${value}`);
  }
  return notes;
}
