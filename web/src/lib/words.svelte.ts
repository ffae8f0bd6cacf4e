/**
 * Every sentence of the page, from Fluent files: the page's own (src/text.*.ftl) and those beside the Python code, so
 * that one sentence exists once. Only the chosen language is loaded, as one chunk.
 */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Refusal } from "./net/protocol";
import { settings } from "./settings.svelte";

export const LANGUAGES = ["de", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Details = Record<string, string | number>;
export type Words = (key: string, details?: Details) => string;

/** Texts by source, such as "page" or "games.blokus". */
export type Texts = [source: string, text: string][];

const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  de: () => import("../texts/de"),
  en: () => import("../texts/en"),
};

interface Speech {
  language: Language;
  texts: Texts;
  bundleOf(source: string): FluentBundle;
  /** Sentences that were made before: a list of moves is told anew with each move, and a sentence costs as much as twenty looks. */
  said: Map<string, string>;
}

/** So many sentences are remembered. */
const MOST_SAID = 5_000;

let current = $state.raw<Speech | null>(null);

/** The language that is chosen, or the browser's. */
export function chosenLanguage(): Language {
  if (settings.language !== "auto") return settings.language;
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2));
  return preferred.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? "en";
}

/** The language that is shown. */
export function language(): Language {
  return current?.language ?? "en";
}

/** Load a language and show it. */
export async function speak(language: Language): Promise<void> {
  const { default: texts } = await loaders[language]();
  useTexts(language, texts);
}

export function useTexts(language: Language, texts: Texts): void {
  const bundles = new Map<string, FluentBundle>();
  /** Texts are only read when somebody asks for them: the first page needs few of them. */
  const bundleOf = (source: string): FluentBundle => {
    const found = bundles.get(source);
    if (found) return found;
    const bundle = new FluentBundle(language, { useIsolating: false });
    for (const [of, text] of texts) if (of === source) bundle.addResource(new FluentResource(text));
    bundles.set(source, bundle);
    return bundle;
  };
  current = { language, texts, bundleOf, said: new Map() };
}

/** The texts of one source. A text that is missing shows its key, which a test finds. */
export function words(source: string): Words {
  return (key, details = {}) => {
    if (!current) return key;
    const { said } = current;
    const id = `${source} ${key} ${JSON.stringify(details)}`;
    const known = said.get(id);
    if (known !== undefined) return known;
    if (said.size >= MOST_SAID) said.clear();
    const sentence = say(current.bundleOf(source), key, details);
    said.set(id, sentence);
    return sentence;
  };
}

function say(bundle: FluentBundle, key: string, details: Details): string {
  const pattern = bundle.getMessage(key)?.value;
  return pattern ? bundle.formatPattern(pattern, details, []) : key;
}

/** The texts of a game. */
export const gameWords = (game: string): Words => words(`games.${game}`);

/** The page's own texts. */
export const t: Words = words("page");

/** Whether a source has a text. */
export function hasText(source: string, key: string): boolean {
  return current?.bundleOf(source).hasMessage(key) ?? false;
}

/** The ways to play a game that have a name, before anybody has told which there are. */
export function namedVariants(game: string): string[] {
  const text = current?.texts.filter(([source]) => source === `games.${game}`).map(([, text]) => text) ?? [];
  return [...text.join("\n").matchAll(/^variant-(\w+) =/gm)].map(([, id]) => id ?? "");
}

/** Details, with the refusal that is the reason of another one told in the language of the page. */
function tellReason(details: Refusal["details"]): Refusal["details"] {
  const { reason_code: code, reason_package: source } = details;
  if (code === undefined) return details;
  const inner = Object.entries(details).flatMap(([key, value]) => (key.startsWith("reason-") ? [[key.slice(7), value]] : []));
  const reason = { code: String(code), source: String(source).replace("tischlein.", ""), rule: null, details: Object.fromEntries(inner) };
  return { ...details, reason: tellRefusal(reason) };
}

/** The sentence for a refusal. */
export function tellRefusal(refusal: Refusal): string {
  return hasText(refusal.source, refusal.code)
    ? words(refusal.source)(refusal.code, tellReason(refusal.details))
    : t("refused", { code: refusal.code });
}
