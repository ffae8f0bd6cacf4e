"""What a person sees at first sight: lines in the making. The whole wisdom of the weakest levels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, count_bits, roll

from .position import GOING_ON, KEEP
from .rules import push
from .threats import can_finish

UNSEEN = 100.0
"""What is taken off a move that does not come to mind: more than anything else counts."""


@compiled
def glance(
    root: NDArray[Any],
    work: NDArray[Any],
    codes: NDArray[np.int32],
    merits: NDArray[np.float64],
    ideas: int,
    dice: Dice,
) -> None:
    """Write for each move how well it serves the mover's own lines; about so many come to mind, the others do not."""
    side = root[0].turn
    for index in range(len(codes)):
        merits[index] = roll(dice, 1000) / 10_000 - (UNSEEN if roll(dice, len(codes)) >= ideas else 0)
        work[0] = root[0]
        if codes[index] < KEEP:
            push(work[0], np.int64(codes[index]))  # type: ignore[arg-type]
        if work[0].ending == GOING_ON:
            merits[index] += _promise(work[0], side)


@compiled
def _promise(position: Position, side: int) -> float:
    """Return how much the side has in the making: a line that lacks one nail, and a little for every pair of nails.

    Two such lines at once count as one: to see that nobody can stop both is looking ahead, which is the proofs' part.
    """
    red, green, blue = position.nails[side, 0], position.nails[side, 1], position.nails[side, 2]
    every = red | green | blue
    upright = count_bits(np.uint64((red & green) | (red & blue) | (green & blue)))
    neighbours = count_bits(np.uint64(every & every >> 1))
    return 1.0 * can_finish(position, side) + 0.3 * upright + 0.2 * neighbours
