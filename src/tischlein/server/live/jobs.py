"""What a worker process can be asked to do. A job carries everything it needs, and nothing hidden from its seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tischlein.bots.bot import Budget
from tischlein.bots.levels import bot_at
from tischlein.bots.search_bot import SearchBot
from tischlein.core.game import Seat, State
from tischlein.core.search import Level, Variation
from tischlein.work.job import Watch
from tischlein.work.lru import LruCache


@dataclass(frozen=True, slots=True)
class Think:
    """Look for a move. `sample` is a position that the seat cannot tell from the true one."""

    sample: State
    seat: Seat
    level: Level | None
    """How the bot plays; None: at random."""
    table: str
    """The id of the table, to find the bot again."""

    @property
    def seconds(self) -> float:
        """How long it will take at most; short jobs go first."""
        return self.level.seconds if self.level else 0.0

    def run(self, watch: Watch) -> Any:
        """Return the moves that were looked at, best first."""
        return bot_at(self.level).analyse(self.sample, self.seat, watch=watch)


KEPT_BYTES = 512 * 2**20

_bots: LruCache[tuple[str, Seat], SearchBot] = LruCache(KEPT_BYTES, lambda bot: bot.nbytes)
"""In the worker: the bots of the latest turns, each with what it knows of its game, by table and seat."""


class Choose(Think):
    """Look for a move, no longer than the choice is open. The bot of this table and seat goes on where it was."""

    def run(self, watch: Watch) -> Any:
        """Return the move."""
        kept = _bots.take((self.table, self.seat))
        bot = kept if kept is not None and kept.level == self.level else bot_at(self.level)
        move = bot.choose(self.sample, self.seat, watch=watch)
        if isinstance(bot, SearchBot):
            _bots.put((self.table, self.seat), bot)
        return move


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
