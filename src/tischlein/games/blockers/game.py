"""A position of Blockers! as the rest of the program sees it: the compiled rules behind text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position
from tischlein.core.game import Json, Move, Outcome, Seat, Setup, State
from tischlein.core.refusal import IllegalMove

from . import notation, rules
from .pieces import CELL_NAMES, COLOURS, TILES
from .sample_state import redeal
from .variants import chosen_options, colours_in_play, owners
from .view import make_view

NOBODYS = len(COLOURS) - 1
"""The number of a colour that is not in play: where one is not, the last number is free."""


class BlockersState(State):
    """One position: the set-up and an array of one `rules.POSITION` that nobody changes any more."""

    def __init__(self, setup: Setup, array: NDArray[np.void]) -> None:
        self.setup = setup
        self._array = array

    @classmethod
    def first(cls, setup: Setup) -> Self:
        """Return the first position of a set-up that has been checked."""
        options = chosen_options(setup)
        names = colours_in_play(setup.variant, setup.seats, options)
        row = [[TILES.index(name) for name in setup.deal[colour].split()] for colour in names]
        array = rules.first_position(row, owners(setup.variant, setup.seats, options), setup.first)
        position: Position = array[0]
        position.uptown = options["scoring"] == "uptown"
        position.spares_own = options.get("own-colour") == "no"
        return cls(setup, array)

    @property
    def position(self) -> Position:
        """The compiled rules' own position, to read only."""
        return self._array[0]

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours in play, by the rules' numbers."""
        return colours_in_play(self.setup.variant, self.seats, self.setup.options)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        turn = int(self.position.turn)
        return turn if turn >= 0 else None

    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move, sorted as text."""
        buffer = np.empty(rules.BUFFER, np.int32)
        count = rules.moves(self.position, buffer)
        names_colour = self._names_colour
        return sorted(notation.write(code, names_colour) for code in buffer[:count].tolist())

    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMove, which names the broken rule."""
        array = self._array.copy()
        rules.push(array[0], self.code(move))
        return type(self)(self.setup, array)

    def canonical(self, move: Move) -> Move:
        """Return the one text under which `legal_moves` lists a move that a person may have written otherwise."""
        return self.move(self.code(move))

    def code(self, move: Move) -> int:
        """Return the rules' number for a legal move. Raises IllegalMove, which names the broken rule."""
        colour, tile, cell = notation.read(move)
        if colour is None:
            if self._names_colour:
                raise IllegalMove(notation.PACKAGE, "R16-colour", move=move)
            colour = self.to_move or 0  # R2: with one colour each, a colour has the number of its seat
            name = self.colours[colour]
        else:
            name = COLOURS[colour]
            colour = self.colours.index(name) if name in self.colours else NOBODYS
        broken = rules.fault(self.position, colour, tile, cell)
        if broken != rules.NONE:
            details = {"cell": CELL_NAMES[cell], "tile": TILES[tile], "colour": name}
            raise IllegalMove(notation.PACKAGE, rules.FAULTS[broken], **details)
        return colour << 12 | tile << 7 | cell

    def move(self, code: int) -> Move:
        """Return the canonical text for the rules' number of a move."""
        return notation.write(code, self._names_colour)

    @property
    def _names_colour(self) -> bool:
        return bool(self.position.colours > self.position.seats)

    def outcome(self) -> Outcome | None:
        """Return places and points, or None while the game goes on."""
        if self.to_move is not None:
            return None
        # R11: few points, then few taken tiles; those who are still equal share the place.
        points = [rules.points(self.position, seat) for seat in range(self.seats)]
        taken = [rules.all_taken(self.position, seat) for seat in range(self.seats)]
        return Outcome.ranked(points, [(-point, -count) for point, count in zip(points, taken, strict=True)])

    def view(self, seat: Seat | None) -> Json:
        """Return all that this seat (None: an onlooker) may know; see `view.View`."""
        return make_view(self, seat)

    def sample(self, seat: Seat, rng: random.Random) -> Self:
        """Return a position that this seat cannot tell from this one, with the hidden tiles dealt anew."""
        if self.to_move is None:
            return self  # everything is open
        return type(self)(*redeal(self.setup, self._array, seat, rng))

    def key(self) -> tuple[Any, ...]:
        """Return what tells this position from every other one with the same set-up."""
        return (self._array.tobytes(),)
