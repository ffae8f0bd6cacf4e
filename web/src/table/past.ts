/** Where a game of the past comes from: this device, or the server. */
import type { Setup } from "../engine";
import { api, send } from "../lib/net/api";
import type { Seat, TableView } from "../lib/net/protocol";

export interface Past {
  /** The position after so many moves, as a seat saw it; null: an onlooker. */
  position(ply: number, seat: Seat | null): Promise<TableView>;
  /** How a finished game was set up, its deal included. */
  setup(): Promise<Setup>;
  /** The game as text, if this device has it. */
  record?: () => string;
}

export function serverPast(id: string): Past {
  return {
    position: async (ply, seat) => (await api.position(id, ply, seat ?? undefined)).view,
    setup: async () => {
      const { readRecord } = await import("../engine");
      return (await readRecord(await send("GET", `/tables/${encodeURIComponent(id)}/record`))).setup;
    },
  };
}
