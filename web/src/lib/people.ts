/** How seats and games are called. */
import type { Card, OwnCard, Seat, SeatCard } from "./net/protocol";
import { gameWords, t } from "./words.svelte";

/** "level4" is "Stufe 4"; other bots have no such number. */
export function levelName(level: string): string {
  const number = /^level(\d+)$/.exec(level)?.[1];
  return number ? t("level", { number: Number(number) }) : level === "random" ? t("level-random") : level;
}

export function seatName(seat: SeatCard | undefined, number: Seat): string {
  if (seat?.kind === "bot") return levelName(seat.level);
  return (seat?.kind === "person" && seat.name) || t("seat", { number: number + 1 });
}

/** The names of all seats; equal ones get the number of their seat. */
export function seatNames(card: Card): string[] {
  const names = card.seats.map(seatName);
  return names.map((name, seat) =>
    names.filter((other) => other === name).length > 1 ? t("seat-numbered", { name, number: seat + 1 }) : name,
  );
}

/** The names as labels: whoever plays here alone and has told no name is "You". */
export function seatLabels({ seats, mine }: OwnCard, names: readonly string[]): readonly string[] {
  const [own, another] = mine;
  const chair = seats[own ?? -1];
  if (own === undefined || another !== undefined || (chair?.kind === "person" && chair.name)) return names;
  return names.map((name, seat) => (seat === own ? t("you-label") : name));
}

type Named = Pick<OwnCard, "game" | "variant"> & Partial<OwnCard>;

/** "Blokus · Duo", and whether somebody may have chosen the deal. */
export function gameName(card: Named): string {
  const words = gameWords(card.game);
  const name = `${words("title")} · ${words(`variant-${card.variant}`)}`;
  if (card.imported) return `${name} · ${t("imported")}`;
  return isDealtByOther(card) ? `${name} · ${t("local")}` : name;
}

/** Whether somebody else's device dealt, or others were dealt to here. Who plays against programs need not be told. */
export function isDealtByOther({ local, seats = [], mine }: Named): boolean {
  return Boolean(local && mine) && seats.some(({ kind }, seat) => kind === "person" && !mine?.includes(seat));
}

export function joinNames(names: string[]): string {
  if (names.length < 2) return names.join();
  return t("and", { first: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}

/** The seats of others who chose a name. */
export function reportable({ seats, mine }: OwnCard): [Seat, string][] {
  return seats.flatMap((chair, seat) => (chair.kind === "person" && chair.name && !mine.includes(seat) ? [[seat, chair.name]] : []));
}
