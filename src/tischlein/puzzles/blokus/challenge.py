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

from tischlein.core.drawing import plain_text
from tischlein.core.game import Move, Option
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.games.blokus import GAME
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.notation import PACKAGE as GAME_PACKAGE
from tischlein.games.blokus.notation import read, write_square
from tischlein.games.blokus.pieces import PIECES, Square, normalize
from tischlein.games.blokus.variants import CORNERS, FOUR_COLOURS, FOUR_CORNERS

PACKAGE = "tischlein.puzzles"
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))

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
        Challenge("s1", 20, 20, deal(1, 2, 3, 4, 5), as_in_the_game=True, options=(ORDER, CORNERS)),
        Challenge("s2", 20, 20, deal(1, 2, 3, 4, 5), as_in_the_game=True, descending=True, options=(ORDER, CORNERS)),
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

    def __repr__(self) -> str:
        return f"<{self.challenge.id}, {len(self.lying)} of {self.challenge.pieces} pieces>"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the board, drawn as plain text."""
        from .picture import draw_lines  # noqa: PLC0415 - drawings are made from layouts

        return plain_text(draw_lines(self))

    def svg(self, language: str = "en") -> str:
        """Return the board and what is left to place, drawn as a whole SVG document."""
        from .picture import draw_picture  # noqa: PLC0415

        return draw_picture(self, language)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.svg()

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
        strict = self.challenge.as_in_the_game and self.option(ORDER) == "strict"
        return FOUR_COLOURS[len(self.placements) % len(FOUR_COLOURS)] if strict and not self.solved else None

    def option(self, option: Option) -> str:
        """Return the value that holds for an option."""
        return self.options.get(option.id, option.default)

    @property
    def free_corners(self) -> bool:
        """Whether a colour may start at any free corner, under the rules of the game."""
        return self.option(CORNERS) == "free"

    def starts(self, colour: str) -> list[Square]:
        """Return the corners where a colour that has no piece on the board may start, under the rules of the game."""
        if not self.free_corners:
            return [FOUR_CORNERS[FOUR_COLOURS.index(colour)]]
        return [corner for corner in FOUR_CORNERS if corner not in self.taken]

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
            self._check_game(placement)
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
                if placement.piece == piece and not self.contacts(colour).isdisjoint(placement.squares)
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

    def _check_game(self, placement: Placement) -> None:
        """Ask the rules of Blokus. They see one colour alone and cannot know which corners the others have taken."""
        try:
            self._own_state(placement.colour).play(placement.move)
        except IllegalMove as fault:
            if "starts" not in fault.details:
                raise
            starts = ", ".join(map(write_square, self.starts(placement.colour)))
            raise IllegalMove(fault.package, fault.code, **{**fault.details, "starts": starts}) from None
        if self.contacts(placement.colour).isdisjoint(placement.squares):  # a second start, at another free corner
            raise IllegalMove(GAME_PACKAGE, "R6-corner", colour=placement.colour, size=self.challenge.columns)

    def contacts(self, colour: str) -> set[Square]:
        """Return the squares of which the next piece of a colour must cover one: at its corners, or where it starts."""
        lying = [placement for placement in self.lying if placement.colour == colour]
        if not lying:
            return set(self.starts(colour))
        return {square for placement in lying for square in find_corners(placement)}

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
        state = GAME.new("classic", first=0, options={CORNERS.id: self.option(CORNERS)})
        assert isinstance(state, BlokusState)
        state = state.with_turn(FOUR_COLOURS.index(colour))
        for other in self.lying:
            if other.colour == colour:
                state = state.play(other.move).with_turn(FOUR_COLOURS.index(colour))
        return state


def find_corners(placement: Placement) -> set[Square]:
    """Return the squares corner to corner with those of a piece, on the board or not."""
    return {(column + x, row + y) for column, row in placement.squares for x, y in DIAGONALS}


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
