"""A static evaluation of moves: lines in the making. The weakest levels know nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, count_bits, roll
from tischlein.games.planken.rules import GOING_ON, copy_position, push
from tischlein.games.planken.tables import KEEP

from .threats import can_finish

NOT_A_CANDIDATE = 100.0
"""The penalty for a move that is not looked at: more than anything else counts."""


@compiled
def score_moves(
    root: NDArray[Any],
    work: NDArray[Any],
    codes: NDArray[np.int32],
    scores: NDArray[np.float64],
    candidates: int,
    dice: Dice,
) -> None:
    """Write for each move how well it serves the mover's own lines; about so many candidates are looked at."""
    side = root[0].turn
    for index in range(len(codes)):
        scores[index] = roll(dice, 1000) / 10_000 - (NOT_A_CANDIDATE if roll(dice, len(codes)) >= candidates else 0)
        copy_position(root[0], work[0])
        if codes[index] < KEEP:
            push(work[0], np.int64(codes[index]))  # type: ignore[arg-type]
        if work[0].ending == GOING_ON:
            scores[index] += _evaluate(work[0], side)


@compiled
def _evaluate(position: Position, side: int) -> float:
    """Return how much the side has in the making: a line that lacks one nail, and a little for every pair of nails.

    Two such lines at once count as one: to see that nobody can stop both is looking ahead, which is the proofs' part.
    """
    red, green, blue = position.nails[side, 0], position.nails[side, 1], position.nails[side, 2]
    every = red | green | blue
    upright = count_bits(np.uint64((red & green) | (red & blue) | (green & blue)))
    neighbours = count_bits(np.uint64(every & every >> 1))
    return 1.0 * can_finish(position, side) + 0.3 * upright + 0.2 * neighbours
