"""Matches between bots: swapped seats, the same deals, every game kept as a record.

The folder of records is the arena's only memory: a run that was stopped goes on with the games that are missing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from tischlein.core.match import Match
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game

from .bot import Budget
from .roster import find_level, make_bot


@dataclass(frozen=True, slots=True)
class Contest:
    """Which bots play what, and how often. `lone`: the first bot of a pair sits alone against copies of the other."""

    game: str
    bots: tuple[str, ...]
    games: int
    variant: str | None = None
    seats: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    lone: bool = False
    seed: int = 0
    seconds: float | None = None
    """Processor time a move for every bot instead of its own limit."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a contest: who sits where, and the seed of its deal."""

    contest: Contest
    pair: tuple[str, str]
    number: int
    players: tuple[str, ...]

    @property
    def file(self) -> str:
        """The name of its record."""
        return f"{self.pair[0]}-{self.pair[1]}-{self.number + 1:04}.record"

    def begin(self) -> Record:
        """Return its record before the first move; each deal is played once from each arrangement of seats."""
        contest = self.contest
        deal_seed = contest.seed + self.number // (len(self.players) if contest.lone else 2)
        game = find_game(contest.game)
        setup = game.setup(contest.variant, contest.seats, contest.options, deal_seed, first=0)
        tags = {f"Seat {seat}": player for seat, player in enumerate(self.players)}
        if contest.seconds is not None:
            tags["Seconds"] = f"{contest.seconds:g}"
        return Record(setup, tags=tags)

    def read(self, folder: Path) -> Record | None:
        """Return the finished game if it was played. Raises BadSetup for a game of some other contest."""
        path = folder / self.file
        if not path.exists():
            return None
        record, own = Record.parse(path.read_text(encoding="utf-8")), self.begin()
        if (record.setup, record.tags) != (own.setup, own.tags):
            raise BadSetup("tischlein.core", "bad-folder", field="output", value=str(folder))
        return record


def fixtures(contest: Contest) -> Iterator[Fixture]:
    """Yield all games."""
    game = find_game(contest.game)
    seats = game.setup(contest.variant, contest.seats, contest.options, seed=0).seats
    for bot in contest.bots:
        find_level(game, bot)
    for pair in combinations(contest.bots, 2):
        for number in range(contest.games):
            yield Fixture(contest, pair, number, _arrange(pair, seats, number, contest.lone))


def _arrange(pair: tuple[str, str], seats: int, number: int, lone: bool) -> tuple[str, ...]:
    """Return who sits where: alternating, or one alone, moved on by a seat with each game."""
    first = {number % seats} if lone else {seat for seat in range(seats) if (seat + number) % 2 == 0}
    return tuple(pair[0] if seat in first else pair[1] for seat in range(seats))


def play_fixture(fixture: Fixture) -> str:
    """Play one game and return its record as text. Bots are timed by the processor time that they use."""
    contest, game = fixture.contest, find_game(fixture.contest.game)
    match = Match(fixture.begin())
    bots = [
        make_bot(game, player, seed=1000 * fixture.number + seat, clock=time.process_time)
        for seat, player in enumerate(fixture.players)
    ]
    budget = None if contest.seconds is None else Budget(seconds=contest.seconds)
    while (seat := match.state.to_move) is not None:
        match.play(seat, match.ply, bots[seat].choose(match.state, seat, budget))
    return match.record.text()


def run_contest(contest: Contest, folder: Path, processes: int = 1) -> Iterator[tuple[int, int]]:
    """Play what is missing and yield (games done, games in all) after each."""
    folder.mkdir(parents=True, exist_ok=True)
    everything = list(fixtures(contest))
    missing = [fixture for fixture in everything if fixture.read(folder) is None]
    done = len(everything) - len(missing)
    yield done, len(everything)
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        running = {pool.submit(play_fixture, fixture): fixture for fixture in missing}
        for finished in as_completed(running):
            path = folder / running[finished].file
            fresh = path.with_suffix(".part")
            fresh.write_text(finished.result(), encoding="utf-8")
            fresh.replace(path)
            done += 1
            yield done, len(everything)
    finally:  # whoever stops listening does not want the rest
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Result:
    """How a pair did: the first bot's share of the points, one for each game, ties shared."""

    pair: tuple[str, str]
    games: int
    share: float
    error: float
    """Half of the interval that holds the true share with 95 %."""

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo, and its lower and upper bound."""
        return tuple(_elo(share) for share in (self.share, self.share - self.error, self.share + self.error))  # type: ignore[return-value]


def results(contest: Contest, folder: Path) -> list[Result]:
    """Return how each pair did in the games that were played so far."""
    shares: dict[tuple[str, str], list[float]] = {}
    for fixture in fixtures(contest):
        record = fixture.read(folder)
        if record is not None:
            shares.setdefault(fixture.pair, []).append(_share(record, fixture))
    return [_summarize(pair, values) for pair, values in shares.items()]


def _share(record: Record, fixture: Fixture) -> float:
    outcome = record.final_state().outcome()
    if outcome is None:
        raise ValueError(f"{fixture.file} was not played to its end")
    winners = [fixture.players[seat] for seat in outcome.winners]
    return winners.count(fixture.pair[0]) / len(winners)


def _summarize(pair: tuple[str, str], values: list[float]) -> Result:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / max(count - 1, 1)
    # One game more on either side, so that a clean sweep has an error too.
    floor = 1.0 / (count + 2) ** 2
    return Result(pair, count, mean, 1.96 * math.sqrt(max(variance / count, floor)))


def _elo(share: float) -> float:
    bounded = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(bounded / (1 - bounded))
