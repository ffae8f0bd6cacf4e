/** What a person has chosen for this browser. Kept in local storage; anything unreadable there is ignored. */
import type { Start } from "./play/start";

export interface Settings {
  language: "auto" | "de" | "en";
  theme: "auto" | "light" | "dark";
  /** A mark on every piece, so that colours can be told apart without colour. */
  marks: boolean;
  motion: "auto" | "off";
  sounds: boolean;
  /** A second click or a tick before a move counts. */
  confirm: boolean;
  coordinates: boolean;
  /** What boards and pieces are made of. */
  material: "wood" | "plain" | "contrast";
  /** The own corner of a board is near. */
  turned: boolean;
  /** The number of its move on every piece. */
  numbers: boolean;
  /** Solo: the lamp says whether what lies there can still be completed. */
  lamp: boolean;
  /** The name to sit down with. */
  name: string;
  /** The names of those who play on this device, too. */
  people: string[];
  /** The level of the bot to start against. */
  level: string;
  /** What was chosen last for each game, by its id. */
  starts: Record<string, Start>;
}

const DEFAULTS: Settings = {
  language: "auto",
  theme: "auto",
  marks: true,
  motion: "auto",
  sounds: false,
  confirm: false,
  // A phone has no room to spare for them; they can be asked for.
  coordinates: typeof matchMedia !== "function" || !matchMedia("(max-width: 619px), (max-height: 540px)").matches,
  numbers: false,
  material: "wood",
  turned: false,
  lamp: true,
  name: "",
  people: [],
  level: "level3",
  starts: {},
};

const KEY = "tischlein-settings";

function read(): Settings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const known = Object.entries(stored).filter(
      ([key, value]) => typeof value === typeof DEFAULTS[key as keyof Settings],
    );
    return { ...DEFAULTS, ...Object.fromEntries(known) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(read());

/** Store every change and let the look follow; called once, while the page starts. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  $effect(() => {
    const root = document.documentElement;
    root.dataset["theme"] = settings.theme;
    root.dataset["motion"] = settings.motion;
    root.dataset["material"] = settings.material;
  });
}
