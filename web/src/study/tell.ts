/** Sentences of the study that need no page. */
import type { Variation, LocalGame, Move } from "../engine";
import { isSure } from "../engine/search";
import type { GameModule, MoveLine } from "../lib/game";
import { levelName } from "../lib/people";
import type { Card, SeatCard } from "../lib/net/protocol";
import { t, type Words } from "../lib/words.svelte";
import type { Study } from "./tree/tree";

/** Who sits where, as the record of a game says it. */
export function chairsOf({ tags }: Pick<Study, "tags">, seats: number): SeatCard[] {
  return Array.from({ length: seats }, (_, seat) => {
    const [kind = "", name = ""] = (tags[`Seat ${seat}`] ?? "").split(/:(.*)/);
    return levelName(kind) === kind ? { kind: "person", name: kind === "human" ? name : name || kind } : { kind: "bot", level: kind };
  });
}

/** A study looks like a table at which everybody sits here. */
export function cardOf(id: string, study: Pick<Study, "tags">, game: LocalGame): Card {
  const { setup, outcome, toMove, moves } = game;
  return {
    id, game: setup.game, variant: setup.variant, options: { ...setup.options }, seats: chairsOf(study, setup.seats), status: outcome ? "over" : "playing",
    public: false, clock: null, takebacks: true, hints: true, imported: false, local: true, ply: moves.length, to_move: toMove,
    result: outcome && { reason: "played", places: outcome.places, winners: outcome.winners }, next: null, created: 0,
  }; // prettier-ignore
}

/** A legal move in words. */
export function tellMove(game: LocalGame, move: Move, module: GameModule, words: Words): MoveLine | null {
  const after = game.play(move);
  return module.moves(after.view(null), after.moves, words).at(-1) ?? null;
}

/** A line of the engine in words: as far as it can be played, for with hidden hands some of it may only be guessed. */
export function tellLine(game: LocalGame, line: Variation, module: GameModule, words: Words, most = 5): MoveLine[] {
  let now = game;
  for (const move of [line.move, ...line.continuation].slice(0, most)) {
    if (now.toMove === null || now.fault(move)) break;
    now = now.play(move);
  }
  return module.moves(now.view(null), now.moves, words).slice(game.moves.length);
}

/** What a line is worth to whoever is to move, if that is known. */
export function tellValue(line: Variation): string {
  const { value, proven } = line;
  if (!isSure(line)) return t("study-unsure");
  if (proven) return t(value > 0.5 ? "study-wins" : "study-loses");
  return t("study-share", { share: Math.round(100 * value) });
}
