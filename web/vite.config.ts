import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { prerender } from "./plugins/prerender.ts";
import { rules } from "./plugins/rules.ts";
import { texts } from "./plugins/texts.ts";
import { serviceWorker } from "./plugins/service-worker.ts";

const FIRST = /node_modules\/(svelte|esm-env|clsx|@fluent)|src\/(lib\/(?!net\/(session|device)|play\/hinting|files)|engine\/types|texts\/source|solo\/(progress|tell))|src\/controls\/(Header|Icon|Trouble|Swatch)|src\/board\/(Frame|Tools|StillBoard|Picture|Piece|Dots|Hinted|Tray|HandTools|ColourTabs)/;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["TISCHLEIN_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  // Scripts find each other wherever the page lies; only the page itself names the place (`tischlein export-site`).
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "js" ? { relative: true } : `/${file}`) },
  plugins: [rules(), texts(), svelte(), serviceWorker(here("src/worker.js")), prerender("src/prerender.ts")],
  build: {
    outDir: here("../src/tischlein/server/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the first page needs comes in one piece: on a phone every further file costs a round trip.
      output: { codeSplitting: { groups: [{ name: "core", test: FIRST }] } },
    },
  },
  worker: { format: "es" }, // so that it loads only the game that it is asked about
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: server, ws: true }, "/schema": { target: server } },
  },
  test: {
    testTimeout: 60_000, // also beside much other work
    projects: [
      { extends: true, test: { name: "node", include: ["test/**/*.test.ts"], exclude: ["test/client/**"] } },
      {
        extends: true,
        resolve: { conditions: ["browser"] },
        test: { name: "client", include: ["test/client/*.test.ts"], environment: here("test/client/environment.ts") },
      },
    ],
  },
});
