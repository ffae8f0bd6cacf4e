"""Every rule of Planken legen, once, compiled; numbers as on the rules page.

The rules speak of sides, 0 to seats-1 in the order of play: a side is a stock, six nails and what lies of them on
the table. A side belongs to the seat of the same number until the sides are swapped (R14).

A set of planks is a mask of columns: bit 0 is the leftmost column that the row can ever reach (b), bit 11 the first
plank (m), bit 22 the rightmost (x). A plank has each colour once, so a nail is known by its column and its colour,
and everything is a few operations on masks. For a search that wants to know equal positions: the game does not change
when left and right are exchanged, nor when top and bottom are (where planks may be turned), nor when colours are
renamed everywhere; `fields`, `nails`, `stock` and `turn` are all that matters besides repetition.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits, lowest_bit, reader, record_type

from .pieces import COLUMNS, HEIGHTS, NAILS_OF_COLOUR, ORDERS
from .tables import COLOUR_OF, KEEP, LAY, LAY_MOVE, MOVE, SET, STAY, SWAP

# ------------------------------------------------------------------ a position

SIDES = 4
ROOM = 1024
"""How many moves in a row a record can remember for R10; `widen` makes more room.

In 1.8 million random games for two, three and four the longest such run was 450; ten times as many add about 70.
"""


def position_type(room: int) -> np.dtype[np.void]:
    """Return the dtype of a position that can remember `room` moves of nails since something was last placed."""
    return record_type(
        [
            ("nails", np.int64, (SIDES, 3)),  # [side, colour]: columns with such a nail
            ("fields", np.int64, (HEIGHTS, 3)),  # [height, colour]: columns that show this colour there
            ("row", np.int64),  # columns with a plank
            ("left", np.int64),  # the free columns at both ends
            ("right", np.int64),
            ("stock", np.int8, (SIDES, len(ORDERS))),  # with turning, only even orders are counted
            ("seats", np.int64),
            ("turn", np.int64),  # the side to move
            ("swapped", np.int64),  # 1 after the sides were swapped
            ("ending", np.int64),  # how the game ended, 0 while it goes on
            ("loser", np.int64),  # the side that was stuck, where that loses
            ("winner", np.int64),  # the side with a line
            ("any_line", np.int64),  # the options
            ("turning", np.int64),
            ("stuck_loses", np.int64),
            ("staying", np.int64),
            ("choice_ply", np.int64),  # the ply that is the choice between "keep" and "swap", or -1
            ("ply", np.int64),
            ("last", np.int64),  # the last move, or -1
            ("mover", np.int64),  # the seat that made it
            ("run", np.int64),  # how many moves are remembered
            ("history", np.int16, room),  # the moves of nails since a plank or a nail was last placed
        ]
    )


POSITION = position_type(ROOM)


def widen(position: NDArray[Any]) -> NDArray[Any]:
    """Return the same position in a record with more room to remember, so that R10 holds however long a game is."""
    room = position["history"].shape[1]
    wide = np.zeros(1, position_type(16 * room))
    for name in POSITION.names or ():
        if name != "history":
            wide[name] = position[name]
    wide["history"][0, :room] = position["history"][0]
    return wide


@compiled
def copy_position(source: Position, target: Position) -> None:
    """Copy a position with only as much of its history as is in use: the search does little else."""
    for side in range(SIDES):
        for colour in range(3):
            target.nails[side, colour] = source.nails[side, colour]
        for order in range(len(ORDERS)):
            target.stock[side, order] = source.stock[side, order]
    for height in range(HEIGHTS):
        for colour in range(3):
            target.fields[height, colour] = source.fields[height, colour]
    target.row, target.left, target.right = source.row, source.left, source.right
    target.seats, target.turn, target.swapped = source.seats, source.turn, source.swapped
    target.ending, target.loser, target.winner = source.ending, source.loser, source.winner
    target.any_line, target.turning, target.stuck_loses = source.any_line, source.turning, source.stuck_loses
    target.choice_ply, target.ply, target.last = source.choice_ply, source.ply, source.last
    target.mover, target.run, target.staying = source.mover, source.run, source.staying
    for index in range(source.run):
        target.history[index] = source.history[index]


GOING_ON, LINE, BLOCKED, REPEATED, STUCK = range(5)
ENDINGS = (None, "line", "blocked", "repeated", "stuck")

FAULTS = (
    "",
    "R12-over",
    "R14-choose",
    "R14-nothing",
    "R3-end",
    "R4-turned",
    "R5-stock",
    "R7-early",
    "R7-late",
    "R3-nothing",
    "R7-own",
    "R7-same",
    "R7-last",
    "R7-stay",
    "R6-spent",
    "R6-taken",
)
(
    LEGAL,
    OVER,
    MUST_CHOOSE,
    NOTHING_TO_CHOOSE,
    NOT_AN_END,
    TURNED,
    NOT_IN_STOCK,
    STILL_SETTING,
    ALL_SET,
    NO_PLANK,
    NOT_OWN,
    SAME_PLANK,
    LAST_NAIL,
    NO_STAYING,
    NO_SUCH_NAIL,
    TAKEN,
) = range(len(FAULTS))

# ------------------------------------------------------------------ the table


@reader
def colour_at(position: Position, column: int, height: int) -> int:
    """Return the colour of a field; there is a plank at that column."""
    green = position.fields[height, 1] >> column & 1
    blue = position.fields[height, 2] >> column & 1
    return int(green + 2 * blue)


@reader
def height_of(position: Position, column: int, colour: int) -> int:
    """Return the height of a colour on a plank."""
    middle = position.fields[1, colour] >> column & 1
    bottom = position.fields[2, colour] >> column & 1
    return int(middle + 2 * bottom)


@compiled
def taken(position: Position, colour: int) -> int:
    """Return the columns whose field of this colour holds a nail."""
    mask = 0
    for side in range(position.seats):
        mask |= position.nails[side, colour]
    return mask


@compiled
def single(position: Position) -> int:
    """Return the columns whose plank is held by exactly one nail."""
    red, green, blue = taken(position, 0), taken(position, 1), taken(position, 2)
    return (red ^ green ^ blue) & ~(red & green & blue)


@reader
def in_hand(position: Position, side: int, colour: int) -> int:
    """Return how many nails of this colour the side has not set yet."""
    return NAILS_OF_COLOUR - count_bits(np.uint64(position.nails[side, colour]))


@reader
def is_setting(position: Position, side: int) -> bool:
    """Return whether the side still has nails to set: the first phase, judged for each side by itself (R7)."""
    return in_hand(position, side, 0) + in_hand(position, side, 1) + in_hand(position, side, 2) > 0


@compiled
def kind(position: Position, order: int) -> int:
    """Return where a plank of this order is counted in the stock."""
    return order & 6 if position.turning else order  # R4: a plank that may be turned is the same both ways


@compiled
def has_stock(position: Position, side: int) -> bool:
    """Return whether the side has a plank left."""
    held = 0
    for order in range(len(ORDERS)):
        held |= position.stock[side, order]
    return held != 0


@reader
def is_choice(position: Position) -> bool:
    """Return whether the side to move has to say "keep" or "swap"."""
    return bool(position.ply == position.choice_ply and position.ending == GOING_ON)  # R14: after three plies


# ------------------------------------------------------------------ moves


@reader
def parts(code: int) -> tuple[int, int, int, int]:
    """Return (order of the plank or -1, cell the nail leaves or -1, column it goes to, height there or -1)."""
    if code < LAY:
        return -1, -1, code // 3, code % 3
    if code < MOVE:
        code -= LAY
        return code % 6, -1, code // 18, code // 6 % 3
    if code < LAY_MOVE:
        code -= MOVE
        return -1, code // COLUMNS, code % COLUMNS, -1
    code -= LAY_MOVE
    return code % 6, code // (6 * COLUMNS), code // 6 % COLUMNS, -1


@compiled
def moves(position: Position, buffer: NDArray[np.int32]) -> int:
    """Write the codes of all legal moves to the buffer and return how many there are."""
    if position.ending != GOING_ON:  # R12
        return 0
    if is_choice(position):
        buffer[0] = KEEP
        buffer[1] = SWAP
        return 2
    side = position.turn
    if is_setting(position, side):
        return _setting_moves(position, side, buffer)
    return _moving_moves(position, side, buffer)


@compiled
def _setting_moves(position: Position, side: int, buffer: NDArray[np.int32]) -> int:
    # R5: lay a plank or not, then set a nail, on the new plank if there is one.
    count = 0
    for colour in range(3):
        if in_hand(position, side, colour) == 0:
            continue
        occupied = taken(position, colour)
        for height in range(HEIGHTS):
            free = position.fields[height, colour] & ~occupied  # R6: free fields of the nail's colour
            while free:
                buffer[count] = SET + 3 * lowest_bit(np.uint64(free)) + height
                count += 1
                free &= free - 1
    for order in range(6):
        if position.stock[side, kind(position, order)] == 0:
            continue
        for height in range(HEIGHTS):
            if in_hand(position, side, COLOUR_OF[order, height]):
                buffer[count] = LAY + (3 * position.left + height) * 6 + order
                count += 1
                if position.right != position.left:  # R3: the first plank has no left and right
                    buffer[count] = LAY + (3 * position.right + height) * 6 + order
                    count += 1
    return count


@compiled
def _moving_moves(position: Position, side: int, buffer: NDArray[np.int32]) -> int:
    # R7: move a nail to a free field of its colour on another plank; the last nail of a plank stays.
    count = 0
    held_by_one = single(position)
    for colour in range(3):
        loose = position.nails[side, colour] & ~held_by_one
        open_columns = position.row & ~taken(position, colour)
        while loose:
            column = lowest_bit(np.uint64(loose))
            loose &= loose - 1
            source = 3 * column + height_of(position, column, colour)
            targets = open_columns
            while targets:
                buffer[count] = MOVE + source * COLUMNS + lowest_bit(np.uint64(targets))
                count += 1
                targets &= targets - 1
            for order in range(6):  # R8: or move it onto a plank that is laid now
                if position.stock[side, kind(position, order)]:
                    buffer[count] = LAY_MOVE + (source * COLUMNS + position.left) * 6 + order
                    buffer[count + 1] = LAY_MOVE + (source * COLUMNS + position.right) * 6 + order
                    count += 2
    if position.staying:  # R7: or leave everything where it is, where the table plays so
        buffer[count] = STAY
        count += 1
    return count


@compiled
def can_act(position: Position, side: int) -> bool:
    """Return whether the side has any legal move, were it to move."""
    stocked = has_stock(position, side)
    setting = is_setting(position, side)
    if (setting and stocked) or (position.staying and not setting):
        return True
    held_by_one = single(position)
    for colour in range(3):
        free = position.row & ~taken(position, colour)
        if setting:
            if free and in_hand(position, side, colour):
                return True
        elif (free or stocked) and position.nails[side, colour] & ~held_by_one:
            return True
    return False


@compiled
def fault(position: Position, code: int) -> int:
    """Return which rule a move breaks, as an index into FAULTS; LEGAL for none."""
    if position.ending != GOING_ON:  # R12: nobody moves after the end
        return OVER
    if is_choice(position) or code >= KEEP:
        return _word_fault(position, code)
    side = position.turn
    order, source, column, height = parts(code)
    if order >= 0:
        broken = _laying_fault(position, side, order, column)
    else:
        broken = LEGAL if position.row >> column & 1 else NO_PLANK  # R3: nails hold on planks only
    if broken:
        return broken
    if source >= 0:
        return _moving_fault(position, side, order, source, column)
    return _setting_fault(position, side, order, column, height)


@compiled
def _word_fault(position: Position, code: int) -> int:
    if is_choice(position):  # R14
        return LEGAL if code in (KEEP, SWAP) else MUST_CHOOSE
    if code != STAY:
        return NOTHING_TO_CHOOSE
    may_stay = position.staying and not is_setting(position, position.turn)  # R7: in the second phase
    return LEGAL if may_stay else NO_STAYING


@compiled
def _laying_fault(position: Position, side: int, order: int, column: int) -> int:
    if column not in (position.left, position.right):  # R3: a new plank goes to an end of the row
        return NOT_AN_END
    if position.stock[side, kind(position, order)]:
        return LEGAL
    if position.stock[side, kind(position, order ^ 1)]:  # R4: held, but the other way up
        return TURNED
    return NOT_IN_STOCK  # R5: only own planks


@compiled
def _setting_fault(position: Position, side: int, order: int, column: int, height: int) -> int:
    if not is_setting(position, side):  # R7: the second phase
        return ALL_SET
    colour = COLOUR_OF[order, height] if order >= 0 else colour_at(position, column, height)
    if order < 0 and taken(position, colour) >> column & 1:  # R6: one nail a field
        return TAKEN
    return LEGAL if in_hand(position, side, colour) else NO_SUCH_NAIL  # R6: in the field's colour


@compiled
def _moving_fault(position: Position, side: int, order: int, source: int, column: int) -> int:
    if is_setting(position, side):  # R7: not before all own nails are set
        return STILL_SETTING
    start = source // 3
    colour = colour_at(position, start, source % 3)
    if not position.nails[side, colour] >> start & 1:  # R7: only own nails
        return NOT_OWN
    if start == column:  # R7: to another plank
        return SAME_PLANK
    if single(position) >> start & 1:  # R7: the last nail of a plank stays
        return LAST_NAIL
    if order < 0 and taken(position, colour) >> column & 1:  # R6: one nail a field
        return TAKEN
    return LEGAL


# ------------------------------------------------------------------ lines

MOST_LINES = 12 + 3 * 4 * 4 * 4
"""One upright on each plank; at each height at most four planks show each colour."""


@compiled
def find_lines(position: Position, side: int, owned: int, lines: NDArray[np.int64]) -> int:
    """Write the cells of each line with so many own nails whose other fields are free; return how many there are."""
    count = 0
    red = position.nails[side, 0] | position.row & ~taken(position, 0)
    green = position.nails[side, 1] | position.row & ~taken(position, 1)
    blue = position.nails[side, 2] | position.row & ~taken(position, 2)
    for column in range(COLUMNS):
        if (red & green & blue) >> column & 1:
            held = 0
            for colour in range(3):
                held += position.nails[side, colour] >> column & 1
            if held == owned:
                for height in range(HEIGHTS):
                    lines[count, height] = 3 * column + height
                count += 1
    for height in range(HEIGHTS):
        level_red = red & position.fields[height, 0]
        level_green = green & position.fields[height, 1]
        level_blue = blue & position.fields[height, 2]
        held = position.nails[side, 0] & level_red
        held |= position.nails[side, 1] & level_green
        held |= position.nails[side, 2] & level_blue
        if position.any_line:
            count = _find_any_lines(level_red, level_green, level_blue, held, owned, height, lines, count)
        else:
            found = level_lines(level_red, level_green, level_blue)
            for left in range(COLUMNS):
                if found >> left & 1 and count_bits(np.uint64(held >> left & 7)) == owned:
                    for step in range(3):
                        lines[count, step] = 3 * (left + step) + height
                    count += 1
    return count


@compiled
def _find_any_lines(
    red: int, green: int, blue: int, held: int, owned: int, height: int, lines: NDArray[np.int64], count: int
) -> int:
    """Write the lines of any three planks at one height, behind those that are known; return how many that makes."""
    for first in range(COLUMNS):
        for second in range(COLUMNS):
            for third in range(COLUMNS):
                if red >> first & green >> second & blue >> third & 1:
                    nails = (held >> first & 1) + (held >> second & 1) + (held >> third & 1)
                    if nails == owned:
                        low = min(first, second, third)
                        high = max(first, second, third)
                        lines[count, 0] = 3 * low + height
                        lines[count, 1] = 3 * (first + second + third - low - high) + height
                        lines[count, 2] = 3 * high + height
                        count += 1
    return count


# ------------------------------------------------------------------ play


@compiled
def push(position: Position, code: int) -> None:
    """Play a legal move: the position changes in place, and whoever can act next is to move."""
    side = position.turn
    position.ply += 1
    position.last = code
    position.mover = seat_of(position, side)
    if code in (KEEP, SWAP):  # R14: swapping changes who owns the sides; the side to move stays
        position.swapped = code - KEEP
        return
    if code == STAY:
        _pass_turn(position)
        _remember(position, side, 0, position.left + 1, position.left + 1)
        return
    order, source, column, height = parts(code)
    if order >= 0:
        _lay(position, side, order, column)
    if source >= 0:
        start = source // 3
        colour = colour_at(position, start, source % 3)
        height = height_of(position, column, colour)
        position.nails[side, colour] ^= 1 << start
    else:
        start = column
        colour = colour_at(position, column, height)
    position.nails[side, colour] |= 1 << column
    if has_line(position, side, column, height):  # R11: a line wins at once, in either phase
        position.ending = LINE
        position.winner = side
        return
    _pass_turn(position)
    if order >= 0 or source < 0:
        position.run = 0  # R10: what was placed stays, so no earlier position can come again
    else:
        _remember(position, side, colour, start, column)


@compiled
def _lay(position: Position, side: int, order: int, column: int) -> None:
    # R3: at an end, where it stays for good.
    position.stock[side, kind(position, order)] -= 1
    for height in range(HEIGHTS):
        position.fields[height, COLOUR_OF[order, height]] |= 1 << column
    position.row |= 1 << column
    position.left = min(position.left, column - 1)
    position.right = max(position.right, column + 1)


@compiled
def level_lines(red: int, green: int, blue: int) -> int:
    """Return the leftmost columns of all level lines of neighbours; a column is in one of the three masks at most."""
    # R11: three neighbours that are all there, no two of the same colour
    every = red | green | blue
    next_same = (red & red >> 1) | (green & green >> 1) | (blue & blue >> 1)
    next_but_one_same = (red & red >> 2) | (green & green >> 2) | (blue & blue >> 2)
    return every & every >> 1 & every >> 2 & ~(next_same | next_same >> 1 | next_but_one_same)


@compiled
def has_line(position: Position, side: int, column: int, height: int) -> bool:
    """Return whether the side has a line upright on this column or level at this height."""
    red, green, blue = position.nails[side, 0], position.nails[side, 1], position.nails[side, 2]
    if red & green & blue & 1 << column:  # R11: one whole plank
        return True
    red &= position.fields[height, 0]
    green &= position.fields[height, 1]
    blue &= position.fields[height, 2]
    if position.any_line:  # R11: any three planks, where the table plays so
        return bool(red and green and blue)
    return level_lines(red, green, blue) != 0


@compiled
def _pass_turn(position: Position) -> None:
    # R9: who can act must; who cannot is skipped or loses; when nobody can, the game is drawn.
    side = position.turn
    for _ in range(position.seats):
        side = (side + 1) % position.seats
        if can_act(position, side):
            position.turn = side
            return
        if position.stuck_loses:
            position.ending = STUCK
            position.loser = side
            return
    position.ending = BLOCKED


@compiled
def _remember(position: Position, side: int, colour: int, start: int, column: int) -> None:
    # While nails only move, the row stands still: 36 fields, numbered from its left end.
    room = position.history.shape[0]
    if position.run == room:  # a State has made room before; only a random game may come here, and forgets the oldest
        position.run = room // 2
        for index in range(position.run):
            position.history[index] = position.history[room - position.run + index]
    edge = position.left + 1
    position.history[position.run] = side << 12 | (12 * colour + start - edge) << 6 | (12 * colour + column - edge)
    position.run += 1
    if position.ending == GOING_ON and occurrences(position) == 3:  # R10
        position.ending = REPEATED


@compiled
def occurrences(position: Position) -> int:
    """Return how often this position has stood with the same side to move, now included: exact, without hashing."""
    # Walking back, each side's fields that differ from now are the bits of one word.
    first = second = third = fourth = np.int64(0)
    count = 1
    for ply in range(position.run - 1, -1, -1):
        move = np.int64(position.history[ply])
        side = move >> 12
        change = np.int64(1) << (move >> 6 & 63) ^ np.int64(1) << (move & 63)  # nothing, for who stays
        if side == 0:
            first ^= change
        elif side == 1:
            second ^= change
        elif side == 2:
            third ^= change
        else:
            fourth ^= change
        count += side == position.turn and first | second | third | fourth == 0
    return count


@reader
def seat_of(position: Position, side: int) -> int:
    """Return who owns a side."""
    return int(side ^ position.swapped)  # R14: neighbours have changed chairs


@compiled
def result(position: Position, seat: int) -> int:
    """Return 1 if the seat has won, -1 if it has lost, 0 if the game is drawn or goes on."""
    side = seat_of(position, seat)
    if position.ending == LINE:
        winner = position.winner
        partner = position.seats == 4 and side == winner ^ 2  # R13: a line wins for both partners
        return 1 if side == winner or partner else -1
    if position.ending == STUCK:  # R9: the stuck side's team loses, everybody else wins
        loser = position.loser
        partner = position.seats == 4 and side == loser ^ 2
        return -1 if side == loser or partner else 1
    return 0  # R12
