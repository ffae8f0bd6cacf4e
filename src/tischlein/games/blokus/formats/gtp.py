"""How Blokus is spoken of in the Go Text Protocol, as Pentobi does it."""

from __future__ import annotations

from tischlein.core.game import State
from tischlein.games.blokus import notation
from tischlein.games.blokus.game import BlokusState

from .sgf import GAME_NAMES, colour_ids, write_move


def game_name(variant: str) -> str:
    """Return what `set_game` is told."""
    return GAME_NAMES[variant]


def colour(state: State) -> str:
    """Return the name of the colour to move."""
    assert isinstance(state, BlokusState)
    return colour_ids(state.setup.variant)[int(state.position.turn)].lower()


def history(state: State) -> list[tuple[str, str]]:
    """Return the colours and moves that led to a position, as `play` is told them."""
    assert isinstance(state, BlokusState)
    names, position = colour_ids(state.setup.variant), state.position
    return [
        (names[int(position.played_by[ply])].lower(), write_move(notation.write(int(position.played[ply]))))
        for ply in range(int(position.ply))
    ]
