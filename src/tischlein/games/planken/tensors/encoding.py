"""Planken legen for learning.

Numbers of moves are the codes of the compiled rules: 69 fields for a nail, 414 for a plank with a nail, 1,587 moves
of a nail from a field to a plank, 9,522 of them onto a new plank, "keep", "swap" and "stay"; 11,595 in all. They need
no position: the window of 23 columns has the first plank in its middle, and the row can never leave it.

Planes have three rows (heights) and 23 columns (b to x). Seats are counted from the one who looks: seat +0 is itself,
+1 its left neighbour, and so on. Counts fill a whole plane.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Encoding, Move, Seat, State
from tischlein.games.planken.notation import read, write
from tischlein.games.planken.pieces import COLOURS, COLUMN_NAMES, COLUMNS, HEIGHTS, LETTERS, ORDERS
from tischlein.games.planken.tables import ACTIONS


class PlankenEncoding(Encoding):
    """One for each number of seats; all variants and options share it."""

    actions = ACTIONS

    def __init__(self, seats: int) -> None:
        self.seats = seats
        around = range(seats)
        self.planes = (
            *(f"field {colour}" for colour in COLOURS),
            *(f"nail of seat +{seat}" for seat in around),
            *(f"planks {order} of seat +{seat}, halves" for seat in around for order in ORDERS),
            *(f"{colour} nails in hand of seat +{seat}, halves" for seat in around for colour in COLOURS),
            *(f"turn of seat +{seat}" for seat in around),
            "choice",
            "seen twice",
            "any line",
            "turning",
            "stuck loses",
        )
        self.shape = (len(self.planes), HEIGHTS, COLUMNS)
        self.pictures = len(COLOURS) + seats

    def index(self, move: Move) -> int:
        """Return the number of a move."""
        return read(move)[0]

    def move(self, index: int) -> Move:
        """Return the move with this number."""
        return write(index)

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return the planes; they depend on nothing but the view."""
        view = state.view(seat)
        board = np.zeros((3 + self.seats, HEIGHTS, COLUMNS), np.float32)
        for place in view["board"]:
            column = COLUMN_NAMES.index(place["column"])
            for height, (letter, owner) in enumerate(zip(place["plank"], place["nails"], strict=True)):
                board[LETTERS.index(letter), height, column] = 1
                if owner is not None:
                    board[3 + (owner - seat) % self.seats, height, column] = 1
        hands = [view["hands"][(seat + offset) % self.seats] for offset in range(self.seats)]
        options = view["options"]
        numbers = [
            *(hand["stock"].count(order) / 2 for hand in hands for order in ORDERS),
            *(hand["nails"][colour] / 2 for hand in hands for colour in COLOURS),
            *(hand["seat"] == view["to_move"] for hand in hands),
            view["choice"],
            view["repeats"] == 2,
            options["line"] == "any",
            options["turning"] == "yes",
            options["stuck"] == "loses",
        ]
        flat = np.array(numbers, np.float32)[:, None, None]
        return np.concatenate([board, np.broadcast_to(flat, (len(numbers), HEIGHTS, COLUMNS))])
