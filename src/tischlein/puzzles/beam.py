"""Packing under the rules of the game: many boards side by side, each a piece further, and only the best go on.

A board is good when few squares are closed to many colours, the free squares have a short outline, and each colour
has many corners to go on from. The largest pieces come first, so that the order by size holds by itself; the colour
with the most squares left is next. Every attempt that fails is followed by one with more boards and other chances.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, compiled, count_bits, new_dice, roll
from tischlein.games.blokus.pieces import PIECES

from .challenge import Layout, Placement
from .pack import (
    CONTACT,
    FREE,
    MOST_PLACES,
    ROW,
    WIDTH,
    Board,
    Ints,
    Shapes,
    count_places,
    list_places,
    list_shapes,
    put,
    read_board,
    read_placement,
)
from .search import Search

Floats = NDArray[np.float64]

WIDTHS = (20, 40, 80, 160, 320, 640)
"""Boards side by side, by attempt; after the last it goes on with the last three in turn."""

CAREFUL = 80
"""From this width on, boards are also judged by how many places each piece still has."""

SPARE = 3
"""How many times more boards than go on are judged with care."""

MOST_CANDIDATES = 200_000

# What a board costs: squares closed to 4, 3, 2, 1 colours, lonely squares, outline, (less) open corners,
# with care, few places now and few places ever; and chance.
COSTS = np.array([4.0, 1.0, 0.3, 0.1, 1.0, 0.25, 2.0, 4.0, 4.0, 1.0])
HOPELESS = 1e9


class Candidates(NamedTuple):
    """Room for the next boards: from which board, by which move, and what they cost."""

    parents: Ints
    moves: Ints
    ratings: Floats


# ------------------------------------------------------------------ judging a board


@compiled
def rate(board: Board, costs: Floats) -> float:
    """Return what a board costs, at a glance."""
    total = 0.0
    corners = np.zeros(4, dtype=np.int64)
    for y in range(WIDTH):
        a, b, c, d, free = board[0, y], board[1, y], board[2, y], board[3, y], board[FREE, y]
        one = a | b | c | d  # open to at least one colour, two, three, four
        two = (a & b) | (c & d) | ((a | b) & (c | d))
        three = (a & b & (c | d)) | (c & d & (a | b))
        four = a & b & c & d
        total += costs[0] * count_bits(np.uint64(free & ~one)) + costs[1] * count_bits(np.uint64(one & ~two))
        total += costs[2] * count_bits(np.uint64(two & ~three)) + costs[3] * count_bits(np.uint64(three & ~four))
        above = board[FREE, y + 1] if y < WIDTH - 1 else np.uint32(0)
        below = board[FREE, y - 1] if y > 0 else np.uint32(0)
        left, right = np.uint32(free << np.uint32(1) & np.uint32(ROW)), np.uint32(free >> np.uint32(1))
        total += costs[4] * count_bits(np.uint64(free & ~(above | below | left | right)))
        upright = count_bits(np.uint64(free & ~above)) + count_bits(np.uint64(free & ~below))
        total += costs[5] * (upright + count_bits(np.uint64(free & ~left)) + count_bits(np.uint64(free & ~right)))
        for colour in range(4):
            corners[colour] += count_bits(np.uint64(board[CONTACT + colour, y] & board[colour, y]))
    for colour in range(4):
        total -= costs[6] * np.sqrt(corners[colour])
    return total


@compiled
def rate_places(board: Board, shapes: Shapes, left: Ints, costs: Floats) -> float:
    """Return what it costs that pieces have few places; HOPELESS if one has none, now or ever."""
    total = 0.0
    for colour in range(4):
        for piece in range(len(shapes.first) - 1):
            if left[colour] >> piece & 1:
                ever, now = count_places(board, shapes, colour, piece)
                if ever == 0:
                    return HOPELESS
                total += costs[7] / (1 + now) + costs[8] / ever
    return total


# ------------------------------------------------------------------ one step of all boards


@compiled
def _choose_kind(left: Ints, sizes: Ints) -> tuple[int, int]:
    """Return the colour with the most squares left, and the size of its largest piece; 0 when all is placed.

    All boards of a step have placed pieces of the same sizes, so this holds for each of them.
    """
    colour, most = 0, -1
    for other in range(4):
        squares = 0
        for piece in range(len(sizes)):
            squares += sizes[piece] * (left[other] >> piece & 1)
        if squares > most:
            colour, most = other, squares
    largest = 0
    for piece in range(len(sizes)):
        largest = max(largest, sizes[piece] * (left[colour] >> piece & 1))
    return colour, largest


@compiled
def _list_candidates(
    boards: NDArray[np.uint32],
    left: Ints,
    count: int,
    colour: int,
    size: int,
    shapes: Shapes,
    costs: Floats,
    dice: Dice,
    room: Candidates,
) -> int:
    """Write every next board; return how many there are."""
    places = np.zeros(MOST_PLACES, dtype=np.int64)
    trial = np.zeros_like(boards[0])
    found = 0
    for parent in range(count):
        for piece in range(len(shapes.first) - 1):
            if shapes.sizes[shapes.first[piece]] != size or not left[parent, colour] >> piece & 1:
                continue
            for i in range(list_places(boards[parent], shapes, colour, piece, True, places)):
                if found == len(room.moves):
                    return found
                trial[:] = boards[parent]
                put(trial, shapes, colour, places[i])
                room.parents[found], room.moves[found] = parent, places[i]
                room.ratings[found] = rate(trial, costs) + costs[9] * roll(dice, 1024) / 1024
                found += 1
    return found


@compiled
def _digest(board: Board) -> np.uint64:
    """Return a number that equal boards share and others hardly ever do."""
    digest = np.uint64(14695981039346656037)
    for colour in range(4):
        for y in range(WIDTH):
            digest ^= np.uint64(board[colour, y])
            digest ^= digest << np.uint64(13)
            digest ^= digest >> np.uint64(7)
            digest ^= digest << np.uint64(17)
    return digest


@compiled
def step(
    boards: NDArray[np.uint32],
    left: Ints,
    count: int,
    width: int,
    careful: bool,
    shapes: Shapes,
    costs: Floats,
    dice: Dice,
    room: Candidates,
    parents: Ints,
    moves: Ints,
) -> int:
    """Put one more piece on every board and keep the best `width` of them, in place; return how many there are.

    `parents` and `moves` tell, for each board kept, from which one it came and by which move.
    """
    sizes = shapes.sizes[shapes.first[:-1]]
    colour, size = _choose_kind(left[0], sizes)
    found = _list_candidates(boards, left, count, colour, size, shapes, costs, dice, room)
    most = SPARE * width if careful else width
    next_boards = np.zeros((most, *boards.shape[1:]), dtype=np.uint32)
    next_left = np.zeros((most, 4), dtype=np.int64)
    chosen, costs_of = np.zeros(most, dtype=np.int64), np.zeros(most)
    digests = np.zeros(most, dtype=np.uint64)
    kept = 0
    for candidate in np.argsort(room.ratings[:found]):
        if kept == most:
            break
        parent, move = room.parents[candidate], room.moves[candidate]
        next_boards[kept], next_left[kept] = boards[parent], left[parent]
        put(next_boards[kept], shapes, colour, move)
        next_left[kept, colour] &= ~(1 << _piece_of(shapes, move >> 10))
        digests[kept], costs_of[kept] = _digest(next_boards[kept]), room.ratings[candidate]
        if _is_among(digests, kept):
            continue
        if careful:
            costs_of[kept] += rate_places(next_boards[kept], shapes, next_left[kept], costs)
        if costs_of[kept] < HOPELESS:
            chosen[kept] = candidate
            kept += 1
    best = np.argsort(costs_of[:kept])[:width]
    for place in range(len(best)):
        boards[place], left[place] = next_boards[best[place]], next_left[best[place]]
        parents[place], moves[place] = room.parents[chosen[best[place]]], room.moves[chosen[best[place]]]
    return len(best)


@compiled
def _piece_of(shapes: Shapes, shape: int) -> int:
    piece = 0
    while shapes.first[piece + 1] <= shape:
        piece += 1
    return piece


@compiled
def _is_among(digests: NDArray[np.uint64], last: int) -> bool:
    """Return whether the last digest stands before already."""
    return bool((digests[:last] == digests[last]).any())


# ------------------------------------------------------------------ the search


class Beam(Search):
    """Attempts with more and more boards. It can find a way but never prove that there is none."""

    def __init__(self, layout: Layout, seed: int, chance: float = 1.0) -> None:
        self._costs = np.append(COSTS[:-1], chance)
        self._board, self._pieces_left = read_board(layout)
        self._dice = new_dice(seed)
        whole, real = np.zeros((2, MOST_CANDIDATES), dtype=np.int64), np.zeros(MOST_CANDIDATES)
        self._room = Candidates(whole[0], whole[1], real)
        self._attempt = -1
        self._start()

    def _start(self) -> None:
        self._attempt += 1
        last = len(WIDTHS) - 1
        self._width = WIDTHS[self._attempt if self._attempt <= last else last - (self._attempt - last) % 3]
        self._boards = np.repeat(self._board[None], self._width, axis=0)
        self._left = np.repeat(self._pieces_left[None], self._width, axis=0)
        self._count = 1
        self._past: list[tuple[int, Ints, Ints]] = []

    @property
    def placed(self) -> int:
        """How many pieces this attempt has placed."""
        return len(self._past)

    def think(self) -> int:
        """Take one step with all boards; start again if none is left."""
        sizes = np.array([piece.size for piece in PIECES])
        colour, size = _choose_kind(self._left[0], sizes)
        if size == 0:
            self.found = self._trace()
            return 0
        parents, moves = np.zeros(self._width, dtype=np.int64), np.zeros(self._width, dtype=np.int64)
        careful = self._width >= CAREFUL
        shapes = list_shapes()
        now = (self._boards, self._left, self._count)
        self._count = step(*now, self._width, careful, shapes, self._costs, self._dice, self._room, parents, moves)
        if self._count == 0:
            self._start()
            return 0
        self._past.append((int(colour), parents, moves))
        return self._count

    def _trace(self) -> tuple[Placement, ...]:
        """Return the pieces on the best board, in the order in which they were placed."""
        board, found = 0, []
        for colour, parents, moves in reversed(self._past):
            found.append(read_placement(colour, int(moves[board])))
            board = int(parents[board])
        return tuple(reversed(found))
