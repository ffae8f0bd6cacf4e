/** Sentences about a table that need no game. */
import { joinNames } from "./people";
import type { Account, GameModule } from "./game";
import type { Card, Event, Refusal, Result, Seat, TableView } from "./net/protocol";
import { language, t, type Words } from "./words.svelte";

/** Who has won, and why if it was not by playing to the end. */
export function tellResult(result: Result, names: readonly string[], own: readonly Seat[] = []): string {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  const drawn = winners.length === names.length || winners.length === 0;
  const mine = result.winners.some((seat) => own.includes(seat));
  const head = drawn ? t("result-drawn") : mine ? t("result-won-you") : t("result-won", { names: joinNames(winners), count: winners.length });
  if (result.reason === "played") return head;
  const losers = names.filter((_, seat) => !result.winners.includes(seat));
  const gone = own.length && !mine && losers.length === 1 ? t("you-resigned") : t("result-resigned", { name: losers[0] ?? "", count: losers.length });
  return `${head} ${result.reason === "resigned" ? gone : t(`result-${result.reason}`)}`;
}

/** Why it ended like this: in the game's words, or by how much. Nothing where nobody played to the end. */
export function tellWhy(result: Result, module: GameModule, view: TableView, words: Words, names: readonly string[]): string {
  if (result.reason !== "played" || !view.outcome) return result.reason === "resigned" ? t("why-resigned") : "";
  const said = module.why?.(view, words, names);
  if (said !== undefined) return said;
  const accounts = module.accounts(view, words, names);
  const placeOf = ({ seats }: Account): number => result.places[seats[0] ?? 0] ?? Infinity;
  const ranked = [...accounts].sort((a, b) => placeOf(a) - placeOf(b));
  const best = ranked[0];
  const next = ranked.find((account) => best && placeOf(account) > placeOf(best)); // partners share a place
  if (!best || !next) return "";
  const name = joinNames(next.seats.map((seat) => names[seat] ?? ""));
  // A line without points says what decided where points did not.
  const decided = best.total === next.total ? best.lines.filter(({ points }) => !points).map(({ text }) => `${text}.`) : [];
  const order = module.fewest ? "fewest" : "most";
  return [t("why-points", { order, points: best.total, name, others: next.total }), ...decided].join(" ");
}

/** What happened, for everything but moves. */
export function tellEvent(event: Event, names: readonly string[]): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  switch (event.kind) {
    case "played":
      return "";
    case "asked":
      return event.needs.length ? t(`asks-${event.what}`, { name }) : "";
    case "answered":
      return t(event.yes ? "answered-yes" : "answered-no", { name });
    default:
      return t(`event-${event.kind}`, { name });
  }
}

/** The address of the rule that a refusal names. */
export function ruleLink(refusal: Refusal, table: Card): string | null {
  return refusal.rule ? `/rules/${table.game}#${refusal.rule}` : null;
}

/** The time of day, as people say it. */
export function tellHour(at: number): string {
  return new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
}
