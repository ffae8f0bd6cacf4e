"""Packing under the rules of the game: many boards side by side, each a piece further, and only the best go on.

`rating.py` says what a good board is. The largest pieces come first, so that the order by size holds by itself; the
colour with the most squares left is next. Every attempt that fails is followed by one with more boards and other
chances.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Memory, Position, compiled, new_dice, new_memory, roll
from tischlein.puzzles.blokus.challenge import Layout, Placement

from .boards import (
    MOST_PLACES,
    WIDTH,
    Board,
    Ints,
    Shapes,
    copy_board,
    list_places,
    list_shapes,
    put,
    read_board,
    read_placement,
)
from .heap import Floats, build_heap, pop_smallest
from .rating import COSTS, HOPELESS, USUAL_COSTS, count_corners, rate, rate_move, rate_places
from .search import Search

WIDTHS = (20, 40, 80, 160, 320, 640)
"""Boards side by side, by attempt; after the last it goes on with the last three in turn."""

CAREFUL = 80
"""From this width on, boards are also judged by how many places each piece still has."""

SPARE = 3
"""How many times more boards than go on are judged with care."""

MOST_CANDIDATES = 200_000


class BeamWorkspace(NamedTuple):
    """Memory for one step of all boards."""

    parents: Ints  # of each candidate: from which board
    moves: Ints  # by which move
    ratings: Floats  # what it costs
    heap: Ints
    boards: NDArray[np.uint32]  # the best candidates
    left: Ints
    chosen: Ints  # which candidates they are
    costs: Floats
    digests: NDArray[np.uint64]
    order: Ints  # a heap of them
    places: Ints
    fits: NDArray[np.uint32]
    board: Board
    corners: Ints
    tried: Ints  # by colour


def new_workspace(width: int, memory: Memory) -> BeamWorkspace:
    """Return memory for so many boards side by side."""
    most = SPARE * width
    return BeamWorkspace(
        parents=memory.zeros(MOST_CANDIDATES, np.int64),
        moves=memory.zeros(MOST_CANDIDATES, np.int64),
        ratings=memory.zeros(MOST_CANDIDATES, np.float64),
        heap=memory.zeros(MOST_CANDIDATES, np.int64),
        boards=memory.zeros((most, 9, WIDTH), np.uint32),
        left=memory.zeros((most, 4), np.int64),
        chosen=memory.zeros(most, np.int64),
        costs=memory.zeros(most, np.float64),
        digests=memory.zeros(most, np.uint64),
        order=memory.zeros(most, np.int64),
        places=memory.zeros(MOST_PLACES, np.int64),
        fits=memory.zeros(WIDTH, np.uint32),
        board=memory.zeros((9, WIDTH), np.uint32),
        corners=memory.zeros(4, np.int64),
        tried=memory.zeros(4, np.int64),
    )


# ------------------------------------------------------------------ one step of all boards


@compiled
def _choose_kind(left: Ints, shapes: Shapes, tried: Ints) -> tuple[int, int]:
    """Return a colour and the size of the pieces to place next: the largest, of the colour with the most squares left.

    `tried` are the sizes of each colour that no board has room for, one bit each. The size is 0 when nothing is left.
    All boards of a step have placed pieces of the same sizes, so this holds for each of them.
    """
    colour, largest, most = 0, 0, -1
    for other in range(4):
        squares, size = 0, 0
        for piece in range(len(shapes.first) - 1):
            if left[other] >> piece & 1:
                own = shapes.sizes[shapes.first[piece]]
                squares += own
                if not tried[other] >> own & 1:
                    size = max(size, own)
        rank = squares + (1000 * size if tried[other] else 1 << 20)
        if size > 0 and rank > most:
            colour, largest, most = other, size, rank
    return colour, largest


@compiled
def _list_candidates(
    boards: NDArray[np.uint32],
    left: Ints,
    count: int,
    colour: int,
    size: int,
    shapes: Shapes,
    costs: Position,
    dice: Dice,
    workspace: BeamWorkspace,
) -> int:
    """Write every next board; return how many there are."""
    places, trial, corners = workspace.places, workspace.board, workspace.corners
    found = 0
    for parent in range(count):
        cost = rate(boards[parent], costs)
        copy_board(boards[parent], trial)
        for other in range(4):
            corners[other] = count_corners(boards[parent], other, 0, WIDTH - 1)
        for piece in range(len(shapes.first) - 1):
            if shapes.sizes[shapes.first[piece]] != size or not left[parent, colour] >> piece & 1:
                continue
            for i in range(list_places(boards[parent], shapes, colour, piece, True, workspace.fits, places)):
                if found == len(workspace.moves):
                    return found
                more = rate_move(boards[parent], shapes, colour, places[i], costs, trial, corners)
                workspace.parents[found], workspace.moves[found] = parent, places[i]
                workspace.ratings[found] = cost + more + costs.chance * roll(dice, 1024) / 1024
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
    costs: Position,
    dice: Dice,
    workspace: BeamWorkspace,
    parents: Ints,
    moves: Ints,
    descending: bool,
) -> tuple[int, int]:
    """Put one more piece on every board and keep the best `width` of them, in place.

    Return how many there are, and the colour of the piece; -1 if nothing was left to place. `parents` and `moves` tell,
    for each board kept, from which one it came and by which move.
    """
    tried = workspace.tried
    for other in range(4):
        tried[other] = 0
    colour, size = _choose_kind(left[0], shapes, tried)
    if size == 0:
        return count, -1
    found = 0
    while found == 0 and size > 0:
        found = _list_candidates(boards, left, count, colour, size, shapes, costs, dice, workspace)
        tried[colour] |= 62 if descending else 1 << size  # smaller pieces must wait for this one, or may go first
        if found == 0:
            colour, size = _choose_kind(left[0], shapes, tried)
    most = SPARE * width if careful else width
    kept = _keep_best(boards, left, colour, found, most, careful, shapes, costs, workspace)
    build_heap(workspace.costs, workspace.order, kept)
    chosen = min(width, kept)
    for place in range(chosen):
        best = pop_smallest(workspace.costs, workspace.order, kept - place)
        copy_board(workspace.boards[best], boards[place])
        for other in range(4):
            left[place, other] = workspace.left[best, other]
        parents[place] = workspace.parents[workspace.chosen[best]]
        moves[place] = workspace.moves[workspace.chosen[best]]
    return chosen, colour


@compiled
def _keep_best(
    boards: NDArray[np.uint32],
    left: Ints,
    colour: int,
    found: int,
    most: int,
    careful: bool,
    shapes: Shapes,
    costs: Position,
    workspace: BeamWorkspace,
) -> int:
    """Make the boards of the best candidates, each board once; return how many there are."""
    kept = 0
    build_heap(workspace.ratings, workspace.heap, found)
    while found > 0 and kept < most:
        candidate = pop_smallest(workspace.ratings, workspace.heap, found)
        found -= 1
        parent, move = workspace.parents[candidate], workspace.moves[candidate]
        copy_board(boards[parent], workspace.boards[kept])
        put(workspace.boards[kept], shapes, colour, move)
        for other in range(4):
            workspace.left[kept, other] = left[parent, other]
        workspace.left[kept, colour] &= ~(1 << _piece_of(shapes, move >> 10))
        workspace.digests[kept], workspace.costs[kept] = _digest(workspace.boards[kept]), workspace.ratings[candidate]
        if _is_among(workspace.digests, kept):
            continue
        if careful:
            workspace.costs[kept] += rate_places(workspace.boards[kept], shapes, workspace.left[kept], costs)
        if workspace.costs[kept] < HOPELESS:
            workspace.chosen[kept] = candidate
            kept += 1
    return kept


@compiled
def _piece_of(shapes: Shapes, shape: int) -> int:
    piece = 0
    while shapes.first[piece + 1] <= shape:
        piece += 1
    return piece


@compiled
def _is_among(digests: NDArray[np.uint64], last: int) -> bool:
    """Return whether the last digest stands before already."""
    for index in range(last):  # noqa: SIM110 - the compiler knows no generators
        if digests[index] == digests[last]:
            return True
    return False


# ------------------------------------------------------------------ the search


class Beam(Search):
    """Attempts with more and more boards. It can find a way but never prove that there is none."""

    def __init__(self, layout: Layout, seed: int, chance: float = 1.0) -> None:
        self._costs = np.array([USUAL_COSTS], dtype=COSTS)
        self._costs["chance"] = chance
        self._board, self._pieces_left = read_board(layout)
        self._descending = layout.challenge.descending
        self._dice = new_dice(seed)
        memory = new_memory(step)
        self._workspace = new_workspace(max(WIDTHS), memory)
        self._boards = memory.zeros((max(WIDTHS), 9, WIDTH), np.uint32)
        self._left = memory.zeros((max(WIDTHS), 4), np.int64)
        self._attempt = -1
        self._start()

    def _start(self) -> None:
        self._attempt += 1
        last = len(WIDTHS) - 1
        self._width = WIDTHS[self._attempt if self._attempt <= last else last - (self._attempt - last) % 3]
        self._boards[0], self._left[0] = self._board, self._pieces_left
        self._count = 1
        self._past: list[tuple[int, Ints, Ints]] = []

    @property
    def placed(self) -> int:
        """How many pieces this attempt has placed."""
        return len(self._past)

    def run(self) -> int:
        """Take one step with all boards; start again if none is left."""
        parents, moves = np.zeros(self._width, dtype=np.int64), np.zeros(self._width, dtype=np.int64)
        now, means = (self._boards, self._left, self._count), (self._costs[0], self._dice, self._workspace)
        way = (self._width, self._width >= CAREFUL, list_shapes())
        self._count, colour = step(*now, *way, *means, parents, moves, self._descending)
        if colour < 0:
            self.found = self._trace()
            return 0
        if self._count == 0:
            self._start()
            return 0
        self._past.append((int(colour), parents, moves))
        return int(self._count)

    def _trace(self) -> tuple[Placement, ...]:
        """Return the pieces on the best board, in the order in which they were placed."""
        board, found = 0, []
        for colour, parents, moves in reversed(self._past):
            found.append(read_placement(colour, int(moves[board])))
            board = int(parents[board])
        return tuple(reversed(found))
