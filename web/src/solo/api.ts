/** What the solo page needs the server for: progress under a link. */
import { call, erase } from "../lib/net/api";
import { forgetSave, listSaves } from "./progress";
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

/** Erase what is kept at the server; this browser keeps its progress. Throws Refused or Offline. */
export async function eraseSaves(): Promise<void> {
  for (const id of listSaves()) {
    await erase(`/solo/saves/${encodeURIComponent(id)}`);
    forgetSave(id);
  }
}
