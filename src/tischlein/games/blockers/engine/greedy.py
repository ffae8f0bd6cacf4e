"""The greedy player: what a move does to its own points at once is all it sees."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from tischlein.core.search import Search, Variation
from tischlein.games.blockers import rules

if TYPE_CHECKING:
    from tischlein.games.blockers.game import BlockersState


class Greedy(Search):
    """Chooses the move after which it has the fewest points, any of them if several are equal.

    With `candidates` it looks at only so many moves, as somebody who is new to the game does; 0 means all.
    """

    def __init__(self, state: BlockersState, seed: int, candidates: int = 0) -> None:
        rng = random.Random(seed)
        moves = list(state.legal_moves())
        rng.shuffle(moves)  # before the stable sort below: equals come in random order
        seat = state.to_move or 0
        before = rules.points(state.position, seat)
        self._variations = []
        for move in moves[: candidates or None]:
            gain = before - rules.points(state.play(move).position, seat)
            self._variations.append(Variation(move, 1 / (1 + math.exp(-gain)), 1))
        self._variations.sort(key=lambda found: -found.value)

    def run(self, simulations: int) -> None:
        """Do nothing: everything was seen at once."""

    def variations(self) -> list[Variation]:
        """Return the moves that were looked at, best first."""
        return list(self._variations)

    @property
    def proven(self) -> bool:
        """Whether more thinking cannot change the choice: always."""
        return True
