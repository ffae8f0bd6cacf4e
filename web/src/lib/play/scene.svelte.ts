/** Scenes that only show: pictures, replays, examples. */
import type { Move, Played, Seat, TableView } from "../net/protocol";
import type { Scene } from "../game";
import { type Settings, settings } from "../settings.svelte";
import { gameWords, type Words } from "../words.svelte";

export interface Shown {
  view: TableView;
  hint?: Move | null;
  lit?: readonly string[];
  moves?: readonly Played[];
  names?: readonly string[];
  settings?: Partial<Settings>;
}

/** A scene in which nothing can be done; `read` is called whenever it is drawn, so it may depend on state. */
export function stillScene(read: () => Shown): Scene {
  return {
    get view(): TableView {
      return read().view;
    },
    get hint(): Move | null {
      return read().hint ?? null;
    },
    get lit(): readonly string[] {
      return read().lit ?? [];
    },
    get moves(): readonly Played[] {
      return read().moves ?? [];
    },
    get names(): readonly string[] {
      return read().names ?? [];
    },
    get settings(): Settings {
      return { ...settings, ...read().settings };
    },
    get words(): Words {
      return gameWords(read().view.game);
    },
    seat: null as Seat | null,
    legal: null,
    pending: null,
    onmove: () => {},
    oncheck: () => {},
    onsay: () => {},
  };
}
