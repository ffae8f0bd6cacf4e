"""A position of Nim: how it begins, which moves are refused, and what is seen."""

from __future__ import annotations

from typing import Self

import numpy as np

from tischlein.core.game import Json, Move, Seat, Setup
from tischlein.core.kernel_state import KernelState
from tischlein.core.refusal import IllegalMove

from . import rules
from .notation import PACKAGE, read
from .variants import VARIANTS
from .view import make_view


class NimState(KernelState):
    """One position; what is not here follows from the compiled rules."""

    @classmethod
    def begin(cls, setup: Setup) -> Self:
        """Return the first position of a set-up that was checked."""
        array = np.zeros(1, rules.POSITION)
        position = array[0]
        position.heap, position.turn, position.seats = int(setup.deal["heap"]), setup.first, setup.seats
        position.last_wins = VARIANTS[setup.variant].fill(setup.options)["last"] == "wins"
        return cls(setup, array)

    def read(self, move: Move) -> int:
        """Return the code of a legal move. Raises IllegalMove, which names the broken rule."""
        code = read(move)
        left = int(self.position["heap"])
        if code > left:
            raise IllegalMove(PACKAGE, "R2-too-many", left=left)
        return code

    def view(self, seat: Seat | None) -> Json:
        """Return everything: nothing is hidden in this game."""
        return make_view(self, self.position)
