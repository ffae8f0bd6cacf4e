"""The principal line of a proven game: the winners hurry and the losers hold out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.games.planken.rules import GOING_ON, moves, push, seat_of
from tischlein.games.planken.tables import BUFFER

from .solver import ProofWorkspace, begin_proof, run_proof

NODE_LIMITS = (2_000, 1_000_000)
"""For one proof: first what the transposition table knows already, then more."""


def prove_win(workspace: ProofWorkspace, position: NDArray[Any], attackers: int, plies: int, nodes: int) -> bool | None:
    """Return whether the attackers win within so many plies; None if that takes too long to find out."""
    proof = workspace.proof[0]
    workspace.stack[0] = position[0]
    workspace.stack[0].run = 0
    begin_proof(proof, attackers, plies)
    run_proof(workspace, int(proof.nodes) + nodes)
    return None if proof.ply >= 0 else bool(proof.result)


def principal_line(workspace: ProofWorkspace, root: NDArray[Any], first: int, attackers: int, plies: int) -> list[int]:
    """Return the moves after a first one with which the attackers win in so many plies, and not in fewer."""
    position, path = root.copy(), list[int]()
    push(position[0], first)
    while position[0].ending == GOING_ON and plies > 0:
        attacking = bool(attackers >> int(seat_of(position[0], int(position[0].turn))) & 1)
        code = _choose(workspace, position, attackers, attacking, plies)
        if code is None:
            break
        push(position[0], code)
        path.append(code)
        plies -= 1
    return path


def _choose(
    workspace: ProofWorkspace, position: NDArray[Any], attackers: int, attacking: bool, plies: int
) -> int | None:
    """Return a move that wins in time, or one after which the attackers need all the time they have."""
    buffer = np.empty(BUFFER, np.int32)
    codes = buffer[: moves(position[0], buffer)].tolist()
    undecided = 0
    for nodes in NODE_LIMITS:
        undecided = 0
        for code in codes:
            after = position.copy()
            push(after[0], code)
            won = prove_win(workspace, after, attackers, plies - 1 if attacking else plies - 2, nodes)
            if won is attacking:
                return int(code)
            undecided += won is None
    return None if attacking or undecided else int(codes[0])
