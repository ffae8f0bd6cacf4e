/** A browser gets one key, however many requests it begins with. */
import { afterEach, expect, test, vi } from "vitest";
import { api, beKnown } from "../src/lib/net/api";

afterEach(() => vi.unstubAllGlobals());

test("a first request waits for the key, and a second one for the same", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return new Promise<Response>((resolve) => answers.push(() => resolve(new Response("{}"))));
  });
  const both = [api.importGame("", "record", "Anna"), api.setUp({ game: "planken", seats: [] }), beKnown()];
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers.slice(1).forEach((answer) => answer());
  await Promise.all(both);
  expect(asked).toEqual(["/api/key", "/api/records", "/api/tables"]);
});
