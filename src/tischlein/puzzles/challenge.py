"""The six solo challenges of Blokus, and any other of the same kind, as one model: a board, pieces in four colours,
which contacts are allowed, and in which order the pieces come.

A `Layout` is what lies on the table: immutable, like a State. Pieces may be placed in any order that the challenge
allows, and taken back where the rest still stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from tischlein.core.game import Move, Option
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.games.blokus import GAME
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.notation import read, write_square
from tischlein.games.blokus.pieces import PIECES, Square, normalize
from tischlein.games.blokus.variants import FOUR_COLOURS, FOUR_CORNERS

PACKAGE = "tischlein.puzzles"
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))

ORDER = Option("order", ("strict", "free"))
"""Whether the colours of the first two challenges play in turn."""

SIZE_OF = {piece.name: piece.size for piece in PIECES}
PIECE_OF = {shape: piece for piece in PIECES for shape in piece.shapes}
SHAPES_OF = {piece.name: piece.shapes for piece in PIECES}


@lru_cache(16_384)
def name_piece(squares: tuple[Square, ...]) -> str:
    """Return the name of the piece that has the shape of some squares; empty if none has."""
    piece = PIECE_OF.get(normalize(squares))
    return "" if piece is None else piece.name


class Placement(NamedTuple):
    """One piece on the board."""

    colour: str
    squares: tuple[Square, ...]

    @property
    def piece(self) -> str:
        """The name of the piece."""
        return name_piece(self.squares)

    @property
    def move(self) -> Move:
        """The squares as a move of Blokus is written."""
        return ",".join(map(write_square, self.squares))


Hands = Mapping[str, tuple[str, ...]]
"""By colour: the pieces to place."""


def deal(*sizes: int) -> Hands:
    """Return four hands with one of each piece of these sizes."""
    return {colour: tuple(piece.name for piece in PIECES if piece.size in sizes) for colour in FOUR_COLOURS}


@dataclass(frozen=True)
class Challenge:
    """One row of the table: the board, the pieces in play, what lies there already, and the rules."""

    id: str
    columns: int
    rows: int
    hands: Hands
    as_in_the_game: bool = False
    """Start corners, corner to corner, never edge to edge: the rules of Blokus."""
    may_touch: bool = False
    """Whether equal colours may lie edge to edge."""
    descending: bool = False
    """Whether all larger pieces come before any smaller one."""
    options: tuple[Option, ...] = ()
    givens: tuple[Placement, ...] = ()
    """Pieces that lie there from the start and stay."""

    @cached_property
    def pieces(self) -> int:
        """How many pieces there are in all colours together."""
        return sum(map(len, self.hands.values()))

    @property
    def size(self) -> str:
        """The board as people say it: rows x columns."""
        return f"{self.rows}x{self.columns}"


CHALLENGES: Mapping[str, Challenge] = {
    challenge.id: challenge
    for challenge in (
        Challenge("s1", 20, 20, deal(1, 2, 3, 4, 5), as_in_the_game=True, options=(ORDER,)),
        Challenge("s2", 20, 20, deal(1, 2, 3, 4, 5), as_in_the_game=True, descending=True, options=(ORDER,)),
        Challenge("s3", 10, 8, deal(4), may_touch=True),
        Challenge("s4", 10, 8, deal(4)),
        Challenge("s5", 16, 15, deal(5), may_touch=True),
        Challenge("s6", 16, 15, deal(5)),
    )
}


@dataclass(frozen=True)
class Layout:
    """What was placed on the board of a challenge, in that order; everything in it is allowed."""

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

    @cached_property
    def lying(self) -> tuple[Placement, ...]:
        """All that lies on the board: what was given and what was placed."""
        return (*self.challenge.givens, *self.placements)

    @property
    def solved(self) -> bool:
        """Whether every piece lies on the board."""
        return len(self.lying) == self.challenge.pieces

    @property
    def turn(self) -> str | None:
        """The only colour that may place now; None where any may, or when all is done."""
        strict = self.challenge.as_in_the_game and self.options.get(ORDER.id, ORDER.default) == "strict"
        return FOUR_COLOURS[len(self.placements) % len(FOUR_COLOURS)] if strict and not self.solved else None

    @cached_property
    def _hands(self) -> Hands:
        placed = {(placement.colour, placement.piece) for placement in self.lying}
        return {
            colour: tuple(piece for piece in hand if (colour, piece) not in placed)
            for colour, hand in self.challenge.hands.items()
        }

    @cached_property
    def taken(self) -> frozenset[Square]:
        """The squares that are covered."""
        return frozenset(square for placement in self.lying for square in placement.squares)

    def left(self, colour: str) -> list[str]:
        """Return the pieces of a colour that are still to be placed."""
        return list(self._hands.get(colour, ()))

    def may_place(self, colour: str) -> list[str]:
        """Return the pieces of a colour whose turn it is, by the rules of order."""
        if self.turn not in (None, colour):
            return []
        largest = max((SIZE_OF[piece] for hand in self._hands.values() for piece in hand), default=0)
        return [piece for piece in self.left(colour) if SIZE_OF[piece] == largest or not self.challenge.descending]

    def place(self, colour: str, move: Move) -> Layout:
        """Return the layout with one more piece. Raises IllegalMove that says what is wrong and where."""
        placement = Placement(colour, tuple(read(move)))
        self._check_piece(placement)
        self._check_order(placement)
        self._check_squares(placement)
        if self.challenge.as_in_the_game:
            self._own_state(colour).play(placement.move)
        elif not self.challenge.may_touch:
            self._check_edges(placement)
        return Layout(self.challenge, self.options, (*self.placements, placement))

    def place_all(self, placements: Iterable[Placement]) -> Layout:
        """Return the layout with more pieces, one after the other. Raises IllegalMove at the first that is wrong."""
        layout = self
        for placement in placements:
            layout = layout.place(placement.colour, placement.move)
        return layout

    def take_back(self, move: Move) -> Layout:
        """Return the layout without a piece. Raises IllegalMove if the others could not have been placed then."""
        squares = tuple(read(move))
        if any(given.squares == squares for given in self.challenge.givens):
            raise IllegalMove(PACKAGE, "S-given", move=move)
        kept = [placement for placement in self.placements if placement.squares != squares]
        if len(kept) == len(self.placements):
            raise IllegalMove(PACKAGE, "S-not-there", move=move)
        return Layout(self.challenge, self.options).place_all(kept)

    def legal_moves(self, colour: str, piece: str) -> list[Move]:
        """Return every move with this piece that `place` allows now, sorted."""
        if piece not in self.may_place(colour):
            return []
        if self.challenge.as_in_the_game:
            candidates: Iterable[Placement] = (
                placement
                for placement in (
                    Placement(colour, tuple(read(move))) for move in self._own_state(colour).legal_moves()
                )
                if placement.piece == piece
            )
        else:
            closed = frozenset() if self.challenge.may_touch else self.beside(colour)
            places = find_places(self.challenge, piece)
            candidates = (Placement(colour, squares) for squares in places if closed.isdisjoint(squares))
        return sorted(placement.move for placement in candidates if self.taken.isdisjoint(placement.squares))

    # -------------------------------------------------------------- rules

    def _check_piece(self, placement: Placement) -> None:
        if placement.colour not in FOUR_COLOURS:
            raise IllegalMove(PACKAGE, "S-colour", colour=placement.colour)
        if placement.piece not in self.challenge.hands.get(placement.colour, ()):
            raise IllegalMove(PACKAGE, "S-piece", move=placement.move, colour=placement.colour)
        if placement.piece not in self.left(placement.colour):
            raise IllegalMove(PACKAGE, "S-placed", colour=placement.colour, piece=placement.piece)

    def _check_order(self, placement: Placement) -> None:
        if self.turn not in (None, placement.colour):
            raise IllegalMove(PACKAGE, "S-turn", colour=placement.colour, turn=str(self.turn))
        if placement.piece not in self.may_place(placement.colour):
            size = len(placement.squares)
            larger = [piece for hand in self._hands.values() for piece in hand if SIZE_OF[piece] > size]
            raise IllegalMove(PACKAGE, "S-descending", size=size, missing=len(larger))

    def _check_squares(self, placement: Placement) -> None:
        for square in placement.squares:
            if not (square[0] < self.challenge.columns and square[1] < self.challenge.rows):
                raise IllegalMove(PACKAGE, "S-board", square=write_square(square), size=self.challenge.size)
            if square in self.taken:
                raise IllegalMove(PACKAGE, "S-occupied", square=write_square(square))

    def _check_edges(self, placement: Placement) -> None:
        for square in placement.squares:
            if square in self.beside(placement.colour):
                raise IllegalMove(PACKAGE, "S-edge", square=write_square(square), colour=placement.colour)

    def beside(self, colour: str) -> frozenset[Square]:
        """Return the squares edge to edge with a colour."""
        return frozenset(
            beside
            for placement in self.lying
            if placement.colour == colour
            for square in placement.squares
            for beside in find_sides(square)
        )

    def _own_state(self, colour: str) -> BlokusState:
        """Return the game with the pieces of one colour alone on the board, and its turn: the rules of Blokus judge."""
        state = GAME.new("classic", first=0)
        assert isinstance(state, BlokusState)
        state = state.with_turn(FOUR_COLOURS.index(colour))
        for other in self.lying:
            if other.colour == colour:
                state = state.play(other.move).with_turn(FOUR_COLOURS.index(colour))
        return state


def find_sides(square: Square) -> Iterator[Square]:
    """Yield the four squares beside a square, on the board or not."""
    return ((square[0] + x, square[1] + y) for x, y in SIDES)


def find_places(challenge: Challenge, piece: str) -> Iterator[tuple[Square, ...]]:
    """Yield the squares of every way in which a piece can lie on the empty board."""
    for shape in SHAPES_OF[piece]:
        width, height = (1 + max(square[axis] for square in shape) for axis in (0, 1))
        for column in range(challenge.columns - width + 1):
            for row in range(challenge.rows - height + 1):
                yield tuple((column + x, row + y) for x, y in shape)


def start_square(colour: str) -> Square:
    """Return the corner where a colour starts under the rules of the game."""
    return FOUR_CORNERS[FOUR_COLOURS.index(colour)]
