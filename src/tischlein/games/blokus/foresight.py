"""What a position promises before it is played out: the lead that each colour's side may end with, by a small network.

The colour to move sees the board turned so that its own start corner is always the same. Each input stands for one
thing that holds: a cell is taken by a colour, closed to it, or within its reach, near or far, alone or with rivals; a
piece is left to it; it is out. Every input has a row of numbers. The rows of all that holds are added up, and two
small layers, which change with the stage of the game, make leads of the sums. That takes a fraction of a playout and
foretells a search better than forty of them. The numbers were learned from searches (`appraisal.py`).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, lowest_bit

from .learned import load_numbers, save_numbers
from .priors import are_rivals
from .rules import whole
from .tables import A1, CORNER_COUNT, ORIGIN_BITS, ORIGIN_MASK, PIECE_COUNT, SHAPE_CORNERS, STRIDE
from .variants import kind_of

# What a cell is to a colour. A piece through a contact covers cells up to four steps away over open ones: what is near
# takes two steps at most, what is far takes four. Those that rivals reach as well have inputs of their own.
TAKEN, CLOSED, CONTACT, NEAR, FAR, OPEN, SPARE = range(7)
KINDS = 8
OF_A_COLOUR = PIECE_COUNT + 1
"""Inputs for the pieces that a colour has left, and one more when it is out."""
ROWS = 22
"""There is an empty row below the board and above."""

HIDDEN, SECOND = 32, 16
STAGES = 12
"""The layers after the first change every four turns of three colours."""
POINTS = 10.0
"""Leads are learned in tens of points."""


class Net(NamedTuple):
    """What was learned."""

    rows: NDArray[np.float32]  # by input
    bias: NDArray[np.float32]
    second: NDArray[np.float32]  # by stage, unit of the layer before and unit
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]  # by stage, unit of the layer before and colour, counted from the one to move
    last_bias: NDArray[np.float32]
    off: NDArray[np.float32]  # by stage: how far off a foreseen lead usually is


class Glass(NamedTuple):
    """Room to look ahead in."""

    cells: NDArray[np.uint64]  # by colour, what a cell is to it, and row: the columns where it is that, one bit each
    inputs: NDArray[np.int64]  # the numbers of all inputs that hold
    hidden: NDArray[np.float32]
    second: NDArray[np.float32]
    last: NDArray[np.float32]  # by colour, counted from the one to move
    leads: NDArray[np.float64]  # by side: the foreseen lead over the best other side


def count_inputs(width: int, colours: int) -> int:
    """Return how many inputs there are for a kind of game."""
    return width * width * colours * KINDS + colours * OF_A_COLOUR


def rows_by_place(rows: NDArray[np.float32], width: int, colours: int) -> NDArray[np.float32]:
    """Return the rows of the inputs that stand for cells, by square, and by colour and kind."""
    return rows[: width * width * colours * KINDS].reshape(-1, colours * KINDS, HIDDEN)


def new_net(width: int, colours: int) -> Net:
    """Return a network for a kind of game that knows nothing."""
    sizes = (
        (count_inputs(width, colours), HIDDEN),
        HIDDEN,
        (STAGES, HIDDEN, SECOND),
        (STAGES, SECOND),
        (STAGES, SECOND, colours),
    )
    return Net(*(np.zeros(size, dtype=np.float32) for size in (*sizes, (STAGES, colours), STAGES)))


def new_glass() -> Glass:
    """Return room to look ahead in."""
    return Glass(
        np.zeros((4, 7, ROWS), dtype=np.uint64),
        np.zeros(4 * (20 * 20 + OF_A_COLOUR), dtype=np.int64),
        np.zeros(HIDDEN, dtype=np.float32),
        np.zeros(SECOND, dtype=np.float32),
        np.zeros(4, dtype=np.float32),
        np.zeros(4),
    )


# ------------------------------------------------------------------ inputs


def _turn_squares() -> NDArray[np.int64]:
    """Return for Duo and for four colours, by quarter turns and mirror: the first input of each square."""
    table = np.zeros((2, 4, 2, 20 * 20), dtype=np.int64)
    for kind, (width, colours) in enumerate(((14, 2), (20, 4))):
        firsts = np.arange(width * width).reshape(width, width) * colours * KINDS
        for turns in range(4):
            turned = np.rot90(firsts, turns)
            for reflected, squares in enumerate((turned, turned[::-1, ::-1].T)):
                table[kind, turns, reflected, : width * width] = squares.ravel()
    return table


SQUARES = _turn_squares()


@compiled
def stage_of(position: Position) -> int:
    """Return which layers hold now."""
    return min(whole(position.ply) * 3 // (4 * whole(position.colours)), STAGES - 1)


@compiled
def _read_board(position: Position, cells: NDArray[np.uint64]) -> None:
    """Note for each colour which cells are taken by it, closed to it, open, and contacts."""
    cells[:] = 0
    for row in range(position.width):
        for column in range(position.width):
            cell, bit = A1 + STRIDE * row + column, np.uint64(1) << np.uint64(column)
            owner, bits = whole(position.owner[cell]), whole(position.board[cell])
            if owner:
                cells[owner - 1, TAKEN, row + 1] |= bit
                continue
            for colour in range(position.colours):
                if (bits >> colour) & 1:
                    cells[colour, CLOSED, row + 1] |= bit
                else:
                    cells[colour, OPEN, row + 1] |= bit
                    if (bits >> (4 + colour)) & 1:
                        cells[colour, CONTACT, row + 1] |= bit


@compiled
def _add_fresh(position: Position, colour: int, own: NDArray[np.uint64]) -> None:
    """Note the corners of a colour's newest piece, which are not on its list yet."""
    code = position.fresh[colour]
    for i in range(CORNER_COUNT[code >> ORIGIN_BITS] if code >= 0 else 0):
        square = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i] - A1
        row, column = square // STRIDE, square % STRIDE
        if 0 <= row < position.width:
            own[CONTACT, row + 1] |= own[OPEN, row + 1] & (np.uint64(1) << np.uint64(column))


@compiled
def _spread(own: NDArray[np.uint64], start: int, target: int) -> None:
    """Note what is one step away from some cells over open ones."""
    one = np.uint64(1)
    for row in range(1, ROWS - 1):
        here = own[start, row]
        here |= here << one | here >> one | own[start, row - 1] | own[start, row + 1]
        own[target, row] = here & own[OPEN, row]


@compiled
def _note_reach(position: Position, colour: int, own: NDArray[np.uint64]) -> None:
    """Note what is near a colour's contacts, and far."""
    _add_fresh(position, colour, own)
    if (position.out >> colour) & 1:
        own[CONTACT] = 0
    _spread(own, CONTACT, SPARE)
    _spread(own, SPARE, NEAR)
    _spread(own, NEAR, SPARE)
    _spread(own, SPARE, FAR)


@compiled
def _add_inputs(bits: np.uint64, squares: NDArray[np.int64], first: int, count: int, inputs: NDArray[np.int64]) -> int:
    """Add an input for each cell of a row to those that hold; return how many they are."""
    while bits:
        inputs[count] = squares[lowest_bit(bits)] + first
        count += 1
        bits &= bits - np.uint64(1)
    return count


@compiled
def _add_row(
    own: NDArray[np.uint64],
    row: int,
    rivals: np.uint64,
    squares: NDArray[np.int64],
    first: int,
    count: int,
    inputs: NDArray[np.int64],
) -> int:
    """Add the inputs of a row for one colour; return how many hold then."""
    count = _add_inputs(own[TAKEN, row], squares, first, count, inputs)
    count = _add_inputs(own[CLOSED, row], squares, first + 1, count, inputs)
    nearer, first = np.uint64(0), first + 2
    for kind in (CONTACT, NEAR, FAR):
        here = own[kind, row] & ~nearer
        count = _add_inputs(here & ~rivals, squares, first, count, inputs)
        count = _add_inputs(here & rivals, squares, first + 1, count, inputs)
        nearer, first = own[kind, row], first + 2
    return count


@compiled
def _add_pieces(position: Position, step: int, count: int, inputs: NDArray[np.int64]) -> int:
    """Add the inputs for what a colour has left, or that it is out; return how many hold then."""
    colour = (position.turn + step) % position.colours
    first = position.width * position.width * position.colours * KINDS + step * OF_A_COLOUR
    inputs[count] = first + PIECE_COUNT
    count += whole((position.out >> colour) & 1)
    for piece in range(PIECE_COUNT):
        inputs[count] = first + piece
        count += whole(1 - ((position.placed[colour] >> piece) & 1))
    return count


@compiled
def note_inputs(position: Position, reflected: bool, glass: Glass) -> int:
    """Note the inputs that hold in a position that is not over, or in its mirror; return how many they are."""
    colours, width, cells, inputs = whole(position.colours), whole(position.width), glass.cells, glass.inputs
    _read_board(position, cells)
    for colour in range(colours):
        _note_reach(position, colour, cells[colour])
    squares = SQUARES[whole(width == 20), position.turn * (4 // colours), whole(reflected)]
    count = 0
    for step in range(colours):
        colour = (whole(position.turn) + step) % colours
        count = _add_pieces(position, step, count, inputs)
        for row in range(1, width + 1):
            rivals = np.uint64(0)
            for other in range(colours):
                if are_rivals(position, colour, other):
                    rivals |= cells[other, FAR, row]
            count = _add_row(cells[colour], row, rivals, squares[(row - 1) * width :], step * KINDS, count, inputs)
    return count


# ------------------------------------------------------------------ layers


@compiled
def add_rows(rows: NDArray[np.float32], bias: NDArray[np.float32], count: int, glass: Glass) -> None:
    """Add up the rows of the inputs that hold; what is below zero counts as nothing."""
    hidden = glass.hidden
    for k in range(HIDDEN):
        hidden[k] = bias[k]
    for i in range(count):
        row = rows[glass.inputs[i]]
        for k in range(HIDDEN):
            hidden[k] += row[k]
    for k in range(HIDDEN):
        hidden[k] = max(hidden[k], np.float32(0))


@compiled
def run_net(net: Net, stage: int, count: int, glass: Glass) -> None:
    """Make leads, in tens, of the inputs."""
    hidden, second, last = glass.hidden, glass.second, glass.last
    add_rows(net.rows, net.bias, count, glass)
    for j in range(SECOND):
        second[j] = net.second_bias[stage, j]
    for k in range(HIDDEN):
        row = net.second[stage, k]
        for j in range(SECOND):
            second[j] += hidden[k] * row[j]
    for step in range(net.last.shape[2]):
        last[step] = net.last_bias[stage, step]
    for j in range(SECOND):
        second[j] = max(second[j], np.float32(0))
        for step in range(net.last.shape[2]):
            last[step] += second[j] * net.last[stage, j, step]


@compiled
def foresee(position: Position, net: Net, glass: Glass) -> float:
    """Write for each side the lead that the game may end with, and return how far off that usually is."""
    stage, colours, leads, shares = stage_of(position), whole(position.colours), glass.leads, np.zeros(4)
    run_net(net, stage, note_inputs(position, False, glass), glass)
    leads[:] = 0
    for step in range(colours):
        side = position.side[(position.turn + step) % colours]
        if side >= 0:
            shares[side] += 1
            leads[side] += (POINTS * glass.last[step] - leads[side]) / shares[side]
    if position.sides == 2:
        leads[0] = (leads[0] - leads[1]) / 2
        leads[1] = -leads[0]
    return float(net.off[stage])


# ------------------------------------------------------------------ files


@cache
def net_for(width: int, sides: int) -> Net:
    """Return the network for a variant."""
    return Net(**load_numbers(f"foresight-{kind_of(width, sides)}"))


def save_net(kind: str, net: Net, recipe: str) -> None:
    """Put a network into its file, with the command that made it."""
    save_numbers(f"foresight-{kind}", net._asdict(), recipe)
