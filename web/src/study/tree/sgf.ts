/** The Smart Game Format as text: nodes with properties, in a tree. The same as formats/sgf_tree.py of Blokus reads. */
import { refuse } from "../../engine/game.ts";
import type { Refused } from "../../engine/types.ts";

export interface SgfNode {
  line: number;
  properties: Map<string, string[]>;
  /** What may follow, the main line first. */
  children: SgfNode[];
}

interface Token {
  kind: string;
  text: string;
  line: number;
}

const TOKEN = /\s*(?:([();])|([A-Za-z0-9]+)(?=\s*\[)|\[((?:[^\]\\]|\\[^])*)\]|$(?![^]))/y;
const SHOWN = 40;

export function badLine(line: number, text: string): Refused {
  return refuse("core", "bad-line", { line, text: text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…` });
}

function* split(given: string): Generator<Token> {
  const text = given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const lineAt = (at: number) => text.slice(0, at).split("\n").length;
  const pattern = new RegExp(TOKEN);
  for (;;) {
    const start = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) {
      const rest = text.slice(start).trimStart();
      throw badLine(lineAt(text.length - rest.length), rest || "…");
    }
    const [, sign, id, value] = found;
    const line = lineAt(pattern.lastIndex - (sign ?? id ?? (value === undefined ? "" : `${value} `)).length);
    if (sign !== undefined) yield { kind: sign, text: sign, line };
    else if (id !== undefined) yield { kind: "id", text: id, line };
    else if (value !== undefined) yield { kind: "value", text: value, line };
    else return yield { kind: "end", text: "", line };
  }
}

/** Whether a token can stand after one of another kind; "" is the beginning. */
function mayFollow(kind: string, before: string, depth: number): boolean {
  switch (kind) {
    case "end":
      return depth === 0 && before === ")";
    case "(":
      return depth === 0 ? before === "" : [";", "value", ")"].includes(before);
    case ";":
      return ["(", ";", "value"].includes(before);
    case ")":
      return depth > 0 && [";", "value", ")"].includes(before);
    case "id":
      return [";", "value"].includes(before);
    default:
      return ["id", "value"].includes(before);
  }
}

/** The root with all that follows. Throws Refused with the line. */
export function readTree(text: string): SgfNode {
  const top: SgfNode = { line: 0, properties: new Map(), children: [] };
  const branches: SgfNode[] = [];
  let current = top;
  let before = "";
  let values: string[] = [];
  for (const { kind, text: said, line } of split(text)) {
    if (!mayFollow(kind, before, branches.length)) throw badLine(line, said || "…");
    if (kind === "(") branches.push(current);
    else if (kind === ")") current = branches.pop() ?? top;
    else if (kind === ";") {
      const node: SgfNode = { line, properties: new Map(), children: [] };
      current.children.push(node);
      current = node;
    } else if (kind === "id") {
      if (current.properties.has(said)) throw refuse("core", "repeated-key", { line, text: said });
      current.properties.set(said, (values = []));
    } else if (kind === "value") values.push(said.replace(/\\([^])/g, (_, sign: string) => (sign === "\n" ? "" : sign)));
    before = kind;
  }
  return top.children[0] as SgfNode;
}

/** One node as a line. */
export function writeNode(properties: Readonly<Record<string, readonly string[]>>): string {
  const escape = (value: string) => value.replace(/[\]\\]/g, (sign) => `\\${sign}`);
  return `;${Object.entries(properties).map(([name, values]) => name + values.map((value) => `[${escape(value)}]`).join("")).join("")}`;
}
