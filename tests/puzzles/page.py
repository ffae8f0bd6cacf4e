"""What the page's engine must say, too: positions with views, faults, reasons and the steps of searches.

`python -m tests.puzzles.page` writes them for the tests of the page, which compare. Views are told by their digest.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tischlein.core.refusal import IllegalMove
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles import CHALLENGES, Layout, Placement, make_puzzle, show_layout
from tischlein.puzzles.blokus.challenge import find_places
from tischlein.puzzles.blokus.reasons import find_reason
from tischlein.puzzles.blokus.solvers.mend import Mend
from tischlein.puzzles.blokus.solvers.solver import Solver

FILE = Path(__file__).parents[2] / "web" / "test" / "solo" / "golden.json"
NAMES = ("s1", "s1-free", "s1-corners", "s2", "s2-free-corners", "s3", "s4", "s5", "s6")
RECIPES = ((4, 5, "easy", 3), (5, 6, "medium", 2), (6, 8, "hard", 1), (7, 7, "medium", 739_000), (8, 10, "easy", 5))
LAYOUTS, ATTEMPTS, SLICES = 5, 4, 4


def digest(value: Any) -> str:
    """Return what tells a value from others."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def begin(name: str) -> Layout:
    """Return the empty board of a challenge by its name."""
    challenge_id, *options = name.split("-")
    named = {"free": "order", "corners": "corners"}
    return Layout(CHALLENGES[challenge_id], {named[option]: "free" for option in options})


def describe(name: str) -> dict[str, Any]:
    """Return everything about one challenge."""
    rng = random.Random(name)
    return {"name": name, "layouts": [_describe_layout(_play(begin(name), rng), rng) for _ in range(LAYOUTS)]}


def _play(layout: Layout, rng: random.Random) -> Layout:
    most = 30 if layout.challenge.as_in_the_game else 8
    for _ in range(rng.randrange(most)):
        kinds = [(colour, piece) for colour in FOUR_COLOURS for piece in layout.may_place(colour)]
        rng.shuffle(kinds)
        for colour, piece in kinds:
            if moves := layout.legal_moves(colour, piece):
                layout = layout.place(colour, rng.choice(moves))
                break
    return layout


def _describe_layout(layout: Layout, rng: random.Random) -> dict[str, Any]:
    reason = find_reason(layout)
    return {
        "placements": [[one.colour, one.move] for one in layout.placements],
        "view": digest(show_layout(layout)),
        "attempts": [_attempt(layout, rng) for _ in range(ATTEMPTS)],
        "reason": None if reason is None else [reason.code, reason.details],
        "search": None if reason or layout.challenge.id == "s2" else _search(layout, rng.randrange(100)),
    }


def _attempt(layout: Layout, rng: random.Random) -> list[Any]:
    """Try to place any piece anywhere; return what, and which rule that breaks."""
    piece = rng.choice(layout.challenge.hands["blue"])
    placement = Placement(rng.choice(FOUR_COLOURS), rng.choice(list(find_places(layout.challenge, piece))))
    try:
        layout.place(placement.colour, placement.move)
    except IllegalMove as fault:
        return [placement.colour, placement.move, fault.code, fault.details]
    return [placement.colour, placement.move, None, None]


def _search(layout: Layout, seed: int) -> dict[str, Any]:
    """Search for some slices; return how many pieces were tried in each, and what was found."""
    solver = Solver(layout, seed)
    tried: list[int] = []
    while not solver.settled and len(tried) < SLICES:
        tried.append(solver.run())
    found = solver.completion()
    told = None if found is None else digest([[one.colour, one.move] for one in found])
    return {"seed": seed, "tried": tried, "found": told, "exhausted": solver.exhausted}


def _mend(layout: Layout, seed: int) -> dict[str, Any]:
    """Fill and mend until a way is found; return how many pieces were tried in each slice, and the way."""
    search, tried = Mend(layout, seed), []
    while search.found is None:
        tried.append(search.run())
    return {"seed": seed, "tried": tried, "found": digest([[one.colour, one.move] for one in search.found])}


def _make(rows: int, columns: int, level: str, seed: int) -> dict[str, Any]:
    puzzle = make_puzzle(rows, columns, level, seed)
    assert puzzle is not None
    name = f"{rows}x{columns}-{level}-{seed}"
    return {"name": name, "view": digest(show_layout(puzzle.layout))}


def list_parts() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield what is compared, by its name."""
    yield "challenges", [describe(name) for name in NAMES]
    yield "mended", [_mend(begin("s4"), seed) for seed in range(3)]
    yield "puzzles", [_make(*recipe) for recipe in RECIPES]


def write() -> str:
    """Return everything as text."""
    return json.dumps(dict(list_parts()), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(write(), encoding="utf-8")
