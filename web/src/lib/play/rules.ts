/** The rules of a game in this page, for tables with others where nothing is hidden: set-up and moves are all there is. */
import type { LocalGame, Played } from "../../engine";
import type { GameInfo, Snapshot } from "../net/protocol";

export interface Rules {
  /** The position of a table. Throws where the server plays by other rules. */
  open(setup: Snapshot["setup"], moves: readonly Played[]): LocalGame;
  /** The position after these moves of the same game. */
  follow(game: LocalGame, moves: readonly Played[]): LocalGame;
}

/** Null: the server has to say what may be played. */
export async function loadRules(info: GameInfo): Promise<Rules | null> {
  if (info.secret) return null;
  try {
    const { loadEngine } = await import("../../engine/games");
    const engine = await loadEngine(info.id);
    const replay = (game: LocalGame, moves: readonly Played[]) => moves.reduce((now, { move }) => now.play(move), game);
    return {
      open(setup, moves) {
        if (setup?.rules_version !== engine.info.rules_version) throw new Error("other rules");
        return replay(engine.start(setup), moves);
      },
      follow: (game, moves) =>
        moves.length > game.moves.length ? replay(game, moves.slice(game.moves.length)) : replay(engine.start(game.setup), moves),
    };
  } catch {
    return null; // no WebAssembly, no such game, or no line
  }
}
