"""Matches of Blokus against `pentobi-gtp`, if it is on the PATH: one thread and the same processor time for both.

`scripts/bench pentobi:two:5:40` plays 40 games of `two` against level 5, sides swapped after each, without its book.
"""

from __future__ import annotations

import math
import shutil
import statistics
import subprocess
import time

from tischlein import State, find_game
from tischlein.bots.bot import Budget
from tischlein.bots.search_bot import SearchBot

NAMES = {"two": "classic_2", "duo": "duo", "classic": "classic"}
COLOURS = {"two": "1234", "classic": "1234", "duo": "bw"}


class Pentobi:
    """The other program, over its text protocol."""

    def __init__(self, variant: str, level: int) -> None:
        flags = f"--game {NAMES[variant]} --level {level} --nobook --noresign --quiet --threads 1".split()
        self._process = subprocess.Popen(
            ["pentobi-gtp", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
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


class Game:
    """One game; our side has the even or the odd colours."""

    def __init__(self, variant: str, other: Pentobi, ours: int, bot: SearchBot) -> None:
        self.variant, self.other, self.ours, self.bot = variant, other, ours, bot
        self.state: State = find_game("blokus").new(variant, first=0)
        self.spent = 0.0
        self.begin = float(other.ask("cputime"))
        other.ask("clear_board")

    @property
    def theirs(self) -> float:
        """Processor time of the other program in this game."""
        return float(self.other.ask("cputime")) - self.begin

    def play(self, usual: float) -> float:
        """Play to the end and return our share of the win; `usual` is the other's time for a move, a first guess."""
        moves = 0
        while self.state.to_move is not None:
            colour = int(self.state.position.turn)  # type: ignore[attr-defined]
            if colour % 2 == self.ours:
                move = self._choose(max(usual, 1e-3) if not moves else self.theirs / moves)
                self.other.ask(f"play {COLOURS[self.variant][colour]} {move}")
            else:
                move = self.other.ask(f"genmove {COLOURS[self.variant][colour]}")
                moves += 1
            self.state = self.state.play(move)
        outcome = self.state.outcome()
        assert outcome is not None
        return sum(seat % 2 == self.ours for seat in outcome.winners) / len(outcome.winners)

    def _choose(self, average: float) -> str:
        """Think as long as the other does on average, more if we are behind in time and less if ahead."""
        seconds = max(0.2 * average, average + 0.5 * (self.theirs - self.spent - average))
        begin = time.process_time()
        move = self.bot.choose(self.state, self.state.to_move or 0, Budget(seconds=seconds))
        self.spent += time.process_time() - begin
        return move


def run(variant: str = "two", level: str = "5", games: str = "20") -> None:
    """Print our share of the wins with its error, and the processor time of both."""
    if shutil.which("pentobi-gtp") is None:
        print("  there is no pentobi-gtp on the PATH")
        return
    other = Pentobi(variant, int(level))
    bot = SearchBot(find_game("blokus").levels[-1], seed=1, clock=time.process_time)
    state = find_game("blokus").new(variant, first=0)
    bot.choose(state, 0, Budget(simulations=4))
    shares, ours, theirs, usual = [], 0.0, 0.0, 0.02
    for number in range(int(games)):
        game = Game(variant, other, number % 2, bot)
        shares.append(game.play(usual))
        ours, theirs = ours + game.spent, theirs + game.theirs
        usual = theirs / (number + 1) / 35
        mean, spread = statistics.fmean(shares), statistics.pstdev(shares)
        error = 196 * max(spread, 0.1) / math.sqrt(number + 1)
        times = f"{ours / (number + 1):.2f} s ours, {theirs / (number + 1):.2f} s theirs a game"
        print(f"\r  {variant}, level {level}: {number + 1} games, {100 * mean:.1f} ± {error:.1f} %, {times}", end="")
    print()
