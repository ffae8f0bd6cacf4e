"""The same questions as the search answers, answered by trying everything."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import compiled
from tischlein.games.planken import rules
from tischlein.games.planken.engine.search_root import make_root
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.notation import read
from tischlein.games.planken.rules import moves, push, result, seat_of
from tischlein.games.planken.tables import BUFFER


def force(state: PlankenState, attackers: int, plies: int) -> int:
    """Return 1 if these seats (bits) can force a win within so many plies, else 0."""
    root = make_root(state)
    stack = np.zeros(plies + 1, root.dtype)
    stack[0] = root[0]
    stack[0].run = 0
    return int(_force(stack, np.empty((plies + 1, BUFFER), np.int32), 0, attackers))


@compiled
def _force(stack: NDArray[Any], buffers: NDArray[np.int32], ply: int, attackers: int) -> int:
    position = stack[ply]
    if position.ending:
        for seat in range(position.seats):
            if attackers >> seat & 1:
                return int(result(position, seat) > 0)
    if ply == len(stack) - 1:
        return 0
    attacking = attackers >> seat_of(position, position.turn) & 1
    count = moves(stack[ply], buffers[ply])
    for index in range(count):
        stack[ply + 1] = stack[ply]
        push(stack[ply + 1], np.int64(buffers[ply, index]))  # type: ignore[arg-type]
        if _force(stack, buffers, ply + 1, attackers) == attacking:
            return int(attacking)
    return int(1 - attacking)


def winning_cells(state: PlankenState) -> set[tuple[int, int]]:
    """Return column and height of every nail that completes a line at once."""
    cells = set()
    for move in state.legal_moves():
        after = state.play(move)
        if after.view(None)["ending"] == "line":
            _, source, column, height = rules.parts(read(move)[0])
            if source >= 0:
                colour = rules.colour_at(after.position, source // 3, source % 3)
                height = int(rules.height_of(after.position, column, colour))
            cells.add((int(column), int(height)))
    return cells
