"""What follows from compiled rules by itself: a State over a Kernel, and numbers for learning from its position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .compiled import Position
from .game import Encoding, Move, Outcome, Seat, Setup, State
from .kernel import Kernel
from .registry import find_game


class KernelState(State):
    """One position: the set-up and one record for the compiled rules, which never changes after construction.

    A game writes how it begins, `read` and `view`; the rest its kernel knows.
    """

    def __init__(self, setup: Setup, array: NDArray[Any]) -> None:
        self.setup = setup
        self._array = array
        self._latest: tuple[Move, int] | None = None

    @property
    def kernel(self) -> Kernel:
        """The compiled rules."""
        return _find_kernel(self.setup.game, self.setup.variant)

    @property
    def position(self) -> Position:
        """The position as the compiled rules read it; not to be changed."""
        return self._array[0]

    def copy_position(self) -> Position:
        """Return a copy for whoever wants to change it."""
        return self._array.copy()[0]

    @abstractmethod
    def read(self, move: Move) -> int:
        """Return the code of a legal move. Raises IllegalMove, which names the broken rule."""

    @cached_property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        seat = int(self.kernel.to_move(self.position))
        return None if seat < 0 else seat

    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move, sorted as text."""
        kernel = self.kernel
        buffer = np.empty(kernel.buffer, np.int32)
        codes = buffer[: kernel.moves(self.position, buffer)].tolist()
        return sorted([kernel.decode(self, code) for code in codes])

    def _read_once(self, move: Move) -> int:
        """Return the code of a legal move; whoever plays it asks for its one text, too."""
        latest = self._latest  # read once: another thread may ask about another move
        if latest is None or latest[0] != move:
            self._latest = latest = move, self.read(move)
        return latest[1]

    def canonical(self, move: Move) -> Move:
        """Return the one text under which `legal_moves` lists a move, without making that list."""
        return self.kernel.decode(self, self._read_once(move))

    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMove, which names the broken rule."""
        code, array = self._read_once(move), self._array.copy()
        self.kernel.push(array[0], code)
        return type(self)(self.setup, array)

    def outcome(self) -> Outcome | None:
        """Return places, and the results as scores; None while the game goes on."""
        if self.to_move is not None:
            return None
        results = [int(self.kernel.result(self.position, seat)) for seat in range(self.seats)]
        return Outcome.ranked(results, results)

    def key(self) -> tuple[Any, ...]:
        """Return what tells this position from every other one with the same set-up."""
        return (self._array.tobytes(),)


@cache
def _find_kernel(game: str, variant: str) -> Kernel:
    return find_game(game).kernel(variant)


class PositionEncoding(Encoding):
    """Moves by their codes, 0 to actions-1, and each number of the position as a plane: for games without secrets."""

    pictures = 0

    def __init__(
        self, position: np.dtype[Any], actions: int, read: Callable[[Move], int], write: Callable[[int], Move]
    ) -> None:
        self.actions, self._read, self._write = actions, read, write
        count = len(_numbers(np.zeros(1, position)[0]))
        self.planes = tuple(f"number {number} of the position" for number in range(count))
        self.shape = (count, 1, 1)

    def index(self, move: Move) -> int:
        """Return the number of a move."""
        return self._read(move)

    def move(self, index: int) -> Move:
        """Return the move with this number."""
        return self._write(index)

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return what a seat sees: everything."""
        assert isinstance(state, KernelState)
        return _numbers(state.position).reshape(self.shape)


def _numbers(position: Position) -> NDArray[np.float32]:
    return np.concatenate([np.ravel(position[name]).astype(np.float32) for name in position.dtype.names])
