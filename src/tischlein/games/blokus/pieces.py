"""The material: 21 pieces of one to five squares, and the 91 ways in which they can lie."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Square: TypeAlias = tuple[int, int]
"""Column and row, both from 0: (0, 0) is a1, at the bottom left."""

Shape: TypeAlias = tuple[Square, ...]
"""Squares sorted by column and row; the least column and the least row are both 0."""

# R1: every shape of one to five squares that hang together edge to edge, each once.
_PICTURES = {
    "1": "#",
    "2": "##",
    "I3": "###",
    "V3": "#. ##",
    "I4": "####",
    "L4": "#.. ###",
    "O": "## ##",
    "T4": ".#. ###",
    "Z4": "##. .##",
    "F": ".## ##. .#.",
    "I5": "#####",
    "L5": "#... ####",
    "N": "##.. .###",
    "P": "## ## #.",
    "T5": "### .#. .#.",
    "U": "#.# ###",
    "V5": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": ".#.. ####",
    "Z5": "##. .#. .##",
}


class Piece(NamedTuple):
    """One piece: its usual name, how it lies in the hand, and every other way it can lie."""

    name: str
    shape: Shape
    shapes: tuple[Shape, ...]

    @property
    def size(self) -> int:
        """How many squares it has."""
        return len(self.shape)


def normalize(squares: tuple[Square, ...] | list[Square]) -> Shape:
    """Return the shape of some squares, moved to the bottom left."""
    left = min(column for column, _ in squares)
    bottom = min(row for _, row in squares)
    return tuple(sorted((column - left, row - bottom) for column, row in squares))


def _read(picture: str) -> Shape:
    rows = picture.split()
    return normalize([(x, -y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"])


def _turn_and_flip(shape: Shape) -> tuple[Shape, ...]:
    """Return the different ways a shape can lie: turned by quarters, and turned over (R3)."""
    ways = set()
    for _ in range(4):
        shape = normalize([(row, -column) for column, row in shape])
        ways |= {shape, normalize([(-column, row) for column, row in shape])}
    return tuple(sorted(ways))


PIECES = tuple(Piece(name, _read(picture), _turn_and_flip(_read(picture))) for name, picture in _PICTURES.items())

SHAPES: tuple[Shape, ...] = tuple(shape for piece in PIECES for shape in piece.shapes)
"""All oriented pieces; a piece's orientations stand together."""

PIECE_OF_SHAPE: tuple[int, ...] = tuple(number for number, piece in enumerate(PIECES) for _ in piece.shapes)

SQUARES_OF_A_COLOUR = sum(piece.size for piece in PIECES)
