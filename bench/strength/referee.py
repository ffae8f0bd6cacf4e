"""A foreign referee: our program and `pentobi-gtp`, both over the Go Text Protocol, at the same processor time.

`scripts/bench referee:classic:5:40` plays 40 games against level 5, in pairs with sides swapped, without its book; with
one if a fourth part names the book's file. It knows no rules: a move of one program is played in the other, the game is
over when every colour passes, and both must say the same score. Pentobi has no clock, so ours gets for a pair as much
as Pentobi took in the pairs before.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from statistics import fmean
from typing import NamedTuple

from tischlein.arena.contest import estimate

from .pentobi import COLOURS, FIRST_GUESS, NAMES

SEATS = {"classic": 2}
"""So many clocks our two colours have; one in the other variants."""


class Program:
    """A program that speaks the protocol."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.ask("name")

    def ask(self, command: str) -> str:
        """Send a command and return the answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines: list[str] = []
        while (line := self._process.stdout.readline()).strip() or not lines:
            if not line:
                raise RuntimeError(f"the program ended at {command!r}")
            lines.append(line.strip())
        if not lines[0].startswith("="):
            raise RuntimeError(f"{command!r}: {lines[0]}")
        return " ".join(lines)[1:].strip()

    @property
    def seconds(self) -> float:
        """Its processor time so far."""
        return float(self.ask("cputime"))

    def close(self) -> None:
        """End it."""
        self.ask("quit")
        self._process.wait()


class Played(NamedTuple):
    """A game as we see it."""

    share: float
    lead: float
    ours: float
    theirs: float


def play_game(programs: tuple[Program, Program], colours: str, own: int) -> Played:
    """Play a game in which our program, the first, has the colours of one parity."""
    begin = [program.seconds for program in programs]
    for program in programs:
        program.ask("clear_board")
    passes, turn = 0, 0
    while passes < len(colours):
        mover = int(turn % 2 != own)
        move = programs[mover].ask(f"genmove {colours[turn % len(colours)]}")
        passes = passes + 1 if move == "pass" else 0
        if move != "pass":
            programs[1 - mover].ask(f"play {colours[turn % len(colours)]} {move}")
        turn += 1
    scores = {program.ask("final_score") for program in programs}
    if len(scores) > 1:
        raise RuntimeError(f"the programs count differently: {scores}")
    share, lead = _read_score(scores.pop(), own)
    return Played(share, lead, *(program.seconds - since for program, since in zip(programs, begin, strict=True)))


def _read_score(score: str, own: int) -> tuple[float, float]:
    """Return our share of the win and our lead."""
    if found := re.fullmatch(r"([BW])\+(\d+)", score):
        lead = int(found[2]) * (1 if "BW".index(found[1]) == own else -1)
        return float(lead > 0), lead
    points = [int(number) for number in score.split()]
    if len(points) < 4:
        return 0.5, 0  # a tie
    first = [seat % 2 == own for seat, number in enumerate(points) if number == max(points)]
    return fmean(first), sum(number if seat % 2 == own else -number for seat, number in enumerate(points))


def run(variant: str = "classic", level: str = "5", games: str = "40", book: str = "") -> None:
    """Print our share of the wins (of the first places in classic) and our lead, with errors by pairs."""
    if shutil.which("pentobi-gtp") is None:
        print("  there is no pentobi-gtp on the PATH")
        return
    known = f"--book {shlex.quote(book)}" if book else "--nobook"
    other = Program(f"pentobi-gtp --game {NAMES[variant]} --level {level} --noresign --quiet --threads 1 {known}")
    seconds, pairs = FIRST_GUESS[variant].get(int(level), 1.0), list[list[Played]]()
    for _ in range(int(games) // 2):
        clock = max(seconds / SEATS.get(variant, 1), 0.05)
        ours = Program(f"{sys.executable} -m tischlein gtp --game blokus/{variant} --game-time {clock:.3f}")
        pairs.append([play_game((ours, other), COLOURS[variant], own) for own in range(2)])
        ours.close()
        played = [game for pair in pairs for game in pair]
        mine, theirs = fmean(game.ours for game in played), fmean(game.theirs for game in played)
        seconds = theirs + (theirs - mine)
        share, share_error = estimate([[game.share for game in pair] for pair in pairs])
        lead, lead_error = estimate([[game.lead for game in pair] for pair in pairs])
        won = f"{100 * share:.1f} ± {100 * share_error:.1f} %, {lead:+.1f} ± {lead_error:.1f} points"
        text = f"{variant}, level {level}{' with its book' if book else ''}: {len(played)} games, {won}"
        print(f"  {text}, {mine:.2f} s ours, {theirs:.2f} s theirs a game", flush=True)
    other.close()
