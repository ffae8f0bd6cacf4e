"""What a bot is: it chooses a move from a position that its seat cannot tell from the true one."""

from __future__ import annotations

import random
from typing import Protocol

from tischlein.core.game import Move, Seat, State


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, state: State, seat: Seat) -> Move:
        """Return a legal move; the bot looks at nothing but samples of the position for its seat."""


class RandomBot:
    """Plays any legal move, each as likely as the other."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: State, seat: Seat) -> Move:
        """Return a random legal move."""
        return self._rng.choice(state.sample(seat, self._rng).legal_moves())
