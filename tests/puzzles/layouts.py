"""Layouts for tests: random ones, and cuts from solutions."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles import CHALLENGES, Challenge, Layout, Placement, read_sheet, solve
from tischlein.puzzles.blokus.solvers.scan import Scan


def make_small(columns: int, rows: int, seed: int, may_touch: bool) -> tuple[Challenge, list[Placement]]:
    """Return a small rectangle that can be filled, and how."""
    names = ("I3", "V3", "I4", "L4", "O", "T4", "Z4", "P", "L5")
    pool = Challenge("own", columns, rows, dict.fromkeys(FOUR_COLOURS, names), may_touch=may_touch)
    scan = Scan(Layout(pool), seed)
    while scan.found is None:
        scan.run()
    hands = {
        colour: tuple(sorted(placement.piece for placement in scan.found if placement.colour == colour))
        for colour in FOUR_COLOURS
    }
    return Challenge("own", columns, rows, hands, may_touch=may_touch), sorted(scan.found)


def play_randomly(layout: Layout, pieces: int, rng: random.Random) -> Layout:
    """Return the layout with so many more pieces, or as many as there is room for."""
    for _ in range(pieces):
        kinds = [(colour, piece) for colour in FOUR_COLOURS for piece in layout.may_place(colour)]
        rng.shuffle(kinds)
        for colour, piece in kinds:
            if moves := layout.legal_moves(colour, piece):
                layout = layout.place(colour, rng.choice(moves))
                break
    return layout


@cache
def solution_of(challenge: str, seed: int = 0) -> Layout:
    """Return a solution; each is made once."""
    solved = solve(Layout(CHALLENGES[challenge]), seed)
    assert solved is not None
    return solved


@cache
def packed(challenge: str, pieces: int) -> Layout:
    """Return the start of a stored solution of S2, which solves S1 too: for tests without the compiler."""
    text = (Path(__file__).parent / "s2.puzzle").read_text(encoding="utf-8")
    return Layout(CHALLENGES[challenge], {}, read_sheet(text).layout.placements[:pieces])


def cut(challenge: str, pieces: int, seed: int = 0) -> Layout:
    """Return the start of a solution."""
    return Layout(CHALLENGES[challenge], {}, solution_of(challenge, seed).placements[:pieces])
