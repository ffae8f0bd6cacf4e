/** The home page as HTML, written while the page is built: on a slow phone it is there before any script. */
import { render } from "svelte/server";
import App from "./App.svelte";
import { LANGUAGES, useTexts } from "./lib/words.svelte";
import de from "./texts/de";
import en from "./texts/en";

const TEXTS = { de, en };

/** The home page by language. */
export function prerender(): [language: string, html: string][] {
  return LANGUAGES.map((language) => {
    useTexts(language, TEXTS[language]);
    return [language, render(App).body];
  });
}
