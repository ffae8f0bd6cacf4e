"""Playing a game out quickly and not quite foolishly: answer what rivals have just opened, with a large piece.

A cell counts as an answer if a rival opened it, or a cell beside it, in the last plies; a cell from which the colour
itself goes on counts twice. The move with the most of these is played; equal ones are drawn, larger pieces more often.
Only contacts from which a piece reaches such a cell are looked at, and a tenth of all moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, roll

from .pieces import PIECES
from .priors import RECENT_PLIES, are_rivals
from .rules import MOST_CONTACTS, MOST_MOVES, contact_end, fits, push, tidy, whole
from .tables import (
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

SHARE = 5 ** (SHAPE_SIZE - 1)
"""By shape: a piece that is one square smaller is five times less likely."""

OF_SIZE = np.array([sum(1 << i for i, piece in enumerate(PIECES) if piece.size == size) for size in range(6)])
"""By size: its pieces, one bit each."""

PATIENCE = 12
"""How often a drawn move may be turned down before the list is read through."""

CLOSED = 64
"""What a closed cell is worth: more than all the answers of a move together."""

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


class Room(NamedTuple):
    """Room to play out in."""

    values: NDArray[np.uint8]
    """By cell: CLOSED, or how well covering it answers the last plies."""
    stamps: NDArray[np.int32]
    """By colour and cell: when it last opened a corner that can be reached from there."""
    clock: NDArray[np.int64]
    """The stamp of the first ply of this game; each game has later stamps than the one before."""
    firsts: NDArray[np.int64]
    ends: NDArray[np.int64]
    """By open contact: where its moves stand on the list, and how many moves all up to this one have."""
    codes: NDArray[np.uint16]
    sums: NDArray[np.int64]
    """The best answers so far, and their shares added up."""


def new_room() -> Room:
    """Return room to play out in."""
    return Room(
        values=np.zeros(CELLS, dtype=np.uint8),
        stamps=np.zeros((4, CELLS + 2 * MARGIN), dtype=np.int32),
        clock=np.zeros(1, dtype=np.int64),
        firsts=np.zeros(MOST_CONTACTS, dtype=np.int64),
        ends=np.zeros(MOST_CONTACTS, dtype=np.int64),
        codes=np.zeros(MOST_MOVES, dtype=np.uint16),
        sums=np.zeros(MOST_MOVES, dtype=np.int64),
    )


# ------------------------------------------------------------------ where answers are


@compiled
def value_cells(position: Position, values: NDArray[np.uint8]) -> None:
    """Write what covering each cell is worth to the colour to move."""
    colour, board = position.turn, position.board
    closed = np.uint8(1 << colour)
    for cell in range(CELLS):
        values[cell] = np.uint8(CLOSED) if board[cell] & closed else np.uint8(0)
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
def stamp_reach(position: Position, ply: int, room: Room) -> None:
    """Stamp every cell from which a piece might answer the move of a ply."""
    other, code = whole(position.played_by[ply]), whole(position.played[ply])
    stamps = room.stamps[other]
    for i in range(CORNER_COUNT[code >> ORIGIN_BITS]):
        corner = (code & ORIGIN_MASK) + SHAPE_CORNERS[code >> ORIGIN_BITS, i]
        if (position.board[corner] >> other) & 1 == 0:
            for k in range(len(AROUND)):
                stamps[MARGIN + corner + AROUND[k]] = room.clock[0] + ply


@compiled
def _can_answer(position: Position, cell: int, room: Room) -> bool:
    """Return whether a piece through a contact might answer one of the last plies."""
    since = room.clock[0] + position.ply - RECENT_PLIES
    for other in range(position.colours):
        if room.stamps[other, MARGIN + cell] >= since and are_rivals(position, position.turn, other):
            return True
    return False


# ------------------------------------------------------------------ drawing a move


@compiled
def _collect_answers(position: Position, first: int, end: int, room: Room, best: int, found: int) -> tuple[int, int]:
    """Add the best answers of a part of the list to those found; return how good they are and how many."""
    listed, values = position.lists[position.turn], room.values
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
        if answers >= np.uint64(CLOSED) or value < best or (placed >> PIECE_ROWS[shape]) & np.uint64(1):
            continue
        if value > best:
            best, found = value, 0
        room.codes[found] = listed[i]
        room.sums[found] = SHARE[shape] + (room.sums[found - 1] if found > 0 else 0)
        found += 1
    return best, found


@compiled
def _pick_answer(room: Room, found: int, dice: Dice) -> int:
    """Return one of the answers found, drawn by their shares."""
    rest = roll(dice, room.sums[found - 1])
    low, high = 0, found - 1
    while low < high:
        middle = (low + high) >> 1
        if room.sums[middle] > rest:
            high = middle
        else:
            low = middle + 1
    return int(room.codes[low])


@compiled
def _draw_large(position: Position, contacts: int, room: Room, dice: Dice) -> int:
    """Return a random legal move, larger pieces more likely; the open contacts are in the room."""
    colour = position.turn
    size = 5
    while size > 1 and position.placed[colour] & OF_SIZE[size] == OF_SIZE[size]:
        size -= 1
    for _ in range(PATIENCE if contacts > 0 else 0):
        at = roll(dice, room.ends[contacts - 1])
        number = 0
        while room.ends[number] <= at:
            number += 1
        code = int(position.lists[colour, room.firsts[number] + at])
        if roll(dice, 5 ** (size - 1)) < SHARE[code >> ORIGIN_BITS] and fits(position, colour, code):
            return code
    return draw_from_all(position, dice)


@compiled
def draw_from_all(position: Position, dice: Dice) -> int:
    """Return the same, by reading the whole list: better when few moves are left or none is large."""
    colour = position.turn
    tidy(position, colour)
    listed = position.lists[colour]
    total = 0
    for i in range(position.counts[colour]):
        total += SHARE[listed[i] >> ORIGIN_BITS]
    rest = roll(dice, total)
    i = -1
    while rest >= 0:
        i += 1
        rest -= SHARE[listed[i] >> ORIGIN_BITS]
    return int(listed[i])


@compiled
def draw_answer(position: Position, room: Room, dice: Dice) -> int:
    """Return the move that best answers the last plies, or one of them, or any; the game is not over."""
    value_cells(position, room.values)
    colour = position.turn
    contacts, moves, best, found = 0, 0, 1, 0
    for number in range(position.contacts[colour]):
        cell = whole(position.contact_cells[colour, number])
        first, end = whole(position.contact_starts[colour, number]), contact_end(position, colour, number)
        if room.values[cell] >= CLOSED or first >= end:
            continue
        room.firsts[contacts] = first - moves
        moves += end - first
        room.ends[contacts] = moves
        contacts += 1
        if _can_answer(position, cell, room):
            best, found = _collect_answers(position, first, end, room, best, found)
    if found > 0:
        return _pick_answer(room, found, dice)
    return _draw_large(position, contacts, room, dice)


@compiled
def begin_playout(position: Position, room: Room) -> None:
    """Note what can be answered at the start."""
    room.clock[0] += GAME_STAMPS
    if room.clock[0] > LAST_STAMP:
        room.clock[0] = GAME_STAMPS
        room.stamps[:] = 0
    for ply in range(max(0, position.ply - RECENT_PLIES), position.ply):
        stamp_reach(position, ply, room)


@compiled
def play_out(position: Position, room: Room, dice: Dice) -> None:
    """Play to the end."""
    begin_playout(position, room)
    while position.turn >= 0:
        push(position, draw_answer(position, room, dice))
        stamp_reach(position, position.ply - 1, room)
