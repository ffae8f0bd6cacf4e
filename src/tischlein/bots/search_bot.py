"""A bot that searches: it lets a game's thinker work in slices until the budget is used or nothing can change."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from tischlein.core.game import Move, Seat, State
from tischlein.core.registry import find_game
from tischlein.core.thinker import Level, Line, Thinker

from .bot import Bot, Budget, Watch

SLICE = 0.03
"""Seconds between two looks at the clock; a person who cancels waits no longer than that."""


class SearchBot(Bot):
    """Plays at a level of its game, or with any other budget. Equal seeds and simulations give equal choices."""

    def __init__(
        self,
        level: Level,
        seed: int | None = None,
        threads: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.level = level
        self.threads = threads
        self._clock = clock
        self._rng = random.Random(seed)
        self._thinkers: list[Thinker] = []
        """What it thought about last: the next position may come out of that one."""
        self.simulations = 0
        """How many simulations the last choice took."""

    def choose(self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None) -> Move:
        """Return the best move found, or what the opening book says if the level has read it.

        The top level, which only the clock limits, stops when the rest of its time cannot change the choice. Others do
        not: what they keep for the next move would depend on the clock, and games could not be repeated.
        """
        usual = Budget(self.level.seconds, self.level.simulations, thrifty=self.level.simulations is None)
        if self.level.book:
            sample = state.sample(seat, random.Random(self._rng.randrange(2**32)))
            if (known := find_game(sample.setup.game).find_opening(sample)) is not None:
                self.simulations = 0
                return known
        return super().choose(state, seat, budget or usual, watch)

    def analyse(self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None) -> list[Line]:
        """Return the moves that were looked at, best first."""
        begin = self._clock()
        sample = state.sample(seat, random.Random(self._rng.randrange(2**32)))
        game = find_game(sample.setup.game)
        seeds = [self._rng.randrange(2**32) for _ in range(self.threads)]
        if not self._thinkers or not all(thinker.advance(sample) for thinker in self._thinkers):
            self._thinkers = [game.thinker(sample, seed, self.level.settings) for seed in seeds]
        thinkers = self._thinkers
        self._think(thinkers, budget or Budget(self.level.seconds, self.level.simulations), watch, begin)
        certain = [thinker for thinker in thinkers if thinker.settled][:1]
        return merge([thinker.lines() for thinker in certain or thinkers])

    def _think(self, thinkers: list[Thinker], budget: Budget, watch: Watch | None, begin: float) -> None:
        self.simulations, step, start = 0, 8, self._clock()
        with ThreadPoolExecutor(len(thinkers)) as pool:
            # One thinker needs no thread of its own, and a weak level would spend more on it than on thinking.
            run: Callable[..., Iterable[None]] = map if len(thinkers) == 1 else pool.map
            while not any(thinker.settled for thinker in thinkers):
                now = self._clock()
                share = budget.share(now - begin, self.simulations)
                if share >= 1 or (watch is not None and not watch(share)):
                    return
                if self.simulations:
                    rate = self.simulations / max(now - start, 1e-4)
                    rest = self._rest(budget, now - begin, rate)
                    if budget.thrifty and len(thinkers) == 1 and thinkers[0].is_decided(int(rest)):
                        return
                    wanted = min(rate * SLICE, rest / 3 if budget.thrifty else rest)
                    step = max(8, min(4 * step, int(wanted / len(thinkers))))
                if budget.simulations is not None:
                    step = max(1, min(step, (budget.simulations - self.simulations) // len(thinkers)))
                list(run(lambda thinker: thinker.think(step), thinkers))  # noqa: B023 - done before step changes
                self.simulations += step * len(thinkers)

    def _rest(self, budget: Budget, used: float, rate: float) -> float:
        """Return how many simulations a budget still allows at a rate."""
        by_time = math.inf if budget.seconds is None else rate * (budget.seconds - used)
        return by_time if budget.simulations is None else min(by_time, budget.simulations - self.simulations)


def merge(results: list[list[Line]]) -> list[Line]:
    """Return what several searches of one position found together: visits added, values weighed by them."""
    if len(results) == 1:
        return results[0]
    by_move: dict[str, list[Line]] = {}
    for line in (line for lines in results for line in lines):
        by_move.setdefault(line.move, []).append(line)
    merged = []
    for move, lines in by_move.items():
        visits = sum(line.visits for line in lines)
        value = sum(line.value * max(line.visits, 1) for line in lines) / sum(max(line.visits, 1) for line in lines)
        longest = max(lines, key=lambda line: line.visits)
        merged.append(Line(move, value, visits, longest.continuation))
    return sorted(merged, key=lambda line: (-line.visits, -line.value, line.move))
