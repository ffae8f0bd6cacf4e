"""Matches between bots: swapped seats, the same deals, every game kept as a record.

The folder of records is the arena's only memory: a run that was stopped goes on with the games that are missing.
The tags `Time 0`, `Time 1` … of a record say how long each seat thought.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from statistics import fmean

from tischlein.bots.bot import Budget
from tischlein.bots.own import check_player, find_player
from tischlein.core.compiled import use_native
from tischlein.core.match import Match
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game
from tischlein.work.resumable import Executor, LocalExecutor, complete

TIME = re.compile(r"(?:Time|; Seconds and moves of seat) (\d+): ([\d.]+) (\d+)")
"""How long a seat thought: seconds of processor time in all, and about how many moves. Once it was a remark."""


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
        names = [re.sub(r"[^\w.]+", "_", bot) for bot in self.group]
        return f"{'-'.join(names)}-{self.number + 1:04}.record"

    @property
    def deal(self) -> int:
        """Which deal it is; each is played once from each arrangement of seats."""
        return self.number // len(self.players if self.contest.lone else self.group)

    def begin(self) -> Record:
        """Return its record before the first move."""
        contest, game = self.contest, find_game(self.contest.game)
        setup = game.setup(contest.variant, contest.seats, contest.options, contest.seed + self.deal, first=0)
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
        tags = {key: value for key, value in record.tags.items() if not key.startswith("Time ")}
        if (record.setup, tags) != (own.setup, own.tags):
            raise BadSetup("tischlein.core", "bad-folder", field="output", value=str(folder))
        return record


def fixtures(contest: Contest) -> Iterator[Fixture]:
    """Yield all games."""
    game = find_game(contest.game)
    seats = game.setup(contest.variant, contest.seats, contest.options, seed=0).seats
    for bot in contest.bots:
        check_player(game, bot)
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
    use_native()  # who plays many games can wait for the compiler
    contest, game = fixture.contest, find_game(fixture.contest.game)
    match = Match(fixture.begin())
    budget = None if contest.seconds is None else Budget(seconds=contest.seconds)
    thoughts: list[list[float]] = [[] for _ in fixture.players]
    with ExitStack() as stack:
        bots = []
        for seat, player in enumerate(fixture.players):
            bots.append(find_player(game, player, seed=1000 * fixture.number + seat, clock=time.process_time))
            stack.callback(bots[-1].close)
        while (seat_to_move := match.state.to_move) is not None:
            bot = bots[seat_to_move]
            begin = bot.processor_time()
            move = bot.choose(match.state, seat_to_move, budget)
            thoughts[seat_to_move].append(bot.processor_time() - begin)
            match.play(seat_to_move, match.ply, move)
    times = {f"Time {seat}": f"{sum(taken):.6f} {len(taken)}" for seat, taken in enumerate(thoughts)}
    return replace(match.record, tags={**match.record.tags, **times}).text()


def read_times(text: str) -> list[tuple[float, int]]:
    """Return by seat how many seconds it thought in all, and about how many moves; empty if nobody noted it."""
    noted = filter(None, map(TIME.fullmatch, text.splitlines()))
    return [(float(found[2]), int(found[3])) for found in noted]


def run_contest(contest: Contest, folder: Path, executor: Executor | None = None) -> Iterator[tuple[int, int]]:
    """Play what is missing and yield (games done, games in all) after each; by default in one other process."""
    tasks = {fixture.file: fixture for fixture in fixtures(contest)}
    for fixture in tasks.values():
        fixture.read(folder)  # refuses a folder with other games
    yield from complete(folder, tasks, play_fixture, executor or LocalExecutor())


@dataclass(frozen=True, slots=True)
class Result:
    """How a pair did: the first bot's share of the points, one for each game, ties shared.

    Games of one deal with swapped seats are no independent witnesses: the error counts them as one.
    """

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
    played: dict[tuple[str, ...], list[tuple[Fixture, Record]]] = {}
    for fixture in fixtures(contest):
        record = fixture.read(folder)
        if record is not None and len(fixture.group) == 2:
            played.setdefault(fixture.group, []).append((fixture, record))
    return [_summarize((one, other), games) for (one, other), games in played.items()]


def _share(record: Record, fixture: Fixture) -> float:
    outcome = record.final_state().outcome()
    if outcome is None:
        raise ValueError(f"{fixture.file} was not played to its end")
    winners = [fixture.players[seat] for seat in outcome.winners]
    return winners.count(fixture.group[0]) / len(winners)


def _summarize(pair: tuple[str, str], games: Sequence[tuple[Fixture, Record]]) -> Result:
    deals: dict[int, list[float]] = {}
    for fixture, record in games:
        deals.setdefault(fixture.deal, []).append(_share(record, fixture))
    share, error = estimate(list(deals.values()))
    even = fmean(fixture.players.count(pair[0]) / len(fixture.players) for fixture, _ in games)
    return Result(pair, len(games), share, error, even)


def estimate(deals: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the mean of the points of all games and half of its 95 % interval; games of one deal stand together.

    The variance is that of means over clusters of unequal size, so a pair that is half played counts too.
    """
    count, mean = sum(map(len, deals)), fmean(point for deal in deals for point in deal)
    squares = sum(sum(point - mean for point in deal) ** 2 for deal in deals)
    variance = squares * len(deals) / max(len(deals) - 1, 1) / count**2
    # One deal more on either side, so that a clean sweep has an error too.
    return mean, 1.96 * math.sqrt(max(variance, (len(deals) + 2) ** -2))


def _elo(share: float) -> float:
    bounded = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(bounded / (1 - bounded))
