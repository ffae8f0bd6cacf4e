/** Records: set-up and moves as text, as docs/record-format.md says and src/tischlein/core/record.py does it. */
import { refuse } from "./game.ts";
import type { Move, Refused, Setup } from "./types.ts";

const HEADING = "Tischlein record 1";
const MOVE_LINE = /^(\d+)\.\s+(\S.*)$/;
const OWN_KEYS = /^(?:Game|Rules|Variant|Seats|First|Option .*|Deal .*)$/;

export interface GameRecord {
  setup: Setup;
  rules_version: number;
  moves: Move[];
  /** Notes for people; no rule reads them. */
  tags: Record<string, string>;
}

function bad(code: string, line: number, details: Record<string, string | number>): Refused {
  return refuse("core", code, { line, ...details });
}

export function writeRecord(
  setup: Setup,
  rules_version: number,
  moves: readonly { move: Move }[],
  tags: Readonly<Record<string, string>>,
): string {
  for (const [key, value] of Object.entries(tags)) {
    const wrong = !key || key !== key.trim() || key.includes(":") || OWN_KEYS.test(key) || /^[;0-9]/.test(key);
    if (wrong || /[\r\n]/.test(key + value)) throw bad("bad-tag", 0, { text: key });
  }
  const head = {
    Game: setup.game,
    Rules: rules_version,
    Variant: setup.variant,
    Seats: setup.seats,
    First: setup.first,
    ...prefixed("Option ", setup.options),
    ...prefixed("Deal ", setup.deal),
    ...tags,
  };
  const width = String(moves.length).length;
  const lines = [HEADING, ...Object.entries(head).map(([key, value]) => `${key}: ${value}`.trimEnd()), ""];
  lines.push(...moves.map(({ move }, i) => `${String(i + 1).padStart(width)}. ${move}`));
  return `${lines.join("\n")}\n`;
}

function prefixed(prefix: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));
}

/** Read a record. Moves are read but not judged. Throws Refused with the line. */
export function parseRecord(text: string): GameRecord {
  const numbered = text.split(/\r\n|\r|\n/).map((line, i) => [i + 1, line.trim()] as const);
  const content = numbered.filter(([, line]) => line && !line.startsWith(";"));
  if (content[0]?.[1] !== HEADING) throw bad("no-record", content[0]?.[0] ?? 1, { heading: HEADING });
  const head = new Map<string, readonly [number, string]>();
  const moves: Move[] = [];
  for (const [number, line] of content.slice(1)) {
    const found = MOVE_LINE.exec(line);
    if (found) {
      if (Number(found[1]) !== moves.length + 1) {
        throw bad("wrong-ply", number, { ply: found[1] ?? "", expected: moves.length + 1 });
      }
      moves.push(found[2] ?? "");
      continue;
    }
    const colon = line.indexOf(":");
    if (moves.length || colon < 0) throw bad("bad-line", number, { text: line });
    const key = line.slice(0, colon).trim();
    if (head.has(key)) throw bad("repeated-key", number, { text: key });
    head.set(key, [number, line.slice(colon + 1).trim()]);
  }
  const tags = [...head].filter(([key]) => !OWN_KEYS.test(key)).map(([key, [, value]]) => [key, value]);
  return { ...readSetup(head), moves, tags: Object.fromEntries(tags) };
}

function readSetup(head: ReadonlyMap<string, readonly [number, string]>): { setup: Setup; rules_version: number } {
  const read = (key: string): readonly [number, string] => {
    const found = head.get(key);
    if (!found) throw bad("missing-key", 1, { text: key });
    return found;
  };
  const whole = (key: string): number => {
    const [line, text] = read(key);
    if (!/^[+-]?\d+$/.test(text)) throw bad("bad-number", line, { text, key });
    return Number(text);
  };
  const collect = (prefix: string) =>
    Object.fromEntries([...head].filter(([key]) => key.startsWith(prefix)).map(([key, [, value]]) => [key.slice(prefix.length), value]));
  const setup = {
    game: read("Game")[1],
    variant: read("Variant")[1],
    seats: whole("Seats"),
    first: whole("First"),
    options: collect("Option "),
    deal: collect("Deal "),
  };
  return { setup, rules_version: whole("Rules") };
}
