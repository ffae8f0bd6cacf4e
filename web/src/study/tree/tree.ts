/**
 * A tree of variations over one set-up, as src/tischlein/study/tree.py has it, and the same text.
 *
 * A node is named by its path from the root: the places of the children on the way. The first child of each node is the
 * main line. Nothing changes in place: what is done to a study gives another one, so an earlier one is never spoiled.
 */
import { type LocalGame, type Move, openGame, readRecord, type Setup } from "../../engine/index.ts";
import { because, refuse } from "../../engine/game.ts";
import { Refused } from "../../engine/types.ts";

export type Path = readonly number[];

export interface Node {
  readonly game: LocalGame;
  /** The move that led here; null at the root. */
  readonly move: Move | null;
  readonly comment: string;
  readonly children: readonly Node[];
}

/** A study after a change, and where the node in question is now. */
export type Changed = [study: Study, path: Path];

type Tags = Readonly<Record<string, string>>;

interface StoredNode {
  move?: string | null;
  comment?: string;
  children?: StoredNode[];
}

const VERSION = 1;

export class Study {
  private constructor(
    readonly tags: Tags,
    readonly root: Node,
  ) {}

  /** An empty study. Throws Refused for a set-up that cannot be. */
  static async begin(setup: Setup, tags: Tags = {}): Promise<Study> {
    return new Study(tags, { game: await openGame(setup), move: null, comment: "", children: [] });
  }

  /** A study whose main line is a game. Throws Refused. */
  static async fromRecord(text: string): Promise<Study> {
    const { setup, moves, tags } = await readRecord(text);
    const start = await Study.begin(setup, tags);
    return moves.reduce<Changed>(([study, path], move) => study.add(path, move), [start, []])[0];
  }

  /** Read a study; every move is judged. Throws Refused. */
  static async parse(text: string): Promise<Study> {
    const { record, tree } = readStored(text);
    const { setup, tags } = await readRecord(record);
    const empty = await Study.begin(setup, tags);
    let study = new Study(tags, { ...empty.root, comment: tree.comment ?? "" });
    const waiting: [Path, StoredNode][] = [[[], tree]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, stored] = next;
      for (const child of stored.children ?? []) {
        let below: Path;
        [study, below] = study.#read(path, child);
        waiting.push([below, child]);
      }
    }
    return study;
  }

  #read(path: Path, { move, comment = "" }: StoredNode): Changed {
    try {
      const [study, below] = this.add(path, move ?? "");
      return [study.comment(below, comment), below];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw refuse("study", "bad-node", { line: 0, path: show(path), move: move ?? "", ...because(error) });
    }
  }

  // ---------------------------------------------------------------- reading

  /** A node. Throws Refused for a path that leads nowhere. */
  node(path: Path): Node {
    return this.#way(path).at(-1) ?? this.root;
  }

  /** The nodes from the root to this one. */
  #way(path: Path): Node[] {
    const nodes = [this.root];
    for (const place of path) {
      const next = nodes.at(-1)?.children[place];
      if (!next) throw refuse("study", "no-such-node", { line: 0, path: show(path) });
      nodes.push(next);
    }
    return nodes;
  }

  /** The path to the end of the line through a node: from there on along the first children. */
  endOf(path: Path): Path {
    const whole = [...path];
    for (let node = this.node(path); node.children[0]; node = node.children[0]) whole.push(0);
    return whole;
  }

  // ---------------------------------------------------------------- changing

  /** Lay a move; one that is there already is found again. Throws Refused. */
  add(path: Path, move: Move): Changed {
    const node = this.node(path);
    const canonical = node.game.canonical(move);
    const found = node.children.findIndex((child) => child.move === canonical);
    if (found >= 0) return [this, [...path, found]];
    const child = { game: node.game.play(canonical), move: canonical, comment: "", children: [] };
    return [this.#replace(path, { ...node, children: [...node.children, child] }), [...path, node.children.length]];
  }

  /** Write a comment to a position, in place of the one before. */
  comment(path: Path, text: string): Study {
    return this.#replace(path, { ...this.node(path), comment: text.trim() });
  }

  /** Make the move that leads to a node the first choice of its parent. */
  promote(path: Path): Changed {
    const node = this.node(path);
    if (!path.length) return [this, path];
    const [above, parent] = this.#parent(path);
    const children = [node, ...parent.children.filter((child) => child !== node)];
    return [this.#replace(above, { ...parent, children }), [...above, 0]];
  }

  /** Take a node out with all that follows; the path is then its parent's. The root stays. */
  delete(path: Path): Changed {
    const node = this.node(path);
    if (!path.length) return [this.#replace([], { ...node, children: [] }), path];
    const [above, parent] = this.#parent(path);
    return [this.#replace(above, { ...parent, children: parent.children.filter((child) => child !== node) }), above];
  }

  /** Note something for people, such as a title. */
  tag(name: string, value: string): Study {
    const { [name]: _, ...rest } = this.tags;
    const clean = value.replace(/[\r\n]+/g, " ").trim();
    return new Study(clean ? { ...rest, [name]: clean } : rest, this.root);
  }

  #parent(path: Path): [Path, Node] {
    const above = path.slice(0, -1);
    return [above, this.node(above)];
  }

  /** The study with another node in this place. */
  #replace(path: Path, node: Node): Study {
    const way = this.#way(path);
    let changed = node;
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const parent = way[depth] as Node;
      changed = { ...parent, children: parent.children.map((child, place) => (place === path[depth] ? changed : child)) };
    }
    return new Study(this.tags, changed);
  }

  // ---------------------------------------------------------------- as text

  /** The study as JSON; `parse` reads it back, here and in Python. */
  text(): string {
    return JSON.stringify({ study: VERSION, record: this.root.game.record(this.tags), tree: write(this.root) });
  }

  /** The game that leads to a node, as a record. */
  record(path: Path): string {
    return this.node(path).game.record(this.tags);
  }
}

function write({ move, comment, children }: Node): StoredNode {
  return { ...(move === null ? {} : { move }), ...(comment ? { comment } : {}), ...(children.length ? { children: children.map(write) } : {}) };
}

const show = (path: Path): string => path.join(".") || "-";

function readStored(text: string): { record: string; tree: StoredNode } {
  const bad = (reason: string) => refuse("study", "no-study", { line: 1, reason });
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : "");
  }
  if (!hasOnly(stored, ["study", "record", "tree"])) throw bad("study, record, tree");
  if (stored["study"] !== VERSION) throw bad(`version ${String(stored["study"])}`);
  if (typeof stored["record"] !== "string" || !isNode(stored["tree"])) throw bad("record, tree");
  return { record: stored["record"], tree: stored["tree"] };
}

function hasOnly(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).every((key) => keys.includes(key));
}

function isNode(value: unknown): value is StoredNode {
  if (!hasOnly(value, ["move", "comment", "children"])) return false;
  const { move = null, comment = "", children = [] } = value;
  const named = move === null || typeof move === "string";
  return named && typeof comment === "string" && Array.isArray(children) && children.every(isNode);
}
