"""Matches between two sets of nets, at equal simulations or equal processor time: what decides whether nets are kept.

Games come in pairs: both begin with the same few drawn moves, and sides are swapped for the second. With four seats
each set plays every other colour; the share is that of the first places.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import NamedTuple

from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.game import BlokusState

from .nets import Nets
from .selfplay import state_after

DRAWN = {"duo": 2}
"""So many first moves are drawn; with four colours one of each."""
DRAWN_BY = 30
"""Simulations."""
SLICE = 16
SETTINGS = {"nodes": 400_000.0}
CONFIDENCE = 1.96


@dataclass(frozen=True)
class Pair:
    """Two games between new nets and old ones, with so many simulations or seconds a move."""

    kind: str
    new: Nets
    old: Nets
    number: int
    simulations: int | None = None
    seconds: float | None = None

    @property
    def file(self) -> str:
        """The name of its file of results."""
        return f"pair-{self.number:04}.json"


class Result(NamedTuple):
    """What a pair brought the new nets, as means of the two games."""

    share: float
    lead: float
    simulations: tuple[int, int]
    """Of all moves: by the new nets, and by the old ones."""


class _Player:
    """Plays all colours of one set of nets, and keeps what it knows from move to move."""

    def __init__(self, pair: Pair, nets: Nets) -> None:
        self._pair, self._nets = pair, nets
        self._search: BlokusSearch | None = None
        self.simulations = 0

    def choose(self, state: BlokusState, seed: int) -> str:
        """Return a move."""
        begin, step = time.process_time(), self._pair.simulations or SLICE
        if self._search is None or not self._search.advance(state):
            self._search = self._nets.search(state, seed, SETTINGS)
        while True:
            self._search.run(step)
            self.simulations += step
            if self._pair.seconds is None or time.process_time() - begin >= self._pair.seconds:
                return self._search.variations()[0].move


def play_pair(pair: Pair) -> str:
    """Play both games and return the result as JSON."""
    shares, leads, simulations = [], [], [0, 0]
    for swapped in range(2):
        rng = random.Random(f"{pair.kind}-{pair.number}")
        state, players = _begin(pair, rng), (_Player(pair, pair.new), _Player(pair, pair.old))
        while state.to_move is not None:
            player = players[(int(state.position.turn) + swapped) % 2]
            state = state.play(player.choose(state, rng.randrange(2**32)))
        outcome = state.outcome()
        assert outcome is not None
        shares.append(fmean((seat + swapped) % 2 == 0 for seat in outcome.winners))
        leads.append(sum(score if (seat + swapped) % 2 == 0 else -score for seat, score in enumerate(outcome.scores)))
        for side, player in enumerate(players):
            simulations[side] += player.simulations
    return json.dumps(Result(fmean(shares), fmean(leads), (simulations[0], simulations[1]))._asdict()) + "\n"


def _begin(pair: Pair, rng: random.Random) -> BlokusState:
    """Return the position after the drawn moves; the old nets like them."""
    codes: list[int] = []
    for _ in range(DRAWN.get(pair.kind, 4)):
        search = pair.old.search(state_after(pair.kind, codes), rng.randrange(2**32), {"nodes": 20_000.0})
        search.run(DRAWN_BY)
        tried = search.tried()
        codes += rng.choices(tried["code"].tolist(), tried["visits"].tolist())
    return state_after(pair.kind, codes)


class Verdict(NamedTuple):
    """How a match ended for the new nets; errors are half of 95 % intervals, by pairs."""

    games: int
    share: float
    share_error: float
    lead: float
    lead_error: float
    speed: float
    """Simulations of the new nets for one of the old ones."""

    @property
    def better(self) -> bool:
        """Whether the new nets are stronger beyond doubt."""
        return self.share - self.share_error > 0.5

    def __str__(self) -> str:
        return (
            f"{100 * self.share:.1f} ± {100 * self.share_error:.1f} % of {self.games} games, "
            f"{self.lead:+.1f} ± {self.lead_error:.1f} points, {self.speed:.2f} times the simulations"
        )


def judge(texts: Sequence[str]) -> Verdict:
    """Return how the pairs of a match ended."""
    results = [Result(**json.loads(text)) for text in texts]
    shares, leads = [result.share for result in results], [result.lead for result in results]
    new, old = (sum(result.simulations[side] for result in results) for side in range(2))
    errors = (_error(shares, 0.1), _error(leads, 1.0))
    return Verdict(2 * len(results), fmean(shares), errors[0], fmean(leads), errors[1], new / old)


def _error(values: Sequence[float], least: float) -> float:
    spread = max(stdev(values), least) if len(values) > 1 else max(abs(values[0]), least)
    return CONFIDENCE * spread / math.sqrt(len(values))
