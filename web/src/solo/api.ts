/** What the solo page needs the server for: progress under a link. */
import { call } from "../lib/net/api";
import type { Placement, Save } from "./view";

export interface SaveWish {
  puzzle: string;
  placements: readonly Placement[];
  seconds: number;
  moves: number;
}

export const soloApi = {
  save: (wish: SaveWish) => call<Save>("POST", "/solo/saves", wish),
  saved: (id: string) => call<Save>("GET", `/solo/saves/${encodeURIComponent(id)}`),
  saveAgain: (id: string, version: number, wish: SaveWish) =>
    call<Save>("PUT", `/solo/saves/${encodeURIComponent(id)}`, { ...wish, version }),
};
