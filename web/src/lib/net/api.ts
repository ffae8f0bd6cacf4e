/** The HTTP part of the protocol. Every failure is a Refused (the server said no) or an Offline (it said nothing). */
import { type AnalysisState, type GameInfo, type OwnCard, type Refusal, Refused, type Seat, type TableView } from "./protocol";
import { noteLine } from "./line.svelte";
import { root } from "./site";

export class Offline extends Error {}

/** A site without a server has its list of games there as a file. */
const API = `${root}api`;

export type SeatRequest = { kind: "me"; name?: string } | { kind: "open" } | { kind: "bot"; level: string };

export interface TableRequest {
  game: string;
  variant?: string;
  options?: Record<string, string>;
  seats: SeatRequest[];
  first?: Seat | null;
  public?: boolean;
  clock?: { seconds: number; increment: number } | null;
  takebacks?: boolean;
  hints?: boolean;
}

export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const text = await send(method, path, body, signal);
  return (text ? JSON.parse(text) : null) as T;
}

/** Send a request and return the text of the answer. An abort by `signal` throws its reason. */
export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<string> {
  const init: RequestInit = { method, headers: { Accept: "application/json" }, signal: signal ?? null };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${API}${path}`, init);
    text = await response.text();
  } catch {
    signal?.throwIfAborted();
    noteLine(false);
    throw new Offline();
  }
  noteLine(!response.headers.has("X-Kept"));
  if (response.ok) return text;
  throw readRefusal(response.status, text);
}

function readRefusal(status: number, text: string): Error {
  try {
    const refusal = JSON.parse(text) as Refusal;
    if (typeof refusal.code === "string") return new Refused({ ...refusal, details: refusal.details ?? {} });
  } catch {
    // Not JSON: a proxy or a stopped server answered.
  }
  return status >= 500 ? new Offline() : new Refused({ code: `http-${status}`, source: "page", rule: null, details: {} });
}

const KEY = "tischlein-known";
let known: Promise<unknown> | undefined;

/**
 * Get a key before the first request that makes something one's own: two such requests at once would get two keys, and if an
 * answer were lost, what it was about would belong to nobody.
 */
export function beKnown(): Promise<unknown> {
  known ??= (isNoted() ? Promise.resolve() : call("PUT", "/key").then(note)).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

function isNoted(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function note(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Not kept: asked for again when the page is loaded again.
  }
}

/** Erase something at the server; that it was gone already is as good. */
export async function erase(path: string, body?: unknown): Promise<void> {
  await call("DELETE", path, body).catch((error: unknown) => {
    if (!(error instanceof Refused && error.refusal.code.startsWith("no-such-"))) throw error;
  });
}

async function callKnown<T>(method: string, path: string, body?: unknown): Promise<T> {
  await beKnown();
  return call<T>(method, path, body);
}

const seats = (id: string, seat: Seat) => `/tables/${encodeURIComponent(id)}/seats/${seat}`;
const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

let games: Promise<GameInfo[]> | undefined;

export const api = {
  /** Where others in the local network find this server. */
  addresses: () => call<{ addresses: string[] }>("GET", "/addresses").then(({ addresses }) => addresses),

  /** The games with variants and options; asked once. */
  games(): Promise<GameInfo[]> {
    games ??= call<GameInfo[]>("GET", "/games").catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  openTables: () => call<OwnCard[]>("GET", "/tables"),
  myTables: () => call<OwnCard[]>("GET", "/tables?mine=true"),
  table: (id: string) => call<OwnCard>("GET", table(id)),
  setUp: (request: TableRequest) => callKnown<OwnCard>("POST", "/tables", request),
  sitDown: (id: string, seat: Seat, name: string, token?: string) =>
    callKnown<OwnCard>("PUT", seats(id, seat), token === undefined ? { name } : { name, token }),
  standUp: (id: string, seat: Seat) => call<OwnCard>("DELETE", seats(id, seat)),
  seatBot: (id: string, seat: Seat, level: string) => call<OwnCard>("PUT", `${seats(id, seat)}/bot`, { level }),
  /** Erase all that the server stores about this browser's key. */
  erase: () => call<{ tables: number }>("DELETE", "/me"),
  /** Tell whoever runs the server; only who has a key is heard. */
  reportName: async (id: string, seat: Seat) => {
    await call("PUT", "/key"); // who was erased has none any more
    await call("POST", `${seats(id, seat)}/report`);
  },
  seatLink: (id: string, seat: Seat) => call<{ token: string }>("POST", `${seats(id, seat)}/link`),
  watchLink: (id: string) => call<{ token: string }>("POST", `${table(id)}/watch`),
  watch: (id: string, token: string) => call<unknown>("PUT", `${table(id)}/watch`, { token }),
  position: (id: string, ply: number, seat?: Seat) =>
    call<{ ply: number; view: TableView }>(
      "GET",
      `${table(id)}/positions/${ply}${seat === undefined ? "" : `?seat=${seat}`}`,
    ),
  startAnalysis: (id: string) => call<AnalysisState>("POST", `${table(id)}/analysis`),
  analysis: (id: string) => call<AnalysisState>("GET", `${table(id)}/analysis`),
  importGame: (text: string, format: string, name: string) =>
    callKnown<OwnCard>("POST", "/records", { text, format, name }),
  recordUrl: (id: string, format: string, language?: string) =>
    `${API}${table(id)}/record?format=${format}${language ? `&language=${language}` : ""}`,
  socketUrl: (id: string) => `${location.origin.replace(/^http/, "ws")}/api${table(id)}/socket`,
};
