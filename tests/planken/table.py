"""Set-ups for the tests of Planken legen."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tischlein.core.game import Setup, State
from tischlein.games.planken import GAME

from .reference import Reference

BALANCED = {
    2: ("RGB BGR RBG GBR GRB BRG",) * 2,
    3: ("RGB BGR RBG GRB", "RGB RBG GBR BRG", "BGR GBR GRB BRG"),
    4: ("RGB RBG GRB", "RGB RBG GRB", "BGR GBR BRG", "BGR GBR BRG"),
}


def begin(
    seats: int = 2, first: int = 0, stocks: tuple[str, ...] = (), options: Mapping[str, str] | None = None
) -> State:
    """Return the first position with a fixed, balanced deal."""
    variant = "teams" if seats == 4 else "standard"
    deal = {f"planks {seat}": planks for seat, planks in enumerate(stocks or BALANCED[seats])}
    return GAME.start(Setup("planken", variant, seats, first, options or {}, deal))


def play(state: State, moves: str) -> State:
    """Return the position after moves that are separated by spaces."""
    for move in moves.split():
        state = state.play(move)
    return state


def double(state: State) -> Reference:
    """Return the reference for a first position."""
    setup = state.setup
    stocks = [setup.deal[f"planks {seat}"].split() for seat in range(setup.seats)]
    options = {option.id: option.default for option in GAME.variants[setup.variant].options}
    return Reference(setup.seats, setup.first, options | dict(setup.options), stocks)


def wander(state: State, rng: random.Random) -> State:
    """Return the position at the end of a random game."""
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal_moves()))
    return state
