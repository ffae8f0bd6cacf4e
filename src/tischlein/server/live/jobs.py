"""What a worker process can be asked to do. A job carries everything it needs, and nothing hidden from its seat."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tischlein.bots.bot import Bot, Budget
from tischlein.bots.levels import bot_at
from tischlein.bots.search_bot import SearchBot
from tischlein.core.game import Seat, State
from tischlein.core.search import Level, Variation
from tischlein.work.job import Watch
from tischlein.work.lru import LruCache

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Think:
    """Look for a move. `sample` is a position that the seat cannot tell from the true one."""

    sample: State
    seat: Seat
    level: Level | None
    """How the bot plays; None: at random."""
    table: str
    """The id of the table, to find the bot again."""
    until: float | None = None
    """When the answer should be there (seconds since 1970): what has waited for long thinks less, but a little."""

    @property
    def seconds(self) -> float:
        """How long it will take at most; short jobs go first."""
        return self.level.seconds if self.level else 0.0

    def run(self, watch: Watch) -> Any:
        """Return the moves that were looked at, best first."""
        return self._use_bot(lambda bot: bot.analyse(self.sample, self.seat, self._budget, watch))

    @property
    def _budget(self) -> Budget | None:
        if self.level is None or self.until is None:
            return None
        left = max(SHORTEST, min(self.level.seconds, self.until - time.time()))
        return Budget(left, self.level.simulations)

    def _use_bot(self, use: Callable[[Bot], T]) -> T:
        """Let the bot of this table and seat go on where it was, perhaps in this very job, which was stopped."""
        kept = _bots.take((self.table, self.seat))
        bot = kept if kept is not None and kept.level == self.level else bot_at(self.level)
        found = use(bot)
        if isinstance(bot, SearchBot):
            _bots.put((self.table, self.seat), bot)
        return found


SHORTEST = 0.3
"""Seconds that a bot may think however long it has waited."""

KEPT_BYTES = 512 * 2**20

_bots: LruCache[tuple[str, Seat], SearchBot] = LruCache(KEPT_BYTES, lambda bot: bot.nbytes)
"""In the worker: the bots of the latest turns, each with what it knows of its game, by table and seat."""


class Choose(Think):
    """Look for a move, no longer than the choice is open."""

    def run(self, watch: Watch) -> Any:
        """Return the move."""
        return self._use_bot(lambda bot: bot.choose(self.sample, self.seat, watch=watch))


ANALYST = -1
"""The seat under which a worker keeps the bot that goes through a game."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Look at one position of a finished game. A whole game is many such jobs, between which others have their turn."""

    state: State
    level: Level
    seconds: float
    table: str

    def run(self, watch: Watch) -> list[Variation]:
        """Return the moves that were looked at, best first."""
        assert self.state.to_move is not None, "somebody moved here"
        kept = _bots.take((self.table, ANALYST))
        bot = kept if kept is not None else SearchBot(self.level)
        found = bot.analyse(self.state, self.state.to_move, Budget(self.seconds), watch)
        _bots.put((self.table, ANALYST), bot)
        return found
