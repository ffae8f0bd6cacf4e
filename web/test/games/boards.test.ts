/** Every game draws every golden view of the Python tests: board, hands, signs and sentences. */
import type { ComponentProps } from "svelte";
import { render } from "svelte/server";
import { beforeAll, describe, expect, test } from "vitest";
import { GAMES, type GameModule, loadGame, type Scene } from "../../src/lib/game";
import type { Seat, TableView } from "../../src/lib/net/protocol";
import { settings } from "../../src/lib/settings.svelte";
import { gameWords, LANGUAGES, useTexts } from "../../src/lib/words.svelte";
import ReadableBoard from "../../src/board/ReadableBoard.svelte";
import Result from "../../src/table/Result.svelte";
import SceneBoard from "./SceneBoard.svelte";

const NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"];

const golden = import.meta.glob<TableView>("../../../tests/*/golden/*.json", { eager: true, import: "default" });
const texts = import.meta.glob<{ default: [string, string][] }>("../../src/texts/{de,en}.ts", { eager: true });

const viewsOf = (game: string) => Object.entries(golden).filter(([, view]) => view.game === game);

/** Games whose board is one drawing; boards of others may consist of buttons, which can be read as they are. */
const DRAWN = ["blockers", "blokus", "planken"];

/** Cells on which something lies, counted in the view itself. */
function countTaken(view: TableView): number {
  const { board } = view as unknown as { board: string[] | { nails: unknown[] }[] | { cells: object } };
  if (!Array.isArray(board)) return Object.keys(board.cells).length;
  return board.reduce((sum, row) => sum + (typeof row === "string" ? row.replaceAll(".", "").length : row.nails.filter((nail) => nail !== null).length), 0);
}

function sceneOf(view: TableView, seat: Seat | null): Scene {
  return {
    view, seat, legal: seat === null ? null : [], pending: null, hint: null, moves: [], names: NAMES,
    settings, words: gameWords(view.game), onmove() {}, oncheck() {}, onsay() {},
  }; // prettier-ignore
}

describe.each(GAMES)("%s", (game) => {
  let module: GameModule;
  beforeAll(async () => {
    module = await loadGame(game);
  });

  test("has golden views", () => expect(viewsOf(game).length).toBeGreaterThan(0));

  describe.each(LANGUAGES)("in %s", (language) => {
    beforeAll(() => useTexts(language, texts[`../../src/texts/${language}.ts`]?.default ?? []));

    test.each(viewsOf(game))("draws %s", (_, view) => {
      for (const seat of [null, ...Array(view.seats).keys()]) {
        const { body } = render(SceneBoard, { props: { module, scene: sceneOf(view, seat) } });
        expect(body).toContain("<svg");
        expect(body).not.toMatch(/NaN|undefined|\[object/);
        expect(body).toMatch(seat === null ? /role="img"/ : /role="application"/);
      }
    });

    test.each(viewsOf(game))("can be read cell by cell in %s", (_, view) => {
      const words = gameWords(game);
      const reading = module.read?.(view, words, NAMES);
      if (!reading) return expect(DRAWN).not.toContain(game);
      const { body } = render(ReadableBoard, { props: { reading } });
      expect(body.match(/<td>[^<]/g)).toHaveLength(reading.rows.length * reading.columns.length); // none of them is empty
      expect(body).not.toMatch(/NaN|undefined|\{ ?\$/);
      const taken = reading.rows.flatMap(({ cells }) => cells).filter((cell) => !/(^|, )(free|frei|empty|leer)|start|Start/.test(cell));
      expect(taken).toHaveLength(countTaken(view));
      for (let seat = 0; seat < view.seats; seat++) expect(module.sign?.(view, seat, words)).toMatch(/^\p{L}{3}/u);
    });

    test.each(viewsOf(game))("tells %s", (_, view) => {
      const words = gameWords(game);
      const scores = module.scores(view, words);
      expect(scores.map(({ seat }) => seat)).toEqual([...Array(view.seats).keys()]);
      const accounts = module.accounts(view, words, NAMES);
      expect(accounts.flatMap(({ seats }) => seats).sort()).toEqual([...Array(view.seats).keys()]);
      const all = JSON.stringify([scores, accounts]);
      expect(all).not.toMatch(/NaN|undefined|\{ ?\$/);
      for (let seat = 0; seat < view.seats; seat++) expect(module.colourOf(view, seat)).toMatch(/^[a-z]+$/);
    });
  });

  test("has a picture for the home page", async () => {
    const view = await module.picture();
    expect(view.game).toBe(game);
    expect(render(SceneBoard, { props: { module, scene: sceneOf(view, null) } }).body).toContain("<svg");
  });
});

test("partners share a place, and the others are second", async () => {
  const [, view] = viewsOf("planken").find(([path]) => path.endsWith("/teams.json")) ?? [];
  if (!view) throw new Error("no golden game of teams");
  useTexts("en", texts["../../src/texts/en.ts"]?.default ?? []);
  const table = { result: { places: [1, 3, 1, 3] } } as ComponentProps<typeof Result>["table"];
  const { body } = render(Result, { props: { table, module: await loadGame("planken"), view, names: NAMES } });
  expect([...body.matchAll(/class="place[^>]*>([^<]*)</g)].map(([, place]) => place)).toEqual(["1.", "2."]);
});
