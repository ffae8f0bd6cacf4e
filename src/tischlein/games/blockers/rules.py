"""Every rule once, compiled, over one position. Nothing here is checked twice: `fault` judges, `push` trusts.

A colour's 28 tiles lie in one row, `tiles[colour]`: first those it has placed, in order, then the five on its rack,
then its pile from the top. `placed` is the only border that moves: a tile that is played changes places with the
first of the rack, and with that the pile's top tile stands on the rack.

A move is one code: colour << 12 | tile << 7 | cell. The numbers of tiles and cells are those of `tiles`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits, reader, record_type

from .pieces import JOKER
from .tables import AROUND, JOINED, KINDS, MATCHES, REACH, SIZE, TILE_CELLS

RACK = 5
LAST = 24  # R9: a colour places so many tiles; the last four stay on its rack

EMPTY = -1
RIM = -2

WORD = 56
"""A set of cells is two words, a bit for each cell: those below this number, and the others. No sign is in the way."""

BUFFER = 2 * (4 * 9 + 81)
"""Two racks, each with four tiles of nine cells and a joker, are the most that anybody can choose from."""

POSITION = record_type(
    [
        ("colour", np.int64, SIZE),  # of the tile on each cell, or EMPTY or RIM
        ("face", np.int64, SIZE),  # the tile itself; only for drawing it and for the taken tiles
        ("tiles", np.int64, (5, KINDS)),  # by colour: placed, rack, pile
        ("placed", np.int64, 5),  # by colour
        ("taken", np.int64, (5, 5)),  # by seat and colour: the taken tiles as bits
        ("barred", np.int64, (5, LAST + 1)),  # by colour and tiles placed: what a skip proved not to be on the rack
        ("owner", np.int64, 5),  # by colour: its seat
        ("colours", np.int64),
        ("seats", np.int64),
        ("uptown", np.int64),  # R10: 1 if taken tiles cost nothing
        ("spares_own", np.int64),  # R13: 1 if the own second colour may not be taken
        ("turn", np.int64),  # the seat to move; -1 when the game is over
        ("skipped", np.int64),  # the seats that were skipped after the last move, as bits
        ("ply", np.int64),
        ("last", np.int64),  # the last move's code; -1 before the first
        ("took", np.int64),  # the colour that the last move took; EMPTY for none
    ]
)

NONE, OVER, COLOUR, CLOSED, NOT_HELD, PLACE, OWN, OWN_SECOND, SPLIT = range(9)
FAULTS = ("", "R9-over", "R2-colour", "R14-closed", "R3-rack", "R4-place", "R5-own", "R13-own", "R6-split")
"""The code of each fault, by number."""


# ------------------------------------------------------------------ groups


@compiled
def cells_of(position: Position, colour: int) -> tuple[int, int]:
    """Return the cells where a colour lies, as a set: see `WORD`."""
    low = high = 0
    for cell in range(WORD):
        if position.colour[cell] == colour:
            low |= 1 << cell
    for cell in range(WORD, SIZE):
        if position.colour[cell] == colour:
            high |= 1 << (cell - WORD)
    return low, high


@compiled
def spread(low: int, high: int, all_low: int, all_high: int) -> tuple[int, int]:
    """Return all cells of a set that hang together with some of its cells: a flood fill, all cells at once."""
    # R6: a group is what hangs together along edges, in one colour. Neighbours are 1 and 10 numbers away.
    while True:
        wide_low = low | low << 1 | low >> 1 | low << 10 | low >> 10 | high << WORD - 1 | high << WORD - 10
        wide_high = high | high << 1 | high >> 1 | high << 10 | high >> 10 | low >> WORD - 1 | low >> WORD - 10
        wide_low &= all_low
        wide_high &= all_high
        if wide_low == low and wide_high == high:
            return low, high
        low, high = wide_low, wide_high


@compiled
def first_group(low: int, high: int) -> tuple[int, int]:
    """Return the group of the first cell in a set of one colour's cells; the set is not empty."""
    if low:
        return spread(low & -low, 0, low, high)
    return spread(0, high & -high, low, high)


@compiled
def splits(position: Position, cell: int) -> bool:
    """Say whether the group of the tile on `cell` would fall apart without it."""
    # R6: what is left of the group must be nothing or one group.
    board = position.colour
    around = 0
    for direction in range(8):
        if board[cell + AROUND[direction]] == board[cell]:
            around |= 1 << direction
    if JOINED[around]:
        return False
    low, high = cells_of(position, board[cell])
    if cell < WORD:
        low &= ~(1 << cell)
    else:
        high &= ~(1 << (cell - WORD))
    near_low = near_high = 0
    for direction in range(0, 8, 2):
        near = cell + AROUND[direction]
        if board[near] == board[cell]:
            if near < WORD:
                near_low |= 1 << near
            else:
                near_high |= 1 << (near - WORD)
    if near_low:
        group_low, group_high = spread(near_low & -near_low, 0, low, high)
    else:
        group_low, group_high = spread(0, near_high & -near_high, low, high)
    return near_low & ~group_low != 0 or near_high & ~group_high != 0


@compiled
def count_groups(position: Position, colour: int) -> int:
    """Return how many groups a colour has."""
    low, high = cells_of(position, colour)
    count = 0
    while low | high:
        group_low, group_high = first_group(low, high)
        low &= ~group_low
        high &= ~group_high
        count += 1
    return count


@compiled
def mark_groups(position: Position, groups: NDArray[np.int64]) -> None:
    """Write for each cell the number of its group among those of its colour, by their first cells; -1 for no tile."""
    groups[:] = -1
    for colour in range(position.colours):
        low, high = cells_of(position, colour)
        number = 0
        while low | high:
            group_low, group_high = first_group(low, high)
            low &= ~group_low
            high &= ~group_high
            for cell in range(WORD):
                if group_low >> cell & 1:
                    groups[cell] = number
            for cell in range(WORD, SIZE):
                if group_high >> (cell - WORD) & 1:
                    groups[cell] = number
            number += 1


@compiled
def mark_locked(position: Position, locked: NDArray[np.bool_]) -> None:
    """Write for each cell whether its tile holds its group together."""
    board = position.colour
    for cell in range(SIZE):
        locked[cell] = board[cell] >= 0 and splits(position, cell)


# ------------------------------------------------------------------ what is allowed


@reader
def is_open(position: Position, colour: int) -> bool:
    """Say whether a colour still plays."""
    # R9: each colour places so many tiles.
    # R14: a colour whose pile cannot refill its rack is closed; that is after the same number.
    return bool(position.placed[colour] < LAST)


@compiled
def owner_fault(position: Position, colour: int, cell: int) -> int:
    """Return why this colour may not take the tile on a cell, whatever its group looks like; NONE if it is empty."""
    lying = position.colour[cell]
    if lying == EMPTY:
        return NONE
    if lying == colour:
        return OWN  # R5: an empty cell or a tile of another colour
    if position.spares_own and position.owner[lying] == position.owner[colour]:
        return OWN_SECOND  # R13: the option that protects the own second colour
    return NONE


@compiled
def target_fault(position: Position, colour: int, cell: int) -> int:
    """Return why a tile of this colour may not lie on this cell whatever its face is, or NONE."""
    broken = owner_fault(position, colour, cell)
    if broken == NONE and position.colour[cell] != EMPTY and splits(position, cell):
        return SPLIT
    return broken


@compiled
def fault(position: Position, colour: int, tile: int, cell: int) -> int:
    """Return the first rule that a move breaks, or NONE."""
    if position.turn < 0:
        return OVER
    if colour >= position.colours or position.owner[colour] != position.turn:
        return COLOUR  # R2: everybody plays the own colour only; R12: or one of both
    if not is_open(position, colour):
        return CLOSED
    if slot_of(position, colour, tile) < 0:
        return NOT_HELD  # R3: a tile from the rack
    if not MATCHES[tile, cell]:
        return PLACE  # R4: where a tile fits
    return target_fault(position, colour, cell)


@compiled
def slot_of(position: Position, colour: int, tile: int) -> int:
    """Return where in the colour's row a tile of its rack stands, or -1."""
    for slot in range(position.placed[colour], min(position.placed[colour] + RACK, KINDS)):
        if position.tiles[colour, slot] == tile:
            return slot
    return -1


@compiled
def fits_somewhere(position: Position, colour: int, tile: int) -> bool:
    """Say whether there is a cell for this tile now."""
    for index in range(REACH[tile]):  # noqa: SIM110 - the compiler knows no generators
        if target_fault(position, colour, TILE_CELLS[tile, index]) == NONE:
            return True
    return False


@compiled
def can_move(position: Position, seat: int) -> bool:
    """Say whether a seat has any legal move."""
    for colour in range(position.colours):
        if position.owner[colour] == seat and is_open(position, colour):
            for slot in range(position.placed[colour], position.placed[colour] + RACK):
                if fits_somewhere(position, colour, position.tiles[colour, slot]):
                    return True
    return False


@compiled
def moves(position: Position, buffer: NDArray[np.int32]) -> int:
    """Write the code of every legal move to the buffer and return how many there are."""
    # R7: empty cells and takes are free to choose; when only takes are left, this list has nothing else.
    count = 0
    for colour in range(position.colours):
        if position.owner[colour] != position.turn or not is_open(position, colour):
            continue
        for slot in range(position.placed[colour], position.placed[colour] + RACK):
            tile = position.tiles[colour, slot]
            for index in range(REACH[tile]):
                cell = TILE_CELLS[tile, index]
                if target_fault(position, colour, cell) == NONE:
                    buffer[count] = colour << 12 | tile << 7 | cell
                    count += 1
    return count


# ------------------------------------------------------------------ playing


@compiled
def push(position: Position, code: int) -> None:
    """Play a legal move: place, take, draw, and give the turn to the next seat that can move."""
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    lying = position.colour[cell]
    if lying != EMPTY:
        # R8: the taken tile lies open before the taker for good.
        position.taken[position.owner[colour], lying] |= 1 << position.face[cell]
    position.colour[cell] = colour
    position.face[cell] = tile
    # R3: exactly one tile, then one from the pile, which the moved border draws.
    # R12: from the pile of the same colour.
    first = position.placed[colour]
    position.tiles[colour, slot_of(position, colour, tile)] = position.tiles[colour, first]
    position.tiles[colour, first] = tile
    position.placed[colour] = first + 1
    position.ply += 1
    position.last = code
    position.took = lying
    pass_turn(position)


@compiled
def pass_turn(position: Position) -> None:
    """Give the turn to the next seat that can move, or end the game."""
    here = position.turn
    position.turn = -1
    position.skipped = 0
    for step in range(1, position.seats + 1):
        seat = (here + step) % position.seats
        if can_move(position, seat):
            position.turn = seat
            return
        # R7: nobody passes by choice; who cannot place anything is skipped and draws nothing.
        # R9: when that is everybody, closed or stuck, the game is over.
        bar(position, seat)


@compiled
def bar(position: Position, seat: int) -> None:
    """Note a skip and what it proves: none of the tiles that could have been placed is on the seat's racks."""
    for colour in range(position.colours):
        if position.owner[colour] != seat or not is_open(position, colour):
            continue
        position.skipped |= 1 << seat
        for tile in range(KINDS):
            if fits_somewhere(position, colour, tile):
                position.barred[colour, position.placed[colour]] |= 1 << tile


# ------------------------------------------------------------------ scores


@compiled
def most_taken(position: Position, seat: int) -> int:
    """Return how many tiles a seat took of the colour of which it took most."""
    # R10: only one colour counts, also when several tie.
    # R15: also when it is the own second one.
    most = 0
    for colour in range(position.colours):
        most = max(most, count_bits(np.uint64(position.taken[seat, colour])))
    return most


@compiled
def all_taken(position: Position, seat: int) -> int:
    """Return how many tiles a seat took in all: the tie-breaker."""
    # R11: fewer are better.
    total = 0
    for colour in range(position.colours):
        total += count_bits(np.uint64(position.taken[seat, colour]))
    return total


@compiled
def points(position: Position, seat: int) -> int:
    """Return a seat's points as if the game ended now; few are good."""
    # R10: groups of the own colour.
    # R15: of both own colours, which never join.
    total = 0 if position.uptown else most_taken(position, seat)
    for colour in range(position.colours):
        if position.owner[colour] == seat:
            total += count_groups(position, colour)
    return total


# ------------------------------------------------------------------ the first position


@compiled
def begin(position: Position) -> None:
    """Make the empty board of a position whose tiles, owners, colours, seats and options are set."""
    position.colour[:] = RIM
    for index in range(REACH[JOKER]):  # the joker matches every cell
        position.colour[TILE_CELLS[JOKER, index]] = EMPTY
    position.last = -1
    position.took = EMPTY


def first_position(tiles: list[list[int]], owners: tuple[int, ...], first: int) -> NDArray[np.void]:
    """Return the start, as an array of one position: an empty board, five tiles on each rack, `first` to move."""
    array = np.zeros(1, POSITION)
    position: Position = array[0]
    for colour, row in enumerate(tiles):
        position.tiles[colour] = row
    position.owner[: len(owners)] = owners
    position.colours = len(owners)
    position.seats = max(owners) + 1
    position.turn = first
    begin(position)
    return array
