/**
 * A study as a link: its text, compressed, is the fragment of the address, which no server ever sees. So a link needs no
 * server, and lives as long as the page does.
 */
import { hasServer } from "../../lib/net/site";
import type { Study } from "../tree/tree";

const PAGE = "/study/shared";

async function flow(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}

/** A text in letters that an address can hold. */
export async function pack(text: string): Promise<string> {
  const bytes = await flow(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text again. Fails for what is none. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await flow(bytes, new DecompressionStream("deflate-raw")));
}

/** An address of the page as others can open it. */
export function addressOf(path: string): string {
  const { origin, pathname } = location;
  return hasServer ? origin + path : `${origin}${pathname}#${path}`;
}

/** The link to a study as it is now. At which table the game was played is nobody's business. */
export async function linkTo(study: Study): Promise<string> {
  return addressOf(`${PAGE}#${await packStudy(study)}`);
}

/** What another page needs to show a study: its whole text is in there, no server stores it. */
export async function embedOf(study: Study): Promise<string> {
  return frame(addressOf(`/embed/study/link#${await packStudy(study)}`));
}

/** What another page needs to show a finished game ("t") or a puzzle ("solo"). */
export const embedTable = (kind: "t" | "solo", id: string): string => frame(addressOf(`/embed/${kind}/${encodeURIComponent(id)}`));

const packStudy = (study: Study): Promise<string> => pack(study.tag("Table", "").text());

const frame = (address: string): string =>
  `<iframe src="${address}" width="480" height="560" style="border:0;max-width:100%" loading="lazy" title="Tischlein"></iframe>`;
