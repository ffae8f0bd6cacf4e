/**
 * A study that lives at the server: what others change comes here, and what is changed here goes there. It stays in this
 * browser as well, so that nothing is lost without a connection.
 */
import { call, erase } from "../../lib/net/api";
import { type Refusal, Refused } from "../../lib/net/protocol";
import type { Desk } from "../desk.svelte";
import { findStudy, LINK } from "../kept";
import { mergeTexts } from "../tree/merge";
import { addressOf } from "./share";

interface Link {
  id: string;
  /** What is needed to change it; null: only to read. */
  key: string | null;
  version: number;
  /** The text of that version. */
  text: string;
}

interface Shared {
  id: string;
  version: number;
  text: string;
}

/** What the server will say to the same study again. */
const FOR_GOOD = ["too-long", "http-413", "bad-request", "no-study"];
/** How often the server is asked for news, in milliseconds, while somebody looks. */
const EVERY = 3000;

const read = (study: string): Link | null => JSON.parse(localStorage.getItem(LINK + study) ?? "null") as Link | null;
const write = (study: string, link: Link): void => localStorage.setItem(LINK + study, JSON.stringify(link));

/** What the server has under an id. Throws Refused, or Offline. */
export const fetchShared = (id: string): Promise<Shared> => call<Shared>("GET", `/studies/${encodeURIComponent(id)}`);

/** Note that a study of this browser is the one of a link. */
export const noteShared = (study: string, shared: Shared, key: string | null): void => write(study, { ...shared, key });

/** The studies of this browser that live at the server. */
function listLinked(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(LINK)).map((name) => name.slice(LINK.length));
  } catch {
    return []; // forbidden: nothing is kept
  }
}

/** The study of this browser that belongs to a link; a key that is new is noted. */
export function findShared(id: string, key: string | null): string | null {
  const found = listLinked().find((name) => read(name)?.id === id && findStudy(name)) ?? null;
  const link = found && read(found);
  if (found && link && key && !link.key) write(found, { ...link, key });
  return found;
}

/** Erase every study at the server that may be changed from here; this browser keeps its own. Throws Refused, or Offline. */
export async function eraseShared(): Promise<void> {
  for (const name of listLinked()) {
    const link = read(name);
    if (!link?.key) continue; // it is somebody else's
    await erase(`/studies/${encodeURIComponent(link.id)}`, { key: link.key });
    localStorage.removeItem(LINK + name);
  }
}

export class Together {
  link = $state.raw<Link | null>(null);
  /** Whether the server has what is here. */
  current = $state(true);
  /** What the server does not take, and why: it is not sent again before it is changed. */
  refused = $state.raw<{ text: string; refusal: Refusal } | null>(null);
  #busy = false;

  constructor(private readonly desk: Desk) {
    this.link = read(desk.id);
  }

  /** Where others find it: to change it with the key, else to read it. */
  address(mayChange: boolean): string {
    const key = mayChange && this.link?.key ? `#key=${this.link.key}` : "";
    return addressOf(`/study/at/${this.link?.id ?? ""}${key}`);
  }

  /** Give the study to the server. Throws Refused, or Offline. */
  async share(): Promise<void> {
    const text = this.#text();
    const made = await call<{ id: string; key: string; version: number }>("POST", "/studies", { text });
    this.#keep({ ...made, text });
  }

  /** Ask for news and tell ours, now and then, until the function that is returned is called. */
  follow(): () => void {
    const timer = setInterval(() => void this.sync(), EVERY);
    void this.sync();
    return () => clearInterval(timer);
  }

  async sync(): Promise<void> {
    if (!this.link || this.#busy || document.visibilityState !== "visible") return;
    this.#busy = true;
    try {
      if (await this.#fetch()) await this.#send();
    } catch (error) {
      this.current = false; // without a connection, or somebody was faster: the next time
      if (error instanceof Refused && error.refusal.code === "no-such-study") this.link = null;
    }
    this.#busy = false;
  }

  /** At which table the game was played is nobody's business. */
  #text(): string {
    return this.desk.study.tag("Table", "").text();
  }

  /** Bring news here; false if something was done here meanwhile: then the next time. */
  async #fetch(): Promise<boolean> {
    const link = this.link as Link;
    const theirs = await fetchShared(link.id);
    if (theirs.version === link.version) return true;
    if (!(await this.desk.take(mergeTexts(link.text, this.#text(), theirs.text)))) return false;
    this.#keep({ ...theirs, key: link.key });
    return true;
  }

  async #send(): Promise<void> {
    const [link, text] = [this.link as Link, this.#text()];
    this.current = text === link.text;
    if (this.refused?.text !== text) this.refused = null;
    if (this.current || this.refused || !link.key) return;
    const change = { key: link.key, version: link.version, text };
    const { version } = await call<Shared>("PUT", `/studies/${encodeURIComponent(link.id)}`, change).catch((error: unknown) => {
      if (error instanceof Refused && FOR_GOOD.includes(error.refusal.code)) this.refused = { text, refusal: error.refusal };
      throw error;
    });
    this.#keep({ ...link, version, text });
    this.current = true;
  }

  #keep(link: Link): void {
    this.link = link;
    write(this.desk.id, link);
  }
}
