"""One position as a learner sees it: which actions are legal, and the planes of `encoding`, compiled.

This goes over no list of moves, which grows stale and long. The whole board lies in eight words, one bit a square,
and where a shape may lie is what a few shifts of them have in common.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, lowest_bit
from tischlein.games.blokus.pieces import SHAPES
from tischlein.games.blokus.rules import side_of, whole
from tischlein.games.blokus.tables import (
    A1,
    ALL_PIECES,
    ORIGIN_BITS,
    PIECE_COUNT,
    SHAPE_COUNT,
    SHAPE_PIECE,
    STRIDE,
)

Bits: TypeAlias = NDArray[np.uint64]
"""Squares of a board: 24 * row + column is bit `square % 64` of word `1 + square // 64`; empty words around."""

WORDS = 8
LENGTH = WORDS + 4
OPEN, CONTACT, FREE = 4, 5, 6
BOARDS = 7
"""By colour where it lies; what is open to the colour to move, what is a contact of it, and what is free."""

_STEPS = sorted({STRIDE * y + x for shape in SHAPES for x, y in shape})
STEPS = np.array(_STEPS, np.uint64)
"""How far a square of a shape can be from the shape's origin."""

SHAPE_STEPS = np.array(
    [[_STEPS.index(STRIDE * y + x) for x, y in (*shape, *shape[-1:] * (5 - len(shape)))] for shape in SHAPES], np.int64
)
"""By shape: which of the steps lead to its squares; small shapes repeat their last."""


def _square_bits(width: int) -> list[int]:
    """Return the words of all squares of a board of this width."""
    bits = sum(((1 << width) - 1) << STRIDE * row for row in range(width))
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(WORDS)]


SQUARES = np.array([_square_bits(width) for width in range(21)], np.uint64)
"""By width of the board and word: the squares that there are."""


# ------------------------------------------------------------------ squares as bits


@compiled
def _eight(cells: NDArray[np.uint8], first: int) -> np.uint64:
    """Return eight cells as the bytes of one number; compilers make one read of it."""
    low = np.uint64(cells[first]) | np.uint64(cells[first + 1]) << np.uint64(8)
    low |= np.uint64(cells[first + 2]) << np.uint64(16) | np.uint64(cells[first + 3]) << np.uint64(24)
    high = np.uint64(cells[first + 4]) | np.uint64(cells[first + 5]) << np.uint64(8)
    high |= np.uint64(cells[first + 6]) << np.uint64(16) | np.uint64(cells[first + 7]) << np.uint64(24)
    return low | high << np.uint64(32)


@compiled
def _gather(bytes_: np.uint64) -> np.uint64:
    """Return the lowest bits of eight bytes, the first byte's first."""
    bits = bytes_ & np.uint64(0x0101010101010101)
    bits |= bits >> np.uint64(7)
    bits |= bits >> np.uint64(14)
    bits |= bits >> np.uint64(28)
    return bits & np.uint64(0xFF)


@compiled
def read_open(position: Position, boards: Bits) -> None:
    """Write what is open to the colour to move, and its contacts: eight squares at a time."""
    turn = np.uint64(position.turn)
    for word in range(WORDS):
        closed, contact = np.uint64(0), np.uint64(0)
        for part in range(8):
            eight = _eight(position.board, A1 + 64 * word + 8 * part) >> turn
            at = np.uint64(8 * part)
            closed |= _gather(eight) << at
            contact |= _gather(eight >> np.uint64(4)) << at
        whole_word = SQUARES[position.width, word]
        boards[OPEN, 1 + word] = whole_word & ~closed
        boards[CONTACT, 1 + word] = whole_word & contact


@compiled
def read_owners(position: Position, boards: Bits) -> None:
    """Write where each colour lies, and what is free: eight squares at a time, and their owners bit by bit."""
    for word in range(WORDS):
        ones, twos, fours = np.uint64(0), np.uint64(0), np.uint64(0)
        for part in range(8):
            eight, at = _eight(position.owner, A1 + 64 * word + 8 * part), np.uint64(8 * part)
            if eight:
                ones |= _gather(eight) << at
                twos |= _gather(eight >> np.uint64(1)) << at
                fours |= _gather(eight >> np.uint64(2)) << at
        boards[0, 1 + word] = ones & ~twos
        boards[1, 1 + word] = twos & ~ones
        boards[2, 1 + word] = ones & twos
        boards[3, 1 + word] = fours
        boards[FREE, 1 + word] = SQUARES[position.width, word] & ~(ones | twos | fours)


@compiled
def shift(board: Bits, shifted: Bits) -> None:
    """Write for each step: the origins from which that step leads to one of the squares."""
    for number in range(len(STEPS)):
        skipped, step = whole(STEPS[number] >> np.uint64(6)), STEPS[number] & np.uint64(63)
        for word in range(WORDS):
            at = 1 + word + skipped
            above = board[at + 1] << np.uint64(1) << (np.uint64(63) - step)
            shifted[number, word] = board[at] >> step | above


@compiled
def _beside(board: Bits, word: int, step: np.uint64) -> np.uint64:
    """Return the squares of a word that are a step before or behind one of the board's."""
    rest = np.uint64(64) - step
    before = board[word] >> step | board[word + 1] << rest
    return before | board[word] << step | board[word - 1] >> rest  # type: ignore[no-any-return]


# ------------------------------------------------------------------ what is legal, and what is seen


@compiled
def mark(
    position: Position, numbers: NDArray[np.int32], open_at: Bits, contact_at: Bits, mask: NDArray[np.bool_]
) -> None:
    """Mark every placement with all squares open, one of them a contact, and its piece not placed (R3 to R7)."""
    placed = position.placed[position.turn]
    for shape in range(SHAPE_COUNT):
        if (placed >> SHAPE_PIECE[shape]) & 1:
            continue
        a, b, c = SHAPE_STEPS[shape, 0], SHAPE_STEPS[shape, 1], SHAPE_STEPS[shape, 2]
        d, e = SHAPE_STEPS[shape, 3], SHAPE_STEPS[shape, 4]
        for word in range(WORDS):
            found = open_at[a, word] & open_at[b, word] & open_at[c, word] & open_at[d, word] & open_at[e, word]
            if found:
                touching = contact_at[a, word] | contact_at[b, word] | contact_at[c, word]
                found &= touching | contact_at[d, word] | contact_at[e, word]
                while found:
                    origin = 64 * word + lowest_bit(found)
                    mask[numbers[shape << ORIGIN_BITS | origin]] = True
                    found &= found - np.uint64(1)


@compiled
def _paint(board: Bits, picture: NDArray[np.uint8]) -> None:
    for word in range(WORDS):
        bits = board[1 + word]
        while bits:
            square = np.uint32(64 * word + lowest_bit(bits))
            picture[square // np.uint32(STRIDE), square % np.uint32(STRIDE)] = 1
            bits &= bits - np.uint64(1)


@compiled
def _find_contacts(boards: Bits, colour: int, found: Bits) -> None:
    """Write the free squares that touch a colour at a corner and nowhere along an edge."""
    board = boards[colour]
    for word in range(1, WORDS + 1):
        corners = _beside(board, word, np.uint64(STRIDE - 1)) | _beside(board, word, np.uint64(STRIDE + 1))
        edges = _beside(board, word, np.uint64(1)) | _beside(board, word, np.uint64(STRIDE))
        found[word] = corners & ~edges & boards[FREE, word]


@compiled
def observe(
    position: Position, seat: int, boards: Bits, pictures: NDArray[np.uint8], numbers: NDArray[np.float32]
) -> None:
    """Write the planes for a seat; the pictures are empty before."""
    colours = position.colours
    own = 0
    while position.seat[own] != seat:
        own += 1
    side = side_of(position, seat)
    for number in range(colours):
        colour = (own + number) % colours
        lying = position.placed[colour]
        _paint(boards[colour], pictures[number])
        _find_contacts(boards, colour, boards[CONTACT])
        _paint(boards[CONTACT], pictures[colours + number])
        if lying == 0:
            for i in range(4):
                square = position.starts[colour, i] - A1
                pictures[2 * colours + number, square // STRIDE, square % STRIDE] = 1
        numbers[number] = colour == position.turn
        numbers[colours + number] = position.side[colour] == side
        numbers[2 * colours + number] = lying == ALL_PIECES or (position.out >> colour) & 1
        for piece in range(PIECE_COUNT):
            numbers[3 * colours + number * PIECE_COUNT + piece] = (lying >> piece) & 1 == 0
