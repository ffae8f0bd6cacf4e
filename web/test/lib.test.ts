import { describe, expect, test } from "vitest";
import { COLOURS } from "../src/lib/pieces/colours";
import { markPath } from "../src/lib/pieces/marks";
import { match } from "../src/lib/match";

describe("addresses", () => {
  test.each([
    ["/", "/", {}],
    ["/t/:id", "/t/abc", { id: "abc" }],
    ["/t/:id", "/t/abc/", { id: "abc" }],
    ["/t/:id/replay", "/t/abc/replay", { id: "abc" }],
    ["/rules/:game", "/rules/caf%C3%A9", { game: "café" }],
    ["/t/:id", "/t", null],
    ["/t/:id", "/t/", null],
    ["/t/:id", "/t/a/b", null],
    ["/t/:id", "/t/%E0%A4%A", null],
    ["/", "/x", null],
  ])("%s against %s", (pattern, path, found) => expect(match(pattern, path)).toEqual(found));
});

test("every colour has a mark of its own", () => {
  const marks = COLOURS.map((colour) => markPath(colour, [[0.5, 0.5]]));
  expect(new Set(marks).size).toBe(COLOURS.length);
  expect(marks.join()).not.toContain("NaN");
});
