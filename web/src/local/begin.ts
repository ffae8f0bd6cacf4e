/** Setting up a table where it is best played: on this device if nobody else is needed, else at the server. */
import { api, type SeatRequest, type TableRequest } from "../lib/net/api";
import { hasServer } from "../lib/net/site";
import type { SeatCard } from "../lib/net/protocol";
import { drawSetup, GAMES, levelsOf, type LocalGame, openGame, type Setup } from "../engine";
import { keep, type LocalEvent, newId } from "./kept";
import { begin, cardOf, follow, type Fresh } from "./now";
import { isSlow } from "../lib/speed";

/** Whether this device can play a table by itself: it has the game's engine, nobody comes from elsewhere, and no clock has to
 * be believed. */
export function fitsDevice(request: TableRequest): boolean {
  return GAMES.includes(request.game) && !request.public && !request.clock && request.seats.every(({ kind }) => kind !== "open") && typeof WebAssembly === "object";
}

/** Levels with at most so many simulations hardly search: every device is fast enough for them. */
const FEW = 30;

async function areEasy(game: string, seats: SeatRequest[]): Promise<boolean> {
  const levels = await levelsOf(game);
  const hard = levels.filter(({ simulations }) => simulations === null || simulations > FEW).map(({ name }) => name);
  return !seats.some((seat) => seat.kind === "bot" && hard.includes(seat.level));
}

/** Set up a table and return its id. Throws Refused, or Offline where a server is needed and does not answer. */
export async function setUp(request: TableRequest): Promise<string> {
  const here = fitsDevice(request) && (!hasServer || !isSlow(request.game) || (await areEasy(request.game, request.seats)));
  return here ? beginHere(request) : (await api.setUp(request)).id;
}

async function beginHere(request: TableRequest): Promise<string> {
  const drawn = await drawSetup(request.game, request.variant, request.seats.length, request.options);
  const setup = { ...drawn, first: request.first ?? drawn.first };
  return store(setup, request.seats.map(seatOf), request.takebacks ?? true, request.hints ?? true);
}

/** The same people once more: the start player moves on. */
export async function beginRematch(kept: Fresh): Promise<string> {
  const { game, variant, seats, options, first } = kept.setup;
  const drawn = await drawSetup(game, variant, seats, options);
  return store({ ...drawn, first: (first + 1) % seats }, kept.seats, kept.takebacks, kept.hints);
}

/** Play on from a position, with these people and bots. */
export async function beginFrom(game: LocalGame, seats: SeatCard[]): Promise<string> {
  const events = game.moves.map(({ seat, move }, i): LocalEvent => ({ kind: "played", seat, ply: i + 1, move }));
  return store(game.setup, seats, true, true, events);
}

async function store(setup: Setup, seats: SeatCard[], takebacks: boolean, hints: boolean, events: LocalEvent[] = []): Promise<string> {
  const start = await openGame(setup); // throws where options do not go with each other
  const now = Date.now();
  const fresh = { id: newId(), setup, record: start.record(), seats, takebacks, hints, created: now, used: now, events: [], brought: null, next: null };
  const { kept, ...rest } = events.reduce((table, event) => follow(table, event, ""), begin(fresh, start));
  keep({ ...kept, card: cardOf({ kept, ...rest }) });
  return fresh.id;
}

function seatOf(request: SeatRequest): SeatCard {
  if (request.kind === "bot") return { kind: "bot", level: request.level };
  return { kind: "person", name: request.kind === "me" ? (request.name ?? "") : "" };
}

