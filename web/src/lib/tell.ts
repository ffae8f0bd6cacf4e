/** Sentences about a table that need no game. */
import { joinNames } from "./people";
import type { Card, Event, Refusal, Result } from "./protocol";
import { t } from "./words.svelte";

/** Who has won, and why if it was not by playing to the end. */
export function tellResult(result: Result, names: readonly string[]): string {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  const drawn = winners.length === names.length || winners.length === 0;
  const head = drawn ? t("result-drawn") : t("result-won", { names: joinNames(winners), count: winners.length });
  return result.reason === "played" ? head : `${head} ${t(`result-${result.reason}`)}`;
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
