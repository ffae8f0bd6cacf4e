/** A scene that can be changed from outside and remembers what it was told. */
import type { Scene, TableView } from "../../src/lib/game";
import type { Move, Seat } from "../../src/lib/net/protocol";
import { settings } from "../../src/lib/settings.svelte";

export function makeScene<V extends TableView>(given: V, seat: Seat, moves: readonly Move[]) {
  let view = $state.raw(given);
  let legal = $state.raw<readonly Move[] | null>(moves);
  const scene = {
    get view() {
      return view;
    },
    set view(next: V) {
      view = next;
    },
    get legal() {
      return legal;
    },
    set legal(next: readonly Move[] | null) {
      legal = next;
    },
    seat,
    pending: null,
    hint: null,
    moves: [],
    names: ["Anna", "Ben"],
    settings,
    words: (key: string) => key,
    played: [] as Move[],
    checked: [] as (Move | null)[],
    onmove: (move: Move) => void scene.played.push(move),
    oncheck: (move: Move | null) => void scene.checked.push(move),
    onsay: () => {},
  };
  return scene satisfies Scene<V>;
}

export const effectRoot = (run: () => void): (() => void) => $effect.root(run);
