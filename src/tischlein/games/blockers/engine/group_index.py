"""An incremental index of groups and their liberties, and the features of a move that are computed from it.

A `GROUP_INDEX` goes with one position and is updated move by move, because labelling all groups anew for every
candidate would cost more than everything else. That works since no take ever splits a group (R6): groups only grow,
merge, shrink and vanish.

A colour's *liberties* are, as in Go, the empty cells beside its tiles. A tile that matches one of them can be placed
without a new group; `joinable` has these tiles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, compiled, count_bits, record_type
from tischlein.games.blockers.pieces import CELLS, JOKER, tiles_for
from tischlein.games.blockers.rules import EMPTY, RACK, most_taken, splits
from tischlein.games.blockers.tables import AROUND, KINDS, SIZE

GROUP_INDEX = record_type(
    [
        ("label", np.int64, SIZE),  # of the group on each cell; 0 where nothing lies
        ("last_label", np.int64),  # the last label that was given
        ("groups", np.int64, 5),  # by colour: how many there are
        ("adjacent", np.int64, (5, SIZE)),  # by colour and cell: how many of its four neighbours have this colour
        ("liberties", np.int64, (5, KINDS)),  # by colour and tile: liberties that the tile matches
        ("joinable", np.int64, 5),  # by colour: the tiles that match a liberty, as bits
        ("unplaced", np.int64, 5),  # by colour: the tiles that it has not placed, as bits
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
"""What `write_features` writes for a move, in this order."""

FEATURE_COUNT = len(FEATURES)

(
    NEW_GROUP,
    GROUPS_JOINED,
    NEW_GROUP_BUT_COULD_JOIN,
    COSTLY_TAKE,
    TAKE,
    TAKE_LONE,
    TAKE_OWN_SECOND,
    TAKE_OWN_SECOND_LONE,
    DENIED_JOINS,
    DENIED_JOINS_OWN_SECOND,
    NEW_JOINABLE_RACK,
    NEW_JOINABLE_PILE,
    LOST_JOINABLE,
    LOST_JOINABLE_OTHERS,
    LOST_JOINABLE_OWN_SECOND,
    JOKER_USED,
    JOIN_CELLS,
    LAST_JOIN_CELL,
    EMPTY_NEIGHBOURS,
    OWN_NEIGHBOURS,
    OTHERS_COULD_JOIN,
    OWN_SECOND_COULD_JOIN,
    PREPARED_JOINS,
    MATCHING_TILES,
    LEAD_OVER_OWN_SECOND,
    FOREIGN_NEIGHBOURS,
    DENIED_JOINS_LEADER,
    LOST_JOINABLE_ROBBED,
) = range(FEATURE_COUNT)

CELL_TILES = np.zeros((SIZE, 3), np.int64)
"""By cell: the number, the letter and the symbol that match it."""
CELL_TILE_BITS = np.zeros(SIZE, np.int64)
"""The same as bits."""
for _cell in CELLS:
    CELL_TILES[_cell] = tiles_for(_cell)[:3]
    CELL_TILE_BITS[_cell] = sum(1 << _tile for _tile in tiles_for(_cell)[:3])


# ------------------------------------------------------------------ the index


@compiled
def index_groups(position: Position, group_index: Position) -> None:
    """Write the index of a position from nothing."""
    group_index.label[:] = 0
    group_index.last_label = 0
    group_index.groups[:] = 0
    group_index.adjacent[:] = 0
    group_index.liberties[:] = 0
    group_index.joinable[:] = 0
    group_index.locked[:] = UNKNOWN
    for colour in range(position.colours):
        group_index.unplaced[colour] = 0
        for slot in range(position.placed[colour], KINDS):
            group_index.unplaced[colour] |= 1 << position.tiles[colour, slot]
    for cell in range(SIZE):
        if position.colour[cell] >= 0:
            for direction in range(0, 8, 2):
                group_index.adjacent[position.colour[cell], cell + AROUND[direction]] += 1
    for cell in range(SIZE):
        if position.colour[cell] == EMPTY:
            for colour in range(position.colours):
                if group_index.adjacent[colour, cell] > 0:
                    add_liberty(group_index, colour, cell)
        elif position.colour[cell] >= 0:
            merge_groups(position, group_index, position.colour[cell], cell)


@compiled
def add_liberty(group_index: Position, colour: int, cell: int) -> None:
    """Add an empty cell to a colour's liberties."""
    for line in range(3):
        tile = CELL_TILES[cell, line]
        group_index.liberties[colour, tile] += 1
        group_index.joinable[colour] |= 1 << tile


@compiled
def remove_liberty(group_index: Position, colour: int, cell: int) -> None:
    """Remove a cell from a colour's liberties."""
    for line in range(3):
        tile = CELL_TILES[cell, line]
        group_index.liberties[colour, tile] -= 1
        if group_index.liberties[colour, tile] == 0:
            group_index.joinable[colour] &= ~(1 << tile)


@compiled
def merge_groups(position: Position, group_index: Position, colour: int, cell: int) -> None:
    """Label the tile on a cell, and merge the groups that it touches."""
    chosen = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        label = group_index.label[beside]
        if position.colour[beside] != colour or label in (0, chosen):
            continue
        if chosen == 0:
            chosen = label
            continue
        group_index.groups[colour] -= 1
        for other in range(SIZE):
            if group_index.label[other] == label:
                group_index.label[other] = chosen
    if chosen == 0:
        group_index.last_label += 1
        chosen = group_index.last_label
        group_index.groups[colour] += 1
    group_index.label[cell] = chosen
    clear_locks(group_index, chosen)


@compiled
def clear_locks(group_index: Position, label: int) -> None:
    """Forget which tiles hold a group together, because it has changed."""
    for cell in range(SIZE):
        if group_index.label[cell] == label:
            group_index.locked[cell] = UNKNOWN


@compiled
def update_index(position: Position, group_index: Position, code: int) -> None:
    """Update the index for a move that is about to be played."""
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    lying = position.colour[cell]
    if lying == EMPTY:
        for other in range(position.colours):
            if group_index.adjacent[other, cell] > 0:
                remove_liberty(group_index, other, cell)
    else:
        remove_tile(position, group_index, lying, cell)
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        group_index.adjacent[colour, beside] += 1
        if group_index.adjacent[colour, beside] == 1 and position.colour[beside] == EMPTY:
            add_liberty(group_index, colour, beside)
    group_index.unplaced[colour] &= ~(1 << tile)
    merge_groups(position, group_index, colour, cell)


@compiled
def remove_tile(position: Position, group_index: Position, lying: int, cell: int) -> None:
    """Remove a taken tile; the cell is not empty in between, because the next tile lies there at once."""
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        group_index.adjacent[lying, beside] -= 1
        if group_index.adjacent[lying, beside] == 0 and position.colour[beside] == EMPTY:
            remove_liberty(group_index, lying, beside)
    if group_index.adjacent[lying, cell] == 0:
        group_index.groups[lying] -= 1
    label = group_index.label[cell]
    group_index.label[cell] = 0
    clear_locks(group_index, label)


@compiled
def is_locked(position: Position, group_index: Position, cell: int) -> bool:
    """Say whether the tile on a cell holds its group together (R6), and remember it."""
    if group_index.locked[cell] == UNKNOWN:
        group_index.locked[cell] = splits(position, cell)
    return bool(group_index.locked[cell])


@compiled
def costly_takes(position: Position, seat: int) -> int:
    """Return the colours of which a seat cannot take another tile without a point, as bits."""
    # R10: only the colour counts of which it took most.
    if position.uptown:
        return 0
    most = most_taken(position, seat)
    bits = 0
    for colour in range(position.colours):
        if count_bits(np.uint64(position.taken[seat, colour])) == most:
            bits |= 1 << colour
    return bits


@compiled
def find_leaders(position: Position, group_index: Position) -> None:
    """Note the colours of those who have the fewest points, the seat to move aside."""
    best = 1 << 30
    group_index.leaders = 0
    for seat in range(position.seats):
        if seat == position.turn:
            continue
        total = 0 if position.uptown else most_taken(position, seat)
        own = 0
        for colour in range(position.colours):
            if position.owner[colour] == seat:
                total += group_index.groups[colour]
                own |= 1 << colour
        if total < best:
            best = total
            group_index.leaders = 0
        if total == best:
            group_index.leaders |= own


@compiled
def rack_bits(position: Position, colour: int) -> int:
    """Return the tiles on a colour's rack as bits."""
    bits = 0
    for slot in range(position.placed[colour], min(position.placed[colour] + RACK, KINDS)):
        bits |= 1 << position.tiles[colour, slot]
    return bits


# ------------------------------------------------------------------ features


@compiled
def groups_beside(position: Position, group_index: Position, colour: int, cell: int) -> int:
    """Return how many groups of a colour touch a cell."""
    if group_index.adjacent[colour, cell] < 2:
        return int(group_index.adjacent[colour, cell])
    count = 0
    first = second = third = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        label = group_index.label[beside]
        if position.colour[beside] == colour and label != first and label != second and label != third:  # noqa: PLR1714
            first, second, third = label, first, second
            count += 1
    return count


@compiled
def touches_another(position: Position, group_index: Position, colour: int, cell: int, beside: int) -> bool:
    """Say whether `cell` touches a group of a colour that does not touch `beside`."""
    for direction in range(0, 8, 2):
        near = cell + AROUND[direction]
        if position.colour[near] != colour:
            continue
        shared = False
        for other in range(0, 8, 2):
            shared |= group_index.label[beside + AROUND[other]] == group_index.label[near]
        if not shared:
            return True
    return False


@compiled
def write_features(
    position: Position, group_index: Position, code: int, rack: int, features: NDArray[np.float64]
) -> None:
    """Write the features of a legal move; `rack` are the tiles beside which the colour chooses, as bits."""
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    seat = position.owner[colour]
    lying = position.colour[cell]
    unplaced = group_index.unplaced[colour] & ~(1 << tile)
    features[:] = 0.0
    joined = groups_beside(position, group_index, colour, cell)
    homes = group_index.liberties[colour, tile] if tile != JOKER else 6
    if joined == 0:
        features[NEW_GROUP] = 1
        features[NEW_GROUP_BUT_COULD_JOIN] = homes > 0
    else:
        features[GROUPS_JOINED] = joined - 1
        features[LAST_JOIN_CELL] = homes == 1 and lying == EMPTY
    features[JOKER_USED] = tile == JOKER
    features[JOIN_CELLS] = min(homes, 6) / 6
    features[OWN_NEIGHBOURS] = group_index.adjacent[colour, cell]
    features[MATCHING_TILES] = count_bits(np.uint64(CELL_TILE_BITS[cell] & unplaced))
    fresh = write_surroundings(position, group_index, code, unplaced, features)
    features[NEW_JOINABLE_RACK] = count_bits(np.uint64(fresh & rack))
    features[NEW_JOINABLE_PILE] = count_bits(np.uint64(fresh & ~rack))
    if lying != EMPTY:
        write_take(position, group_index, seat, cell, features)
    for other in range(position.colours):
        if other != colour:
            features[LEAD_OVER_OWN_SECOND] += (
                (position.owner[other] == seat) * (position.placed[colour] - position.placed[other]) / 24
            )
            if group_index.adjacent[other, cell] > 0:
                write_denials(position, group_index, other, cell, position.owner[other] == seat, features)
    if lying == EMPTY and joined > 0:
        for line in range(3):
            alone = group_index.liberties[colour, CELL_TILES[cell, line]] == 1
            features[LOST_JOINABLE] += alone and (unplaced & ~fresh) >> CELL_TILES[cell, line] & 1


@compiled
def write_surroundings(
    position: Position, group_index: Position, code: int, unplaced: int, features: NDArray[np.float64]
) -> int:
    """Write what lies around, and return the tiles that can join only after this move, as bits."""
    colour, cell = code >> 12, code & 127
    fresh = 0
    for direction in range(0, 8, 2):
        beside = cell + AROUND[direction]
        if position.colour[beside] == EMPTY:
            features[EMPTY_NEIGHBOURS] += 0.25
            if group_index.adjacent[colour, beside] == 0:
                fresh |= CELL_TILE_BITS[beside]
            elif CELL_TILE_BITS[beside] & unplaced and touches_another(position, group_index, colour, beside, cell):
                features[PREPARED_JOINS] += 1
        elif position.colour[beside] >= 0 and position.colour[beside] != colour:
            features[FOREIGN_NEIGHBOURS] += 0.25
    return int(fresh & unplaced & ~group_index.joinable[colour])


@compiled
def write_take(position: Position, group_index: Position, seat: int, cell: int, features: NDArray[np.float64]) -> None:
    """Write what it means to take the tile on a cell."""
    lying = position.colour[cell]
    lone = group_index.adjacent[lying, cell] == 0
    own = position.owner[lying] == seat
    features[COSTLY_TAKE] = costly_takes(position, seat) >> lying & 1
    features[TAKE] = 1
    features[TAKE_LONE] = lone and not own
    features[TAKE_OWN_SECOND] = own
    features[TAKE_OWN_SECOND_LONE] = lone and own
    if not own:
        lost = 0
        for direction in range(0, 8, 2):
            beside = cell + AROUND[direction]
            if position.colour[beside] == EMPTY and group_index.adjacent[lying, beside] == 1:
                for line in range(3):
                    lost |= (group_index.liberties[lying, CELL_TILES[beside, line]] == 1) << CELL_TILES[beside, line]
        features[LOST_JOINABLE_ROBBED] = count_bits(np.uint64(lost & group_index.unplaced[lying]))


@compiled
def write_denials(
    position: Position, group_index: Position, other: int, cell: int, own: bool, features: NDArray[np.float64]
) -> None:
    """Write what another colour, which touches the cell, loses by the tile that comes there."""
    denied = DENIED_JOINS_OWN_SECOND if own else DENIED_JOINS
    could_join = OWN_SECOND_COULD_JOIN if own else OTHERS_COULD_JOIN
    lost = LOST_JOINABLE_OWN_SECOND if own else LOST_JOINABLE_OTHERS
    if position.colour[cell] == EMPTY:
        features[denied] += groups_beside(position, group_index, other, cell) - 1
        features[could_join] += (CELL_TILE_BITS[cell] & group_index.unplaced[other]) != 0
        if group_index.leaders >> other & 1:
            features[DENIED_JOINS_LEADER] += groups_beside(position, group_index, other, cell) - 1
        for line in range(3):
            tile = CELL_TILES[cell, line]
            features[lost] += group_index.liberties[other, tile] == 1 and group_index.unplaced[other] >> tile & 1
