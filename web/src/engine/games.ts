/** The games by name: each is loaded when it is first asked for. */
import type { GameEngine } from "./game.ts";
import { once } from "./load.ts";
import type { Name } from "./names.ts";

const LOADERS: Record<Name, () => Promise<{ load(): Promise<GameEngine> }>> = {
  blockers: () => import("../games/blockers/engine/index.ts"),
  blokus: () => import("../games/blokus/engine/index.ts"),
  planken: () => import("../games/planken/engine/index.ts"),
};

const loaded = new Map<string, Promise<GameEngine>>();

/** Load a game's rules; each once. */
export function loadEngine(game: string): Promise<GameEngine> {
  const loader = (LOADERS as Partial<Record<string, (typeof LOADERS)[Name]>>)[game];
  if (!loader) return Promise.reject(new Error(`no game ${game}`));
  return once(loaded, game, async () => (await loader()).load());
}
