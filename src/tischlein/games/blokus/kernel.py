"""The compiled rules as searches and learners use them."""

from __future__ import annotations

from functools import cache

import numpy as np

from tischlein.core.compiled import Dice, Position
from tischlein.core.game import Move, State
from tischlein.core.kernel import Kernel

from . import notation, rules
from .game import BlokusState


def _copy(state: State) -> Position:
    assert isinstance(state, BlokusState)
    return state.position.copy()


def _encode(state: State, move: Move) -> int:
    assert isinstance(state, BlokusState)
    return state.judge(move)


def _decode(_state: State, code: int) -> Move:
    return notation.write(int(code))


def _playouts(position: Position, count: int, dice: Dice) -> int:
    return rules.playouts(position, np.zeros(1, rules.POSITION)[0], count, dice)


def _perft(position: Position, depth: int) -> int:
    if depth <= 0:
        return 1
    stack = np.zeros(depth + 1, rules.POSITION)
    stack[depth] = position
    return rules.perft(stack, depth, np.zeros((depth + 1, rules.BUFFER), np.int32))


@cache
def make_kernel(_variant: str) -> Kernel:
    """Return the compiled fast lane; it is the same for all variants."""
    return Kernel(
        position=_copy,
        buffer=rules.BUFFER,
        moves=rules.moves,
        push=rules.push,
        to_move=rules.mover,
        result=rules.seat_score,  # R11
        playout=rules.playout,
        playouts=_playouts,
        perft=_perft,
        encode=_encode,
        decode=_decode,
    )
