"""Matches between bots: swapped seats, the same deals, every game kept as a record.

The folder of records is the arena's only memory: a run that was stopped goes on with the games that are missing.
Below its moves a record says in a remark how long each seat thought.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from statistics import fmean

from tischlein.core.match import Match
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game

from .bot import Budget
from .crew import Crew, Processes, complete
from .roster import find_level, make_bot

REMARK = "; Seconds and moves of seat"


@dataclass(frozen=True, slots=True)
class Contest:
    """Which bots play what, and how often each group of them meets.

    A group is a pair, or with `mixed` as many bots as there are seats. With `lone`, the first of a pair sits alone
    against copies of the other.
    """

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
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a contest: who sits where, and the seed of its deal."""

    contest: Contest
    group: tuple[str, ...]
    number: int
    players: tuple[str, ...]

    @property
    def file(self) -> str:
        """The name of its record."""
        return f"{'-'.join(self.group)}-{self.number + 1:04}.record"

    def begin(self) -> Record:
        """Return its record before the first move; each deal is played once from each arrangement of seats."""
        contest = self.contest
        deal_seed = contest.seed + self.number // len(self.players if contest.lone else self.group)
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
    for group in combinations(contest.bots, min(seats, len(contest.bots)) if contest.mixed else 2):
        for number in range(contest.games):
            yield Fixture(contest, group, number, _arrange(group, seats, number, contest.lone))


def _arrange(group: tuple[str, ...], seats: int, number: int, lone: bool) -> tuple[str, ...]:
    """Return who sits where: one after the other, or one alone, moved on by a seat with each game."""
    if lone:
        return tuple(group[int(seat != number % seats)] for seat in range(seats))
    return tuple(group[(seat + number) % len(group)] for seat in range(seats))


def play_fixture(fixture: Fixture) -> str:
    """Play one game and return its record as text. Bots are timed by the processor time that they use."""
    contest, game = fixture.contest, find_game(fixture.contest.game)
    match = Match(fixture.begin())
    bots = [
        make_bot(game, player, seed=1000 * fixture.number + seat, clock=time.process_time)
        for seat, player in enumerate(fixture.players)
    ]
    budget = None if contest.seconds is None else Budget(seconds=contest.seconds)
    thoughts: list[list[float]] = [[] for _ in bots]
    while (seat := match.state.to_move) is not None:
        begin = time.process_time()
        move = bots[seat].choose(match.state, seat, budget)
        thoughts[seat].append(time.process_time() - begin)
        match.play(seat, match.ply, move)
    remarks = [f"{REMARK} {seat}: {sum(taken):.6f} {len(taken)}\n" for seat, taken in enumerate(thoughts)]
    return match.record.text() + "".join(remarks)


def read_times(text: str) -> list[tuple[float, int]]:
    """Return by seat how many seconds it thought in all, and about how many moves; empty if nobody noted it."""
    noted = [line.partition(":")[2].split() for line in text.splitlines() if line.startswith(REMARK)]
    return [(float(seconds), int(moves)) for seconds, moves in noted]


def run_contest(contest: Contest, folder: Path, crew: Crew | None = None) -> Iterator[tuple[int, int]]:
    """Play what is missing and yield (games done, games in all) after each; without a crew, in one other process."""
    tasks = {fixture.file: fixture for fixture in fixtures(contest)}
    for fixture in tasks.values():
        fixture.read(folder)  # refuses a folder with other games
    yield from complete(folder, tasks, play_fixture, crew or Processes())


@dataclass(frozen=True, slots=True)
class Result:
    """How a pair did: the first bot's share of the points, one for each game, ties shared."""

    pair: tuple[str, str]
    games: int
    share: float
    error: float
    """Half of the interval that holds the true share with 95 %."""
    even: float
    """What its share would be if all were equal: its part of the seats."""

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo, and its lower and upper bound."""
        shares = self.share, self.share - self.error, self.share + self.error
        return tuple(_elo(share) - _elo(self.even) for share in shares)  # type: ignore[return-value]


def results(contest: Contest, folder: Path) -> list[Result]:
    """Return how each pair did in the games that were played so far; larger groups have ratings instead."""
    shares: dict[tuple[str, ...], list[tuple[float, float]]] = {}
    for fixture in fixtures(contest):
        record = fixture.read(folder)
        if record is not None and len(fixture.group) == 2:
            seats = fixture.players.count(fixture.group[0]) / len(fixture.players)
            shares.setdefault(fixture.group, []).append((_share(record, fixture), seats))
    return [_summarize((one, other), *zip(*values, strict=True)) for (one, other), values in shares.items()]


def _share(record: Record, fixture: Fixture) -> float:
    outcome = record.final_state().outcome()
    if outcome is None:
        raise ValueError(f"{fixture.file} was not played to its end")
    winners = [fixture.players[seat] for seat in outcome.winners]
    return winners.count(fixture.group[0]) / len(winners)


def _summarize(pair: tuple[str, str], values: Sequence[float], seats: Sequence[float]) -> Result:
    count, mean = len(values), fmean(values)
    variance = sum((value - mean) ** 2 for value in values) / max(count - 1, 1)
    # One game more on either side, so that a clean sweep has an error too.
    floor = 1.0 / (count + 2) ** 2
    return Result(pair, count, mean, 1.96 * math.sqrt(max(variance / count, floor)), fmean(seats))


def _elo(share: float) -> float:
    bounded = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(bounded / (1 - bounded))
