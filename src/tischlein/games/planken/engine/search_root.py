"""Where a search begins: a position as the search holds it, and which positions would be drawn by repetition."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.rules import POSITION

from .symmetry import plain_key

REMEMBERED = 20
"""How many moves of the past a search remembers for R10; more would make every simulation slower."""


def make_root(state: PlankenState) -> NDArray[Any]:
    """Return the position as the search holds it: with a short memory."""
    position, root = state.position, np.zeros(1, POSITION)
    for name in POSITION.names or ():
        if name != "history":
            root[0][name] = position[name]
    kept = min(int(position.run), REMEMBERED)
    root[0].history[:kept] = position.history[position.run - kept : position.run]
    root[0].run = kept
    return root


def find_repetitions(state: PlankenState) -> NDArray[np.uint64]:
    """Return the plain keys of positions that have stood twice: the next time they are a draw (R10)."""
    run = int(state.position.run)
    if run < 4:
        return np.zeros(0, np.uint64)
    past = make_root(state)[0]
    keys = Counter([int(plain_key(past, 0))])
    edge = int(past.left) + 1
    for move in state.position.history[run - 1 :: -1].tolist():
        past.turn = move >> 12
        for field in (move >> 6 & 63, move & 63):
            past.nails[past.turn, field // 12] ^= 1 << edge + field % 12
        keys[int(plain_key(past, 0))] += 1
    return np.array([key for key, count in keys.items() if count >= 2], np.uint64)
