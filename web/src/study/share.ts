/**
 * A study as a link: its text, compressed, is the fragment of the address, which no server ever sees. So a link needs no
 * server, and lives as long as the page does.
 */
import { hasServer } from "../lib/net/site";
import type { Study } from "./tree";

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

/** The link to a study as it is now. At which table the game was played is nobody's business. */
export async function linkTo(study: Study): Promise<string> {
  const packed = await pack(study.tag("Table", "").text());
  const { origin, pathname } = location;
  return hasServer ? `${origin}${PAGE}#${packed}` : `${origin}${pathname}#${PAGE}#${packed}`;
}
