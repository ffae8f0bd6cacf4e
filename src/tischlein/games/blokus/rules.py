"""Every rule once, compiled: all that can happen on the board.

A position is one record (`POSITION`), changed in place. Each cell of its board has one byte for all colours: bit c
says that the cell is closed to colour c (taken, beside an own piece, or border), bit 4 + c that it is a contact of
colour c: a piece through it touches an own corner, or covers the start square.

The moves of a colour are a list that grows only when the colour has placed a piece, by what goes through its new
contacts. A move that covers an older contact is on the list already and is not added again. What is on the list may
have become illegal since; it never becomes legal again, so it is dropped whenever that is convenient. All moves
through a contact stand together, so that those of a closed one are dropped at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, count_bits, reader, record_type, roll

from .pieces import SQUARES_OF_A_COLOUR
from .tables import (
    A1,
    ALL_PIECES,
    CELLS,
    CORNER_COUNT,
    MOST_WAYS,
    NEAR,
    ORIGIN_BITS,
    ORIGIN_MASK,
    PIECE_BIT,
    PIECE_COUNT,
    SHAPE_CELLS,
    SHAPE_CORNERS,
    SHAPE_EDGES,
    SHAPE_PIECE,
    SHAPE_SIZE,
    SHAPE_SQUARES,
    STRIDE,
    WAY_CODES,
    WAY_MASKS,
    WAY_STARTS,
)

MOST_MOVES = 4_440
"""No colour ever has more: open contacts times the ways through one, at their worst (a test proves it)."""

MOST_CONTACTS = 4 + SHAPE_CORNERS.shape[1] * PIECE_COUNT
"""No colour ever has more: the start squares, and all the corners of every piece."""

LONGEST_GAME = 4 * PIECE_COUNT
"""No game has more plies: every colour places each piece once."""

BUFFER = MOST_MOVES + 1
"""How long a buffer for `moves` is: each code is written before it is judged, so one may lie behind the last."""

POSITION = record_type(
    [
        ("board", np.uint8, CELLS),  # bit c: closed to colour c; bit 4 + c: a contact of colour c
        ("owner", np.uint8, CELLS),  # 1 + the colour that lies there, 0 for nothing
        ("starts", np.int64, (4, 4)),  # by colour: the cells of its start squares, filled up with the first
        ("placed", np.int64, 4),  # by colour: the pieces that lie on the board, one bit each
        ("rest", np.int64, 4),  # by colour: squares not placed yet
        ("latest", np.int64, 4),  # by colour: the piece placed last
        ("fresh", np.int64, 4),  # by colour: the move whose corners are not on the list yet, or -1
        ("seat", np.int64, 4),  # by colour: who owns it, -1 for the colour placed in turn
        ("side", np.int64, 4),  # by colour: whose score it counts for, -1 for nobody
        ("turn", np.int64),  # the colour to move, -1 when the game is over
        ("out", np.int64),  # colours that can place nothing more, one bit each
        ("ply", np.int64),
        ("width", np.int64),
        ("colours", np.int64),
        ("seats", np.int64),
        ("first", np.int64),
        ("sides", np.int64),
        ("played", np.uint16, LONGEST_GAME),  # by ply: the move
        ("played_by", np.uint8, LONGEST_GAME),  # by ply: its colour
        ("played_from", np.uint8, LONGEST_GAME),  # by ply: the seat that made it
        ("counts", np.int64, 4),  # by colour: how long its list is
        ("contacts", np.int64, 4),  # by colour: how many contacts have their moves together on its list
        ("contact_cells", np.int16, (4, MOST_CONTACTS)),  # by colour: which cells they are
        ("contact_starts", np.int16, (4, MOST_CONTACTS)),  # by colour: where their moves start, in rising order
        ("lists", np.uint16, (4, MOST_MOVES + MOST_WAYS)),
    ]
)

# What `fault` says; 0 is a legal move.
LEGAL, OVER, OFF_BOARD, NO_PIECE, PLACED, OCCUPIED, EDGE, START, CORNER = range(9)


whole: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""Makes a number the one integer type of the rules, so that no function is compiled for several.

Numba has types for constants too: a variable that begins as 0 and is given to a function begins as `whole(0)`.
"""


# ------------------------------------------------------------------ where a piece may lie


@compiled
def fits(position: Position, colour: int, code: int) -> bool:
    """Return whether a move on the colour's list is still legal: all its cells open, its piece not placed."""
    shape = code >> ORIGIN_BITS
    origin = code & ORIGIN_MASK
    closed = 0
    for i in range(5):
        closed |= position.board[origin + SHAPE_CELLS[shape, i]]
    used = position.placed[colour] >> SHAPE_PIECE[shape]
    return bool(((closed >> colour) | used) & 1 == 0)


@compiled
def is_legal(position: Position, code: int) -> bool:
    """Return whether the colour to move may play a code, whatever is on its list."""
    contact = 0
    for i in range(5):
        contact |= position.board[(code & ORIGIN_MASK) + SHAPE_CELLS[code >> ORIGIN_BITS, i]]
    return bool((contact >> (4 + position.turn)) & 1) and fits(position, position.turn, code)


@compiled
def _begin_contact(position: Position, colour: int, cell: int, count: int) -> None:
    """Note that the moves through a contact start here; contacts whose moves are all gone make room."""
    contacts = position.contacts[colour]
    while contacts > 0 and position.contact_starts[colour, contacts - 1] >= count:
        contacts -= 1
    position.contact_cells[colour, contacts] = cell
    position.contact_starts[colour, contacts] = count
    position.contacts[colour] = contacts + 1


@compiled
def contact_end(position: Position, colour: int, number: int) -> int:
    """Return where the moves through a contact end on the list."""
    end: int = position.counts[colour]
    if number + 1 < position.contacts[colour]:
        end = min(end, whole(position.contact_starts[colour, number + 1]))
    return end


@compiled
def _add_contact(position: Position, colour: int, cell: int) -> None:
    """Make a cell a contact and put on the list every move through it that is not there yet."""
    closed_or_contact = 17 << colour
    board = position.board
    if board[cell] & closed_or_contact:
        return
    blocked = np.uint64(position.placed[colour]) << np.uint64(PIECE_BIT)
    for i in range(len(NEAR)):
        if board[cell + NEAR[i]] & closed_or_contact:
            blocked |= np.uint64(1) << np.uint64(i)
    board[cell] |= 16 << colour
    if position.counts[colour] > MOST_MOVES:
        tidy(position, colour)
    count = position.counts[colour]
    _begin_contact(position, colour, cell, count)
    listed = position.lists[colour]
    neighbours = whole(blocked & np.uint64(15))
    square = cell - A1
    for i in range(WAY_STARTS[neighbours], WAY_STARTS[neighbours + 1]):
        listed[count] = square + WAY_CODES[i]
        count += whole(WAY_MASKS[i] & blocked == np.uint64(0))
    position.counts[colour] = count


@compiled
def _add_contacts(position: Position, colour: int) -> None:
    """R6: every piece but the first touches an own corner, so each corner of the newest piece is a contact."""
    code = position.fresh[colour]
    if code >= 0:
        position.fresh[colour] = -1
        shape = code >> ORIGIN_BITS
        origin = code & ORIGIN_MASK
        for i in range(CORNER_COUNT[shape]):
            _add_contact(position, colour, origin + SHAPE_CORNERS[shape, i])


@compiled
def _keep_fitting(position: Position, colour: int, first: int, end: int, kept: int) -> int:
    """Move what is still legal of a part of the list to the `kept` moves at its front; return how many that makes."""
    listed = position.lists[colour]
    for i in range(first, end):
        code = whole(listed[i])
        listed[kept] = code
        kept += whole(fits(position, colour, code))
    return kept


@compiled
def tidy(position: Position, colour: int) -> None:
    """Drop from a colour's list what is not legal any more."""
    cells, starts = position.contact_cells[colour], position.contact_starts[colour]
    contacts, end = 0, position.counts[colour]
    if position.contacts[colour] > 0:
        end = min(end, whole(starts[0]))
    kept = _keep_fitting(position, colour, whole(0), end, whole(0))
    for number in range(position.contacts[colour]):
        first, end = whole(starts[number]), contact_end(position, colour, number)
        cell, before = cells[number], kept
        if (position.board[cell] >> colour) & 1 == 0:  # through a closed contact nothing goes
            kept = _keep_fitting(position, colour, first, end, kept)
        if kept > before:
            cells[contacts] = cell
            starts[contacts] = before
            contacts += 1
    position.contacts[colour] = contacts
    position.counts[colour] = kept


@compiled
def can_place(position: Position, colour: int) -> bool:
    """Return whether a colour has a legal move; afterwards the last move on its list is one."""
    _add_contacts(position, colour)
    listed = position.lists[colour]
    count = position.counts[colour]
    while count > 0 and not fits(position, colour, whole(listed[count - 1])):
        count -= 1
    position.counts[colour] = count
    return bool(count > 0)


# ------------------------------------------------------------------ play


@compiled
def begin(position: Position) -> None:
    """Make the empty board of a position whose width, colours, starts, seats and sides are set."""
    position.board[:] = 15
    for row in range(position.width):
        for column in range(position.width):
            position.board[A1 + STRIDE * row + column] = 0
    position.rest[:] = SQUARES_OF_A_COLOUR
    position.latest[:] = -1
    position.fresh[:] = -1
    # R5: the first piece covers a start square. After the first round all of them are taken: none is left as a contact.
    for colour in range(position.colours):
        for i in range(4):
            _add_contact(position, colour, position.starts[colour, i])


@compiled
def _place(position: Position, colour: int, code: int) -> None:
    """Put a piece down for good."""
    board = position.board
    shape = code >> ORIGIN_BITS
    origin = code & ORIGIN_MASK
    piece = SHAPE_PIECE[shape]
    for i in range(SHAPE_EDGES.shape[1]):  # R7: the cells along its edges are closed to its own colour
        board[origin + SHAPE_EDGES[shape, i]] |= 1 << colour
    for i in range(5):  # R4: where a piece lies, nobody else can
        board[origin + SHAPE_CELLS[shape, i]] |= 15
        position.owner[origin + SHAPE_CELLS[shape, i]] = colour + 1
    position.placed[colour] |= 1 << piece  # R3: each piece once
    position.rest[colour] -= SHAPE_SIZE[shape]
    position.latest[colour] = piece
    position.fresh[colour] = code


@reader
def mover(position: Position) -> int:
    """Return the seat to move, -1 when the game is over."""
    if position.turn < 0:
        return -1
    seat: int = position.seat[position.turn]
    if seat < 0:  # R14: the colour that nobody owns is placed by each seat in turn, round by round
        rounds = count_bits(np.uint64(position.placed[position.turn]))
        seat = (position.first + rounds) % position.seats
    return seat


@compiled
def push(position: Position, code: int) -> None:
    """Play a legal move and pass the turn to the next colour that can place a piece."""
    colour = position.turn
    position.played[position.ply] = code
    position.played_by[position.ply] = colour
    position.played_from[position.ply] = mover(position)
    position.ply += 1
    _place(position, colour, code)
    for _ in range(position.colours):  # R2: the colours' order never changes
        colour = (colour + 1) % position.colours
        if (position.out >> colour) & 1 == 0:
            if can_place(position, colour):
                position.turn = colour
                return
            position.out |= 1 << colour  # R8: a colour that can place nothing is out for good
    position.turn = -1  # R9: nobody can place anything


@compiled
def moves(position: Position, buffer: NDArray[np.int32]) -> int:
    """Write the legal moves to a buffer and return how many; there is no passing (R8)."""
    count = 0
    colour = position.turn
    if colour >= 0:
        listed = position.lists[colour]
        for i in range(position.counts[colour]):
            code = whole(listed[i])
            buffer[count] = code
            count += whole(fits(position, colour, code))
    return count


@compiled
def list_contacts(position: Position, cells: NDArray[np.int64]) -> int:
    """Write the cells where a piece of the colour to move may join (R6) or start (R5); return how many there are."""
    count = 0
    if position.turn >= 0:
        for cell in range(CELLS):
            if (position.board[cell] >> position.turn) & 17 == 16:
                cells[count] = cell
                count += 1
    return count


# ------------------------------------------------------------------ score


@reader
def bonus(position: Position, colour: int) -> int:
    """R10: 15 points for placing everything, 20 if the single square came last."""
    if position.placed[colour] != ALL_PIECES:
        return 0
    return 20 if position.latest[colour] == 0 else 15


@reader
def score(position: Position, colour: int) -> int:
    """R10: one point off for each square not placed, and the bonus."""
    rest: int = position.rest[colour]
    return bonus(position, colour) - rest


@reader
def side_of(position: Position, seat: int) -> int:
    """Return the side for which a seat plays: in teams, seats that face each other are one side (R12)."""
    side: int = (seat - position.first) % position.seats % position.sides
    return side


@reader
def seat_score(position: Position, seat: int) -> int:
    """R11: what counts for a seat is the sum of its side's colours."""
    side = side_of(position, seat)
    total = 0
    for colour in range(position.colours):
        if position.side[colour] == side:
            total += score(position, colour)
    return total


# ------------------------------------------------------------------ faults


@compiled
def _find_lowest(rows: NDArray[np.int64]) -> int:
    lowest = rows[0]
    for i in range(1, len(rows)):
        lowest = min(lowest, rows[i])
    return lowest  # type: ignore[no-any-return]


@compiled
def _find_shape(columns: NDArray[np.int64], rows: NDArray[np.int64]) -> int:
    """R1: return the shape that squares sorted by column and row have, or -1 if no piece has it."""
    left, bottom = columns[0], _find_lowest(rows)
    for shape in range(len(SHAPE_SIZE)):
        same = SHAPE_SIZE[shape] == len(columns)
        i = 0
        while same and i < len(columns):
            square = SHAPE_SQUARES[shape, i]
            same = columns[i] - left == square[0] and rows[i] - bottom == square[1]
            i += 1
        if same:
            return shape
    return -1


@compiled
def fault(position: Position, columns: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[int, int]:
    """Judge squares sorted by column and row: (LEGAL, code), or (a broken rule, which square or which piece)."""
    if position.turn < 0:
        return OVER, -1
    for i in range(len(columns)):
        if min(columns[i], rows[i]) < 0 or max(columns[i], rows[i]) >= position.width:
            return OFF_BOARD, i
    shape = _find_shape(columns, rows)
    if shape < 0:
        return NO_PIECE, -1
    if (position.placed[position.turn] >> SHAPE_PIECE[shape]) & 1:
        return PLACED, SHAPE_PIECE[shape]
    return _fault_of_place(position, shape, columns, rows)


@compiled
def _fault_of_place(
    position: Position, shape: int, columns: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[int, int]:
    """Judge where a piece would lie; `fault` says what is returned."""
    edge, contact = -1, False
    for i in range(len(columns)):
        cell = A1 + STRIDE * rows[i] + columns[i]
        if position.owner[cell]:
            return OCCUPIED, i
        bits = position.board[cell] >> position.turn
        if bits & 1 and edge < 0:
            edge = i
        contact |= bits & 16 > 0
    if edge >= 0:
        return EDGE, edge
    if not contact:
        return (START if position.placed[position.turn] == 0 else CORNER), -1
    return LEGAL, (shape << ORIGIN_BITS) + STRIDE * _find_lowest(rows) + columns[0]


# ------------------------------------------------------------------ the fast lane


@compiled
def copy(source: Position, target: Position) -> None:
    """Make one position equal to another; of the lists and of the past only what is used is copied.

    Plain loops: they run as fast as assigning whole fields and compile in a tenth of the time.
    """
    for i in range(CELLS):
        target.board[i] = source.board[i]
    for i in range(CELLS):
        target.owner[i] = source.owner[i]
    for colour in range(4):
        target.placed[colour] = source.placed[colour]
        target.rest[colour] = source.rest[colour]
        target.latest[colour] = source.latest[colour]
        target.fresh[colour] = source.fresh[colour]
        target.seat[colour] = source.seat[colour]
        target.side[colour] = source.side[colour]
        target.counts[colour] = source.counts[colour]
        for i in range(4):
            target.starts[colour, i] = source.starts[colour, i]
        target.contacts[colour] = source.contacts[colour]
        for i in range(source.contacts[colour]):
            target.contact_cells[colour, i] = source.contact_cells[colour, i]
            target.contact_starts[colour, i] = source.contact_starts[colour, i]
        for i in range(source.counts[colour]):
            target.lists[colour, i] = source.lists[colour, i]
    for ply in range(source.ply):
        target.played[ply] = source.played[ply]
        target.played_by[ply] = source.played_by[ply]
        target.played_from[ply] = source.played_from[ply]
    target.turn = source.turn
    target.out = source.out
    target.ply = source.ply
    target.width = source.width
    target.colours = source.colours
    target.seats = source.seats
    target.first = source.first
    target.sides = source.sides


@compiled
def draw(position: Position, dice: Dice) -> int:
    """Return a random legal move, each as likely as any other; the game is not over.

    Drawing from the list as it is and dropping what is not legal is as fair as drawing from a tidy list, and faster:
    `push` left at least one legal move on it, and no illegal one is met twice. It mixes the moves of all contacts.
    """
    colour = position.turn
    position.contacts[colour] = 0
    listed = position.lists[colour]
    while True:
        at = roll(dice, position.counts[colour])
        code = whole(listed[at])
        if fits(position, colour, code):
            return code
        position.counts[colour] -= 1
        listed[at] = listed[position.counts[colour]]


@compiled
def playout(position: Position, dice: Dice) -> int:
    """Play random moves to the end and return how many."""
    plies = 0
    while position.turn >= 0:
        push(position, draw(position, dice))
        plies += 1
    return plies


@compiled
def playouts(start: Position, position: Position, count: int, dice: Dice) -> int:
    """Play so many random games from a start, which stays as it is, and return the plies in all."""
    plies = 0
    for _ in range(count):
        copy(start, position)
        plies += playout(position, dice)
    return plies


@compiled
def perft(stack: NDArray[Any], depth: int, buffers: NDArray[np.int32]) -> int:
    """Return how many sequences of legal moves of a length lead on from the position at this place of the stack.

    What lies below in the stack, and a buffer for each place, is memory to work in.
    """
    count = moves(stack[depth], buffers[depth])
    if depth <= 1:
        return count
    total = 0
    for i in range(count):
        copy(stack[depth], stack[depth - 1])
        push(stack[depth - 1], whole(buffers[depth, i]))
        total += perft(stack, depth - 1, buffers)
    return total
