"""A position of Blockers! as the rest of the program sees it: the compiled rules behind text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position
from tischlein.core.game import Json, Lines, Move, Outcome, Seat, Setup, State
from tischlein.core.refusal import IllegalMove
from tischlein.core.words import Words

from . import lines, notation, picture, rules, sampling, view
from .tiles import CELL_NAMES, COLOURS, TILES
from .variants import chosen_options, owners


class BlockersState(State):
    """One position: the set-up and an array of one `rules.POSITION` that nobody changes any more."""

    def __init__(self, setup: Setup, array: NDArray[np.void]) -> None:
        self.setup = setup
        self._array = array

    @classmethod
    def first(cls, setup: Setup) -> Self:
        """Return the first position of a set-up that has been checked."""
        row = [[TILES.index(name) for name in text.split()] for text in _in_order(setup.deal)]
        array = rules.first_position(row, owners(setup.variant, setup.seats), setup.first)
        position: Position = array[0]
        options = chosen_options(setup)
        position.uptown = options["scoring"] == "uptown"
        position.spares_own = options.get("own-colour") == "no"
        return cls(setup, array)

    @property
    def position(self) -> Position:
        """The compiled rules' own position, to read only."""
        return self._array[0]

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
        broken = rules.fault(self.position, colour, tile, cell)
        if broken != rules.NONE:
            details = {"cell": CELL_NAMES[cell], "tile": TILES[tile], "colour": COLOURS[colour]}
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
        return view.build(self, seat)

    def sample(self, seat: Seat, rng: random.Random) -> Self:
        """Return a position that this seat cannot tell from this one, with the hidden tiles dealt anew."""
        if self.to_move is None:
            return self  # everything is open
        return type(self)(*sampling.redeal(self.setup, self._array, seat, rng))

    def lines(self, seat: Seat | None, words: Words) -> Lines:
        """Return a drawing of the view for a terminal."""
        return lines.draw(self.view(seat), words)

    def svg(self, seat: Seat | None, words: Words) -> str:
        """Return a drawing of the view as a whole SVG document."""
        return picture.draw(self.view(seat), words)

    def key(self) -> tuple[Any, ...]:
        """Return what tells this position from every other one with the same set-up."""
        return (self._array.tobytes(),)


def copy_position(state: BlockersState) -> Position:
    """Return a fresh copy of a state's position for the compiled rules."""
    return state._array.copy()[0]


def _in_order(deal: Any) -> list[str]:
    return [deal[colour] for colour in COLOURS if colour in deal]
