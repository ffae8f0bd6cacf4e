"""A bot that searches: it lets a search work in slices until the budget is used or nothing can change."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from tischlein.core.game import Game, Seat, State
from tischlein.core.registry import find_game
from tischlein.core.search import Level, Search, Variation
from tischlein.work.job import Watch

from .bot import Bot, Budget
from .uct import UctSearch

SLICE = 0.03
"""Seconds between two looks at the clock; a person who cancels waits no longer than that."""

LONGEST_FIRST = 256
"""The first slice has no more simulations: at the next position they may take longer."""


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
        self._searches: list[Search] = []
        """What it thought about last: the next position may come out of that one."""
        self._stopped: tuple[tuple[State, Seat], float] | None = None
        """Where somebody stopped it, and after how many seconds: asked for the same again, it goes on there."""
        self.simulations = 0
        """How many simulations the last choice took."""
        self._rate = 0.0
        """How many a second it made, which says how long the first slice of the next one may be."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes: that of its searches."""
        return sum(search.nbytes for search in self._searches)

    def decide(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return what was found, or what the opening book says if the level has read it; nobody knows its value.

        A book may know several good moves; it takes any of them, so that nobody can learn one game by heart.
        """
        usual = Budget(self.level.seconds, self.level.simulations, self.level.thrifty)
        begin, sample = self._clock(), self._sample(state, seat)
        if self.level.book and (known := find_game(sample.setup.game).find_openings(sample)):
            self.simulations = 0
            return [Variation(self._rng.choice(known), 0.5, 0)]
        return self._search((state, seat), sample, budget or usual, watch, begin)

    def analyse(
        self, state: State, seat: Seat, budget: Budget | None = None, watch: Watch | None = None
    ) -> list[Variation]:
        """Return the moves that were looked at, best first."""
        begin, sample = self._clock(), self._sample(state, seat)
        usual = Budget(self.level.seconds, self.level.simulations)
        return self._search((state, seat), sample, budget or usual, watch, begin)

    def _sample(self, state: State, seat: Seat) -> State:
        """Return a position that the seat cannot tell from the true one: all that this bot looks at."""
        return state.sample(seat, random.Random(self._rng.randrange(2**32)))

    def _search(
        self, asked: tuple[State, Seat], sample: State, budget: Budget, watch: Watch | None, begin: float
    ) -> list[Variation]:
        """Return the moves that were looked at, best first; the budget counts from `begin`.

        Who was stopped and is asked the same again goes on.
        """
        game = find_game(sample.setup.game)
        seeds = [self._rng.randrange(2**32) for _ in range(self.threads)]
        stopped, self._stopped = self._stopped, None
        if stopped is not None and stopped[0] == asked:
            begin -= stopped[1]
        else:
            self.simulations = 0
            if not self._searches or not all(search.advance(sample) for search in self._searches):
                self._searches = [start_search(game, sample, seed, self.level.settings) for seed in seeds]
        searches = self._searches
        if not self._think(searches, budget, watch, begin):
            self._stopped = asked, self._clock() - begin
        certain = [search for search in searches if search.proven][:1]
        return merge([search.variations() for search in certain or searches])

    def _think(self, searches: list[Search], budget: Budget, watch: Watch | None, begin: float) -> bool:
        """Search until the budget is used or nothing can change; False if somebody stopped it before."""
        before, start = self.simulations, self._clock()
        first = self._rate * min(SLICE, budget.seconds or SLICE) / 4 / len(searches)
        step = max(8, min(LONGEST_FIRST, int(first)))
        with ThreadPoolExecutor(len(searches)) as pool:
            # One search needs no thread of its own, and a weak level would spend more on it than on thinking.
            run: Callable[..., Iterable[None]] = map if len(searches) == 1 else pool.map
            while not any(search.proven for search in searches):
                now = self._clock()
                used = budget.used(now - begin, self.simulations)
                if used >= 1:
                    return True
                if watch is not None and not watch(used):
                    return False
                if self.simulations > before:
                    rate = self._rate = (self.simulations - before) / max(now - start, 1e-4)
                    rest = self._rest(budget, now - begin, rate)
                    if budget.thrifty and len(searches) == 1 and searches[0].is_decided(int(rest)):
                        return True
                    wanted = min(rate * SLICE, rest / 3 if budget.thrifty else rest)
                    step = max(8, min(4 * step, int(wanted / len(searches))))
                if budget.simulations is not None:
                    step = max(1, min(step, (budget.simulations - self.simulations) // len(searches)))
                list(run(lambda search: search.run(step), searches))  # noqa: B023 - done before step changes
                self.simulations += step * len(searches)
        return True

    def _rest(self, budget: Budget, used: float, rate: float) -> float:
        """Return how many simulations a budget still allows at a rate."""
        by_time = math.inf if budget.seconds is None else rate * (budget.seconds - used)
        return by_time if budget.simulations is None else min(by_time, budget.simulations - self.simulations)


def start_search(game: Game, state: State, seed: int, settings: Mapping[str, float]) -> Search:
    """Return a search for the seat to move: the game's own, or the general one."""
    return game.search(state, seed, settings) if game.levels else UctSearch(game, state, seed, settings)


def merge(results: list[list[Variation]]) -> list[Variation]:
    """Return what several searches of one position found together: visits added, values weighed by them.

    What one of them has proven holds, however often the others have tried the move: proven wins come first, proven
    losses last.
    """
    if len(results) == 1:
        return results[0]
    by_move: dict[str, list[Variation]] = {}
    for found in (found for variations in results for found in variations):
        by_move.setdefault(found.move, []).append(found)
    return sorted(map(_merge_move, by_move.values()), key=_rank)


def _merge_move(found: list[Variation]) -> Variation:
    """Return what several searches found about one move."""
    believed = [one for one in found if one.proven] or found
    weights = [max(one.visits, 1) for one in believed]
    value = sum(one.value * weight for one, weight in zip(believed, weights, strict=True)) / sum(weights)
    longest = max(believed, key=lambda one: one.visits)
    return Variation(longest.move, value, sum(one.visits for one in found), longest.continuation, longest.proven)


def _rank(found: Variation) -> tuple[object, ...]:
    proof = 0 if not found.proven else 1 if found.value > 0.5 else -1
    return -proof, -found.visits, -found.value, found.move
