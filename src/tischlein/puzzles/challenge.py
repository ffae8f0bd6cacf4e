"""The six solo challenges of Blokus as one model: a board, pieces in four colours, and which contacts are allowed.

A `Layout` is what lies on the table: immutable, like a State. Pieces may be placed in any order that the challenge
allows, and taken back where the rest still stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tischlein.core.game import Move, Option
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.games.blokus import GAME
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.notation import read, write_square
from tischlein.games.blokus.pieces import PIECES, Square, normalize
from tischlein.games.blokus.variants import FOUR_COLOURS

PACKAGE = "tischlein.puzzles"
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))

ORDER = Option("order", ("strict", "free"))
"""Whether the colours of the first two challenges play in turn."""

SIZE_OF = {piece.name: piece.size for piece in PIECES}
PIECE_OF = {shape: piece for piece in PIECES for shape in piece.shapes}


@dataclass(frozen=True, slots=True)
class Challenge:
    """One row of the table: the board, the sizes of the pieces in play, and the rules of contact and order."""

    id: str
    columns: int
    rows: int
    sizes: tuple[int, ...]
    as_in_the_game: bool = False
    """Start corners, corner to corner, never edge to edge: the rules of Blokus."""
    may_touch: bool = False
    """Whether equal colours may lie edge to edge."""
    descending: bool = False
    """Whether all larger pieces come before any smaller one."""
    options: tuple[Option, ...] = ()

    @property
    def pieces(self) -> list[str]:
        """The names of the pieces in play, of each colour one of each."""
        return [piece.name for piece in PIECES if piece.size in self.sizes]


CHALLENGES: Mapping[str, Challenge] = {
    challenge.id: challenge
    for challenge in (
        Challenge("s1", 20, 20, (1, 2, 3, 4, 5), as_in_the_game=True, options=(ORDER,)),
        Challenge("s2", 20, 20, (1, 2, 3, 4, 5), as_in_the_game=True, descending=True, options=(ORDER,)),
        Challenge("s3", 10, 8, (4,), may_touch=True),
        Challenge("s4", 10, 8, (4,)),
        Challenge("s5", 16, 15, (5,), may_touch=True),
        Challenge("s6", 16, 15, (5,)),
    )
}


class Placement(NamedTuple):
    """One piece on the board."""

    colour: str
    squares: tuple[Square, ...]

    @property
    def piece(self) -> str:
        """The name of the piece."""
        return PIECE_OF[normalize(self.squares)].name

    @property
    def move(self) -> Move:
        """The squares as a move of Blokus is written."""
        return ",".join(map(write_square, self.squares))


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the board of a challenge, in the order in which it was placed; everything in it is allowed."""

    challenge: Challenge
    options: Mapping[str, str] = field(default_factory=dict)
    placements: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        known = {option.id: option.values for option in self.challenge.options}
        for name, value in self.options.items():
            allowed = known.get(name, tuple(known))
            if name not in known or value not in known[name]:
                raise BadSetup(
                    "tischlein.core", "bad-setup", field=name, value=value, allowed=", ".join(allowed) or "-"
                )

    @property
    def solved(self) -> bool:
        """Whether every piece lies on the board."""
        return len(self.placements) == len(FOUR_COLOURS) * len(self.challenge.pieces)

    def left(self, colour: str) -> list[str]:
        """Return the pieces of a colour that are still to be placed."""
        placed = {placement.piece for placement in self.placements if placement.colour == colour}
        return [piece for piece in self.challenge.pieces if piece not in placed]

    def place(self, colour: str, move: Move) -> Layout:
        """Return the layout with one more piece. Raises IllegalMove that says what is wrong and where."""
        placement = Placement(colour, tuple(read(move)))
        self._check_piece(placement)
        self._check_order(placement)
        self._check_squares(placement)
        if self.challenge.as_in_the_game:
            self._check_game(placement)
        elif not self.challenge.may_touch:
            self._check_edges(placement)
        return Layout(self.challenge, self.options, (*self.placements, placement))

    def take_back(self, move: Move) -> Layout:
        """Return the layout without a piece. Raises IllegalMove if the others could not have been placed then."""
        squares = tuple(read(move))
        kept = [placement for placement in self.placements if placement.squares != squares]
        if len(kept) == len(self.placements):
            raise IllegalMove(PACKAGE, "S-not-there", move=move)
        layout = Layout(self.challenge, self.options)
        for placement in kept:
            layout = layout.place(placement.colour, placement.move)
        return layout

    # -------------------------------------------------------------- rules

    def _check_piece(self, placement: Placement) -> None:
        if placement.colour not in FOUR_COLOURS:
            raise IllegalMove(PACKAGE, "S-colour", colour=placement.colour)
        piece = PIECE_OF.get(normalize(placement.squares))
        if piece is None or piece.size not in self.challenge.sizes:
            raise IllegalMove(PACKAGE, "S-piece", move=placement.move)
        if piece.name not in self.left(placement.colour):
            raise IllegalMove(PACKAGE, "S-placed", colour=placement.colour, piece=piece.name)

    def _check_order(self, placement: Placement) -> None:
        if self.challenge.as_in_the_game and self.options.get(ORDER.id, ORDER.default) == "strict":
            turn = FOUR_COLOURS[len(self.placements) % len(FOUR_COLOURS)]
            if placement.colour != turn:
                raise IllegalMove(PACKAGE, "S-turn", colour=placement.colour, turn=turn)
        if self.challenge.descending:
            size = len(placement.squares)
            larger = [piece for colour in FOUR_COLOURS for piece in self.left(colour) if SIZE_OF[piece] > size]
            if larger:
                raise IllegalMove(PACKAGE, "S-descending", size=size, missing=len(larger))

    def _check_squares(self, placement: Placement) -> None:
        taken = {square for other in self.placements for square in other.squares}
        for square in placement.squares:
            if not (square[0] < self.challenge.columns and square[1] < self.challenge.rows):
                name, size = write_square(square), f"{self.challenge.columns} x {self.challenge.rows}"
                raise IllegalMove(PACKAGE, "S-board", square=name, size=size)
            if square in taken:
                raise IllegalMove(PACKAGE, "S-occupied", square=write_square(square))

    def _check_edges(self, placement: Placement) -> None:
        own = {square for other in self.placements if other.colour == placement.colour for square in other.squares}
        for column, row in placement.squares:
            if any((column + x, row + y) in own for x, y in SIDES):
                raise IllegalMove(PACKAGE, "S-edge", square=write_square((column, row)), colour=placement.colour)

    def _check_game(self, placement: Placement) -> None:
        """Ask the rules of Blokus with the own pieces alone on the board: start square, corners and edges."""
        state = GAME.new("classic", first=0)
        assert isinstance(state, BlokusState)
        for other in (*self.placements, placement):
            if other.colour == placement.colour:
                state = state.with_turn(FOUR_COLOURS.index(placement.colour)).play(other.move)
