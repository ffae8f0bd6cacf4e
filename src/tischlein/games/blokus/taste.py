"""How good moves look to somebody who sees the whole board: a small network adds to what `priors.py` sees nearby.

It has the inputs of `foresight.py`, and says for every cell how good it is to cover it, or to open it at a corner, and
for every piece how good it is to place it now; once for all moves. It was learned from searches (`imitation.py`); where
nothing was learned, priors stand alone.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled

from .foresight import HIDDEN, KINDS, SQUARES, Glass, add_rows, count_inputs, new_glass, note_inputs
from .learned import is_known, load_numbers, save_numbers
from .priors import CELL_FEATURES, FEATURES, Sight, Weights, look, new_sight, phase_of, weigh
from .rules import tidy, whole
from .tables import A1, PIECE_COUNT, STRIDE
from .variants import kind_of

PLACES = SQUARES // (KINDS * np.array([2, 4])[:, None, None, None])
"""For Duo and for four colours, by quarter turns and mirror: the square that each square is turned to."""


class Taste(NamedTuple):
    """What was learned."""

    rows: NDArray[np.float32]  # by input
    bias: NDArray[np.float32]
    covered: NDArray[np.float32]  # by unit of the layer before and square
    opened: NDArray[np.float32]  # by unit and square
    pieces: NDArray[np.float32]  # by unit and piece


class Eye(NamedTuple):
    """What moves are looked at with: what was learned, and room."""

    weights: Weights
    taste: Taste
    sight: Sight
    glass: Glass
    own: NDArray[np.float32]  # the weights that hold in the position looked at
    liked: NDArray[np.float32]  # by whether it is covered or opened, and square: what the network says


def new_taste(width: int, colours: int) -> Taste:
    """Return a network for a kind of game that likes nothing."""
    rows = np.zeros((count_inputs(width, colours), HIDDEN), dtype=np.float32)
    squares = width * width
    rest = (np.zeros((HIDDEN, size), dtype=np.float32) for size in (squares, squares, PIECE_COUNT))
    return Taste(rows, np.zeros(HIDDEN, dtype=np.float32), *rest)


def no_taste() -> Taste:
    """Return what stands for no network at all."""
    return Taste(*(part[:0] for part in new_taste(1, 1)))


def new_eye(weights: Weights, taste: Taste) -> Eye:
    """Return what moves are looked at with."""
    own, liked = np.zeros(FEATURES, dtype=np.float32), np.zeros((2, taste.covered.shape[1]), dtype=np.float32)
    return Eye(weights, taste, new_sight(), new_glass(), own, liked)


@compiled
def find_places(position: Position, reflected: bool) -> NDArray[np.int64]:
    """Return for each square where it lies as the colour to move sees the board, or in a mirror."""
    return PLACES[whole(position.width == 20), position.turn * (4 // position.colours), whole(reflected)]  # type: ignore[no-any-return]


@compiled
def _ask(eye: Eye) -> None:
    """Note what the network says about squares and pieces; unit by unit, which the processor does eight at a time."""
    taste, liked, pieces = eye.taste, eye.liked, eye.own[CELL_FEATURES:]
    liked[:] = 0
    for k in range(HIDDEN):
        weight = eye.glass.hidden[k]
        if weight > 0:
            covered, opened, placed = taste.covered[k], taste.opened[k], taste.pieces[k]
            for square in range(len(covered)):
                liked[0, square] += weight * covered[square]
                liked[1, square] += weight * opened[square]
            for piece in range(PIECE_COUNT):
                pieces[piece] += weight * placed[piece]


@compiled
def _lean(position: Position, reflected: bool, eye: Eye) -> None:
    """Add what the network says to the worth of free cells."""
    worth, width, places = eye.sight[3], whole(position.width), find_places(position, reflected)
    for row in range(width):
        for column in range(width):
            cell = A1 + STRIDE * row + column
            if position.owner[cell] == 0:
                worth[cell, 0] += eye.liked[0, places[row * width + column]]
                worth[cell, 1] += eye.liked[1, places[row * width + column]]


@compiled
def regard(position: Position, reflected: bool, eye: Eye) -> int:
    """Note what cells and pieces are worth to the colour to move, whose list is tidied; return how many inputs hold."""
    colour = position.turn
    tidy(position, colour)
    eye.own[:] = eye.weights[phase_of(position, colour)]
    look(position, colour, eye.sight)
    weigh(position, eye.own, eye.sight)
    if len(eye.taste.rows) == 0:
        return 0
    count = note_inputs(position, reflected, eye.glass)
    add_rows(eye.taste.rows, eye.taste.bias, count, eye.glass)
    _ask(eye)
    _lean(position, reflected, eye)
    return count


@cache
def taste_for(width: int, sides: int) -> Taste:
    """Return the network for a variant, if one was learned."""
    name = f"taste-{kind_of(width, sides)}"
    return Taste(**load_numbers(name)) if is_known(name) else no_taste()


def save_taste(kind: str, taste: Taste, recipe: str) -> None:
    """Put a network into its file, with the command that made it."""
    save_numbers(f"taste-{kind}", taste._asdict(), recipe)
