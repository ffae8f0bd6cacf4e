"""Blockers! as numbers for learning.

A move is a tile on one of its cells: 27 tiles with nine cells each and the joker with 81 make 324 numbers; where
seats have two colours, each colour in play has its own 324. Planes show what the view of one seat shows. Seats are
counted clockwise from that seat, "seat 0" being itself, and "colour 0" is its first colour, "colour 1" the next of
its own or of the next seat, and so on.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Encoding, Move, Seat, State
from tischlein.games.blockers import notation
from tischlein.games.blockers.pieces import CELL_NAMES, CELLS, TILES, cells_for, tiles_for
from tischlein.games.blockers.rules import LAST, RACK
from tischlein.games.blockers.tables import KINDS
from tischlein.games.blockers.view import View

PAIRS = tuple((tile, cell) for tile in range(KINDS) for cell in cells_for(tile))
NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}
KIND_NAMES = ("numbers", "letters", "symbols", "joker")


class BlockersEncoding(Encoding):
    """The numbers of one variant with one number of seats."""

    def __init__(self, owners: tuple[Seat, ...]) -> None:
        self._owners = owners
        self._seats = max(owners) + 1
        self._names_colour = len(owners) > self._seats
        self.actions = len(PAIRS) * (len(owners) if self._names_colour else 1)
        self.planes = self._plane_names()
        self.shape = (len(self.planes), 9, 9)
        self.pictures = 1 + len(KIND_NAMES) * self._own_colours + (1 + len(KIND_NAMES)) * len(owners)

    def index(self, move: Move) -> int:
        """Return the number of a move."""
        colour, tile, cell = notation.read(move)
        return (colour or 0) * len(PAIRS) + NUMBERS[tile, cell]

    def move(self, index: int) -> Move:
        """Return the move with this number."""
        colour, number = divmod(index, len(PAIRS))
        tile, cell = PAIRS[number]
        return notation.write(colour << 12 | tile << 7 | cell, self._names_colour)

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return the planes; they depend on nothing but `state.view(seat)`."""
        view: View = state.view(seat)
        order = sorted(view["colours"], key=lambda colour: (colour["seat"] - seat) % self._seats)
        board = view["board"]["cells"]
        planes = [_cells([cell for cell in board if board[cell]["colour"] == colour["id"]]) for colour in order]
        planes.append(_cells(view["board"]["locked"]))
        for colour in order[: self._own_colours]:
            planes += _tiles(colour["rack"] or [])
        for colour in order:
            planes += _tiles(colour["unseen"])
        planes += [_level(len(colour["played"]) / LAST) for colour in order]
        for step in range(self._seats):
            taken = view["scores"][(seat + step) % self._seats]["taken"]
            planes += [_level(len(taken.get(colour["id"], ())) / RACK) for colour in order]
        planes.append(_level(view["to_move"] == seat))
        planes.append(_level(view["options"]["scoring"] == "uptown"))
        planes.append(_level(view["options"].get("own-colour") == "no"))
        return np.stack(planes)

    @property
    def _own_colours(self) -> int:
        return len(self._owners) // self._seats

    def _plane_names(self) -> tuple[str, ...]:
        colours = [f"colour {number}" for number in range(len(self._owners))]
        return (
            *(f"{colour} on the board" for colour in colours),
            "tiles that nobody may take",
            *(f"{colour} rack: {kind}" for colour in colours[: self._own_colours] for kind in KIND_NAMES),
            *(f"{colour} unseen: {kind}" for colour in colours for kind in KIND_NAMES),
            *(f"{colour} placed / {LAST}" for colour in colours),
            *(f"seat {seat} took of {colour} / {RACK}" for seat in range(self._seats) for colour in colours),
            "to move",
            "option scoring: uptown",
            "option own-colour: no",
        )


def _level(value: float) -> NDArray[np.float32]:
    return np.full((9, 9), value, np.float32)


def _cells(names: list[str]) -> NDArray[np.float32]:
    marked = set(names)
    return np.array([CELL_NAMES[cell] in marked for cell in CELLS], np.float32).reshape(9, 9)


def _tiles(names: list[str]) -> list[NDArray[np.float32]]:
    """Return four planes of the cells that the numbers, the letters, the symbols and the joker match."""
    held = {TILES.index(name) for name in names}
    matches = [[tile in held for tile in tiles_for(cell)] for cell in CELLS]
    return list(np.array(matches, np.float32).T.reshape(4, 9, 9))
