"""The rules on bare arrays: one position for searching (`Kernel`), many at once for learning (`BatchKernel`).

A game writes `moves`, `push`, `to_move` and `result`; all else follows from them, and a game that wants it faster
brings its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .compiled import Dice, Position
    from .game import Move, State

_GENERAL: Any = None
"""Stands for the general function over `moves` and `push`."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The compiled fast lane of a variant: the same rules on bare arrays, moves as codes, nothing checked."""

    position: Callable[[Any], Position]
    """(state) -> a fresh copy of the position for the compiled rules."""
    buffer: int
    """How many codes `moves` can write at most."""
    moves: Callable[[Position, NDArray[np.int32]], int]
    """(position, buffer) -> how many legal codes were written to the buffer; 0 when the game is over."""
    push: Callable[[Position, int], None]
    """(position, code): play, forced passes included."""
    to_move: Callable[[Position], int]
    """(position) -> the seat whose turn it is; -1 when the game is over."""
    result: Callable[[Position, int], int]
    """(position, seat) -> a number for a seat of a finished game: more is better, equal is a tie."""
    encode: Callable[[State, Move], int]
    """(state, legal move) -> code."""
    decode: Callable[[State, int], Move]
    """(state, code) -> move."""
    playout: Callable[[Position, Dice], int] = _GENERAL
    """(position, dice) -> plies played; uniformly random moves to the end, in place."""
    playouts: Callable[[Position, int, Dice], int] = _GENERAL
    """(position, count, dice) -> plies in all; the position stays as it was."""
    perft: Callable[[Position, int], int] = _GENERAL
    """(position, depth) -> how many sequences of legal moves of that length there are."""

    def __post_init__(self) -> None:
        for name, general in (("playout", _playout), ("playouts", _playouts), ("perft", _perft)):
            if getattr(self, name) is None:
                object.__setattr__(self, name, partial(general, self))


def copy_position(position: Position) -> Position:
    """Return a position that can be changed while the other one stays: how a search takes moves back."""
    import numpy as np  # noqa: PLC0415 - the contract alone stays light

    copy = np.empty(1, position.dtype)
    copy[0] = position
    return copy[0]


def _new_buffer(kernel: Kernel) -> NDArray[np.int32]:
    import numpy as np  # noqa: PLC0415

    return np.empty(kernel.buffer, np.int32)


def _playout(kernel: Kernel, position: Position, dice: Dice) -> int:
    from .compiled import roll  # noqa: PLC0415

    buffer, plies = _new_buffer(kernel), 0
    while count := kernel.moves(position, buffer):
        kernel.push(position, int(buffer[roll(dice, count)]))
        plies += 1
    return plies


def _playouts(kernel: Kernel, position: Position, count: int, dice: Dice) -> int:
    return sum(kernel.playout(copy_position(position), dice) for _ in range(count))


def _perft(kernel: Kernel, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    buffer = _new_buffer(kernel)
    count = kernel.moves(position, buffer)
    if depth == 1:
        return count
    total = 0
    for code in buffer[:count].tolist():
        after = copy_position(position)
        kernel.push(after, code)
        total += kernel.perft(after, depth - 1)
    return total


class BatchKernel(Protocol):
    """Loops over many games of one variant: what `tischlein.batch` runs on. `seats` is -1 where a game is over.

    A game may have them compiled, as a module (`tensors/batch.py`); for others there is `StateBatch`.
    """

    def step(self, positions: NDArray[Any], actions: NDArray[np.int64], seats: NDArray[np.int64]) -> int:
        """Play an action in each game that goes on, unless it is negative, and write who is to move then.

        Returns -1; or, if an action is illegal, the number of that game, and nothing is played anywhere.
        """

    def draw(self, positions: NDArray[Any], dice: Dice, actions: NDArray[np.int64]) -> None:
        """Write a uniformly random legal action for each game that goes on."""

    def look(
        self,
        positions: NDArray[Any],
        seats: NDArray[np.int64],
        buffer: NDArray[np.int32],
        masks: NDArray[np.bool_],
        pictures: NDArray[np.uint8],
        numbers: NDArray[np.float32],
    ) -> None:
        """Write, in one pass, which actions are legal and what these seats see: `Encoding` says what and how.

        `buffer` is as long as the kernel wants it. Without masks, or without pictures, there are none to be written.
        """

    def rank(self, positions: NDArray[Any], games: NDArray[np.int64], merits: NDArray[np.int64]) -> None:
        """Write a number for each seat of each of these games as if it ended now: more is better, equal is a tie."""

    def begin(
        self, positions: NDArray[Any], games: NDArray[np.int64], starts: NDArray[Any], chosen: NDArray[np.int64]
    ) -> None:
        """Put these games back to the chosen starts."""
