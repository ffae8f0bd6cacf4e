"""Makes an opening book: `python -m training.blokus.build_book duo`.

The maker goes through the games of both sides of Duo in turn: at the book's own moves it searches long; for the other
side it takes the moves that a short search tries most. With four colours only the first one's moves matter: the others
play what a short search tries most. A run that was stopped goes on with what is missing.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from tischlein.core.game import Move
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine import book
from tischlein.games.blokus.engine.book import Moves, mirror, moves_of, own_moves, parse
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.variants import PLANS

EQUAL = 0.4
"""An answer that was tried so much as often as the best is as good; a long search would not go on with a worse one."""
MOST_ANSWERS = 4

LONG = {"nodes": 4_000_000}
SHORT = {"temperature": 1.3, "nodes": 1_000_000}
SHORTLY = 20_000
"""Simulations of a short search, which shall find many moves that somebody might like."""


class Maker:
    """Writes a book line by line."""

    def __init__(self, variant: str, simulations: int, path: Path, shortly: int = SHORTLY) -> None:
        self._size, self._simulations, self._path = PLANS[variant].size, simulations, path
        self._shortly = shortly
        self._mirrored = len(PLANS[variant].colours) == 2
        self._known = dict(parse(path.read_text(encoding="ascii"))) if path.exists() else {}

    def extend(self, state: BlokusState, widths: tuple[int, ...], own: bool) -> None:
        """Go on from a position; `widths` says how many moves of the other side are looked at, turn by turn."""
        if own:
            answers = self._answers(state)
            if not moves_of(state):  # of two mirror images one
                answers = tuple({min((move, *self._reflect((move,)))): move for move in reversed(answers)}.values())
            for answer in answers:
                self.extend(self._play(state, answer), widths, own=False)
        elif widths:
            for move in self._likely(state, widths[0]):
                self.extend(self._play(state, move), widths[1:], own=True)

    def extend_own(self, state: BlokusState, turns: int) -> None:
        """Go on for so many turns of the first of four colours."""
        for answer in self._answers(state) if turns else ():
            after = self._play(state, answer)
            while after.position.turn != 0:
                after = self._play(after, self._likely(after, 1)[0])
            self.extend_own(after, turns - 1)

    def _play(self, state: BlokusState, move: Move) -> BlokusState:
        after = state.play(move)
        assert isinstance(after, BlokusState)
        return after

    def _answers(self, state: BlokusState) -> Moves:
        before = moves_of(state) if self._mirrored else own_moves(state)
        reflected = self._reflect(before)
        if before in self._known:
            return self._known[before]
        if reflected in self._known:
            return self._reflect(self._known[reflected])
        search = BlokusSearch(state, _seed(before), LONG)
        search.run(self._simulations)
        lines = search.variations()
        answers = tuple(line.move for line in lines[:MOST_ANSWERS] if line.visits >= EQUAL * lines[0].visits)
        if self._mirrored and before == reflected:
            # The empty board is its own mirror image: both images of a move are equally good.
            answers = tuple(dict.fromkeys((*answers, *self._reflect(answers))))
        self._known[before] = answers
        with self._path.open("a", encoding="ascii") as file:
            file.write(f"{' '.join(before)} = {' '.join(answers)}\n".lstrip())
        shares = ", ".join(f"{line.move} {line.value:.3f} {line.visits}" for line in lines[: len(answers) + 1])
        print(f"{len(self._known)}: {' '.join(before)} = {shares}", flush=True)
        return answers

    def _reflect(self, moves: Moves) -> Moves:
        """Return moves as they look in the mirror, if the variant has one."""
        return tuple(mirror(move, self._size) for move in moves) if self._mirrored else moves

    def _likely(self, state: BlokusState, count: int) -> list[Move]:
        """Return the moves that a short search tries most, of two mirror images one."""
        before = moves_of(state)
        search = BlokusSearch(state, _seed(before), SHORT)
        search.run(self._shortly)
        tried: Counter[Move] = Counter()
        for line in search.variations():
            move = line.move if before else min((line.move, *self._reflect((line.move,))))
            tried[move] += line.visits
        return [move for move, _ in tried.most_common(count)]


def _seed(before: Moves) -> int:
    return random.Random(" ".join(before)).randrange(2**31)


def main() -> None:
    """Make a book, or go on with one."""
    parser = argparse.ArgumentParser(description="Make an opening book for Blokus.")
    parser.add_argument("variant", choices=("duo", "two", "classic"))
    parser.add_argument("--simulations", type=int, default=150_000, help="of a long search")
    parser.add_argument("--first", type=int, nargs="*", default=[24], help="answers to look at when the book begins")
    parser.add_argument("--second", type=int, nargs="*", default=[10, 12], help="moves to look at when it does not")
    parser.add_argument("--turns", type=int, default=3, help="of a colour, where there are four")
    chosen = parser.parse_args()
    path = Path(book.__file__).parent / "data" / f"book-{chosen.variant}.txt"
    four = len(PLANS[chosen.variant].colours) == 4
    if not path.exists():
        widths = (f"--{name} {' '.join(map(str, getattr(chosen, name)))}" for name in ("first", "second"))
        amounts = f"--turns {chosen.turns}" if four else " ".join(widths)
        options = f"--simulations {chosen.simulations} {amounts}"
        path.write_text(f"# python -m training.blokus.build_book {chosen.variant} {options}\n", encoding="ascii")
    maker, start = Maker(chosen.variant, chosen.simulations, path), GAME.new(chosen.variant, first=0)
    assert isinstance(start, BlokusState)
    if four:
        maker.extend_own(start, chosen.turns)
        return
    maker.extend(start, tuple(chosen.first), own=True)
    maker.extend(start, tuple(chosen.second), own=False)


if __name__ == "__main__":
    main()
