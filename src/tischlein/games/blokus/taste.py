"""How good moves look to somebody who sees the whole board: a small network adds to what `priors.py` sees nearby.

It has the inputs of `foresight.py`, and says for every cell how good it is to cover it, or to open it at a corner, and
for every piece how good it is to place it now. That takes as long as to look at the cells one by one, and only once for
all moves. It was learned from searches (`imitation.py`); where there is nothing learned, priors stand alone.
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


class Taste(NamedTuple):
    """What was learned."""

    rows: NDArray[np.float32]  # by input
    bias: NDArray[np.float32]
    covered: NDArray[np.float32]  # by square
    opened: NDArray[np.float32]  # by square
    pieces: NDArray[np.float32]  # by piece


class Eye(NamedTuple):
    """What moves are looked at with: what was learned, and room."""

    weights: Weights
    taste: Taste
    sight: Sight
    glass: Glass
    own: NDArray[np.float32]  # the weights that hold in the position looked at


def new_taste(width: int, colours: int) -> Taste:
    """Return a network for a kind of game that likes nothing."""
    sizes = (count_inputs(width, colours), width * width, width * width, PIECE_COUNT)
    rows, *rest = (np.zeros((size, HIDDEN), dtype=np.float32) for size in sizes)
    return Taste(rows, np.zeros(HIDDEN, dtype=np.float32), *rest)


def no_taste() -> Taste:
    """Return what stands for no network at all."""
    return Taste(*(part[:0] for part in new_taste(1, 1)))


def new_eye(weights: Weights, taste: Taste) -> Eye:
    """Return what moves are looked at with."""
    return Eye(weights, taste, new_sight(), new_glass(), np.zeros(FEATURES, dtype=np.float32))


@compiled
def find_squares(position: Position, reflected: bool) -> NDArray[np.int64]:
    """Return for each square its first input, as the colour to move sees the board, or in a mirror."""
    return SQUARES[whole(position.width == 20), position.turn * (4 // position.colours), whole(reflected)]  # type: ignore[no-any-return]


@compiled
def _multiply(row: NDArray[np.float32], hidden: NDArray[np.float32]) -> np.float32:
    total = np.float32(0)
    for k in range(HIDDEN):
        total += row[k] * hidden[k]
    return total


@compiled
def _lean(position: Position, reflected: bool, eye: Eye) -> None:
    """Add what the network says to the worth of cells and pieces."""
    taste, hidden, worth, width = eye.taste, eye.glass.hidden, eye.sight[3], whole(position.width)
    squares, inputs = find_squares(position, reflected), whole(position.colours) * KINDS
    for row in range(width):
        for column in range(width):
            cell = A1 + STRIDE * row + column
            if position.owner[cell] == 0:
                square = squares[row * width + column] // inputs
                worth[cell, 0] += _multiply(taste.covered[square], hidden)
                worth[cell, 1] += _multiply(taste.opened[square], hidden)
    for piece in range(PIECE_COUNT):
        eye.own[CELL_FEATURES + piece] += _multiply(taste.pieces[piece], hidden)


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
