/**
 * Writes home.de.html and home.en.html beside index.html: the same page, but the home page is drawn in it already.
 * Every link there works before the first script has arrived; the scripts then take over what stands there.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { rules } from "./rules.ts";

const DESCRIPTION = "Blokus, Blockers! and Planken legen – with friends or against programs";
const DESCRIPTIONS: Record<string, string> = {
  de: "Blokus, Blockers! und Planken legen – mit Freunden oder gegen Programme",
};
const PLACE = '<div id="app"></div>';

export function prerender(entry: string): Plugin {
  let root = "";
  let target = "";
  return {
    name: "prerender",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
      target = config.build.outDir;
    },
    async closeBundle() {
      // Within the client's folder, so that the packages are found.
      const folder = await mkdtemp(join(root, "node_modules", ".prerender-"));
      try {
        await build({
          configFile: false,
          root,
          logLevel: "warn",
          plugins: [rules(), svelte()],
          build: { ssr: entry, outDir: folder, emptyOutDir: true },
        });
        const { prerender } = (await import(pathToFileURL(join(folder, "prerender.js")).href)) as {
          prerender(): [language: string, html: string][];
        };
        const index = await readFile(join(target, "index.html"), "utf-8");
        for (const [language, html] of prerender()) {
          const page = index
            .replace(DESCRIPTION, (text) => DESCRIPTIONS[language] ?? text)
            .replace('lang="en"', `lang="${language}"`)
            .replace(PLACE, () => PLACE.replace("><", `>${html}<`));
          await writeFile(join(target, `home.${language}.html`), page);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}
