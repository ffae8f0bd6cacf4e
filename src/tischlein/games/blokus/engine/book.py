"""The opening book: what long searches chose at the start of a game.

A line of its file says what has been played, and one or several answers that are as good as each other; who plays by
the book takes any of them. Duo's board looks the same from either side of its diagonal, so there every line holds for
its mirror image too. With four colours everybody begins far from the others: there a line holds whatever they have
played, and for every colour, seen from its own corner. `training/blokus/build_book.py` makes the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from tischlein.core.game import Move
from tischlein.games.blokus import notation
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.variants import CORNERS, PLANS

Moves: TypeAlias = tuple[Move, ...]


def find_answers(state: BlokusState) -> Moves:
    """Return what the book says, if it knows the position."""
    options = PLANS[state.setup.variant].fill(state.setup.options)
    if options[CORNERS.id] != CORNERS.default:
        return ()
    known = _load(state.setup.variant)
    if len(PLANS[state.setup.variant].colours) == 2:
        return known.get(moves_of(state), ())
    turn = int(state.position.turn)
    answers = [turn_move(answer, turn) for answer in known.get(own_moves(state), ())]
    legal = set(state.legal_moves() if answers else ())  # somebody else may have come near
    return tuple(answer for answer in answers if answer in legal)


def own_moves(state: BlokusState) -> Moves:
    """Return what the colour to move has played, with four colours, as if its corner were that of the first one."""
    turn, played_by = int(state.position.turn), state.position.played_by.tolist()
    own = (move for move, colour in zip(moves_of(state), played_by, strict=False) if colour == turn)
    return tuple(turn_move(move, -turn) for move in own)


def turn_move(move: Move, quarters: int) -> Move:
    """Return a move on the board of four colours, turned clockwise."""
    squares, last = notation.read(move), PLANS["classic"].size - 1
    for _ in range(quarters % 4):
        squares = [(row, last - column) for column, row in squares]
    return ",".join(map(notation.write_square, sorted(squares)))


def mirror(move: Move, size: int) -> Move:
    """Return a move as it looks from the other side of the diagonal that leads through both starts of Duo."""
    squares = sorted((size - 1 - row, size - 1 - column) for column, row in notation.read(move))
    return ",".join(map(notation.write_square, squares))


def parse(text: str) -> Iterator[tuple[Moves, Moves]]:
    """Yield the lines of a book."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            before, answers = line.split("=")
            yield tuple(before.split()), tuple(answers.split())


def moves_of(state: BlokusState) -> Moves:
    """Return what has been played."""
    return tuple(map(notation.write, state.key()))


@cache
def _load(variant: str) -> Mapping[Moves, Moves]:
    file = files(__package__).joinpath("data", f"book-{variant}.txt")
    if not file.is_file():
        return {}
    lines = dict(parse(file.read_text(encoding="ascii")))
    if len(PLANS[variant].colours) > 2:
        return lines
    return {_reflect(before): _reflect(answers) for before, answers in lines.items()} | lines


def _reflect(moves: Moves) -> Moves:
    return tuple(mirror(move, PLANS["duo"].size) for move in moves)
