"""The engine's scratch memory: one record, made once for each search, so that compiled code allocates nothing."""

from __future__ import annotations

import numpy as np

from tischlein.core.compiled import Memory, Workspace, record_type
from tischlein.games.blokus.rules import LONGEST_GAME, MOST_CONTACTS, MOST_MOVES
from tischlein.games.blokus.tables import CELLS, ORIGIN_BITS, SHAPE_COUNT

from .linear_policy import BORDER, CELL_FEATURES, FEATURES
from .rollout import MARGIN
from .value_net import DENSE, HIDDEN, INPUTS_OF_A_COLOUR, ROWS

WORKSPACE = record_type(
    [
        # The search.
        ("path", np.int64, LONGEST_GAME + 1),  # the nodes of this simulation, from the root
        ("rewards", np.float64, 4),  # by side
        ("leads", np.float64, 4),  # by side: the lead over the mean of the others, at the end or as expected
        ("won", np.float64, 4),  # by side: its share of the win
        ("totals", np.float64, 4),  # by side: its score, or how many of its colours were counted
        ("logits", np.float32, MOST_MOVES),  # by place on the list
        # The networks.
        ("cells", np.uint64, (4, 7, ROWS)),  # by colour, kind of cell and row: the columns where it is that, a bit each
        ("inputs", np.int64, 4 * (20 * 20 + INPUTS_OF_A_COLOUR)),  # the numbers of all inputs that are 1
        ("accumulator", np.float32, HIDDEN),
        ("dense", np.float32, DENSE),
        ("outputs", np.float32, 4),  # by colour, counted from the one to move
        ("square_logits", np.float32, (2, 20 * 20)),  # by whether it is covered or opened, and square
        # The linear policy.
        ("features", np.float32, (CELLS, CELL_FEATURES)),
        ("cell_logits", np.float32, (CELLS, 3)),  # what covering, opening or closing a cell adds to a logit
        ("phase_weights", np.float32, FEATURES),  # the weights that hold for the colour to move
        ("sums", np.int32, (3, 21, 21)),  # counted from the bottom left: open cells, contacts of rivals, free cells
        # The rollouts.
        ("clock", np.int64),  # the stamp of the first ply of this game; each game has later ones than the one before
        ("stamps", np.int32, (4, CELLS + 2 * MARGIN)),  # by colour and cell: when it opened a corner in reach of it
        ("contact_offsets", np.int64, MOST_CONTACTS),  # by open contact: where its moves stand on the list
        ("contact_ends", np.int64, MOST_CONTACTS),  # by open contact: how many moves all up to this one have
        ("answer_sums", np.int64, MOST_MOVES),  # the shares of the best answers so far, added up
        ("answer_codes", np.uint16, MOST_MOVES),  # the best answers so far
        ("answer_values", np.uint8, CELLS),  # CLOSED_CELL, or how well covering a cell answers the last plies
        ("contacts", np.uint8, CELLS),  # by cell: who can go on from there, one bit a colour
        ("played_at", np.uint8, (4, SHAPE_COUNT << ORIGIN_BITS)),  # by colour and move: 1 + the ply in this simulation
    ]
)


def new_workspace(memory: Memory | None = None) -> Workspace:
    """Return scratch memory; what it says about cells of the border never changes."""
    workspace = (memory or Memory()).zeros(1, WORKSPACE)[0]
    workspace.features[:, BORDER] = 1
    return workspace
