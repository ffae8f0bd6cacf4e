/** What board and hand share in a game whose moves are single choices: the move that somebody is about to make. */
import { untrack } from "svelte";
import type { Scene, TableView } from "../../lib/game";
import type { Move } from "../../lib/net/protocol";

/** With what somebody chooses: a finger gets a tick before a move counts. */
export type By = "mouse" | "touch" | "keys";

export class Choice<V extends TableView = TableView> {
  /** What is chosen and waits for the tick. */
  held = $state<Move | null>(null);
  /** What somebody tried although it is not legal: the page says why. */
  tried = $state<Move | null>(null);
  /** With what the pointer was pressed last; boards set it in `onpointerdown`. */
  by: By = "mouse";

  constructor(readonly scene: Scene<V>) {
    $effect(() => {
      // A new position, or nothing to choose any more: what was held is put down.
      void [this.scene.view.ply, this.open];
      untrack(() => this.drop());
    });
    $effect(() => this.scene.oncheck(this.tried));
  }

  /** Whether something can be chosen now. */
  open = $derived.by(() => this.scene.legal !== null && this.scene.pending === null);

  /** The move to be marked on the board: on its way, chosen, or advised; and which of these it is. */
  marked = $derived.by((): { move: Move | null; look: "pending" | "held" | "hint" } => {
    if (this.scene.pending !== null) return { move: this.scene.pending, look: "pending" };
    return this.held === null ? { move: this.scene.hint, look: "hint" } : { move: this.held, look: "held" };
  });

  /** Note with what somebody presses. */
  press = (event: PointerEvent): void => {
    this.by = event.pointerType === "mouse" ? "mouse" : "touch";
  };

  /** Choose a move; with mouse and keys that plays at once, unless somebody wants to confirm. */
  choose(move: Move, by: By = this.by): void {
    if (!this.open) return;
    this.tried = null;
    if (!this.scene.legal?.includes(move)) this.tried = move;
    else if (by === "touch" || (this.scene.settings.confirm && this.held !== move)) this.held = move;
    else this.scene.onmove(move);
  }

  place(): void {
    if (this.open && this.held !== null) this.scene.onmove(this.held);
  }

  drop(): void {
    this.held = this.tried = null;
  }
}
