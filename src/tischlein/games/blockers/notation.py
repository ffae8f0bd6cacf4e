"""Moves as text and as codes: "G2:moon", and with two colours to choose from "G2:red-moon"."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tischlein.core.game import Move
from tischlein.core.refusal import IllegalMove

from .pieces import CELL_NAMES, COLOURS, TILES

PACKAGE = "tischlein.games.blockers"

_CELLS = {name.lower(): cell for cell, name in CELL_NAMES.items()}
_TILES = {name.lower(): tile for tile, name in enumerate(TILES)}
_COLOURS = {name: colour for colour, name in enumerate(COLOURS)}


class Placement(NamedTuple):
    """What a move's text says; the colour may be left out where a seat has only one."""

    colour: int | None
    tile: int
    cell: int


@cache
def write(code: int, names_colour: bool) -> Move:
    """Return the canonical text of a move."""
    # R16: cell, colon, tile; the colour stands before the tile where a seat has two.
    colour = f"{COLOURS[code >> 12]}-" if names_colour else ""
    return f"{CELL_NAMES[code & 127]}:{colour}{TILES[code >> 7 & 31]}"


def read(text: Move) -> Placement:
    """Return what a text says. Words may come in any order and case: no word is cell, colour and tile at once."""
    found: dict[str, int] = {}
    for word in re.findall(r"[^\s:,-]+", text.lower()):
        for kind, meaning in (("cell", _CELLS), ("tile", _TILES), ("colour", _COLOURS)):
            if word in meaning and kind not in found:
                found[kind] = meaning[word]
                break
        else:
            raise IllegalMove(PACKAGE, "R16-notation", move=text)
    if "cell" not in found or "tile" not in found:
        raise IllegalMove(PACKAGE, "R16-notation", move=text)
    return Placement(found.get("colour"), found["tile"], found["cell"])
