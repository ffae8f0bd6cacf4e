"""The value net: the lead that each colour's side may end with.

NNUE-style: sparse binary inputs, accumulator, two dense layers by stage. The colour to move sees the board turned so
that its own start corner is always the same. An input is 1 if something holds: a cell is taken by a colour, closed to
it, or within its reach, near or far, alone or with rivals; a piece is left to it; it is out. Every input has a row of
weights. The rows of all inputs that are 1 are added up (the accumulator), and two small dense layers, which change with
the stage of the game, make leads of the sums. That takes a fraction of a rollout and predicts the result of a search
better than forty of them. The weights were learned from searches (`training/blokus/value.py`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, Workspace, compiled, lowest_bit
from tischlein.games.blokus.rules import whole
from tischlein.games.blokus.tables import A1, CORNER_COUNT, ORIGIN_BITS, ORIGIN_MASK, PIECE_COUNT, SHAPE_CORNERS, STRIDE
from tischlein.games.blokus.variants import kind_of

from .learned import load_numbers, save_numbers
from .linear_policy import are_rivals

# What a cell is to a colour. A piece through a contact covers cells up to four steps away over open ones: what is near
# takes two steps at most, what is far takes four. Those that rivals reach as well have inputs of their own.
TAKEN, CLOSED, CONTACT, NEAR, FAR, OPEN, SPARE = map(whole, range(7))
KINDS = 8
INPUTS_OF_A_COLOUR = PIECE_COUNT + 1
"""Inputs for the pieces that a colour has left, and one more when it is out."""
ROWS = 22
"""There is an empty row below the board and above."""

HIDDEN, DENSE = 32, 16
STAGES = 12
"""The layers after the first change every four turns of three colours."""
POINTS = 10.0
"""Leads are learned in tens of points."""


class ValueNet(NamedTuple):
    """Learned weights; also their gradients."""

    rows: NDArray[np.float32]  # by input and unit of the accumulator
    bias: NDArray[np.float32]
    dense: NDArray[np.float32]  # by stage, unit of the accumulator and unit
    dense_bias: NDArray[np.float32]
    output: NDArray[np.float32]  # by stage, unit of the dense layer and colour, counted from the one to move
    output_bias: NDArray[np.float32]
    rmse: NDArray[np.float32]  # by stage: the root mean square of the error of a lead


def count_inputs(width: int, colours: int) -> int:
    """Return how many inputs there are for a kind of game."""
    return width * width * colours * KINDS + colours * INPUTS_OF_A_COLOUR


def rows_by_place(rows: NDArray[np.float32], width: int, colours: int) -> NDArray[np.float32]:
    """Return the rows of the inputs that stand for cells, by square, and by colour and kind."""
    return rows[: width * width * colours * KINDS].reshape(-1, colours * KINDS, HIDDEN)


def new_value_net(width: int, colours: int) -> ValueNet:
    """Return a network for a kind of game, with all weights zero."""
    sizes = (
        (count_inputs(width, colours), HIDDEN),
        HIDDEN,
        (STAGES, HIDDEN, DENSE),
        (STAGES, DENSE),
        (STAGES, DENSE, colours),
    )
    return ValueNet(*(np.zeros(size, dtype=np.float32) for size in (*sizes, (STAGES, colours), STAGES)))


# ------------------------------------------------------------------ inputs


def _turn_squares() -> NDArray[np.int64]:
    """Return the first input of each square by `find_orientation`: board, quarter turns, mirror."""
    table = np.zeros((2, 4, 2, 20 * 20), dtype=np.int64)
    for kind, (width, colours) in enumerate(((14, 2), (20, 4))):
        firsts = np.arange(width * width).reshape(width, width) * colours * KINDS
        for turns in range(4):
            turned = np.rot90(firsts, turns)
            for reflected, squares in enumerate((turned, turned[::-1, ::-1].T)):
                table[kind, turns, reflected, : width * width] = squares.ravel()
    return table.reshape(16, 20 * 20)


SQUARES = _turn_squares()


@compiled
def find_orientation(position: Position, reflected: bool) -> int:
    """Return how the colour to move sees the board, or in a mirror: which row of SQUARES holds."""
    turns = position.turn * (4 // position.colours)
    return whole(8 * whole(position.width == 20) + 2 * turns + whole(reflected))


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
    first = position.width * position.width * position.colours * KINDS + step * INPUTS_OF_A_COLOUR
    inputs[count] = first + PIECE_COUNT
    count += whole((position.out >> colour) & 1)
    for piece in range(PIECE_COUNT):
        inputs[count] = first + piece
        count += whole(1 - ((position.placed[colour] >> piece) & 1))
    return count


@compiled
def collect_inputs(position: Position, reflected: bool, workspace: Workspace) -> int:
    """Note the inputs that are 1 in a position that is not over, or in its mirror; return how many they are."""
    colours, width = whole(position.colours), whole(position.width)
    cells, inputs = workspace.cells, workspace.inputs
    _read_board(position, cells)
    for colour in range(colours):
        _note_reach(position, colour, cells[colour])
    squares = SQUARES[find_orientation(position, reflected)]
    count = whole(0)
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
def accumulate(rows: NDArray[np.float32], bias: NDArray[np.float32], count: int, workspace: Workspace) -> None:
    """Add up the rows of the inputs that are 1; what is below zero becomes zero (ReLU).

    Eight units at a time, in variables: so every compiler sees that they are vectors, and nothing is stored between.
    """
    accumulator, inputs, zero = workspace.accumulator, workspace.inputs, np.float32(0)
    for k in range(0, HIDDEN, 8):
        a, b, c, d = bias[k], bias[k + 1], bias[k + 2], bias[k + 3]
        e, f, g, h = bias[k + 4], bias[k + 5], bias[k + 6], bias[k + 7]
        for i in range(count):
            row = rows[inputs[i]]
            a += row[k]
            b += row[k + 1]
            c += row[k + 2]
            d += row[k + 3]
            e += row[k + 4]
            f += row[k + 5]
            g += row[k + 6]
            h += row[k + 7]
        accumulator[k], accumulator[k + 1] = max(a, zero), max(b, zero)
        accumulator[k + 2], accumulator[k + 3] = max(c, zero), max(d, zero)
        accumulator[k + 4], accumulator[k + 5] = max(e, zero), max(f, zero)
        accumulator[k + 6], accumulator[k + 7] = max(g, zero), max(h, zero)


@compiled
def run_layers(net: ValueNet, stage: int, count: int, workspace: Workspace) -> None:
    """Make leads, in tens of points, of the inputs."""
    accumulator, dense, outputs = workspace.accumulator, workspace.dense, workspace.outputs
    accumulate(net.rows, net.bias, count, workspace)
    for j in range(DENSE):
        dense[j] = net.dense_bias[stage, j]
    for k in range(HIDDEN):
        row = net.dense[stage, k]
        for j in range(DENSE):
            dense[j] += accumulator[k] * row[j]
    for step in range(net.output.shape[2]):
        outputs[step] = net.output_bias[stage, step]
    for j in range(DENSE):
        dense[j] = max(dense[j], np.float32(0))
        for step in range(net.output.shape[2]):
            outputs[step] += dense[j] * net.output[stage, j, step]


@compiled
def evaluate(position: Position, net: ValueNet, workspace: Workspace) -> float:
    """Write for each side the lead that the game may end with, and return the usual error (RMSE)."""
    stage, colours, leads, counted = stage_of(position), whole(position.colours), workspace.leads, workspace.totals
    run_layers(net, stage, collect_inputs(position, False, workspace), workspace)
    for side in range(4):
        leads[side] = counted[side] = 0.0
    for step in range(colours):
        side = position.side[(position.turn + step) % colours]
        if side >= 0:
            counted[side] += 1
            leads[side] += (POINTS * np.float64(workspace.outputs[step]) - leads[side]) / counted[side]
    for side in range(position.sides):  # what one side leads by, others are behind
        counted[side] = 0.0
        for other in range(position.sides):
            counted[side] += (leads[side] - leads[other]) / position.sides
    for side in range(position.sides):
        leads[side] = counted[side]
    return np.float64(net.rmse[stage])


# ------------------------------------------------------------------ files


@cache
def load_value_net(width: int, sides: int) -> ValueNet:
    """Return the network for a variant."""
    return ValueNet(**load_numbers(f"value_net-{kind_of(width, sides)}"))


def save_value_net(kind: str, net: ValueNet, recipe: str, folder: Path | None = None) -> None:
    """Put a network into its file, with the command that made it; without a folder, among those that are shipped."""
    save_numbers(f"value_net-{kind}", net._asdict(), recipe, folder)
