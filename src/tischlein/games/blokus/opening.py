"""An opening book: what long searches chose at the start of a game. `python -m tischlein.games.blokus.opening duo`.

A line of its file says what has been played, and the answer. The maker goes through the games of both sides in turn: at
the book's own moves it searches long; for the other side it takes the moves that a short search tries most. A run that
was stopped goes on with what is missing. Duo's board looks the same from either side of its diagonal, so every line
holds for its mirror image too.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from tischlein.core.game import Move

from . import GAME, notation
from .game import BlokusState
from .search import BlokusThinker
from .variants import CORNERS, PLANS

Moves: TypeAlias = tuple[Move, ...]

LONG = {"nodes": 4_000_000}
SHORT = {"flat": 1.3, "nodes": 1_000_000}
SHORTLY = 20_000
"""Simulations of a short search, which shall find many moves that somebody might like."""


def find_answer(state: BlokusState) -> Move | None:
    """Return what the book says, if it knows the position."""
    options = PLANS[state.setup.variant].fill(state.setup.options)
    if options[CORNERS.id] != CORNERS.default:
        return None
    return _load(state.setup.variant).get(_moves_of(state))


def mirror(move: Move, size: int) -> Move:
    """Return a move as it looks from the other side of the diagonal that leads through both starts of Duo."""
    squares = sorted((size - 1 - row, size - 1 - column) for column, row in notation.read(move))
    return ",".join(map(notation.write_square, squares))


def parse(text: str) -> Iterator[tuple[Moves, Move]]:
    """Yield the lines of a book."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            before, answer = line.split("=")
            yield tuple(before.split()), answer.strip()


def _moves_of(state: BlokusState) -> Moves:
    return tuple(map(notation.write, state.key()))


@cache
def _load(variant: str) -> Mapping[Moves, Move]:
    file = files(__package__).joinpath(f"opening-{variant}.txt")
    if not file.is_file():
        return {}
    size, known = PLANS[variant].size, {}
    for before, answer in parse(file.read_text(encoding="ascii")):
        known[tuple(mirror(move, size) for move in before)] = mirror(answer, size)
        known[before] = answer
    return known


# ------------------------------------------------------------------ making one


class Maker:
    """Writes a book line by line."""

    def __init__(self, variant: str, simulations: int, path: Path) -> None:
        self._size, self._simulations, self._path = PLANS[variant].size, simulations, path
        self._known = dict(parse(path.read_text(encoding="ascii"))) if path.exists() else {}

    def extend(self, state: BlokusState, widths: tuple[int, ...], own: bool) -> None:
        """Go on from a position; `widths` says how many moves of the other side are looked at, turn by turn."""
        if own:
            self.extend(self._play(state, self._answer(state)), widths, own=False)
        elif widths:
            for move in self._likely(state, widths[0]):
                self.extend(self._play(state, move), widths[1:], own=True)

    def _play(self, state: BlokusState, move: Move) -> BlokusState:
        after = state.play(move)
        assert isinstance(after, BlokusState)
        return after

    def _answer(self, state: BlokusState) -> Move:
        before = _moves_of(state)
        reflected = tuple(mirror(move, self._size) for move in before)
        if before in self._known:
            return self._known[before]
        if reflected in self._known:
            return mirror(self._known[reflected], self._size)
        thinker = BlokusThinker(state, _seed(before), LONG)
        thinker.think(self._simulations)
        best = thinker.lines()[0]
        self._known[before] = best.move
        with self._path.open("a", encoding="ascii") as file:
            file.write(f"{' '.join(before)} = {best.move}\n".lstrip())
        print(f"{len(self._known)}: {' '.join(before)} = {best.move} ({best.value:.3f}, {best.visits})", flush=True)
        return best.move

    def _likely(self, state: BlokusState, count: int) -> list[Move]:
        """Return the moves that a short search tries most, of two mirror images one."""
        before = _moves_of(state)
        thinker = BlokusThinker(state, _seed(before), SHORT)
        thinker.think(SHORTLY)
        tried: Counter[Move] = Counter()
        for line in thinker.lines():
            move = line.move if before else min(line.move, mirror(line.move, self._size))
            tried[move] += line.visits
        return [move for move, _ in tried.most_common(count)]


def _seed(before: Moves) -> int:
    return random.Random(" ".join(before)).randrange(2**31)


def main() -> None:
    """Make a book, or go on with one."""
    parser = argparse.ArgumentParser(description="Make an opening book for Blokus.")
    parser.add_argument("variant", choices=("duo",))
    parser.add_argument("--simulations", type=int, default=150_000, help="of a long search")
    parser.add_argument("--first", type=int, nargs="*", default=[24], help="answers to look at when the book begins")
    parser.add_argument("--second", type=int, nargs="*", default=[10, 12], help="moves to look at when it does not")
    chosen = parser.parse_args()
    path = Path(__file__).parent / f"opening-{chosen.variant}.txt"
    if not path.exists():
        widths = (f"--{name} {' '.join(map(str, getattr(chosen, name)))}" for name in ("first", "second"))
        recipe = f"# opening {chosen.variant} --simulations {chosen.simulations} {' '.join(widths)}\n"
        path.write_text(recipe, encoding="ascii")
    maker, start = Maker(chosen.variant, chosen.simulations, path), GAME.new(chosen.variant, first=0)
    assert isinstance(start, BlokusState)
    maker.extend(start, tuple(chosen.first), own=True)
    maker.extend(start, tuple(chosen.second), own=False)


if __name__ == "__main__":
    main()
