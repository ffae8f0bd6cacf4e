"""What a bot is: it chooses a move from a position that its seat cannot tell from the true one."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

from tischlein.core.game import Move, Seat, State
from tischlein.core.search import Variation
from tischlein.work.job import Watch


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one move: until the time or the simulations are used up, whichever comes first.

    A thrifty bot stops as soon as the rest cannot change its choice: for whoever wants the move and not the values.
    """

    seconds: float | None = None
    simulations: int | None = None
    thrifty: bool = False

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise ValueError("a budget needs seconds or simulations, or a bot would think for ever")

    def used(self, seconds: float, simulations: int) -> float:
        """Return how much of the budget is used, 0 to 1."""
        by_time = 0.0 if self.seconds is None else seconds / max(self.seconds, 1e-9)
        by_work = 0.0 if self.simulations is None else simulations / max(self.simulations, 1)
        return min(1.0, max(by_time, by_work))


class Bot(ABC):
    """A player that is a program. It looks at nothing but samples of the position for its seat."""

    @abstractmethod
    def analyse(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return the moves that were looked at, best first; at least one. The seat is the one to move.

        `watch` is given how much of the budget is used, 0 to 1.
        """

    def decide(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return what was looked at to find a move, the choice first. Without a budget the bot takes its usual one.

        Who wants a move asks for this, who wants to know about all moves asks to `analyse`: a decision may end early.
        """
        return self.analyse(state, seat, budget, watch)

    def choose(self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None) -> Move:
        """Return the best move found."""
        return self.decide(state, seat, budget, watch)[0].move

    def processor_time(self) -> float:
        """Return a clock that runs while it thinks: this process's, unless it thinks in another one."""
        return time.process_time()

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what it holds, such as another program."""


class RandomBot(Bot):
    """Plays any legal move, each as likely as the other."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def analyse(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return all legal moves in random order."""
        moves = list(state.sample(seat, self._rng).legal_moves())
        self._rng.shuffle(moves)
        return [Variation(move, 0.5, 0) for move in moves]
