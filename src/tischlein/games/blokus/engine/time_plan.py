"""How to divide the time for a whole game among its moves; pure, whoever asks has the clock.

The first moves of a game are much alike, and late ones have little left to choose: time is worth most in between. The
weights were found by matches (docs/experiments.md).
"""

from __future__ import annotations

from typing import NamedTuple

from tischlein.games.blokus.game import BlokusState


class Phase(NamedTuple):
    """How much a move is worth thinking about, before a ply."""

    end: int
    weight: float


FOUR_COLOURS = Phase(8, 0.15), Phase(12, 0.5), Phase(50, 1.0), Phase(84, 0.3)
DUO = Phase(2, 0.3), Phase(4, 1.0), Phase(16, 1.4), Phase(24, 0.6), Phase(42, 0.15)

PHASES = {2: DUO, 4: FOUR_COLOURS}
"""By colours on the board."""
USUAL_PLIES = {2: 33, 4: 76}

FEWEST_LEFT = 6
"""So many own moves are taken to be left at any time: a game may last longer than usual."""

THRIFT = 1.5
"""Who stops as soon as the rest cannot change the choice uses about two thirds of what it may. Without this factor the
rest would be put off from move to move, to the end of the game, where nothing is left to choose."""

LEAST = 0.05
"""A move gets at least so much of an even share, even if no time is left: a game must go on."""


def weigh_ply(colours: int, ply: int) -> float:
    """Return how much a move at a ply is worth thinking about."""
    return next((phase.weight for phase in PHASES[colours] if ply < phase.end), PHASES[colours][-1].weight)


def seconds_for_move(state: BlokusState, left: float, whole_game: float, one_in: int | None = None) -> float:
    """Return how long to think about a move, with so many seconds left of those for the whole game.

    One ply in so many is played with this time; without a number it is the time of the seat to move. It is meant for a
    thrifty search.
    """
    colours, ply = int(state.position.colours), int(state.position.ply)
    usual = USUAL_PLIES[colours]
    step = one_in or state.seats
    own_plies = range(ply, max(usual, ply + FEWEST_LEFT * step), step)
    share = weigh_ply(colours, ply) / sum(weigh_ply(colours, own) for own in own_plies)
    return max(THRIFT * left * share, LEAST * whole_game / usual)
