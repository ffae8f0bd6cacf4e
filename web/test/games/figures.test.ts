/** The figures of the rules are drawn, all of them, and what they show is what the text says. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawFigure } from "../../plugins/figures";

const sources = new URL("../../../src/tischlein/", import.meta.url);
const pages = readdirSync(sources, { recursive: true, encoding: "utf-8" }).filter((path) => /rules\.(de|en)\.md$/.test(path));
const figures = pages.flatMap((path) =>
  [...readFileSync(new URL(path, sources), "utf-8").matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, kind = "", text = ""], number) => ({ path, number, kind, text })),
);
const count = (drawing: string, kind: string) => drawing.split(`class="${kind}"`).length - 1;

describe("figures", () => {
  test("there are as many in each language", () => {
    const languages = ["de", "en"].map((language) => figures.filter(({ path }) => path.includes(`.${language}.`)).length);
    expect(languages[0]).toBeGreaterThan(5);
    expect(languages[0]).toBe(languages[1]);
  });

  test.each(figures)("$path $number is drawn", ({ kind, text }) => {
    const drawing = drawFigure(text, kind);
    expect(drawing).toContain("<svg");
    const words = [...(drawing ?? "").matchAll(/<text x[^>]*>([^<]*)</g)].map(([, said]) => said);
    for (const said of words) expect(said).not.toMatch(/^[#.│─●■·|]/);
  });

  test.each(figures)("$path $number fits a phone", ({ kind, text }) => {
    const width = Number(/width="([\d.]+)"/.exec(drawFigure(text, kind) ?? "")?.[1]);
    expect(width).toBeLessThan(340);
  });

  test("the 21 pieces have 89 squares", () => {
    const pieces = figures.find(({ path, text }) => path.includes("blokus") && text.includes("# # # # #"));
    expect(count(drawFigure(pieces?.text ?? "", "blokus") ?? "", "piece")).toBe(89);
  });

  test("a legend is drawn, and a sentence that begins with a number is not", () => {
    const drawing = drawFigure("B = blue\n\n. B    1 touches B", "blokus") ?? "";
    expect([count(drawing, "piece"), count(drawing, "empty"), count(drawing, "numbered")]).toEqual([2, 1, 0]);
    expect(drawing).toContain(">1 touches B<");
  });

  test("other fences stay text", () => {
    expect(drawFigure("tischlein", "sh")).toBeNull();
    expect(drawFigure("tischlein", undefined)).toBeNull();
  });
});

describe("rules", () => {
  test.each(pages.filter((path) => path.includes("games")))("%s has tips, and options in people's words", (path) => {
    const text = readFileSync(new URL(path, sources), "utf-8");
    const tips = text.split(/^## (?:Tipps|Tips)$/m)[1] ?? "";
    expect(tips.split(/^## /m)[0]?.match(/^- /gm)?.length).toBeGreaterThanOrEqual(path.includes("blokus") ? 9 : 5);
    expect(text).not.toMatch(/(?:Option|Möglichkeit)[^\n]*`/);
    expect(text).not.toMatch(/sind gleich[:,.]|ist gleich[.;]/);
  });
});
