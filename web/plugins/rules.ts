/** Rules pages at build time: Markdown becomes HTML, and every numbered rule an anchor such as #R4 or #S4; tips are #tips. */
import { readFile } from "node:fs/promises";
import { Marked } from "marked";
import type { Plugin } from "vite";
import { drawFigure } from "./figures.ts";

const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      const rule = /^([RS]\d+)\b\s*(.*)$/.exec(text);
      const tips = /^Tipp?s$/.test(text) ? ' id="tips" tabindex="-1"' : "";
      if (!rule) return `<h${depth}${tips}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      const [, number, title] = rule;
      return `<h${depth} id="${number}" tabindex="-1"><a href="#${number}">${number}</a> ${title}</h${depth}>\n`;
    },
    codespan: ({ text }) => `<code>${text}</code>`,
    code: ({ text, lang }) => drawFigure(text, lang) ?? `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
    table(token) {
      const cells = (row: typeof token.header, name: string) =>
        row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join("");
      const head = token.header.some((cell) => cell.text) ? `<thead><tr>${cells(token.header, "th")}</tr></thead>` : "";
      const body = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
      return `<div class="wide"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
    text(token) {
      const html = "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
      return "tokens" in token && token.tokens ? html : html.replace(/\b[RS]\d+\b/g, '<a href="#$&">$&</a>');
    },
  },
});

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** Imports of "….md?rules" give the page as HTML. */
export function rules(): Plugin {
  return {
    name: "rules",
    enforce: "pre",
    async load(id) {
      const [path, query] = id.split("?");
      if (query !== "rules" || !path) return null;
      this.addWatchFile(path);
      const html = await marked.parse(await readFile(path, "utf-8"));
      return `export default ${JSON.stringify(html)}`;
    },
  };
}
