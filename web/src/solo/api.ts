/** What the solo page needs the server for: progress under a link. */
import { call } from "../lib/net/api";
import type { Placement, Save } from "./view";

export interface SaveRequest {
  puzzle: string;
  placements: readonly Placement[];
  seconds: number;
  moves: number;
}

export const soloApi = {
  save: (request: SaveRequest) => call<Save>("POST", "/solo/saves", request),
  saved: (id: string) => call<Save>("GET", `/solo/saves/${encodeURIComponent(id)}`),
  saveAgain: (id: string, version: number, request: SaveRequest) =>
    call<Save>("PUT", `/solo/saves/${encodeURIComponent(id)}`, { ...request, version }),
};
