"""Matches of Blokus against `pentobi-gtp`, if it is on the PATH: one thread and the same processor time for both.

`scripts/bench pentobi:two:5:40` plays 40 games of `two` against level 5, sides swapped after each, without its book;
with one if a fourth part names the book's file.
Pentobi has no clock; we are given as much time for a game as it has taken so far, and divide it as we like.
"""

from __future__ import annotations

import math
import shutil
import statistics
import subprocess
import time
from collections.abc import Sequence

from tischlein import State, find_game
from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot
from tischlein.games.blokus.engine.time_plan import seconds_for_move
from tischlein.games.blokus.game import BlokusState

NAMES = {"two": "classic_2", "duo": "duo", "classic": "classic"}
COLOURS = {"two": "1234", "classic": "1234", "duo": "bw"}


class Pentobi:
    """The other program, over its text protocol."""

    def __init__(self, variant: str, level: int, book: str = "") -> None:
        flags = f"--game {NAMES[variant]} --level {level} --noresign --quiet --threads 1".split()
        known = ["--book", book] if book else ["--nobook"]
        self._process = subprocess.Popen(
            ["pentobi-gtp", *flags, *known], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command: str) -> str:
        """Send a command and return the answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines: list[str] = []
        while (line := self._process.stdout.readline()).strip() or not lines:
            if not line:
                raise RuntimeError(f"pentobi-gtp ended at {command!r}")
            lines.append(line.strip())
        if not lines[0].startswith("="):
            raise RuntimeError(f"{command!r}: {lines[0]}")
        return " ".join(lines)[1:].strip()


# Seconds that Pentobi takes for a game, by variant and level: a first guess, until there are games to go by.
FIRST_GUESS = {
    "two": {5: 0.9, 6: 7.0, 7: 65.0},
    "classic": {5: 1.0, 6: 8.0, 7: 70.0},
    "duo": {5: 0.23, 6: 1.6, 7: 40.0},
}


class Game:
    """One game; our side has the even or the odd colours, and so many seconds."""

    def __init__(self, variant: str, other: Pentobi, ours: int, bot: SearchBot, seconds: float) -> None:
        self.variant, self.other, self.ours, self.bot, self.seconds = variant, other, ours, bot, seconds
        self.state: State = find_game("blokus").new(variant, first=0)
        self.spent = 0.0
        self.begin = float(other.ask("cputime"))
        other.ask("clear_board")

    @property
    def theirs(self) -> float:
        """Processor time of the other program in this game."""
        return float(self.other.ask("cputime")) - self.begin

    def play(self) -> tuple[float, int]:
        """Play to the end and return our share of the win, and by how many points our colours lead."""
        while self.state.to_move is not None:
            colour = int(self.state.position.turn)  # type: ignore[attr-defined]
            if colour % 2 == self.ours:
                move = self._choose()
                self.other.ask(f"play {COLOURS[self.variant][colour]} {move}")
            else:
                move = self.other.ask(f"genmove {COLOURS[self.variant][colour]}")
            self.state = self.state.play(move)
        outcome = self.state.outcome()
        assert outcome is not None
        lead = sum(score if seat % 2 == self.ours else -score for seat, score in enumerate(outcome.scores))
        return sum(seat % 2 == self.ours for seat in outcome.winners) / len(outcome.winners), lead

    def _choose(self) -> str:
        """Think for a share of the time that is left; every other ply is ours."""
        begin = time.process_time()
        assert isinstance(self.state, BlokusState)
        seconds = seconds_for_move(self.state, self.seconds - self.spent, self.seconds, one_in=2)
        budget = Budget(seconds=seconds, thrifty=True)
        move = self.bot.choose(self.state, self.state.to_move or 0, budget)
        self.spent += time.process_time() - begin
        return move


def run(variant: str = "two", level: str = "5", games: str = "20", book: str = "") -> None:
    """Print our share of the wins and our lead, both with their errors, and the processor time of both."""
    if shutil.which("pentobi-gtp") is None:
        print("  there is no pentobi-gtp on the PATH")
        return
    other = Pentobi(variant, int(level), book)
    bot = SearchBot(find_game("blokus").levels[-1], clock=time.process_time)
    state = find_game("blokus").new(variant, first=0)
    bot.analyse(state, 0, Budget(simulations=4))  # compiles
    seconds = FIRST_GUESS[variant].get(int(level), 1.0)
    shares: list[float] = []
    leads: list[int] = []
    ours, theirs = 0.0, 0.0
    for number in range(1, int(games) + 1):
        game = Game(variant, other, number % 2, bot, seconds)
        share, lead = game.play()
        shares.append(share)
        leads.append(lead)
        ours, theirs = ours + game.spent, theirs + game.theirs
        seconds = max(theirs / number + 0.5 * (theirs - ours), 0.5 * theirs / number)
        won = f"{100 * statistics.fmean(shares):.1f} ± {100 * error(shares, 0.1):.1f} %"
        lead_text = f"{statistics.fmean(leads):+.1f} ± {error(leads, 1.0):.1f} points"
        times = f"{ours / number:.2f} s ours, {theirs / number:.2f} s theirs a game"
        against = f"{variant}, level {level}{' with its book' if book else ''}"
        print(f"\r  {against}: {number} games, {won}, {lead_text}, {times}", end="", flush=True)
    print()


def error(results: Sequence[float], least: float) -> float:
    """Return half of the 95 % interval of a mean; the spread is at least so large."""
    return 1.96 * max(statistics.pstdev(results), least) / math.sqrt(len(results))
