"""Blokus for learning: placements as numbers, and the view as planes.

Numbers: every placement on the board, whatever lies there, ordered by shape, row and column of its origin:
30,433 on 20 by 20 squares, 13,729 on 14 by 14.

Planes: row 0 is row 1 of the board. The colours are counted from the seat's own first colour in the order of play,
so that every seat sees itself as number 0.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Encoding, Move, Seat, State
from tischlein.games.blokus.notation import write
from tischlein.games.blokus.pieces import PIECES, SHAPES
from tischlein.games.blokus.tables import ORIGIN_BITS, STRIDE
from tischlein.games.blokus.variants import PLANS, Plan
from tischlein.games.blokus.view import View


class BlokusEncoding(Encoding):
    """The numbers of one variant."""

    def __init__(self, plan: Plan) -> None:
        self._moves = _list_placements(plan.size)
        self._index = {move: index for index, move in enumerate(self._moves)}
        self._size = plan.size
        self._colours = plan.colours
        numbers = range(len(plan.colours))
        self.actions = len(self._moves)
        self.planes = (
            *(f"squares of colour {number}" for number in numbers),
            *(f"free squares at a corner and at no edge of colour {number}" for number in numbers),
            *(f"start squares of colour {number}" for number in numbers),
            *(f"colour {number} is to move" for number in numbers),
            *(f"colour {number} counts for the seat" for number in numbers),
            *(f"colour {number} is out" for number in numbers),
            *(f"colour {number} has {piece.name} left" for number in numbers for piece in PIECES),
        )
        self.shape = (len(self.planes), plan.size, plan.size)
        self.pictures = 3 * len(plan.colours)

    def index(self, move: Move) -> int:
        """Return the number of a move in its canonical text."""
        return self._index[move]

    def move(self, index: int) -> Move:
        """Return the move with this number."""
        return self._moves[index]

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return the planes for a seat."""
        view: View = state.view(seat)
        own = self._colours.index(view["scores"][seat]["colours"][0])
        order = [(own + number) % len(self._colours) for number in range(len(self._colours))]
        colours = [view["colours"][number] for number in order]
        board = np.array([list(row) for row in view["board"]])[::-1]
        squares = np.array([board == colour["id"][0] for colour in colours])
        scoring = view["scores"][seat]["scoring"]
        flags = [
            *(colour["id"] == view["turn"] for colour in colours),
            *(colour["id"] in scoring for colour in colours),
            *(colour["out"] for colour in colours),
            *(piece.name in colour["left"] for colour in colours for piece in PIECES),
        ]
        flat = np.broadcast_to(np.array(flags)[:, None, None], (len(flags), self._size, self._size))
        contacts = _find_contacts(squares, board == ".")
        starts = np.array([self._mark(colour["starts"]) for colour in colours])
        return np.concatenate([squares, contacts, starts, flat]).astype(np.float32)

    def _mark(self, squares: list[str]) -> NDArray[np.bool_]:
        plane = np.zeros((self._size, self._size), dtype=np.bool_)
        for square in squares:
            plane[int(square[1:]) - 1, ord(square[0]) - ord("a")] = True
        return plane


def _find_contacts(squares: NDArray[np.bool_], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return, plane by plane, the free squares that touch a colour at a corner and nowhere along an edge."""
    size = squares.shape[-1]
    padded = np.pad(squares, ((0, 0), (1, 1), (1, 1)))

    def shift(x: int, y: int) -> NDArray[np.bool_]:
        return padded[:, 1 + y : 1 + y + size, 1 + x : 1 + x + size]

    corners = shift(1, 1) | shift(1, -1) | shift(-1, 1) | shift(-1, -1)
    edges = shift(1, 0) | shift(-1, 0) | shift(0, 1) | shift(0, -1)
    found: NDArray[np.bool_] = corners & ~edges & free
    return found


@cache
def _list_placements(size: int) -> tuple[Move, ...]:
    return tuple(
        write(number << ORIGIN_BITS | STRIDE * row + column)
        for number, shape in enumerate(SHAPES)
        for row in range(size - max(y for _, y in shape))
        for column in range(size - max(x for x, _ in shape))
    )


@cache
def encoding(variant: str) -> BlokusEncoding:
    """Return the encoding of a variant; it is made once."""
    return BlokusEncoding(PLANS[variant])
