"""How much the tutor knows of hard layouts: the share decided in two seconds of processor time, and nothing wrong.

`scripts/bench tutor` makes layouts from a fresh seed and prints it; `tutor:12` takes 12 layouts for each row, and
`tutor:12:77` the layouts of seed 77 again. What was cut from a solution can be completed, so that no such layout may be
called impossible; every way that the tutor names has passed the checker.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable

from tischlein.puzzles import CHALLENGES, Layout, Tutor, Verdict, solve, warm_up

BUDGET = 2.0


def run(count: str = "10", seed: str = "") -> None:
    """Print a line for each kind of layout, and how many verdicts were wrong."""
    for as_in_the_game in (False, True):
        warm_up(as_in_the_game)
    chosen = int(seed or secrets.randbelow(10**9))
    print(f"  seed {chosen}, {count} layouts each, {BUDGET} s of processor time: decided, of them impossible")
    wrong = 0
    for title, goal, depths, make in ROWS:
        decided = dead = made = 0
        for depth in depths:
            for number in range(int(count)):
                layout, solvable = make(depth, random.Random(f"{chosen} {title} {depth} {number}"))
                verdict = Tutor(layout.challenge, seed=1, clock=time.process_time).status(layout, BUDGET).verdict
                made += 1
                decided += verdict is not Verdict.UNKNOWN
                dead += verdict is Verdict.IMPOSSIBLE
                wrong += solvable and verdict is Verdict.IMPOSSIBLE
        error = (decided / made * (1 - decided / made) / made) ** 0.5
        share = f"{100 * decided / made:3.0f} % ± {100 * error:.0f} ({100 * dead / made:3.0f} %)"
        print(f"  {title:<28} {depths[0]:>2} to {depths[-1]:>2} pieces  {share}  goal {goal} %", flush=True)
    print(f"  {wrong} layouts that can be completed were called impossible")
    assert wrong == 0


def _scatter(depth: int, rng: random.Random) -> tuple[Layout, bool]:
    """Return so many pieces of a solution of S6, any of them."""
    pieces = list(_solve("s6", rng).placements)
    rng.shuffle(pieces)
    return Layout(CHALLENGES["s6"], {}, tuple(pieces[:depth])), True


def _line_up(depth: int, rng: random.Random) -> tuple[Layout, bool]:
    """Return so many pieces of a solution of S6, column by column."""
    pieces = sorted(_solve("s6", rng).placements, key=lambda piece: min(piece.squares))
    return Layout(CHALLENGES["s6"], {}, tuple(pieces[:depth])), True


def _add(depth: int, rng: random.Random) -> tuple[Layout, bool]:
    """Return the start of a solution of S1 and one to four pieces more, anywhere: it may be impossible now."""
    added = rng.randint(1, 4)
    layout = Layout(CHALLENGES["s1"], {}, _solve("s1", rng).placements[: depth - added])
    for _ in range(added):
        turn = str(layout.turn)
        moves = [move for piece in layout.left(turn) for move in layout.legal_moves(turn, piece)]
        if moves:
            layout = layout.place(turn, rng.choice(moves))
    return layout, False


def _solve(name: str, rng: random.Random) -> Layout:
    solved = solve(Layout(CHALLENGES[name]), rng.randrange(10**9))
    assert solved is not None
    return solved


Make = Callable[[int, random.Random], tuple[Layout, bool]]

ROWS: tuple[tuple[str, int, tuple[int, ...], Make], ...] = (
    ("S6, scattered", 70, (8, 10, 12, 14, 16), _scatter),
    ("S6, by place", 80, (10, 13, 16, 19, 22), _line_up),
    ("S1, random pieces added", 85, (44, 49, 54, 59, 64), _add),
)
