/** The session against a real socket server that speaks the protocol. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket as ServerSocket, WebSocketServer } from "ws";
import { Refused, type Snapshot, type Update } from "../src/lib/net/protocol";
import { Session } from "../src/lib/net/session.svelte";

const CARD = {
  id: "table", game: "nim", variant: "small", options: {}, seats: [{ kind: "person", name: "Anna" }, { kind: "open" }],
  status: "playing", public: false, clock: null, takebacks: true, hints: true, imported: false, local: false, ply: 0, to_move: 0, result: null,
  next: null, created: 0,
} as const; // prettier-ignore

const VIEW = { game: "nim", variant: "small", seats: 2, first: 0, options: {}, to_move: 0, outcome: null };

/** A table of one game that anybody may play at: every word is a legal move but "no". */
class Table {
  readonly server = new WebSocketServer({ port: 0 });
  readonly heard: Record<string, unknown>[] = [];
  readonly answers = new Map<string, unknown>();
  moves: { seat: number; move: string }[] = [];
  version = 1;
  sockets: ServerSocket[] = [];
  silent = false;
  connections = 0;

  constructor() {
    this.server.on("connection", (socket) => {
      this.connections += 1;
      this.sockets.push(socket);
      socket.send(JSON.stringify(this.snapshot()));
      socket.on("message", (data) => this.hear(socket, JSON.parse(String(data)) as Record<string, unknown>));
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}/socket`;
  }

  state() {
    const ply = this.moves.length;
    return {
      version: this.version, table: { ...CARD, seats: [...CARD.seats] }, ply, legal: ["a", "b"], clock: null, request: null,
      result: null, view: { ...VIEW, ply },
    }; // prettier-ignore
  }

  snapshot(): Snapshot {
    return { type: "snapshot", you: 0, setup: null, moves: this.moves, presence: { seats: [true, false], onlookers: 0 }, waited: 0, patience: 600_000, ...this.state() };
  }

  hear(socket: ServerSocket, message: Record<string, unknown>): void {
    this.heard.push(message);
    if (this.silent) return;
    const id = String(message["id"]);
    const known = this.answers.get(id);
    if (known) return socket.send(JSON.stringify(known));
    const answer = this.answer(message, id);
    this.answers.set(id, answer);
    if (message["type"] === "sync") socket.send(JSON.stringify(this.snapshot()));
    socket.send(JSON.stringify(answer));
  }

  answer(message: Record<string, unknown>, id: string): unknown {
    const refuse = (code: string) => ({ type: "refused", id, code, source: "core", rule: "R1", details: {} });
    if (message["type"] !== "play" && message["type"] !== "check") return { type: "done", id, version: this.version };
    if (message["ply"] !== this.moves.length) return refuse("stale-ply");
    if (message["move"] === "no") return refuse("R1-no");
    if (message["type"] === "play") this.play(0, String(message["move"]));
    return { type: "done", id, version: this.version };
  }

  play(seat: number, move: string): void {
    this.moves = [...this.moves, { seat, move }];
    this.version += 1;
    this.tell();
  }

  tell(): void {
    const { seat, move } = this.moves.at(-1) ?? { seat: 0, move: "" };
    const update: Update = { type: "update", event: { kind: "played", seat, ply: this.moves.length, move }, ...this.state() };
    for (const socket of this.sockets) socket.send(JSON.stringify(update));
  }

  cut(code = 1012): void {
    for (const socket of this.sockets) socket.close(code);
    this.sockets = [];
  }
}

let table: Table;
let session: Session;

beforeEach(async () => {
  table = new Table();
  await once(table.server, "listening");
  session = new Session(table.url, 0, { shortest: 5, longest: 20, silence: 200 });
  await until(() => session.connection === "open");
});

afterEach(() => {
  session.close();
  for (const socket of table.server.clients) socket.terminate();
  table.server.close();
});

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 3000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test("starts with a snapshot and the seat in its address", () => {
  expect(session.state?.legal).toEqual(["a", "b"]);
  expect(session.presence?.seats).toEqual([true, false]);
});

test("shows a move as pending at once, and as played when the server says so", async () => {
  const played = session.play("a");
  expect(session.pending).toEqual({ ply: 0, move: "a", view: null });
  await played;
  expect(session.pending).toBeNull();
  expect(session.state?.moves).toEqual([{ seat: 0, move: "a" }]);
  expect(session.state?.ply).toBe(1);
});

test("takes a refused move back and names the rule", async () => {
  const refused: unknown = await session.play("no").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).refusal.rule).toBe("R1");
  expect(session.pending).toBeNull();
  expect(session.state?.moves).toEqual([]);
});

test("does not send a second move while one is on its way", async () => {
  await Promise.all([session.play("a"), session.play("b")]);
  expect(table.moves).toEqual([{ seat: 0, move: "a" }]);
});

test("asks whether a move would be legal", async () => {
  expect(await session.check("a")).toBeNull();
  expect((await session.check("no"))?.code).toBe("R1-no");
  expect(table.moves).toEqual([]);
});

test("hears what others do", async () => {
  const events: string[] = [];
  session.onevent = (event) => events.push(event.kind);
  table.play(1, "b");
  await until(() => session.state?.ply === 1);
  expect(events).toEqual(["played"]);
});

test("asks for a snapshot when a version is missing, and ignores old news", async () => {
  table.moves = [{ seat: 1, move: "x" }];
  table.version += 1; // nobody was told
  table.play(0, "y");
  await until(() => session.state?.moves.length === 2);
  expect(table.heard.map(({ type }) => type)).toContain("sync");
  const events: string[] = [];
  session.onevent = (event) => events.push(event.kind);
  table.tell(); // the same version once more
  await session.check("a");
  expect(session.state?.moves.length).toBe(2);
  expect(events).toEqual([]);
});

test("comes back after a cut and sends again what was not answered, once", async () => {
  table.silent = true;
  const played = session.play("a");
  await until(() => table.heard.length === 1);
  table.cut();
  await until(() => session.connection === "lost");
  expect(session.pending?.move).toBe("a");
  table.silent = false;
  await played;
  expect(table.moves).toEqual([{ seat: 0, move: "a" }]);
  const ids = table.heard.filter(({ type }) => type === "play").map(({ id }) => id);
  expect(ids.length).toBe(2);
  expect(new Set(ids).size).toBe(1);
});

test("does not play twice what was stored before the cut", async () => {
  const original = table.answer.bind(table);
  table.answer = (message, id) => {
    const answer = original(message, id);
    table.cut(1011); // stored, but the answer is lost
    return answer;
  };
  const played = session.play("a");
  await until(() => table.connections === 2);
  await played;
  expect(table.moves).toEqual([{ seat: 0, move: "a" }]);
  expect(session.state?.ply).toBe(1);
  expect(session.pending).toBeNull();
});

test("does not come back when the server says so", async () => {
  const connections = table.connections;
  table.cut(4404);
  await until(() => session.connection === "closed");
  expect(session.closedWith).toBe(4404);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(table.connections).toBe(connections);
  await expect(session.play("a")).rejects.toThrow("closed");
});

test("notices a line that is dead without a word, and takes another one", async () => {
  for (const socket of table.sockets) socket.removeAllListeners("message");
  table.sockets = [];
  const connections = table.connections;
  await until(() => table.connections > connections);
  await until(() => session.connection === "open");
});

test("forgets hints of positions that have passed", async () => {
  void session.askHint();
  await until(() => table.heard.some(({ type }) => type === "hint"));
  for (const socket of table.sockets)
    socket.send(JSON.stringify({ type: "hint", id: "x", ply: 0, share: 1, lines: [{ move: "a", value: 0.5, visits: 1, continuation: [] }] }));
  await until(() => session.hint?.lines?.length === 1);
  table.play(0, "a");
  await until(() => session.hint === null);
});

test("follows a takeback", async () => {
  table.play(0, "a");
  table.play(1, "b");
  await until(() => session.state?.ply === 2);
  table.moves = [];
  table.version += 1;
  const update: Update = {
    type: "update",
    event: { kind: "asked", seat: 0, what: "takeback", needs: [], ply: 0, next: null },
    ...table.state(),
  };
  for (const socket of table.sockets) socket.send(JSON.stringify(update));
  await until(() => session.state?.ply === 0);
  expect(session.state?.moves).toEqual([]);
});

test("moves of bots are shown one after another, and at once when somebody is in a hurry", async () => {
  table.state = function (this: Table) {
    const known = Table.prototype.state.call(this);
    return { ...known, table: { ...known.table, seats: [CARD.seats[0], { kind: "bot", level: "level1" }] } };
  } as typeof table.state;
  session.close();
  session = new Session(table.url, 0, { shortest: 5, longest: 20, silence: 5000, step: 400 });
  await until(() => session.connection === "open");
  for (const move of ["a", "b", "c"]) table.play(1, move);
  await until(() => session.state?.ply === 1);
  expect(session.state?.moves).toHaveLength(1);
  await until(() => session.state?.ply === 2);
  expect(session.state?.ply).toBe(2);
  session.hurry();
  expect(session.state?.ply).toBe(3);
});

test("moves of people are shown at once", async () => {
  session.close();
  session = new Session(table.url, 0, { shortest: 5, longest: 20, silence: 5000, step: 60_000 });
  await until(() => session.connection === "open");
  for (const move of ["a", "b"]) table.play(0, move);
  await until(() => session.state?.ply === 2);
});
