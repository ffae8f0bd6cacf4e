/** How puzzles are called, and what is said about them. */
import type { Refusal } from "../lib/net/protocol";
import { language, t, words } from "../lib/words.svelte";
import type { Level } from "./view";

export const puzzleWords = words("puzzles");

interface Name {
  kind: "challenge" | "daily" | "own";
  id: string;
  /** Colours in any order, and any corner to start from. */
  free: boolean;
  corners: boolean;
  date: string;
  rows: number;
  columns: number;
  level: Level | null;
}

/** The parts of a puzzle's name: "s1-free-corners", "daily-2026-11-16-easy", "8x10-hard-7". */
export function readName(puzzle: string): Name {
  const [, id = "", free, corners] = /^(s\d)(-free)?(-corners)?$/.exec(puzzle) ?? [];
  const [, date = "", size] = /^daily-(\d{4}-\d\d-\d\d)(?:-(easy|medium|hard))?$/.exec(puzzle) ?? [];
  const [, rows, columns, own] = /^(\d+)x(\d+)-(easy|medium|hard)-\d+$/.exec(puzzle) ?? [];
  const kind = id ? "challenge" : date ? "daily" : "own";
  const level = ((own ?? size) as Level | undefined) ?? null;
  return { kind, id, free: free !== undefined, corners: corners !== undefined, date, rows: Number(rows), columns: Number(columns), level };
}

/** The puzzle of a day is called by its date, whatever the time zone. */
export const tellDate = (date: string): string =>
  new Intl.DateTimeFormat(language(), { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(date));

export function tellTitle(puzzle: string): string {
  const { kind, id, free, corners, date, rows, columns, level } = readName(puzzle);
  const options = [...(free ? [t("solo-option-order")] : []), ...(corners ? [t("solo-option-corners")] : [])];
  if (kind === "challenge") return [t("solo-title", { number: id.toUpperCase(), name: t(`challenge-${id}`) }), ...options].join(" · ");
  if (kind === "daily" && level) return t("solo-title-daily-level", { date: tellDate(date), level: puzzleWords(`level-${level}`) });
  if (kind === "daily") return t("solo-title-daily", { date: tellDate(date) });
  return t("solo-title-own", { rows, columns, level: puzzleWords(`level-${level}`) });
}

/** 7:05, or 1:02:03. */
export function tellTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const texts = (hours ? parts : rest).map((part, i) => (i ? String(part).padStart(2, "0") : String(part)));
  return texts.join(":");
}

/** The rule that a refusal names: of Blokus, or of the challenge. */
export function findRule(refusal: Refusal, puzzle: string): { name: string; link: string } {
  if (refusal.source === "games.blokus") return { name: refusal.rule ?? "", link: `/rules/blokus#${refusal.rule}` };
  const own = ["S-turn", "S-descending", "S-edge", "S-piece"].includes(refusal.code);
  const name = !own ? "S8" : readName(puzzle).id.toUpperCase() || "S7";
  return { name, link: `/rules/solo#${name}` };
}
