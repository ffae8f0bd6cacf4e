"""A position as one record, moves as numbers, and the names of the rules that a move can break."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import record_type

from .planks import COLUMNS, HEIGHTS, ORDERS

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


GOING_ON, LINE, BLOCKED, REPEATED, STUCK = range(5)
ENDINGS = (None, "line", "blocked", "repeated", "stuck")

# R15: a move is a number; where the text names no plank or no source, neither does the number.
SET = 0  # + cell
LAY = SET + 3 * COLUMNS  # + cell * 6 + order
MOVE = LAY + 3 * COLUMNS * 6  # + source * 23 + column
LAY_MOVE = MOVE + 3 * COLUMNS * COLUMNS  # + (source * 23 + column) * 6 + order
KEEP = LAY_MOVE + 3 * COLUMNS * COLUMNS * 6
SWAP = KEEP + 1
ACTIONS = SWAP + 1

BUFFER = 144
"""At most: 6 nails to 10 free fields, and 6 nails to 6 orders at 2 ends."""

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
    NO_SUCH_NAIL,
    TAKEN,
) = range(len(FAULTS))
