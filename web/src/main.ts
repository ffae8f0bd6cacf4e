import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import "./look.css";
import { root as site } from "./lib/net/site";
import { chosenLanguage, speak } from "./lib/words.svelte";

const target = document.getElementById("app") as HTMLElement;
const root = document.documentElement;
const language = chosenLanguage();
await speak(language);
if (target.hasChildNodes() && root.lang === language) {
  hydrate(App, { target });
} else {
  target.replaceChildren();
  mount(App, { target });
}
delete root.dataset["wait"];

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register(`${site}sw.js`).catch(() => {});
}
