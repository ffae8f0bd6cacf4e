"""Filling a rectangle where equal colours must not touch: the squares are tiled, and the colours follow.

Like a scan, the first free square in reading order is covered next, from one of eight sides, the awkward pieces first,
with fresh starts. But a colour is not part of the choice: pieces that lie there may change theirs as long as all of
them can be coloured at once. Which colours a piece may have is a list; pieces that touch, or have the same shape, must
differ. So a line ends only where the shapes do not fit or no colouring exists at all, not where a colour was chosen
badly long ago.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.compiled import Position, compiled, count_bits, lowest_bit, record_type, roll
from tischlein.games.blokus.pieces import PIECE_OF_SHAPE, PIECES, SHAPES
from tischlein.puzzles.blokus.challenge import SIDES

from .colouring import give_colour
from .scan import AWKWARD, CHANCE, EXHAUSTED, FOUND, GIVEN_UP, LARGE, LONGEST

LINE = 22
"""Squares in a line of the board with its border; the longest side is 20."""

CELLS = LINE * (LINE + 4)
"""With so many lines beyond the board that no shape reaches farther."""

MOST_PIECES = 84
MOST_NEIGHBOURS = 16
"""A piece has at most 12 squares around it, and at most three others have its shape."""

MOST_EDGES = 12
MOST_CHOICES = 5 * 91
OUTSIDE = -1

SIZES = np.array([len(shape) for shape in SHAPES])
COLUMNS = np.array([[square[0] for square in (*shape, *[shape[-1]] * (5 - len(shape)))] for shape in SHAPES])
ROWS = np.array([[square[1] for square in (*shape, *[shape[-1]] * (5 - len(shape)))] for shape in SHAPES])
PIECE = np.array(PIECE_OF_SHAPE)
_around = [sorted({(column + x, row + y) for column, row in shape for x, y in SIDES} - set(shape)) for shape in SHAPES]
EDGE_COUNTS = np.array([len(edges) for edges in _around])
EDGES = np.array([edges + [edges[-1]] * (MOST_EDGES - len(edges)) for edges in _around])
GRADES = np.array([AWKWARD.get(piece.name, 0) for piece in PIECES])

TILING = record_type(
    [
        ("columns", np.int64),
        ("rows", np.int64),
        ("left", np.int64, len(PIECES)),  # by piece: the colours that are still to place, one bit each
        ("given", np.int64, (20, 20)),  # by column and row: the colour that lies there, one bit; 0 is free
        ("divisor", np.int64),  # all pieces have a multiple of so many squares
        ("least", np.int64),  # and at least so many
        ("dice", np.uint64, 1),
        ("starts", np.int64),
        ("limit", np.int64),  # pieces tried before a fresh start
        ("pushes", np.int64),  # how often a piece is given a colour before it is held that there is none for all
        ("incomplete", np.int64),  # whether a colouring was too hard in this start
        ("cells", np.int64, (len(SHAPES), 5)),  # steps from the first cell in reading order, as seen from this side
        ("edges", np.int64, (len(SHAPES), MOST_EDGES)),
        ("first", np.int64, len(SHAPES)),  # which square is the first in reading order
        ("bias", np.int64, len(SHAPES)),  # how much earlier a shape is tried in this start
        ("crowding", np.int64),  # how much later it is tried for each piece that it touches
        ("pushing", np.int64),  # and where others must change their colour for it
        ("board", np.int64, CELLS),  # 0 free, OUTSIDE, 1 + the number of a piece laid, or 1000 + a given colour's bit
        ("marks", np.int64, CELLS),
        ("stack", np.int64, CELLS),
        ("used", np.int64, len(PIECES)),
        ("choices", np.int64, (MOST_PIECES + 1, MOST_CHOICES)),  # by depth: shape and cell of what fits, the best last
        ("keys", np.int64, MOST_CHOICES),
        ("count", np.int64, MOST_PIECES + 1),  # how many of them are not tried yet
        ("at", np.int64, MOST_PIECES + 1),
        ("shapes", np.int64, MOST_PIECES + 1),
        ("allowed", np.int64, MOST_PIECES + 1),  # the colours that given pieces leave to it
        ("colour", np.int64, MOST_PIECES + 1),
        ("degree", np.int64, MOST_PIECES + 1),
        ("neighbours", np.int64, (MOST_PIECES + 1, MOST_NEIGHBOURS)),
        ("trial", np.int64, MOST_PIECES + 1),  # for colouring anew
        ("sequence", np.int64, MOST_PIECES + 1),
        ("rest", np.int64, MOST_PIECES + 1),
        ("found", np.int64, (MOST_PIECES, 2)),  # colour and move of each piece
    ]
)
GIVEN = 1000


# ------------------------------------------------------------------ laying and lifting


@compiled
def _fill(tiling: Position, shape: int, cell: int, value: int) -> None:
    for i in range(SIZES[shape]):
        tiling.board[cell + tiling.cells[shape, i]] = value


@compiled
def _link(tiling: Position, node: int, other: int) -> None:
    """Note that two pieces must differ, once."""
    for i in range(tiling.degree[node]):
        if tiling.neighbours[node, i] == other:
            return
    tiling.neighbours[node, tiling.degree[node]] = other
    tiling.degree[node] += 1
    tiling.neighbours[other, tiling.degree[other]] = node
    tiling.degree[other] += 1


@compiled
def _lay(tiling: Position, node: int, shape: int, cell: int) -> bool:
    """Lay a piece; return whether all can be coloured then. `_lift` takes it back in any case."""
    piece = PIECE[shape]
    tiling.at[node], tiling.shapes[node] = cell, shape
    tiling.degree[node], tiling.colour[node] = 0, 0
    allowed = tiling.left[piece]
    for i in range(EDGE_COUNTS[shape]):
        beside = tiling.board[cell + tiling.edges[shape, i]]
        if beside > GIVEN:
            allowed &= ~(beside - GIVEN)
        elif beside > 0:
            _link(tiling, node, beside - 1)
    for other in range(node):
        if PIECE[tiling.shapes[other]] == piece:
            _link(tiling, node, other)
    tiling.allowed[node] = allowed
    tiling.used[piece] += 1
    _fill(tiling, shape, cell, node + 1)
    return give_colour(tiling, node)


@compiled
def _lift(tiling: Position, node: int) -> None:
    """Take the newest piece back."""
    for i in range(tiling.degree[node]):
        tiling.degree[tiling.neighbours[node, i]] -= 1
    tiling.used[PIECE[tiling.shapes[node]]] -= 1
    _fill(tiling, tiling.shapes[node], tiling.at[node], 0)


@compiled
def _fits(tiling: Position, shape: int, cell: int) -> bool:
    """Return whether a shape can lie with its first square here, whatever its colour."""
    piece = PIECE[shape]
    if tiling.used[piece] >= count_bits(np.uint64(tiling.left[piece])):
        return False
    covered = 0
    for i in range(SIZES[shape]):
        covered |= tiling.board[cell + tiling.cells[shape, i]]
    return bool(covered == 0)


@compiled
def _leaves_bad_island(tiling: Position, shape: int, cell: int) -> bool:
    """Return whether beside a piece just laid there are free squares that no pieces can fill exactly.

    `marks[0]` is the last stamp. Each island has a stamp of its own; one that meets an earlier stamp is part of an
    island that was too large to be counted to its end.
    """
    board, marks, stack = tiling.board, tiling.marks, tiling.stack
    before = marks[0]
    for edge in range(EDGE_COUNTS[shape]):
        start = cell + tiling.edges[shape, edge]
        if board[start] != 0 or marks[start] > before:
            continue
        marks[0] += 1
        stamp = marks[0]
        marks[start], stack[0] = stamp, start
        top, count = 1, 1
        while top > 0 and count < LARGE:
            top -= 1
            here = stack[top]
            for side in range(4):
                there = here + (1 if side == 0 else -1 if side == 1 else LINE if side == 2 else -LINE)
                if board[there] != 0 or marks[there] == stamp:
                    continue
                if marks[there] > before:
                    count = LARGE
                    break
                marks[there], stack[top] = stamp, there
                top += 1
                count += 1
        if count < LARGE and (count % tiling.divisor != 0 or count < tiling.least):
            return True
    return False


# ------------------------------------------------------------------ one start


@compiled
def _step_of(tiling: Position, column: int, row: int, view: int) -> int:
    """Return how far the cell of a square is from that of a1's, as seen from one of eight sides."""
    x = -column if view & 1 else column
    y = -row if view & 2 else row
    return LINE * y + x if view & 4 else LINE * x + y


@compiled
def _look(tiling: Position, view: int) -> int:
    """Write board and shapes as seen from one of eight sides; return the cell of square a1."""
    columns, rows = tiling.columns, tiling.rows
    origin = LINE + 1
    if view & 1:
        origin += (columns - 1) * (1 if view & 4 else LINE)
    if view & 2:
        origin += (rows - 1) * (LINE if view & 4 else 1)
    for cell in range(CELLS):
        tiling.board[cell], tiling.marks[cell] = OUTSIDE, 0
    for column in range(columns):
        for row in range(rows):
            given = tiling.given[column, row]
            tiling.board[origin + _step_of(tiling, column, row, view)] = GIVEN + given if given else 0
    for shape in range(len(SIZES)):
        first, least = 0, CELLS
        for i in range(SIZES[shape]):
            step = _step_of(tiling, COLUMNS[shape, i], ROWS[shape, i], view)
            if step < least:
                first, least = i, step
        tiling.first[shape] = first
        for i in range(5):
            step = _step_of(tiling, COLUMNS[shape, i], ROWS[shape, i], view)
            tiling.cells[shape, i] = step - least
        for i in range(MOST_EDGES):
            step = _step_of(tiling, EDGES[shape, i, 0], EDGES[shape, i, 1], view)
            tiling.edges[shape, i] = step - least
    return origin


@compiled
def _bias_shapes(tiling: Position) -> None:
    """Prefer the awkward shapes, with some chance."""
    for shape in range(len(SIZES)):
        tiling.bias[shape] = 1000 * GRADES[PIECE[shape]] + roll(tiling.dice, 1000 * CHANCE)


@compiled
def _crowd(tiling: Position, depth: int, shape: int, cell: int) -> tuple[int, int]:
    """Return how many pieces a shape would touch here, and the colours that it could have at once."""
    piece = PIECE[shape]
    free = tiling.left[piece]
    touched, last = 0, 0
    for i in range(EDGE_COUNTS[shape]):
        beside = tiling.board[cell + tiling.edges[shape, i]]
        if beside > GIVEN:
            if free & (beside - GIVEN):
                touched += 1
            free &= ~(beside - GIVEN)
        elif beside > 0:
            if beside != last:
                touched += 1
            last = beside
            free &= ~tiling.colour[beside - 1]
    for other in range(depth):
        if PIECE[tiling.shapes[other]] == piece:
            free &= ~tiling.colour[other]
    return touched, free


@compiled
def _choose_cell(tiling: Position) -> tuple[int, bool]:
    """Return the square to cover next, and whether it is the first free one in reading order; -1 if none is free.

    A square with one way out or none is covered first, wherever it is: what cannot be filled there is seen at once.
    """
    board, first = tiling.board, -1
    for cell in range(LINE + 1, LINE * LINE - LINE - 1):
        if board[cell] == 0:
            if first < 0:
                first = cell
            ways = 0
            for side in range(4):
                there = cell + (1 if side == 0 else -1 if side == 1 else LINE if side == 2 else -LINE)
                if board[there] == 0:
                    ways += 1
            if ways < 2:
                return cell, cell == first
    return first, True


@compiled
def _list_choices(tiling: Position, depth: int) -> int:
    """Write how the next square can be covered, the best last; return how many ways were tried, -1 if none is free."""
    target, is_first = _choose_cell(tiling)
    if target < 0:
        return -1
    count, tried = 0, 0
    for shape in range(len(SIZES)):
        for i in range(SIZES[shape]):
            cell = target - tiling.cells[shape, i]
            if (is_first and cell != target) or cell <= LINE or not _fits(tiling, shape, cell):
                continue
            tried += 1
            _fill(tiling, shape, cell, OUTSIDE)
            bad = _leaves_bad_island(tiling, shape, cell)
            _fill(tiling, shape, cell, 0)
            if not bad:
                _insert(tiling, depth, count, shape, cell)
                count += 1
    tiling.count[depth] = count
    return tried


@compiled
def _insert(tiling: Position, depth: int, count: int, shape: int, cell: int) -> None:
    """Note a choice in its place among those of a depth."""
    choices, keys = tiling.choices[depth], tiling.keys
    touched, free = _crowd(tiling, depth, shape, cell)
    key = tiling.bias[shape] - tiling.crowding * touched - (0 if free else tiling.pushing)
    place = count
    while place > 0 and keys[place - 1] > key:
        keys[place], choices[place] = keys[place - 1], choices[place - 1]
        place -= 1
    keys[place], choices[place] = key, shape << 10 | cell


@compiled
def run_tiling(tiling: Position) -> tuple[int, int, int]:
    """Start once more, from the next side; return (result, pieces laid, pieces tried)."""
    view = tiling.starts % 8
    origin = _look(tiling, view)
    _bias_shapes(tiling)
    limit = tiling.limit
    tiling.starts += 1
    if tiling.starts % 8 == 0:
        tiling.limit = min(limit * 3 // 2, LONGEST)
    tiling.incomplete = 0
    for piece in range(len(tiling.used)):
        tiling.used[piece] = 0
    result, depth, tried = _search(tiling, limit)
    if result == FOUND:
        _write_found(tiling, depth, origin, view)
    if result == EXHAUSTED and tiling.incomplete:
        result = GIVEN_UP
    return result, depth, tried


@compiled
def _search(tiling: Position, limit: int) -> tuple[int, int, int]:
    depth, tried = 0, 0
    found = _list_choices(tiling, depth)
    while tried < limit:
        if found < 0:
            return FOUND, depth, tried
        tried += found
        laid = False
        while not laid and tiling.count[depth] > 0:
            tiling.count[depth] -= 1
            choice = tiling.choices[depth, tiling.count[depth]]
            laid = _lay(tiling, depth, choice >> 10, choice & 1023)
            if not laid:
                _lift(tiling, depth)
        found = 0
        if laid:
            depth += 1
            found = _list_choices(tiling, depth)
        elif depth == 0:
            return EXHAUSTED, 0, tried
        else:
            depth -= 1
            _lift(tiling, depth)
    return GIVEN_UP, depth, tried


@compiled
def _write_found(tiling: Position, count: int, origin: int, view: int) -> None:
    """Write colour and move of each piece that lies."""
    for node in range(count):
        shape = tiling.shapes[node]
        first = tiling.first[shape]
        step = tiling.at[node] - origin - _step_of(tiling, COLUMNS[shape, first], ROWS[shape, first], view)
        for column in range(tiling.columns):
            for row in range(tiling.rows):
                if _step_of(tiling, column, row, view) == step:
                    tiling.found[node, 0] = lowest_bit(np.uint64(tiling.colour[node]))
                    tiling.found[node, 1] = shape << 10 | row << 5 | column
