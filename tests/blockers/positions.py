"""Positions to order for the tests: a drawn board, racks and taken tiles."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.game import Setup
from tischlein.games.blockers import GAME
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.pieces import COLOURS, TILES

LETTERS = {colour[0]: number for number, colour in enumerate(COLOURS)}


def deal_with(racks: Mapping[str, str], colours: list[str]) -> dict[str, str]:
    """Return a deal in which each colour starts with the given tiles, and goes on in the order of the tiles."""
    deal = {}
    for colour in colours:
        first = racks.get(colour, "").split()
        deal[colour] = " ".join([*first, *(tile for tile in TILES if tile not in first)])
    return deal


def table(
    board: str = "",
    racks: Mapping[str, str] | None = None,
    *,
    variant: str = "basic",
    seats: int = 4,
    turn: int = 0,
    taken: Mapping[int, str] | None = None,
    options: Mapping[str, str] | None = None,
    placed: Mapping[str, int] | None = None,
) -> BlockersState:
    """Return a position with this board: rows of letters r g b y v, "." for empty, short rows and boards filled up.

    `taken` has words such as "3red" by seat. `placed` says how many tiles of its deal a colour has placed.
    """
    empty = GAME.setup(variant, seats, options, seed=0, first=turn)
    deal = deal_with(racks or {}, list(empty.deal))
    setup = Setup(empty.game, variant, seats, turn, empty.options, deal)
    array = GAME.start(setup)._array.copy()
    position = array[0]
    for row, line in enumerate(board.split(), start=1):
        for column, letter in enumerate(line, start=1):
            if letter != ".":
                position.colour[10 * row + column] = LETTERS[letter]
    for seat, words in (taken or {}).items():
        for word in words.split():
            position.taken[seat, COLOURS.index(word[1:])] = (1 << int(word[0])) - 1
    for colour, count in (placed or {}).items():
        position.placed[COLOURS.index(colour)] = count
    return BlockersState(setup, array)


def finished(state: BlockersState) -> BlockersState:
    """Return the same position as if the game ended here."""
    array = state._array.copy()
    array[0].turn = -1
    return BlockersState(state.setup, array)
