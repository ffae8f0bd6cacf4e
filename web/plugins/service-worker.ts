/** Writes sw.js: the worker's source with the names of all files of this build, and a version made from them. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

export function serviceWorker(source: string): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .sort();
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const code = await readFile(source, "utf-8");
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: "asset", fileName: "sw.js", source: head + code });
    },
  };
}
