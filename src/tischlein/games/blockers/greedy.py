"""The greedy player: what a move does to its own points at once is all it sees."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from tischlein.core.thinker import Line, Thinker

from . import rules

if TYPE_CHECKING:
    from .game import BlockersState


class Greedy(Thinker):
    """Chooses the move after which it has the fewest points, any of them if several are equal.

    With a `glance` it notices only so many moves, as somebody who is new to the game does.
    """

    def __init__(self, state: BlockersState, seed: int, glance: int = 0) -> None:
        rng = random.Random(seed)
        moves = list(state.legal_moves())
        rng.shuffle(moves)  # before the stable sort below: equals come in random order
        seat = state.to_move or 0
        before = rules.points(state.position, seat)
        self._lines = []
        for move in moves[: glance or None]:
            gain = before - rules.points(state.play(move).position, seat)
            self._lines.append(Line(move, 1 / (1 + math.exp(-gain)), 1))
        self._lines.sort(key=lambda line: -line.value)

    def think(self, simulations: int) -> None:
        """Do nothing: everything was seen at once."""

    def lines(self) -> list[Line]:
        """Return the moves that were noticed, best first."""
        return list(self._lines)

    @property
    def settled(self) -> bool:
        """Whether more thinking cannot change the choice: always."""
        return True
