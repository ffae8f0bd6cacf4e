"""What a player looks at before placing a tile: groups, the cells beside them, and what a move does to both.

A `SIGHT` goes with one position and is brought up to date move by move, because labelling all groups anew for every
candidate would cost more than everything else. That works since no take ever splits a group (R6): groups only grow,
melt together, shrink and vanish.

A colour's *edge* is every empty cell beside one of its tiles. A tile that matches a cell of the edge can be placed
without a new group; `covered` has these tiles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits, record_type

from .rules import EMPTY, RACK, most_taken, splits
from .tables import AROUND, KINDS, SIZE
from .tiles import CELLS, JOKER, tiles_for

SIGHT = record_type(
    [
        ("label", np.int64, SIZE),  # of the group on each cell; 0 where nothing lies
        ("labels", np.int64),  # the last label that was given
        ("groups", np.int64, 5),  # by colour: how many there are
        ("near", np.int64, (5, SIZE)),  # by colour and cell: how many of its four neighbours have this colour
        ("cover", np.int64, (5, KINDS)),  # by colour and tile: cells of the edge that the tile matches
        ("covered", np.int64, 5),  # by colour: the tiles with such a cell, as bits
        ("left", np.int64, 5),  # by colour: the tiles that it has not placed, as bits
        ("leaders", np.int64),  # the colours of the other seats with the fewest points, as bits; see `find_leaders`
        ("locked", np.int64, SIZE),  # whether the tile holds its group together; UNKNOWN until somebody asks
    ]
)

UNKNOWN = -1

FEATURES = (
    "new group",
    "groups joined beyond one",
    "new group with a tile that could join",
    "take that costs a point",
    "take",
    "take of somebody's lone tile",
    "take of the own second colour",
    "take of the own second colour's lone tile",
    "joins denied to others",
    "joins denied to the own second colour",
    "rack tiles that can join from now on",
    "pile tiles that can join from now on",
    "own tiles that can no longer join",
    "tiles of others that can no longer join",
    "tiles of the own second colour that can no longer join",
    "joker",
    "cells where the tile could join",
    "last cell where the tile could join",
    "empty neighbours",
    "own neighbours",
    "others who could join here",
    "own second colour could join here",
    "joins prepared",
    "own tiles that match the cell",
    "lead over the own second colour",
    "neighbours of other colours",
    "joins denied to the leader of the others",
    "tiles of the robbed colour that can no longer join",
)
"""What `describe` writes for a move, in this order."""

COUNT = len(FEATURES)

LINES = np.zeros((SIZE, 3), np.int64)
"""By cell: the number, the letter and the symbol that match it."""
LINE_BITS = np.zeros(SIZE, np.int64)
"""The same as bits."""
for _cell in CELLS:
    LINES[_cell] = tiles_for(_cell)[:3]
    LINE_BITS[_cell] = sum(1 << _tile for _tile in tiles_for(_cell)[:3])


# ------------------------------------------------------------------ keeping up


@compiled
def look(position: Position, sight: Position) -> None:
    """Write the sight of a position from nothing."""
    sight.label[:] = 0
    sight.labels = 0
    sight.groups[:] = 0
    sight.near[:] = 0
    sight.cover[:] = 0
    sight.covered[:] = 0
    sight.locked[:] = UNKNOWN
    for colour in range(position.colours):
        sight.left[colour] = 0
        for slot in range(position.placed[colour], KINDS):
            sight.left[colour] |= 1 << position.tiles[colour, slot]
    for cell in range(SIZE):
        if position.colour[cell] >= 0:
            for direction in range(0, 8, 2):
                sight.near[position.colour[cell], cell + AROUND[direction]] += 1
    for cell in range(SIZE):
        if position.colour[cell] == EMPTY:
            for colour in range(position.colours):
                if sight.near[colour, cell] > 0:
                    widen(sight, colour, cell)
        elif position.colour[cell] >= 0:
            join(position, sight, position.colour[cell], cell)


@compiled
def widen(sight: Position, colour: int, cell: int) -> None:
    """Add a cell to a colour's edge."""
    for line in range(3):
        tile = LINES[cell, line]
        sight.cover[colour, tile] += 1
        sight.covered[colour] |= 1 << tile


@compiled
def narrow(sight: Position, colour: int, cell: int) -> None:
    """Remove a cell from a colour's edge."""
    for line in range(3):
        tile = LINES[cell, line]
        sight.cover[colour, tile] -= 1
        if sight.cover[colour, tile] == 0:
            sight.covered[colour] &= ~(1 << tile)


@compiled
def join(position: Position, sight: Position, colour: int, cell: int) -> None:
    """Label the tile on a cell, and melt the groups together that it touches."""
    chosen = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        label = sight.label[beside]
        if position.colour[beside] != colour or label in (0, chosen):
            continue
        if chosen == 0:
            chosen = label
            continue
        sight.groups[colour] -= 1
        for other in range(SIZE):
            if sight.label[other] == label:
                sight.label[other] = chosen
    if chosen == 0:
        sight.labels += 1
        chosen = sight.labels
        sight.groups[colour] += 1
    sight.label[cell] = chosen
    forget_locks(sight, chosen)


@compiled
def forget_locks(sight: Position, label: int) -> None:
    """Forget which tiles hold a group together, because it has changed."""
    for cell in range(SIZE):
        if sight.label[cell] == label:
            sight.locked[cell] = UNKNOWN


@compiled
def note(position: Position, sight: Position, code: int) -> None:
    """Bring a sight up to date with a move that is about to be played."""
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    lying = position.colour[cell]
    if lying == EMPTY:
        for other in range(position.colours):
            if sight.near[other, cell] > 0:
                narrow(sight, other, cell)
    else:
        lift(position, sight, lying, cell)
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        sight.near[colour, beside] += 1
        if sight.near[colour, beside] == 1 and position.colour[beside] == EMPTY:
            widen(sight, colour, beside)
    sight.left[colour] &= ~(1 << tile)
    join(position, sight, colour, cell)


@compiled
def lift(position: Position, sight: Position, lying: int, cell: int) -> None:
    """Remove a taken tile; the cell is not empty in between, because the next tile lies there at once."""
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        sight.near[lying, beside] -= 1
        if sight.near[lying, beside] == 0 and position.colour[beside] == EMPTY:
            narrow(sight, lying, beside)
    if sight.near[lying, cell] == 0:
        sight.groups[lying] -= 1
    label = sight.label[cell]
    sight.label[cell] = 0
    forget_locks(sight, label)


@compiled
def is_locked(position: Position, sight: Position, cell: int) -> bool:
    """Say whether the tile on a cell holds its group together (R6), and remember it."""
    if sight.locked[cell] == UNKNOWN:
        sight.locked[cell] = splits(position, cell)
    return bool(sight.locked[cell])


@compiled
def costly_takes(position: Position, seat: int) -> int:
    """Return the colours of which a seat cannot take another tile without a point, as bits."""
    # R10: only the colour counts of which it took most.
    if position.uptown:
        return 0
    most = most_taken(position, seat)
    bits = 0
    for colour in range(position.colours):
        if count_bits(position.taken[seat, colour]) == most:
            bits |= 1 << colour
    return bits


@compiled
def find_leaders(position: Position, sight: Position) -> None:
    """Note the colours of those who have the fewest points, the seat to move aside."""
    best = 1 << 30
    sight.leaders = 0
    for seat in range(position.seats):
        if seat == position.turn:
            continue
        total = 0 if position.uptown else most_taken(position, seat)
        own = 0
        for colour in range(position.colours):
            if position.owner[colour] == seat:
                total += sight.groups[colour]
                own |= 1 << colour
        if total < best:
            best = total
            sight.leaders = 0
        if total == best:
            sight.leaders |= own


@compiled
def rack_bits(position: Position, colour: int) -> int:
    """Return the tiles on a colour's rack as bits."""
    bits = 0
    for slot in range(position.placed[colour], min(position.placed[colour] + RACK, KINDS)):
        bits |= 1 << position.tiles[colour, slot]
    return bits


# ------------------------------------------------------------------ judging a move


@compiled
def groups_beside(position: Position, sight: Position, colour: int, cell: int) -> int:
    """Return how many groups of a colour touch a cell."""
    if sight.near[colour, cell] < 2:
        return int(sight.near[colour, cell])
    count = 0
    first = second = third = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        label = sight.label[beside]
        if position.colour[beside] == colour and label != first and label != second and label != third:  # noqa: PLR1714
            first, second, third = label, first, second
            count += 1
    return count


@compiled
def touches_another(position: Position, sight: Position, colour: int, cell: int, beside: int) -> bool:
    """Say whether `cell` touches a group of a colour that does not touch `beside`."""
    for direction in range(0, 8, 2):
        near = cell + AROUND[direction]
        if position.colour[near] != colour:
            continue
        shared = False
        for other in range(0, 8, 2):
            shared |= sight.label[beside + AROUND[other]] == sight.label[near]
        if not shared:
            return True
    return False


@compiled
def describe(position: Position, sight: Position, code: int, rack: int, out: NDArray[np.float64]) -> None:
    """Write the features of a legal move; `rack` are the tiles beside which the colour chooses, as bits."""
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    seat = position.owner[colour]
    lying = position.colour[cell]
    left = sight.left[colour] & ~(1 << tile)
    out[:] = 0.0
    joined = groups_beside(position, sight, colour, cell)
    homes = sight.cover[colour, tile] if tile != JOKER else 6
    if joined == 0:
        out[0] = 1
        out[2] = homes > 0
    else:
        out[1] = joined - 1
        out[17] = homes == 1 and lying == EMPTY
    out[15] = tile == JOKER
    out[16] = min(homes, 6) / 6
    out[19] = sight.near[colour, cell]
    out[23] = count_bits(LINE_BITS[cell] & left)
    fresh = describe_surroundings(position, sight, code, left, out)
    out[10] = count_bits(np.uint64(fresh & rack))
    out[11] = count_bits(np.uint64(fresh & ~rack))
    if lying != EMPTY:
        describe_take(position, sight, seat, cell, out)
    for other in range(position.colours):
        if other != colour:
            out[24] += (position.owner[other] == seat) * (position.placed[colour] - position.placed[other]) / 24
            if sight.near[other, cell] > 0:
                describe_harm(position, sight, other, cell, position.owner[other] == seat, out)
    if lying == EMPTY and joined > 0:
        for line in range(3):
            alone = sight.cover[colour, LINES[cell, line]] == 1
            out[12] += alone and (left & ~fresh) >> LINES[cell, line] & 1


@compiled
def describe_surroundings(position: Position, sight: Position, code: int, left: int, out: NDArray[np.float64]) -> int:
    """Write what lies around, and return the tiles that can join only after this move, as bits."""
    colour, cell = code >> 12, code & 127
    fresh = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        if position.colour[beside] == EMPTY:
            out[18] += 0.25
            if sight.near[colour, beside] == 0:
                fresh |= LINE_BITS[beside]
            elif LINE_BITS[beside] & left and touches_another(position, sight, colour, beside, cell):
                out[22] += 1
        elif position.colour[beside] >= 0 and position.colour[beside] != colour:
            out[25] += 0.25
    return int(fresh & left & ~sight.covered[colour])


@compiled
def describe_take(position: Position, sight: Position, seat: int, cell: int, out: NDArray[np.float64]) -> None:
    """Write what it means to take the tile on a cell."""
    lying = position.colour[cell]
    lone = sight.near[lying, cell] == 0
    own = position.owner[lying] == seat
    out[3] = costly_takes(position, seat) >> lying & 1
    out[4] = 1
    out[5] = lone and not own
    out[6] = own
    out[7] = lone and own
    if not own:
        lost = 0
        for direction in range(0, 8, 2):
            beside = cell + AROUND[direction]
            if position.colour[beside] == EMPTY and sight.near[lying, beside] == 1:
                for line in range(3):
                    lost |= (sight.cover[lying, LINES[beside, line]] == 1) << LINES[beside, line]
        out[27] = count_bits(lost & sight.left[lying])


@compiled
def describe_harm(
    position: Position, sight: Position, other: int, cell: int, own: bool, out: NDArray[np.float64]
) -> None:
    """Write what another colour, which touches the cell, loses by the tile that comes there."""
    shift = 1 if own else 0
    if position.colour[cell] == EMPTY:
        out[8 + shift] += groups_beside(position, sight, other, cell) - 1
        out[20 + shift] += (LINE_BITS[cell] & sight.left[other]) != 0
        if sight.leaders >> other & 1:
            out[26] += groups_beside(position, sight, other, cell) - 1
        for line in range(3):
            tile = LINES[cell, line]
            out[13 + shift] += sight.cover[other, tile] == 1 and sight.left[other] >> tile & 1
