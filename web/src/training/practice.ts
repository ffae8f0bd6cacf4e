/** Learning by repetition: when an exercise should come again. The same numbers as src/tischlein/study/practice.py. */

/** Days after the first and the second success in a row. */
const FIRST_INTERVALS = [1, 3];
const EASE = 2.5;
const LEAST_EASE = 1.3;
const EASE_STEP = 0.2;
const RATING_STEP = 24;
export const RATING = 1200;

/** What is known of one person and one exercise. */
export interface Card {
  /** The day on which it should come again, as 2026-03-01. */
  due: string;
  interval: number;
  ease: number;
  /** In a row. */
  successes: number;
}

export const newCard = (due: string): Card => ({ due, interval: 0, ease: EASE, successes: 0 });

/** The card after an answer. */
export function review(card: Card, solved: boolean, today: string): Card {
  if (!solved) return { due: today, interval: 0, ease: Math.max(LEAST_EASE, card.ease - EASE_STEP), successes: 0 };
  const interval = FIRST_INTERVALS[card.successes] ?? roundEven(card.interval * card.ease);
  return { due: addDays(today, interval), interval, ease: card.ease, successes: card.successes + 1 };
}

/** Both ratings after an answer: what was expected changes little, a surprise much. */
export function updateRatings(person: number, exercise: number, solved: boolean): [person: number, exercise: number] {
  const expected = 1 / (1 + 10 ** ((exercise - person) / 400));
  const step = RATING_STEP * (Number(solved) - expected);
  return [person + step, exercise - step];
}

/** A half goes to the even number, as in Python. */
function roundEven(value: number): number {
  const whole = Math.floor(value);
  if (value - whole !== 0.5) return Math.round(value);
  return whole % 2 ? whole + 1 : whole;
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The day of the last answer. */
export const lastReview = ({ due, interval }: Card): string => addDays(due, -interval);

/** The day that it is where somebody sits. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
