"""The policy of somebody who is new to the game: a few weights set by hand instead of those that were learned.

Beginners want to be rid of their large pieces, and go to the middle, where the others are. What the others can do, and
where a move leads, they do not see; later they learn to look at the corners that a piece opens and the edges it closes.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tischlein.games.blokus.tables import SHAPE_PIECE, SHAPE_SIZE

from .linear_policy import CELL_FEATURES, CENTRE, CLOSED, OPENED, TOUCH, load_linear_policy
from .policy_net import Policy, empty_policy_net

PER_SQUARE, TO_THE_MIDDLE, TO_THE_OTHERS = 2.0, 1.0, 1.0
"""What a beginner gives for a square of a piece, for the middle, and for each neighbour of another colour."""

NEW, SEES_CORNERS = 1, 2
"""How far a beginner is."""


@cache
def beginner_policy(width: int, sides: int, stage: int) -> Policy:
    """Return the policy of a beginner in a variant."""
    learned = load_linear_policy(width, sides)
    weights = np.zeros_like(learned)
    weights[:, CENTRE] = TO_THE_MIDDLE
    weights[:, TOUCH : TOUCH + 3] = TO_THE_OTHERS
    if stage >= SEES_CORNERS:
        weights[:, OPENED], weights[:, CLOSED] = learned[:, OPENED], learned[:, CLOSED]
    for shape, piece in enumerate(SHAPE_PIECE.tolist()):
        weights[:, CELL_FEATURES + piece] = PER_SQUARE * SHAPE_SIZE[shape]
    return Policy(weights, empty_policy_net())
