"""Who is how strong, from the games of a contest: ratings for any number of bots at a table, and a leaderboard.

Ratings are those of openskill's Plackett-Luce model: everybody begins at 25 ± 8.3, and a difference of about 4 means
that the stronger wins two games of three. A bot with several seats at a table counts once, by the mean of its places.
Games are rated in the order of the contest, so the same games always give the same ratings, whoever played them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from tischlein.core.words import Words

from .charts import Mark, draw_chart
from .contest import Contest, Fixture, fixtures, read_times

LEADERBOARD = "leaderboard.json"
CHART = "leaderboard.svg"


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the leaderboard."""

    bot: str
    rating: float
    error: float
    """Half of the interval that holds the true rating with 95 %."""
    games: int
    wins: float
    """Share of the games that it won; those who tie share a win."""
    seconds: float | None
    """Processor time a move, on average; None if nobody noted it."""


@dataclass(slots=True)
class _Tally:
    rating: PlackettLuceRating
    games: int = 0
    wins: float = 0.0
    times: list[tuple[float, int]] = field(default_factory=list)

    def stand(self, bot: str) -> Standing:
        moves = sum(count for _, count in self.times)
        seconds = sum(taken for taken, _ in self.times) / moves if moves else None
        wins = self.wins / max(self.games, 1)
        return Standing(bot, self.rating.mu, 1.96 * self.rating.sigma, self.games, wins, seconds)


def rate(contest: Contest, folder: Path) -> list[Standing]:
    """Return the leaderboard of the games that were played so far, best first."""
    model = PlackettLuce()
    tallies = {bot: _Tally(model.rating(name=bot)) for bot in contest.bots}
    for fixture in fixtures(contest):
        record = fixture.read(folder)
        outcome = None if record is None else record.final_state().outcome()
        if outcome is not None:
            times = read_times((folder / fixture.file).read_text(encoding="utf-8"))
            _count(model, tallies, fixture, outcome.places, times)
    standings = [tally.stand(bot) for bot, tally in tallies.items()]
    return sorted(standings, key=lambda standing: (-standing.rating, standing.bot))


def _count(
    model: PlackettLuce,
    tallies: dict[str, _Tally],
    fixture: Fixture,
    places: Sequence[int],
    times: list[tuple[float, int]],
) -> None:
    players = fixture.players
    for player, taken in zip(players, times, strict=False):
        tallies[player].times.append(taken)
    seats = {bot: [seat for seat, player in enumerate(players) if player == bot] for bot in dict.fromkeys(players)}
    for bot, own in seats.items():
        tallies[bot].games += 1
        tallies[bot].wins += sum(places[seat] == 1 for seat in own) / list(places).count(1)
    if len(seats) > 1:
        ranks = [fmean(places[seat] for seat in own) for own in seats.values()]
        rated = model.rate([[tallies[bot].rating] for bot in seats], ranks=ranks)
        for bot, (rating,) in zip(seats, rated, strict=True):
            tallies[bot].rating = rating


def write_leaderboard(standings: Sequence[Standing], folder: Path, words: Words) -> tuple[Path, Path]:
    """Write the leaderboard as data and as a picture into the folder of the contest, and return both files."""
    data, chart = folder / LEADERBOARD, folder / CHART
    rows = [asdict(standing) for standing in standings]
    data.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    chart.write_text(draw_standings(standings, words), encoding="utf-8")
    return data, chart


def draw_standings(standings: Sequence[Standing], words: Words) -> str:
    """Return a picture of ratings by processor time a move; bots without a time stand at the left edge."""
    times = [standing.seconds for standing in standings if standing.seconds]
    least = min(times, default=1e-3)
    marks = [
        Mark(max(standing.seconds or least, 1e-6), standing.rating, standing.error, standing.bot)
        for standing in standings
    ]
    return draw_chart(words("leaderboard"), words("seconds-a-move"), words("rating"), [marks], logarithmic=True)
