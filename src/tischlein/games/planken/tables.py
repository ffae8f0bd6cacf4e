"""The numbers of moves, and tables for the compiled rules."""

from __future__ import annotations

import numpy as np

from .pieces import COLUMNS, LETTERS, ORDERS

COLOUR_OF = np.array([[LETTERS.index(letter) for letter in order] for order in ORDERS])
"""[order, height] -> colour."""

# R15: a move is a number; where the text names no plank or no source, neither does the number.
SET = 0  # + cell
LAY = SET + 3 * COLUMNS  # + cell * 6 + order
MOVE = LAY + 3 * COLUMNS * 6  # + source * 23 + column
LAY_MOVE = MOVE + 3 * COLUMNS * COLUMNS  # + (source * 23 + column) * 6 + order
KEEP = LAY_MOVE + 3 * COLUMNS * COLUMNS * 6
SWAP = KEEP + 1
STAY = SWAP + 1
ACTIONS = STAY + 1

BUFFER = 144
"""At most: 6 nails to 10 free fields, and 6 nails to 6 orders at 2 ends, or to stay."""
