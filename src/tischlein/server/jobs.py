"""What a worker process can be asked to do. A job carries everything it needs, and nothing hidden from its seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from tischlein.bots.analysis import Assessment, assess
from tischlein.bots.bot import Bot, Budget
from tischlein.bots.pool import Watch
from tischlein.bots.roster import make_bot
from tischlein.core.game import Seat, State
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.core.thinker import Line


@dataclass(frozen=True, slots=True)
class Think:
    """Look for a move. `sample` is a position that the seat cannot tell from the true one."""

    sample: State
    seat: Seat
    bot: str
    seconds: float
    """How long it will take at most; short jobs go first."""

    def run(self, watch: Watch) -> Any:
        """Return the moves that were looked at, best first."""
        return self._make_bot().analyse(self.sample, self.seat, watch=watch)

    def _make_bot(self) -> Bot:
        return make_bot(find_game(self.sample.setup.game), self.bot)


class Choose(Think):
    """Look for a move, no longer than the choice is open."""

    def run(self, watch: Watch) -> Any:
        """Return the move."""
        return self._make_bot().choose(self.sample, self.seat, watch=watch)


@dataclass(frozen=True, slots=True)
class Analyse:
    """Go through a finished game."""

    record: Record
    bot: str
    seconds_a_move: float

    @property
    def seconds(self) -> float:
        """How long it will take in all."""
        return self.seconds_a_move * max(1, len(self.record.moves))

    def run(self, watch: Watch) -> list[Assessment]:
        """Return an assessment of each move; empty if it was cancelled."""
        bot, budget = make_bot(find_game(self.record.setup.game), self.bot), Budget(self.seconds_a_move)
        positions = list(self.record.states())[: len(self.record.moves)]
        thoughts: list[list[Line]] = []

        def watch_move(share: float) -> bool:
            return watch((len(thoughts) + share) / len(positions))

        for state in positions:
            assert state.to_move is not None, "somebody moved here"
            if not watch_move(0.0):
                return []
            thoughts.append(bot.analyse(state, state.to_move, budget, watch_move))
        return assess(self.record, thoughts)


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a job is done, 0 to 1."""

    share: float


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a job."""

    result: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """A job ended with an error; the text is for the log."""

    text: str


Report: TypeAlias = Progress | Finished | Failed
