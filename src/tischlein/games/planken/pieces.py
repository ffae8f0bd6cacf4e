"""The material: twelve planks, three colours, and nails in one shape for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

# R1: three colours; a plank shows each of them once, and each seat's nails have one shape.
COLOURS = ("red", "green", "blue")
LETTERS = "RGB"
SHAPES = ("round", "square", "triangle", "cross")

HEIGHTS = 3
NAILS_OF_COLOUR = 2  # R1: six nails, two of each colour

ORDERS = ("RGB", "BGR", "RBG", "GBR", "GRB", "BRG")
"""The colours of a plank from top to bottom. Turned by 180 degrees, order `o` becomes order `o ^ 1`."""

PLANKS = tuple(order for order in ORDERS for _ in range(2))  # R1: two planks of each order


def turn(plank: str) -> str:
    """Return the same plank upside down."""
    return plank[::-1]


def count_middles(planks: Iterable[str]) -> list[int]:
    """Return how many planks have a red, a green and a blue middle: all that tells planks apart that may turn."""
    counts = Counter(plank[1] for plank in planks)
    return [counts[letter] for letter in LETTERS]


# The row of planks: the first plank is m, its right neighbours are n, o, ... x and its left ones l, k, ... b.
# Twelve planks never reach further, so a name stays right for ever and sorts from left to right.
COLUMN_NAMES = "bcdefghijklmnopqrstuvwx"
COLUMNS = len(COLUMN_NAMES)
FIRST_COLUMN = COLUMN_NAMES.index("m")


def name_cell(column: int, height: int) -> str:
    """Return the name of a field: "m1" is the top of the first plank, "m3" its bottom."""
    return f"{COLUMN_NAMES[column]}{height + 1}"
