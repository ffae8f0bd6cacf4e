"""Mending a filled rectangle in which colours are wrong: a few pieces are lifted, and others laid into their squares.

All squares are covered already, but some pieces touch one of their own colour, or lie there twice: each such pair is a
clash. Again and again a piece that clashes is lifted with some around it, and their squares are covered in another
way, by any pieces in any colours: the way with the fewest clashes, now and then with more than before, so that it
does not get stuck. It finds where there are many ways; it proves nothing.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.compiled import Position, compiled, lowest_bit, record_type, roll
from tischlein.games.blokus.pieces import PIECES, SHAPES

from .tiling import CELLS, COLUMNS, EDGE_COUNTS, EDGES, LINE, MOST_PIECES, OUTSIDE, PIECE, ROWS, SIZES

MOST_LIFTED = 6
STEPS = LINE * (COLUMNS - COLUMNS[:, :1]) + ROWS - ROWS[:, :1]
"""From the first square of a shape, column by column, to each of its squares."""

EDGE_STEPS = LINE * (EDGES[:, :, 0] - COLUMNS[:, :1]) + EDGES[:, :, 1] - ROWS[:, :1]

REACH = np.array(sorted({int(step) for steps in STEPS for step in steps[1:] if step}))
"""Where the other squares of any shape can be."""

NEEDS = np.array([sum(1 << i for i, step in enumerate(REACH) if step in steps) for steps in STEPS])
"""By shape: the squares of `REACH` that it covers, one bit each."""

HALF = 10
HALVES = 1 << HALF
"""`REACH` in two halves: what fits is looked up for each."""

MENDING = record_type(
    [
        ("dice", np.uint64, 1),
        ("board", np.int64, CELLS),  # 0 free, OUTSIDE, or 1 + the number of a piece
        (
            "found",
            np.int64,
            (MOST_PIECES, 2),
        ),  # colour and move of each piece; those that were given come last and stay
        ("count", np.int64),  # of all pieces
        ("loose", np.int64),  # of those that may be lifted
        ("shapes", np.int64, MOST_PIECES),
        ("at", np.int64, MOST_PIECES),  # the cell of its first square
        ("colour", np.int64, MOST_PIECES),
        ("used", np.int64, (len(PIECES), 4)),  # by piece and colour: how often it lies there
        ("least", np.int64, len(PIECES)),  # by piece: the least of these
        ("usable", np.int64, len(SHAPES)),  # the shapes of the pieces that are to lie there
        ("usable_count", np.int64),
        ("fits", np.int64, (2, HALVES)),  # by half and what is taken of it: the usable shapes that fit, one bit each
        ("clashes", np.int64),  # -1: nothing was laid yet
        ("rashness", np.int64),  # in 1024: how often one clash more is taken over
        ("widest", np.int64),  # how many pieces are lifted at most
        ("narrow", np.int64),  # up to how many as many clashes as before are good enough
        ("seen", np.int64, MOST_PIECES + 1),  # the last is the newest stamp
        ("lifted", np.int64, MOST_LIFTED),  # the pieces that are lifted
        ("was", np.int64, (MOST_LIFTED, 3)),  # their shapes, cells and colours before
        ("chosen", np.int64, (MOST_LIFTED, 3)),  # the best that was found for them
        ("cells", np.int64, 5 * MOST_LIFTED),  # their squares in reading order
        ("next", np.int64, (MOST_LIFTED, 2)),  # by depth: the shape and colour to try
        ("cell", np.int64, MOST_LIFTED),  # by depth: the first free square
        ("open", np.int64, MOST_LIFTED),  # by depth: the usable shapes that fit there and are still to try
        ("cost", np.int64, MOST_LIFTED + 1),  # by depth: clashes of all that were laid before
        ("costs", np.int64, (MOST_LIFTED, 4)),  # by depth and colour: clashes of this shape
    ]
)


@compiled
def _fill(mending: Position, shape: int, cell: int, value: int) -> None:
    for i in range(SIZES[shape]):
        mending.board[cell + STEPS[shape, i]] = value


@compiled
def _use(mending: Position, piece: int, colour: int, change: int) -> None:
    """Note that a piece was laid or lifted."""
    used = mending.used[piece]
    used[colour] += change
    mending.least[piece] = min(used[0], used[1], used[2], used[3])


@compiled
def _count_by_colour(mending: Position, shape: int, cell: int, depth: int) -> None:
    """Write how many clashes a shape would have in each colour."""
    costs = mending.costs[depth]
    for colour in range(4):
        costs[colour] = mending.used[PIECE[shape], colour]
    mending.seen[MOST_PIECES] += 1
    stamp = mending.seen[MOST_PIECES]
    for i in range(EDGE_COUNTS[shape]):
        beside = mending.board[cell + EDGE_STEPS[shape, i]]
        if beside > 0 and mending.seen[beside - 1] != stamp:
            mending.seen[beside - 1] = stamp
            costs[mending.colour[beside - 1]] += 1


@compiled
def _clashes_of(mending: Position, node: int) -> int:
    """Return how many pieces one clashes with."""
    _count_by_colour(mending, mending.shapes[node], mending.at[node], 0)
    clashes: int = mending.costs[0, mending.colour[node]] - 1  # it lies there itself
    return clashes


@compiled
def _draw_clashing(mending: Position) -> int:
    """Return a piece that may be lifted and clashes, now and then any."""
    start = roll(mending.dice, mending.loose)
    if roll(mending.dice, 16) == 0:
        return start
    for i in range(mending.loose):
        node: int = (start + i) % mending.loose
        if _clashes_of(mending, node):
            return node
    return start


@compiled
def _draw_patience(mending: Position) -> int:
    """Return how many clashes more are borne this time, mostly none."""
    more = 0
    while more < 4 and roll(mending.dice, 1024) < mending.rashness:
        more += 1
    return more


@compiled
def _choose_around(mending: Position, node: int, wanted: int) -> int:
    """Choose a piece and some that hang together with it; return how many."""
    lifted, count = mending.lifted, 1
    lifted[0] = node
    for _ in range(8 * wanted):
        if count == wanted:
            break
        from_one = lifted[roll(mending.dice, count)]
        shape = mending.shapes[from_one]
        edge = roll(mending.dice, EDGE_COUNTS[shape])
        other = mending.board[mending.at[from_one] + EDGE_STEPS[shape, edge]] - 1
        if other < 0 or other >= mending.loose:
            continue
        known = False
        for i in range(count):
            known = known or lifted[i] == other
        if not known:
            lifted[count] = other
            count += 1
    return count


@compiled
def _lift(mending: Position, count: int) -> tuple[int, int]:
    """Take the chosen pieces from the board; return how many clashes they had, and how many squares are free now."""
    clashes, squares, cells = 0, 0, mending.cells
    for i in range(count):
        node = mending.lifted[i]
        shape, cell, colour = mending.shapes[node], mending.at[node], mending.colour[node]
        clashes += _clashes_of(mending, node)
        mending.was[i, 0], mending.was[i, 1], mending.was[i, 2] = shape, cell, colour
        _use(mending, PIECE[shape], colour, -1)
        _fill(mending, shape, cell, 0)
        for j in range(SIZES[shape]):
            square, place = cell + STEPS[shape, j], squares
            while place > 0 and cells[place - 1] > square:
                cells[place] = cells[place - 1]
                place -= 1
            cells[place] = square
            squares += 1
    return clashes, squares


@compiled
def _lay(mending: Position, node: int, shape: int, cell: int, colour: int) -> None:
    mending.shapes[node], mending.at[node], mending.colour[node] = shape, cell, colour
    _use(mending, PIECE[shape], colour, 1)
    _fill(mending, shape, cell, node + 1)


@compiled
def _begin(mending: Position, depth: int, cost: int) -> None:
    """Prepare to cover the first free square."""
    place = 0
    while mending.board[mending.cells[place]] != 0:
        place += 1
    cell, taken = mending.cells[place], 0
    for i in range(len(REACH)):
        if mending.board[cell + REACH[i]] != 0:
            taken |= 1 << i
    mending.cell[depth], mending.cost[depth] = cell, cost
    mending.open[depth] = mending.fits[0, taken & (HALVES - 1)] & mending.fits[1, taken >> HALF]
    mending.next[depth, 1] = 4


@compiled
def _find_next(mending: Position, depth: int, most: int) -> bool:
    """Go to the next shape and colour that cover the free square with few enough clashes; return whether there are."""
    cell, costs, following = mending.cell[depth], mending.costs[depth], mending.next[depth]
    borne = most - mending.cost[depth]
    while True:
        following[1] += 1
        if following[1] >= 4:
            shape = -1
            while shape < 0:
                if mending.open[depth] == 0:
                    return False
                following[0] = lowest_bit(np.uint64(mending.open[depth]))
                mending.open[depth] &= mending.open[depth] - 1
                shape = mending.usable[following[0]]
                if mending.least[PIECE[shape]] > borne:
                    shape = -1
            _count_by_colour(mending, shape, cell, depth)
            following[1] = 0
        if costs[following[1]] <= borne:
            return True


@compiled
def _cover_anew(mending: Position, count: int, squares: int, most: int) -> tuple[int, int]:
    """Look for another way to cover the squares of lifted pieces, with the fewest clashes and at most so many.

    Return its clashes, or -1, and how many pieces were tried. `chosen` tells how it is.
    """
    depth, tried, best, ties = 0, 0, -1, 0
    _begin(mending, 0, 0)
    while depth >= 0:
        if not _find_next(mending, depth, most):
            depth -= 1
            if depth >= 0:
                node = mending.lifted[depth]
                squares += SIZES[mending.shapes[node]]
                _use(mending, PIECE[mending.shapes[node]], mending.colour[node], -1)
                _fill(mending, mending.shapes[node], mending.at[node], 0)
            continue
        tried += 1
        shape, colour = mending.usable[mending.next[depth, 0]], mending.next[depth, 1]
        clashes = mending.cost[depth] + mending.costs[depth, colour]
        if depth + 1 < count:
            if squares > SIZES[shape]:
                _lay(mending, mending.lifted[depth], shape, mending.cell[depth], colour)
                squares -= SIZES[shape]
                depth += 1
                _begin(mending, depth, clashes)
        elif squares == SIZES[shape] and not _was_there(mending, count, shape, mending.cell[depth], colour):
            ties = ties + 1 if clashes == best else 1
            if roll(mending.dice, ties) == 0:
                best = most = clashes
                _note(mending, depth, shape, mending.cell[depth], colour)
    return best, tried


@compiled
def _was_there(mending: Position, count: int, shape: int, cell: int, colour: int) -> bool:
    """Return whether exactly this piece was lifted: then it is not another way."""
    for i in range(count):
        if mending.was[i, 0] == shape and mending.was[i, 1] == cell and mending.was[i, 2] == colour:
            return count == 1 or _is_as_before(mending, count)
    return False


@compiled
def _is_as_before(mending: Position, count: int) -> bool:
    """Return whether all that are laid so far lie as before."""
    for depth in range(count - 1):
        node, known = mending.lifted[depth], False
        for i in range(count):
            same = mending.was[i, 0] == mending.shapes[node] and mending.was[i, 1] == mending.at[node]
            known = known or (same and mending.was[i, 2] == mending.colour[node])
        if not known:
            return False
    return True


@compiled
def _note(mending: Position, depth: int, shape: int, cell: int, colour: int) -> None:
    """Note what lies, and the last piece, as the best way so far."""
    chosen = mending.chosen
    for i in range(depth):
        node = mending.lifted[i]
        chosen[i, 0], chosen[i, 1], chosen[i, 2] = mending.shapes[node], mending.at[node], mending.colour[node]
    chosen[depth, 0], chosen[depth, 1], chosen[depth, 2] = shape, cell, colour


@compiled
def _list_fits(mending: Position) -> None:
    """Write which shapes fit, by what is taken of `REACH`."""
    for half in range(2):
        for taken in range(HALVES):
            fits = 0
            for i in range(mending.usable_count):
                if NEEDS[mending.usable[i]] >> HALF * half & taken == 0:
                    fits |= 1 << i
            mending.fits[half, taken] = fits


@compiled
def _lay_all(mending: Position) -> int:
    """Lay the pieces of `found` on an empty board; return how many pairs clash."""
    for cell in range(CELLS):
        mending.board[cell] = OUTSIDE
    for piece in range(len(mending.least)):
        mending.least[piece] = 0
        for colour in range(4):
            mending.used[piece, colour] = 0
    doubled = 0
    for node in range(mending.count):
        colour, move = mending.found[node, 0], mending.found[node, 1]
        shape, row, column = move >> 10, move >> 5 & 31, move & 31
        cell = LINE * (column + 1 + COLUMNS[shape, 0]) + row + 1 + ROWS[shape, 0]
        _lay(mending, node, shape, cell, colour)
    for node in range(mending.count):
        doubled += _clashes_of(mending, node)
    return doubled // 2


@compiled
def run_mending(mending: Position, limit: int) -> int:
    """Mend `found` until nothing clashes, or until so many pieces were tried; return how many were."""
    tried = 0
    if mending.clashes < 0:
        _list_fits(mending)
        mending.clashes = _lay_all(mending)
    while mending.clashes > 0 and tried < limit:
        node = _draw_clashing(mending)
        count = _choose_around(mending, node, 1 + roll(mending.dice, mending.widest))
        before, squares = _lift(mending, count)
        borne = before + _draw_patience(mending) if count <= mending.narrow else before - 1
        after, pieces = _cover_anew(mending, count, squares, borne)
        tried += 1 + pieces
        for i in range(count):
            to = mending.was[i] if after < 0 else mending.chosen[i]
            _lay(mending, mending.lifted[i], to[0], to[1], to[2])
        if after >= 0:
            mending.clashes += after - before
    for node in range(mending.loose):
        shape, cell = mending.shapes[node], mending.at[node]
        column, row = cell // LINE - 1 - COLUMNS[shape, 0], cell % LINE - 1 - ROWS[shape, 0]
        mending.found[node, 0], mending.found[node, 1] = mending.colour[node], shape << 10 | row << 5 | column
    return tried
