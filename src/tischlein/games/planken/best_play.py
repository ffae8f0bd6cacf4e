"""How a proven game goes on when the winners hurry and the losers hold out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .position import BUFFER, GOING_ON
from .rules import moves, push, seat_of
from .solver import Desk, ask, search

PATIENCE = (2_000, 1_000_000)
"""Nodes for one question: first what the table knows already, then more."""


def wins(desk: Desk, position: NDArray[Any], attackers: int, plies: int, nodes: int) -> bool | None:
    """Return whether the attackers win within so many plies; None if that takes too long to find out."""
    question = desk.question[0]
    desk.stack[0] = position[0]
    desk.stack[0].run = 0
    ask(question, attackers, plies)
    search(desk, int(question.nodes) + nodes)
    return None if question.ply >= 0 else bool(question.answer)


def best_play(desk: Desk, root: NDArray[Any], first: int, attackers: int, plies: int) -> list[int]:
    """Return the moves after a first one with which the attackers win in so many plies, and not in fewer."""
    position, path = root.copy(), list[int]()
    push(position[0], first)
    while position[0].ending == GOING_ON and plies > 0:
        attacking = bool(attackers >> int(seat_of(position[0], int(position[0].turn))) & 1)
        code = _choose(desk, position, attackers, attacking, plies)
        if code is None:
            break
        push(position[0], code)
        path.append(code)
        plies -= 1
    return path


def _choose(desk: Desk, position: NDArray[Any], attackers: int, attacking: bool, plies: int) -> int | None:
    """Return a move that wins in time, or one after which the attackers need all the time they have."""
    buffer = np.empty(BUFFER, np.int32)
    codes = buffer[: moves(position[0], buffer)].tolist()
    undecided = 0
    for nodes in PATIENCE:
        undecided = 0
        for code in codes:
            after = position.copy()
            push(after[0], code)
            won = wins(desk, after, attackers, plies - 1 if attacking else plies - 2, nodes)
            if won is attacking:
                return int(code)
            undecided += won is None
    return None if attacking or undecided else int(codes[0])
