/** Random numbers from a seed, the same as in the library: `roll` of core/compiled.py, for dice in either memory. */
import { newDice } from "../../engine/random";
import type { Numbers } from "./module";

const WORD = (1n << 64n) - 1n;

/** The next state of dice, and a number from 0 to sides - 1. */
function rollOnce(word: bigint, sides: number): [word: bigint, rolled: number] {
  let bits = word;
  bits ^= (bits << 13n) & WORD;
  bits ^= bits >> 7n;
  bits ^= (bits << 17n) & WORD;
  return [bits, Number((((bits >> 33n) * BigInt(sides)) & WORD) >> 31n)];
}

/** Dice of which only the page rolls. */
export class Dice {
  #word: bigint;
  constructor(seed: number) {
    this.#word = newDice(seed);
  }

  roll(sides: number): number {
    const [word, rolled] = rollOnce(this.#word, sides);
    this.#word = word;
    return rolled;
  }
}

/** Roll dice that lie in the module's memory. */
export function rollIn(dice: Numbers, sides: number): number {
  const [word, rolled] = rollOnce(dice.getWord(), sides);
  dice.setWord(word);
  return rolled;
}
