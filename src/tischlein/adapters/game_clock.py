"""The time that each seat has for a game of Blokus, as an engine under a referee knows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tischlein.games.blokus.engine.time_plan import seconds_for_move
from tischlein.games.blokus.game import BlokusState

RESERVE = 0.1
"""So much of a referee's time stays unused: a clock on the wall also counts the way of the words."""


@dataclass(slots=True)
class _Left:
    """What a seat has left: for so many moves, or for the rest of the game if that is 0."""

    seconds: float
    moves: int = 0


class GameClock:
    """Knows how much time each seat has left, and how long to think about a move. It stands until a time is set."""

    def __init__(self, seconds: float | None, source: Callable[[], float]) -> None:
        self._source, self._reserve = source, 0.0
        self._main, self._byo_yomi, self._moves = seconds, 0.0, 0
        self._left: dict[int, _Left] = {}

    def now(self) -> float:
        """Return the time by whatever the seats are timed with."""
        return self._source()

    def reset(self) -> None:
        """Give every seat its whole time."""
        self._left = {}

    def set(self, main: float, byo_yomi: float, moves: int) -> None:
        """Set the times of a referee, who has a clock on the wall; byo-yomi for no moves means no limit."""
        limited = moves > 0 or byo_yomi == 0
        self._main, self._byo_yomi, self._moves = (main, byo_yomi, moves) if limited else (None, 0.0, 0)
        self._use_wall()
        self.reset()

    def correct(self, seat: int, seconds: float, moves: int) -> None:
        """Take over what a referee says about a seat."""
        self._use_wall()
        self._left[seat] = _Left(seconds, moves)
        if self._main is None:
            self._main = seconds

    def _use_wall(self) -> None:
        self._source, self._reserve = time.monotonic, RESERVE

    def seconds_for(self, state: BlokusState, seat: int) -> float | None:
        """Return how long to think; None if there is no limit for the game."""
        if self._main is None:
            return None
        left = self._left.setdefault(seat, _Left(self._main) if self._main else _Left(self._byo_yomi, self._moves))
        if left.moves:
            return (1 - self._reserve) * left.seconds / left.moves
        return seconds_for_move(state, (1 - self._reserve) * left.seconds, self._main)

    @contextmanager
    def running(self, seat: int) -> Iterator[None]:
        """Count what happens here as the time of a seat."""
        begin = self.now()
        yield
        left = self._left.get(seat)
        if left is None:  # there is no limit
            return
        left.seconds = max(0.0, left.seconds - (self.now() - begin))
        if left.moves:
            left.moves -= 1
            over = left.moves == 0
        else:
            over = left.seconds == 0
        if over and self._moves:
            self._left[seat] = _Left(self._byo_yomi, self._moves)
