/** A session at a table with others where nothing is hidden: the page answers what the rules can answer. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket as ServerSocket, WebSocketServer } from "ws";
import { drawSetup, type LocalGame, openGame } from "../src/engine";
import type { Snapshot, Update } from "../src/lib/net/protocol";
import { Session } from "../src/lib/net/session.svelte";
import { loadRules, type Rules } from "../src/lib/play/rules";

const INFO = { title: "", draws: false, variants: [], levels: [], formats: [], sees: {} };

/** A server at which Planken legen is played; it lists no moves, and takes whatever comes. */
class Table {
  readonly server = new WebSocketServer({ port: 0 });
  readonly heard: string[] = [];
  readonly addresses: string[] = [];
  sockets: ServerSocket[] = [];
  answers = true;

  constructor(
    public game: LocalGame,
    readonly rules_version: number,
  ) {
    this.server.on("connection", (socket, request) => {
      this.addresses.push(request.url ?? "");
      this.sockets.push(socket);
      socket.send(JSON.stringify(this.snapshot()));
      socket.on("message", (data) => this.hear(socket, JSON.parse(String(data)) as Record<string, unknown>));
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}/socket`;
  }

  state() {
    const ply = this.game.moves.length;
    const { game, variant, options } = this.game.setup;
    const card = {
      id: "table", game, variant, options: { ...options }, seats: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }],
      status: "playing", public: false, clock: null, takebacks: true, hints: true, imported: false, local: false, ply,
      to_move: this.game.toMove, result: null, next: null, created: 0,
    } as Snapshot["table"]; // prettier-ignore
    return { version: ply + 1, table: card, ply, legal: null, clock: null, request: null, result: null, view: this.game.view(null) };
  }

  snapshot(): Snapshot {
    const setup = { ...this.game.setup, rules_version: this.rules_version };
    return { type: "snapshot", you: 0, setup, moves: [...this.game.moves], presence: { seats: [true, true], onlookers: 0 }, waited: 0, patience: 600, ...this.state() };
  }

  hear(socket: ServerSocket, message: Record<string, unknown>): void {
    this.heard.push(String(message["type"]));
    if (!this.answers) return;
    if (message["type"] === "play") this.play(String(message["move"]));
    socket.send(JSON.stringify({ type: "done", id: message["id"], version: this.game.moves.length + 1 }));
  }

  play(move: string): void {
    this.game = this.game.play(move);
    const ply = this.game.moves.length;
    const { seat = 0 } = this.game.moves.at(-1) ?? {};
    const update: Update = { type: "update", event: { kind: "played", seat, ply, move }, ...this.state() };
    for (const socket of this.sockets) socket.send(JSON.stringify(update));
  }
}

let rules: Rules;
let table: Table;
let session: Session;

async function sit(rules_version: number): Promise<void> {
  const setup = await drawSetup("planken", "standard", 2, {}, 1);
  table = new Table(await openGame({ ...setup, first: 0 }), rules_version);
  await once(table.server, "listening");
  session = new Session(table.url, 0, { shortest: 5, longest: 20 }, rules);
}

beforeEach(async () => {
  rules = (await loadRules({ ...INFO, id: "planken", secret: false })) as Rules;
});

afterEach(() => {
  session.close();
  for (const socket of table.server.clients) socket.terminate();
  table.server.close();
});

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test("games with hidden tiles, and those that this page does not have, are the server's", async () => {
  await sit(1);
  expect(await loadRules({ ...INFO, id: "blockers", secret: true })).toBeNull();
  expect(await loadRules({ ...INFO, id: "nim", secret: false })).toBeNull();
});

test("lists and judges moves without asking, and follows what is played", async () => {
  await sit(1);
  await until(() => session.connection === "open");
  expect(table.addresses).toEqual(["/socket?seat=0&legal=no"]);
  expect(session.state?.legal).toEqual(table.game.legal());
  expect((await session.check("x1"))?.rule).toMatch(/^R/);
  expect(await session.check(table.game.legal()[0] ?? "")).toBeNull();
  await session.play(table.game.legal()[0] ?? "");
  await until(() => session.state?.ply === 1);
  expect(session.state?.legal).toBeNull();
  table.play(table.game.legal()[0] ?? "");
  await until(() => session.state?.ply === 2);
  expect(session.state?.legal).toEqual(table.game.legal());
  expect(new Set(table.heard)).toEqual(new Set(["play"]));
});

test("knows how it stands after a move that is not confirmed yet", async () => {
  await sit(1);
  await until(() => session.connection === "open");
  table.answers = false;
  const move = table.game.legal()[0] ?? "";
  void session.play(move).catch(() => {});
  expect(session.pending?.view).toEqual(table.game.play(move).view(0));
  expect(session.state?.ply).toBe(0);
});

test("thinks about a hint by itself, and can be told to be content", async () => {
  await sit(1);
  await until(() => session.connection === "open");
  const asked = session.askHint();
  await until(() => (session.hint?.share ?? 0) > 0);
  session.hint?.stop?.();
  await asked;
  expect(table.game.legal()).toContain(session.hint?.lines?.[0]?.move);
  expect(table.heard).toEqual([]);
});

test("asks for lists where the server plays by other rules", async () => {
  await sit(2);
  await until(() => table.addresses.length === 2);
  expect(table.addresses[1]).not.toContain("legal");
  await until(() => session.connection === "open");
  void session.check("x1").catch(() => {});
  await until(() => table.heard.includes("check"));
});
