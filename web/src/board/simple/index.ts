/**
 * Games whose moves are single choices on the board: a cell to click, a number to press. Such a game writes its board,
 * what somebody has to do, and a picture; all else has a default that it may replace.
 */
import type { Component } from "svelte";
import Swatch from "../../controls/Swatch.svelte";
import { defineGame, type GameModule, type Scene, type TableView } from "../../lib/game";
import type { Seat } from "../../lib/net/protocol";
import { COLOURS } from "../../lib/pieces/colours";
import { Choice } from "./choice.svelte";
import TickHand from "./TickHand.svelte";

type Module<V extends TableView> = GameModule<V, Choice<V>>;

export function defineSimpleGame<V extends TableView>(
  own: Pick<Module<V>, "Board" | "task" | "picture"> & Partial<Module<V>>,
): GameModule {
  const colourOf = own.colourOf ?? ((_view: V, seat: Seat) => COLOURS[seat] ?? "blue");
  const seatsOf = (view: V) => [...Array(view.seats).keys()];
  const scoreOf = (view: V, seat: Seat) => (view.outcome ? String(view.outcome.scores[seat] ?? 0) : "");
  /** A swatch of the seat's colour; a component is a function, and a getter keeps its property reactive. */
  const Badge: Component<{ view: V; seat: Seat }> = (internals, props) => {
    Swatch(internals, {
      get colour() {
        return colourOf(props.view, props.seat);
      },
    });
    return {};
  };
  return defineGame<V, Choice<V>>({
    Hand: TickHand as unknown as Component<{ scene: Scene<V>; play: Choice<V> }>,
    Badge,
    begin: (scene) => new Choice(scene),
    scores: (view) => seatsOf(view).map((seat) => ({ seat, value: scoreOf(view, seat), detail: "" })),
    moves: (view, moves) =>
      moves.map(({ seat, move }, i) => ({ ply: i + 1, seat, colour: colourOf(view, seat), short: move, long: move })),
    accounts: (view) => seatsOf(view).map((seat) => ({ seats: [seat], lines: [], total: scoreOf(view, seat) })),
    colourOf,
    ...own,
  });
}
