import { mount } from "svelte";
import App from "./App.svelte";
import "./look.css";
import { chosenLanguage, speak } from "./lib/words.svelte";

await speak(chosenLanguage());
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => {});
}
