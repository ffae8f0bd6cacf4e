/** Texts as people read them: what Fluent files say to whoever writes them is not sent along, nor what comes after a heading
 * of a group (`##`), which only the server says. */
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const RAW = ".ftl?raw";

export function texts(): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(RAW)) return null;
      const text = await readFile(id.slice(0, -"?raw".length), "utf8");
      return `export default ${JSON.stringify(text.replace(/^## [^]*/m, "").replace(/^#.*\n/gm, "").replace(/\n\n+(?=\S)/g, "\n"))}`;
    },
  };
}
