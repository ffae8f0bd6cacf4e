"""The linear policy: the logit of a move is a weighted sum of what it covers, opens and touches.

Every feature belongs to a cell, seen by the colour to move, and to one of three ways in which a move meets cells: it
covers some, opens others at its corners, and closes those along its edges. So the weights are first added up for each
cell, and then a move costs a few additions. The weights were learned by self-play (`training/blokus/reinforce.py`) and
then from searches (`training/blokus/policy.py`).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, Workspace, compiled, count_bits
from tischlein.games.blokus.rules import whole
from tischlein.games.blokus.tables import (
    A1,
    CORNER_COUNT,
    ORIGIN_BITS,
    ORIGIN_MASK,
    PIECE_COUNT,
    SHAPE_CELLS,
    SHAPE_CORNERS,
    SHAPE_EDGES,
    SHAPE_PIECE,
    SHAPE_SIZE,
    STRIDE,
)
from tischlein.games.blokus.variants import kind_of

# Features of cells that a move covers. Others are counted from the colour to move: next, second, third.
ON, BESIDE, OWN_CONTACT, CENTRE, RECENT, RECENT_BESIDE, CROWD, VACANT = 0, 3, 6, 7, 8, 9, 10, 11
# Features of cells at its corners, where the colour can go on.
OPEN, CONTACT_ALREADY, OPEN_CENTRE, SPACE, CONTESTED, CROWD_OPEN = 12, 17, 18, 19, 20, 21
# Features of cells along its edges, which it closes to itself.
TOUCH, FREE, BORDER, CONTACT_LOST = 22, 25, 26, 27
CELL_FEATURES = 28
COVERED, OPENED, CLOSED = slice(0, OPEN), slice(OPEN, TOUCH), slice(TOUCH, CELL_FEATURES)
FEATURES = CELL_FEATURES + PIECE_COUNT

PHASE_STARTS = (0, 2, 5, 9, 13)
"""Weights change with the number of pieces that the colour has placed."""
PHASES = len(PHASE_STARTS)

RECENT_PLIES = 3
"""Corners of moves that are no older count as recent."""

EDGE_COUNT = np.array([len(set(row)) for row in SHAPE_EDGES.tolist()], dtype=np.int64)

LinearPolicy = NDArray[np.float32]
"""Weights by phase and feature."""


@cache
def load_linear_policy(width: int, sides: int) -> LinearPolicy:
    """Return the weights for a variant."""
    known = json.loads(files(__package__).joinpath("data", "linear_policy.json").read_text(encoding="utf-8"))["weights"]
    weights = np.array(known[kind_of(width, sides)], dtype=np.float32)
    assert weights.shape == (PHASES, FEATURES)
    return weights


def limit_scope(weights: LinearPolicy, scope: int) -> LinearPolicy:
    """Return the weights of somebody who sees only so much: 0 the pieces, 1 also the own corners and edges, 2 all."""
    seen = weights.copy()
    for hidden in ((COVERED, OPENED, CLOSED), (COVERED,), ())[scope]:
        seen[:, hidden] = 0
    return seen


@compiled
def phase_of(position: Position, colour: int) -> int:
    """Return which weights hold for a colour now."""
    placed = count_bits(np.uint64(position.placed[colour]))
    phase = 0
    while phase + 1 < PHASES and placed >= PHASE_STARTS[phase + 1]:
        phase += 1
    return phase


@compiled
def are_rivals(position: Position, colour: int, other: int) -> bool:
    """Return whether two colours score for different sides."""
    return bool(position.side[colour] != position.side[other] or (position.side[colour] < 0 and colour != other))


@compiled
def _note_contacts(position: Position, colour: int, contacts: NDArray[np.uint8]) -> None:
    """Note who can go on from which cell, one bit a colour; as the rules will when it is their turn (R6)."""
    board = position.board
    for row in range(position.width):
        for column in range(position.width):
            cell = A1 + STRIDE * row + column
            bits = np.int64(board[cell])
            contacts[cell] = (bits >> 4) & ~bits & 15
    for other in range(position.colours):
        code = position.fresh[other]
        if code >= 0 and other != colour:  # its corners are not on its list yet, but everybody sees them
            for i in range(CORNER_COUNT[code >> ORIGIN_BITS]):
                cell = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i]
                if board[cell] & (1 << other) == 0:
                    contacts[cell] |= 1 << other


@compiled
def _sum_up(position: Position, colour: int, contacts: NDArray[np.uint8], sums: NDArray[np.int32]) -> None:
    """Count from the bottom left: cells open to the colour, contacts of its rivals, free cells."""
    rivals = 0
    for other in range(position.colours):
        rivals |= are_rivals(position, colour, other) << other
    for row in range(position.width):
        opened, crowd, vacant = np.int32(0), np.int32(0), np.int32(0)
        for column in range(position.width):
            cell = A1 + STRIDE * row + column
            opened += ((np.int64(position.board[cell]) >> colour) & 1) ^ 1
            crowd += np.int32(contacts[cell] & rivals > 0)
            vacant += np.int32(position.owner[cell] == 0)
            sums[0, row + 1, column + 1] = sums[0, row, column + 1] + opened
            sums[1, row + 1, column + 1] = sums[1, row, column + 1] + crowd
            sums[2, row + 1, column + 1] = sums[2, row, column + 1] + vacant


@compiled
def _count_open(board: NDArray[np.uint8], cell: int, colour: int) -> int:
    """Return how many of the four neighbours are open to a colour."""
    closed = np.int64(0)
    for step in (-1, 1, -STRIDE, STRIDE):
        closed += (np.int64(board[cell + step]) >> colour) & 1
    return 4 - closed  # type: ignore[return-value]


@compiled
def _note_others(position: Position, colour: int, cell: int, contacts: NDArray[np.uint8], here: Any) -> bool:
    """Note what others can do at a free cell; return whether it is a contact of one of them."""
    near = contacts[cell - 1] | contacts[cell + 1] | contacts[cell - STRIDE] | contacts[cell + STRIDE]
    contested = False
    for step in range(1, position.colours):
        other = (colour + step) % position.colours
        if (contacts[cell] >> other) & 1:
            here[ON + step - 1] = 0.5 + 0.25 * _count_open(position.board, cell, other)
            contested = True
        elif (near >> other) & 1:
            here[BESIDE + step - 1] = 1
    return contested


@compiled
def _note_own(position: Position, colour: int, cell: int, contested: bool, space: float, here: Any) -> None:
    """Note what a free cell that is open to the colour means for it."""
    here[FREE] = 1
    here[CROWD_OPEN] = here[CROWD]
    if (np.int64(position.board[cell]) >> (4 + colour)) & 1:
        here[OWN_CONTACT] = here[CONTACT_ALREADY] = here[CONTACT_LOST] = 1
    else:
        here[OPEN + _count_open(position.board, cell, colour)] = 1
        here[OPEN_CENTRE] = here[CENTRE]
        here[CONTESTED] = contested
        here[SPACE] = space


@compiled
def _share(sums: NDArray[np.int32], row: int, column: int, width: int) -> float:
    """Return how much of the five by five cells around a cell was counted."""
    top, bottom = min(row + 3, width), max(row - 2, 0)
    right, left = min(column + 3, width), max(column - 2, 0)
    return (sums[top, right] - sums[bottom, right] - sums[top, left] + sums[bottom, left]) / 25.0  # type: ignore[no-any-return]


@compiled
def _note_recent(position: Position, colour: int, features: NDArray[np.float32]) -> None:
    """Note the corners that rivals have just opened, and the cells beside them."""
    for ply in range(max(0, position.ply - RECENT_PLIES), position.ply):
        other = whole(position.played_by[ply])
        if are_rivals(position, colour, other):
            code = np.int64(position.played[ply])
            for i in range(CORNER_COUNT[code >> ORIGIN_BITS]):
                cell = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i]
                if (position.board[cell] >> other) & 1 == 0:
                    features[cell, RECENT] = 1
                    for step in (-1, 1, -STRIDE, STRIDE):
                        if (position.board[cell + step] >> other) & 1 == 0:
                            features[cell + step, RECENT_BESIDE] = 1


@compiled
def extract_features(position: Position, colour: int, workspace: Workspace) -> None:
    """Note the features of every cell for a colour."""
    features, contacts, sums = workspace.features, workspace.contacts, workspace.sums
    _note_contacts(position, colour, contacts)
    _sum_up(position, colour, contacts, sums)
    middle = (position.width - 1) / 2.0
    for row in range(position.width):
        for column in range(position.width):
            cell = A1 + STRIDE * row + column
            here = features[cell]
            here[:] = 0
            owner = np.int64(position.owner[cell])
            if owner:
                step = (owner - 1 - colour) % position.colours
                if step > 0:
                    here[TOUCH + step - 1] = 1
                continue
            here[CENTRE] = 1.0 - max(abs(row - middle), abs(column - middle)) / middle
            here[CROWD] = _share(sums[1], row, column, position.width)
            here[VACANT] = _share(sums[2], row, column, position.width)
            contested = _note_others(position, colour, cell, contacts, here)
            if (np.int64(position.board[cell]) >> colour) & 1 == 0:
                _note_own(position, colour, cell, contested, _share(sums[0], row, column, position.width), here)
    _note_recent(position, colour, features)


@compiled
def weigh_cells(position: Position, workspace: Workspace) -> None:
    """Add the weights up for each cell, border included, because moves end there."""
    features, weights, logits = workspace.features, workspace.phase_weights, workspace.cell_logits
    for row in range(-1, position.width + 1):
        for column in range(-1, position.width + 1):
            cell = A1 + STRIDE * row + column
            here = features[cell]
            covered, opened, closed = np.float32(0), np.float32(0), np.float32(0)
            for i in range(OPEN):
                covered += here[i] * weights[i]
            for i in range(OPEN, TOUCH):
                opened += here[i] * weights[i]
            for i in range(TOUCH, CELL_FEATURES):
                closed += here[i] * weights[i]
            logits[cell, 0], logits[cell, 1], logits[cell, 2] = covered, opened, closed


@compiled
def apply_linear_policy(position: Position, weights: LinearPolicy, workspace: Workspace) -> None:
    """Note the features of every cell for the colour to move, and what they add to logits."""
    own, now = weights[phase_of(position, position.turn)], workspace.phase_weights
    for i in range(FEATURES):
        now[i] = own[i]
    extract_features(position, position.turn, workspace)
    weigh_cells(position, workspace)


@compiled
def compute_logit(code: int, workspace: Workspace) -> float:
    """Return the logit of a move; the chance to play it grows with its exponential."""
    logits = workspace.cell_logits
    shape = code >> ORIGIN_BITS
    origin = code & ORIGIN_MASK
    total = workspace.phase_weights[CELL_FEATURES + SHAPE_PIECE[shape]]
    for i in range(SHAPE_SIZE[shape]):
        total += logits[origin + SHAPE_CELLS[shape, i], 0]
    for i in range(CORNER_COUNT[shape]):
        total += logits[origin + SHAPE_CORNERS[shape, i], 1]
    for i in range(EDGE_COUNT[shape]):
        total += logits[origin + SHAPE_EDGES[shape, i], 2]
    return total  # type: ignore[no-any-return]
