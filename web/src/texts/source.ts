import type { Texts } from "../lib/words.svelte";

/**
 * Name texts as refusals name their source: "games.blokus", "server", or "page" for the page's own. What a game says
 * only on the page (src/games/<id>/text.*.ftl) joins the texts of the game.
 */
export function bySource(files: Record<string, string>): Texts {
  return Object.entries(files).map(([path, text]) => {
    const inside = /src\/tischlein\/(.*)\/text\.\w+\.ftl$/.exec(path);
    const game = /games\/(\w+)\/text\.\w+\.ftl$/.exec(path);
    return [inside?.[1]?.replaceAll("/", ".") ?? (game ? `games.${game[1]}` : "page"), text];
  });
}
