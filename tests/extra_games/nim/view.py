"""What everybody may see, as JSON: all of it, for nothing is hidden in this game."""

from __future__ import annotations

from tischlein.core.compiled import Position
from tischlein.core.game import State
from tischlein.core.view import TableView, show_table


class View(TableView):
    """The table."""

    heap: int  # matches that are left
    dealt: int  # matches that there were at first


def make_view(state: State, position: Position) -> View:
    """Return the view of a position."""
    table = show_table(state, int(position["ply"]))
    return {**table, "heap": int(position["heap"]), "dealt": int(state.setup.deal["heap"])}
