"""Puzzles with exactly one solution, made from a seed, graded by what it takes to solve them.

A rectangle is filled at random, no equal colours edge to edge. Then pieces are taken away again, one after the other,
as long as the solution stays the only one and no more is asked of the solver than the level allows:

easy    there is always a square that only one piece can cover, or a piece that fits in only one place
medium  now and then one has to look ahead: some piece cannot lie where it fits, because forced pieces then fail
hard    that is not enough

Everything follows from the seed alone and from whole numbers, so it is the same on every machine.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import NamedTuple

from tischlein.core.compiled import Dice, new_dice, roll
from tischlein.core.refusal import BadSetup
from tischlein.games.blokus.variants import FOUR_COLOURS

from .challenge import PACKAGE, Challenge, Layout, Placement, deal
from .sheet import OWN
from .solvers.cover import Cover
from .solvers.scan import Scan

LEVELS = ("easy", "medium", "hard")
SHORTEST, LONGEST, MOST_SQUARES = 4, 16, 240

MATERIAL = {80: (4,), 240: (5,)}
"""By squares: the sizes of the pieces where all of them just fill the board. Other boards are filled with 3 to 5."""

EFFORT = 20_000
"""Choices after which a layout is no longer held for one with a single solution."""

ATTEMPTS = 40

DAILY = {"easy": (5, 6), "medium": (6, 8), "hard": (8, 10)}
"""Rows and columns of the puzzle of the day, by level."""

WEEK = (
    (4, 5, "easy"),
    (5, 6, "easy"),
    (6, 6, "medium"),
    (6, 8, "medium"),
    (7, 8, "medium"),
    (8, 8, "hard"),
    (8, 10, "hard"),
)
"""Rows, columns and level of the puzzle of the day, Monday to Sunday, as it was before there were three a day."""


class Puzzle(NamedTuple):
    """A challenge with its level and its only solution."""

    challenge: Challenge
    level: str
    solution: tuple[Placement, ...]
    """All pieces that are not given."""

    @property
    def layout(self) -> Layout:
        """The layout to start from."""
        return Layout(self.challenge)


def make_puzzle(
    rows: int, columns: int, level: str, seed: int, watch: Callable[[], bool] | None = None
) -> Puzzle | None:
    """Return a puzzle of a level; None if `watch`, asked now and then, does not want to go on."""
    if level not in LEVELS:
        raise BadSetup(PACKAGE, "no-level", field="level", text=level, known=", ".join(LEVELS))
    sides_fit = all(SHORTEST <= side <= LONGEST for side in (rows, columns))
    if not sides_fit or rows * columns > MOST_SQUARES:
        details = {"least": SHORTEST, "most": LONGEST, "squares": MOST_SQUARES}
        raise BadSetup(PACKAGE, "too-large", field="size", size=f"{rows}x{columns}", **details)
    dice = new_dice(seed)
    for _ in range(ATTEMPTS):
        solution = _fill(rows, columns, dice)
        challenge = Challenge(OWN, columns, rows, _count_hands(solution))
        cover = Cover(Layout(challenge), int(roll(dice, 1 << 30)))
        givens = _take_away(cover, solution, level, dice, watch)
        if givens is None:
            return None
        if grade(cover, givens) == level:
            rest = tuple(placement for placement in solution if placement not in givens)
            given = Challenge(OWN, columns, rows, challenge.hands, givens=tuple(sorted(givens)))
            return Puzzle(given, level, rest)
    raise BadSetup(PACKAGE, "not-found", field="level", size=f"{rows}x{columns}", level=level)


def make_daily(date: datetime.date, watch: Callable[[], bool] | None = None, level: str | None = None) -> Puzzle | None:
    """Return the puzzle of a day, the same for everyone; without a level small and easy on Mondays, hard on Sundays."""
    rows, columns, usual = WEEK[date.weekday()]
    if level is not None:
        (rows, columns), usual = DAILY.get(level, (rows, columns)), level
    return make_puzzle(rows, columns, usual, date.toordinal(), watch)


def grade(cover: Cover, givens: list[Placement]) -> str | None:
    """Return the level of a puzzle; None if it has not exactly one solution, or if that is hard to know."""
    if cover.is_forced(givens, refuting=False):
        return "easy"
    if cover.is_forced(givens, refuting=True):
        return "medium"
    return "hard" if cover.count(2, EFFORT, givens) == 1 else None


def _fill(rows: int, columns: int, dice: Dice) -> list[Placement]:
    """Return a rectangle full of pieces."""
    pool = Challenge(OWN, columns, rows, deal(*MATERIAL.get(rows * columns, (3, 4, 5))))
    scan = Scan(Layout(pool), int(roll(dice, 1 << 30)))
    while scan.found is None:
        scan.run()
    return sorted(scan.found)


def _count_hands(solution: list[Placement]) -> dict[str, tuple[str, ...]]:
    return {
        colour: tuple(sorted(placement.piece for placement in solution if placement.colour == colour))
        for colour in FOUR_COLOURS
    }


def _take_away(
    cover: Cover, solution: list[Placement], level: str, dice: Dice, watch: Callable[[], bool] | None
) -> list[Placement] | None:
    """Return what must stay of a solution so that it is the only one, and not harder to find than the level."""
    order = list(solution)
    for last in range(len(order) - 1, 0, -1):
        other = int(roll(dice, last + 1))
        order[last], order[other] = order[other], order[last]
    givens = list(order)
    for placement in order:
        if watch is not None and not watch():
            return None
        fewer = [given for given in givens if given != placement]
        if level == "hard":
            enough = cover.count(2, EFFORT, fewer) == 1
        else:
            enough = cover.is_forced(fewer, refuting=level == "medium")
        if enough:
            givens = fewer
    return givens
