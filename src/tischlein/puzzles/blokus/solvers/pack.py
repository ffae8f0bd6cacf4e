"""Packing under the rules of the game by trying everything: the piece with the fewest places first.

It finds where little room is left, and it is the only search that can prove a packing impossible. Pieces that turned
out to be hard weigh more; their places are tried in the order of what the board would cost; and what has taken long is
begun anew, with other chances.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, new_memory, roll
from tischlein.puzzles.blokus.challenge import Layout, Placement

from .arrange import arrange
from .boards import (
    MOST_PLACES,
    WIDTH,
    Ints,
    PackWorkspace,
    Shapes,
    copy_board,
    list_places,
    list_shapes,
    new_workspace,
    put,
    read_board,
    read_placement,
    survey,
)
from .rating import COSTS, USUAL_COSTS, count_corners, rate_move
from .search import Search

SLICE = 300
"""Pieces tried in one slice: some ten milliseconds."""

FIRST_RUN, GROWTH = 600, 1.3
"""Pieces tried before a fresh start, and how much longer the next run is."""

MOST_RATED = 100
"""With more places than this, they are tried as they come."""

GOING_ON, FILLED, EXHAUSTED = range(3)


@compiled
def _choose_rarest(left: Ints, counts: Ints, weights: Ints) -> tuple[int, int]:
    """Return colour and piece to place next: few places, much weight."""
    colour, piece, lowest = 0, 0, 1 << 60
    for other in range(4):
        for kind in range(counts.shape[1]):
            if left[other] >> kind & 1:
                key = (counts[other, kind] << 20) // weights[other, kind]
                if counts[other, kind] == 1:
                    key = 0
                if key < lowest:
                    colour, piece, lowest = other, kind, key
    return colour, piece


@compiled
def _sort_places(
    board: NDArray[np.uint32],
    shapes: Shapes,
    colour: int,
    moves: Ints,
    count: int,
    costs: Position,
    dice: Dice,
    workspace: PackWorkspace,
) -> None:
    """Bring moves into the order of what they cost, with some chance."""
    ratings, trial, corners = workspace.ratings, workspace.trial, workspace.corners
    copy_board(board, trial)
    for other in range(4):
        corners[other] = count_corners(board, other, 0, WIDTH - 1)
    for i in range(count):
        move = moves[i]
        rating = rate_move(board, shapes, colour, move, costs, trial, corners)
        rating += costs.chance * roll(dice, 1024) / 1024
        place = i
        while place > 0 and ratings[place - 1] > rating:
            ratings[place], moves[place] = ratings[place - 1], moves[place - 1]
            place -= 1
        ratings[place], moves[place] = rating, move


@compiled
def run_pack(
    boards: NDArray[np.uint32],
    left: Ints,
    kinds: Ints,
    lists: Ints,
    lengths: Ints,
    at: Ints,
    shapes: Shapes,
    descending: bool,
    costs: Position,
    dice: Dice,
    workspace: PackWorkspace,
    limit: int,
) -> tuple[int, int]:
    """Go on from depth `at[0]` until so many pieces were tried or all lie; return (result, pieces tried).

    By depth: `boards`, `kinds` (colour, piece, next place) and `lists` of places; a length of -1 means not listed yet.
    """
    tried = 0
    wide = workspace.board
    while tried < limit:
        depth = at[0]
        if lengths[depth] < 0:
            copy_board(boards[depth], wide)
            fewest, colour, piece = survey(wide, shapes, left, descending, workspace)
            if fewest < 0:
                return FILLED, tried
            lengths[depth] = 0
            if fewest > 0:
                colour, piece = _choose_rarest(left, workspace.counts, workspace.weights)
                lengths[depth] = list_places(wide, shapes, colour, piece, True, workspace.fits, lists[depth])
                if lengths[depth] <= MOST_RATED:
                    _sort_places(boards[depth], shapes, colour, lists[depth], lengths[depth], costs, dice, workspace)
            elif piece >= 0:
                workspace.weights[colour, piece] += 1
            kinds[depth, 0], kinds[depth, 1], kinds[depth, 2] = colour, piece, 0
            tried += 1
        colour, piece = kinds[depth, 0], kinds[depth, 1]
        if kinds[depth, 2] < lengths[depth]:
            copy_board(boards[depth], boards[depth + 1])
            put(boards[depth + 1], shapes, colour, lists[depth, kinds[depth, 2]])
            kinds[depth, 2] += 1
            left[colour] &= ~(1 << piece)
            lengths[depth + 1] = -1
            at[0] += 1
        elif depth == 0:
            return EXHAUSTED, tried
        else:
            step_back(left, kinds, at)
    return GOING_ON, tried


@compiled
def step_back(left: Ints, kinds: Ints, at: Ints) -> None:
    """Take up the last piece, to try its next place."""
    at[0] -= 1
    left[kinds[at[0], 0]] |= 1 << kinds[at[0], 1]


class Pack(Search):
    """Try every place of the rarest piece first; whether corners touch in the right order is judged in the end."""

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        self._layout = layout
        board, left = read_board(layout)
        depth = sum(int(bits).bit_count() for bits in left) + 1
        memory = new_memory(run_pack)
        self._left, self._workspace, self._dice = memory.take((left, new_workspace(), new_dice(seed)))
        self._costs = memory.take(np.array([USUAL_COSTS], dtype=COSTS)[0])
        self._boards = memory.zeros((depth, 9, WIDTH), np.uint32)
        self._boards[0] = board
        self._kinds = memory.zeros((depth, 3), np.int64)
        self._lists = memory.zeros((depth, MOST_PLACES), np.int64)
        self._lengths = memory.take(np.full(depth, -1, dtype=np.int64))
        self._at = memory.zeros(1, np.int64)
        self._run, self._used = float(FIRST_RUN), 0

    def run(self) -> int:
        """Go on for a slice, or begin anew if this run has been long enough."""
        if self._used >= self._run:
            self.begin_anew()
        arrays = (self._boards, self._left, self._kinds, self._lists, self._lengths, self._at)
        means = (self._costs, self._dice, self._workspace)
        result, tried = run_pack(*arrays, list_shapes(), self._layout.challenge.descending, *means, SLICE)
        self._used += int(tried)
        if result == FILLED:
            found = [self._read(depth) for depth in range(int(self._at[0]))]
            if arrange(self._layout, found) is not None:
                self.found = tuple(found)
            elif self._at[0] > 0:
                step_back(self._left, self._kinds, self._at)
                tried = SLICE  # to look for an order takes as long
        self.exhausted = result == EXHAUSTED
        return int(tried)

    def begin_anew(self) -> None:
        """Take everything back, for a run that may be longer."""
        while self._at[0] > 0:
            step_back(self._left, self._kinds, self._at)
        self._lengths[0] = -1
        self._run, self._used = self._run * GROWTH, 0

    def _read(self, depth: int) -> Placement:
        colour, _, place = self._kinds[depth].tolist()
        return read_placement(colour, int(self._lists[depth, place - 1]))
