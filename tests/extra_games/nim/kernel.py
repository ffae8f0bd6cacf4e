"""The compiled rules for searches and learners."""

from __future__ import annotations

from tischlein.core.kernel import Kernel

from . import rules
from .notation import read, write

KERNEL = Kernel(
    position=lambda state: state.copy_position(),
    buffer=rules.MOST,
    moves=rules.moves,
    push=rules.push,
    to_move=rules.to_move,
    result=rules.result,
    playout=rules.playout,
    encode=lambda _state, move: read(move),
    decode=lambda _state, code: write(code),
)
