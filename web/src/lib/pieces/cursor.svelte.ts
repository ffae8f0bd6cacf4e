/** The square that the arrow keys point at while no piece is held. */
import type { Keymap } from "../keys";
import type { Square } from "./pieces";

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

export class Cursor {
  at = $state.raw<Square | null>(null);
  readonly keys: Keymap;

  /** `tell` says what is on a square whenever the cursor comes there. */
  constructor(size: () => { columns: number; rows: number }, tell: (square: Square) => void) {
    const go = (dx: number, dy: number) => (): void => {
      const { columns, rows } = size();
      const [x, y] = this.at ?? [Math.floor(columns / 2) - dx, Math.floor(rows / 2) - dy]; // the first step goes to the middle
      this.at = [within(x + dx, columns), within(y + dy, rows)];
      tell(this.at);
    };
    this.keys = { ArrowLeft: go(-1, 0), ArrowRight: go(1, 0), ArrowUp: go(0, 1), ArrowDown: go(0, -1) };
  }
}
