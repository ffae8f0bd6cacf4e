"""Positions of Blokus to look at."""

import random
from typing import Any

import numpy as np

from tischlein import find_game
from tischlein.games.blokus.rules import can_place
from tischlein.games.blokus.tables import A1, STRIDE

GAME = find_game("blokus")


def play_randomly(variant: str, plies: int, seed: int = 1) -> Any:
    """Return a State after random plies; it is not over."""
    rng, state = random.Random(seed), GAME.new(variant, seed=seed, first=0)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    assert state.to_move is not None
    return state


def positions(variant: str, plies: int) -> Any:
    """Return the position of a State after random plies, every colour's contacts noted."""
    position = play_randomly(variant, plies).position.copy()
    for colour in range(int(position.colours)):
        can_place(position, colour)
    return position


def turn_board(position: Any) -> Any:
    """Return a position turned by one colour: everything that a colour had, the next one has, at its own corner."""
    turned, width, colours = position.copy(), int(position.width), int(position.colours)
    for y in range(width):
        for x in range(width):
            column, row = (width - 1 - x, width - 1 - y) if colours == 2 else (y, width - 1 - x)  # clockwise
            here, there = A1 + STRIDE * y + x, A1 + STRIDE * row + column
            owner, bits = int(position.owner[here]), int(position.board[here])
            turned.owner[there] = owner and owner % colours + 1
            low, high = ((half << 1 | half >> (colours - 1)) & (1 << colours) - 1 for half in (bits & 15, bits >> 4))
            turned.board[there] = low | high << 4
    for name in ("placed", "rest"):
        turned[name][:colours] = np.roll(position[name][:colours], 1)
    out = int(position.out)
    turned.out = (out << 1 | out >> (colours - 1)) & (1 << colours) - 1
    turned.turn = (position.turn + 1) % colours
    turned.fresh[:] = -1
    return turned
