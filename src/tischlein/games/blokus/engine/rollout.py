"""Rollouts: a game is played out quickly and not quite foolishly.

A colour answers what rivals have just opened, with a large piece. A cell counts as an answer if a rival opened it, or a
cell beside it, in the last plies; a cell from which the colour itself goes on counts twice. The move with the most of
these is played; equal ones are drawn, larger pieces more often. Only contacts from which a piece reaches such a cell
are looked at, and a tenth of all moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, Workspace, compiled, roll
from tischlein.games.blokus.pieces import PIECES
from tischlein.games.blokus.rules import contact_end, fits, push, tidy, whole
from tischlein.games.blokus.tables import (
    CELLS,
    CORNER_COUNT,
    ORIGIN_BITS,
    ORIGIN_MASK,
    SHAPE_CELLS,
    SHAPE_CORNERS,
    SHAPE_PIECE,
    SHAPE_SIZE,
    STRIDE,
)

from .linear_policy import RECENT_PLIES, are_rivals

SHARE = 5 ** (SHAPE_SIZE - 1)
"""By shape: a piece that is one square smaller is five times less likely."""

OF_SIZE = np.array([sum(1 << i for i, piece in enumerate(PIECES) if piece.size == size) for size in range(6)])
"""By size: its pieces, one bit each."""

MOST_TRIES = 12
"""How often a drawn move may be turned down before the list is read through."""

CLOSED_CELL = 64
"""What a closed cell is worth: more than all the answers of a move together."""

CLOSED_TO = np.array([1, 2, 4, 8], dtype=np.uint8)
"""By colour: the bit of a closed cell. From a table it is a byte, and compilers compare many bytes at once."""

MOST_ANSWERS = 5
"""More answers than this in one move count no more."""

REACH = 5
"""A piece through a contact covers cells up to four steps away, and an answer may lie one step from the corner."""

AROUND = np.array(
    [STRIDE * y + x for x in range(-REACH, REACH + 1) for y in range(-REACH, REACH + 1) if abs(x) + abs(y) <= REACH],
    dtype=np.int64,
)
MARGIN = 2 * STRIDE
"""Room before the first cell and after the last for what lies around cells near the border."""

GAME_STAMPS = 128
LAST_STAMP = 1 << 30

# Numba asks of an index whether it is negative, unless its type says that it cannot be.
CELL_ROWS = SHAPE_CELLS.astype(np.uint64)
PIECE_ROWS = SHAPE_PIECE.astype(np.uint64)
REPEATS = (5 - SHAPE_SIZE).astype(np.uint64)
"""By shape: how often its row of cells repeats the last one."""


# ------------------------------------------------------------------ where answers are


@compiled
def value_cells(position: Position, values: NDArray[np.uint8]) -> None:
    """Write what covering each cell is worth to the colour to move."""
    colour, board = position.turn, position.board
    closed = CLOSED_TO[colour]
    for cell in range(CELLS):
        values[cell] = np.uint8(CLOSED_CELL) if board[cell] & closed else np.uint8(0)
    for ply in range(max(0, position.ply - RECENT_PLIES), position.ply):
        other, code = whole(position.played_by[ply]), whole(position.played[ply])
        if not are_rivals(position, colour, other):
            continue
        for i in range(CORNER_COUNT[code >> ORIGIN_BITS]):
            corner = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i]
            if (board[corner] >> other) & 1:
                continue
            for step in (0, 1, -1, STRIDE, -STRIDE):
                cell = corner + step
                if (board[cell] >> other) & 1 == 0 and values[cell] == 0:
                    values[cell] = 1 + ((board[cell] >> (4 + colour)) & 1)


@compiled
def stamp_reach(position: Position, ply: int, workspace: Workspace) -> None:
    """Stamp every cell from which a piece might answer the move of a ply."""
    other, code = whole(position.played_by[ply]), whole(position.played[ply])
    stamps = workspace.stamps[other]
    for i in range(CORNER_COUNT[code >> ORIGIN_BITS]):
        corner = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i]
        if (position.board[corner] >> other) & 1 == 0:
            for k in range(len(AROUND)):
                stamps[MARGIN + corner + AROUND[k]] = workspace.clock + ply


@compiled
def _can_answer(position: Position, cell: int, workspace: Workspace) -> bool:
    """Return whether a piece through a contact might answer one of the last plies."""
    since = workspace.clock + position.ply - RECENT_PLIES
    for other in range(position.colours):
        if workspace.stamps[other, MARGIN + cell] >= since and are_rivals(position, position.turn, other):
            return True
    return False


# ------------------------------------------------------------------ drawing a move


@compiled
def _collect_answers(
    position: Position, first: int, end: int, workspace: Workspace, best: int, found: int
) -> tuple[int, int]:
    """Add the best answers of a part of the list to those found; return how good they are and how many.

    A move with a closed cell or a placed piece is left out: a fast copy of `rules.fits`, which a test compares.
    """
    listed, values = position.lists[position.turn], workspace.answer_values
    placed = np.uint64(position.placed[position.turn])
    for i in range(first, end):
        code = np.uint64(listed[i])
        shape = code >> np.uint64(ORIGIN_BITS)
        origin = code & np.uint64(ORIGIN_MASK)
        last = np.uint64(values[origin + CELL_ROWS[shape, 4]])
        answers = np.uint64(values[origin + CELL_ROWS[shape, 0]])
        answers += np.uint64(values[origin + CELL_ROWS[shape, 1]])
        answers += np.uint64(values[origin + CELL_ROWS[shape, 2]])
        answers += np.uint64(values[origin + CELL_ROWS[shape, 3]])
        answers += last
        answers -= REPEATS[shape] * last
        value = min(whole(answers), MOST_ANSWERS)
        if answers >= np.uint64(CLOSED_CELL) or value < best or (placed >> PIECE_ROWS[shape]) & np.uint64(1):
            continue
        if value > best:
            best, found = value, 0
        workspace.answer_codes[found] = listed[i]
        workspace.answer_sums[found] = SHARE[shape] + (workspace.answer_sums[found - 1] if found > 0 else 0)
        found += 1
    return best, found


@compiled
def _pick_answer(workspace: Workspace, found: int, dice: Dice) -> int:
    """Return one of the answers found, drawn by their shares."""
    rest = roll(dice, workspace.answer_sums[found - 1])
    low, high = 0, found - 1
    while low < high:
        middle = (low + high) >> 1
        if workspace.answer_sums[middle] > rest:
            high = middle
        else:
            low = middle + 1
    return whole(workspace.answer_codes[low])


@compiled
def _draw_large(position: Position, contacts: int, workspace: Workspace, dice: Dice) -> int:
    """Return a random legal move, larger pieces more likely; the open contacts are in the workspace."""
    colour = position.turn
    size = 5
    while size > 1 and position.placed[colour] & OF_SIZE[size] == OF_SIZE[size]:
        size -= 1
    for _ in range(MOST_TRIES if contacts > 0 else 0):
        at = roll(dice, workspace.contact_ends[contacts - 1])
        number = 0
        while workspace.contact_ends[number] <= at:
            number += 1
        code = whole(position.lists[colour, workspace.contact_offsets[number] + at])
        if roll(dice, 5 ** (size - 1)) < SHARE[code >> ORIGIN_BITS] and fits(position, colour, code):
            return code
    return draw_from_all(position, dice)


@compiled
def draw_from_all(position: Position, dice: Dice) -> int:
    """Return the same, by reading the whole list: better when few moves are left or none is large."""
    colour = position.turn
    tidy(position, colour)
    listed = position.lists[colour]
    total = whole(0)
    for i in range(position.counts[colour]):
        total += SHARE[listed[i] >> ORIGIN_BITS]
    rest = roll(dice, total)
    i = -1
    while rest >= 0:
        i += 1
        rest -= SHARE[listed[i] >> ORIGIN_BITS]
    return whole(listed[i])


@compiled
def draw_answer(position: Position, workspace: Workspace, dice: Dice) -> int:
    """Return the move that best answers the last plies, or one of them, or any; the game is not over."""
    value_cells(position, workspace.answer_values)
    colour = position.turn
    contacts, moves, best, found = whole(0), whole(0), whole(1), whole(0)
    for number in range(position.contacts[colour]):
        cell = whole(position.contact_cells[colour, number])
        first, end = whole(position.contact_starts[colour, number]), contact_end(position, colour, number)
        if workspace.answer_values[cell] >= CLOSED_CELL or first >= end:
            continue
        workspace.contact_offsets[contacts] = first - moves
        moves += end - first
        workspace.contact_ends[contacts] = moves
        contacts += 1
        if _can_answer(position, cell, workspace):
            best, found = _collect_answers(position, first, end, workspace, best, found)
    if found > 0:
        return _pick_answer(workspace, found, dice)
    return _draw_large(position, contacts, workspace, dice)


@compiled
def begin_rollout(position: Position, workspace: Workspace) -> None:
    """Note what can be answered at the start."""
    workspace.clock += GAME_STAMPS
    if workspace.clock > LAST_STAMP:
        workspace.clock = GAME_STAMPS
        workspace.stamps[:] = 0
    for ply in range(max(0, position.ply - RECENT_PLIES), position.ply):
        stamp_reach(position, ply, workspace)


@compiled
def roll_out(position: Position, workspace: Workspace, dice: Dice) -> None:
    """Play to the end."""
    begin_rollout(position, workspace)
    while position.turn >= 0:
        push(position, draw_answer(position, workspace, dice))
        stamp_reach(position, position.ply - 1, workspace)
