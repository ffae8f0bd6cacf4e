/** The files of the engines, by their addresses: a bundler gives them names with a hash, so that they can be kept. */

/** By game: its module, and what its levels may need besides. Each is fetched when it is first needed. */
export const FILES: Record<string, Record<string, URL>> = {
  blockers: {
    "engine.wasm": new URL("../../../src/tischlein/games/blockers/built/engine.wasm", import.meta.url),
  },
  blokus: {
    "engine.wasm": new URL("../../../src/tischlein/games/blokus/built/engine.wasm", import.meta.url),
    "book-duo.txt": new URL("../../../src/tischlein/games/blokus/engine/data/book-duo.txt", import.meta.url),
    "book-two.txt": new URL("../../../src/tischlein/games/blokus/engine/data/book-two.txt", import.meta.url),
    "book-classic.txt": new URL("../../../src/tischlein/games/blokus/engine/data/book-classic.txt", import.meta.url),
    "policy_net-duo.npz": new URL("../../../src/tischlein/games/blokus/engine/data/policy_net-duo.npz", import.meta.url),
    "policy_net-classic.npz": new URL("../../../src/tischlein/games/blokus/engine/data/policy_net-classic.npz", import.meta.url),
    "value_net-duo.npz": new URL("../../../src/tischlein/games/blokus/engine/data/value_net-duo.npz", import.meta.url),
    "value_net-two.npz": new URL("../../../src/tischlein/games/blokus/engine/data/value_net-two.npz", import.meta.url),
    "value_net-classic.npz": new URL("../../../src/tischlein/games/blokus/engine/data/value_net-classic.npz", import.meta.url),
  },
  planken: {
    "engine.wasm": new URL("../../../src/tischlein/games/planken/built/engine.wasm", import.meta.url),
  },
};
