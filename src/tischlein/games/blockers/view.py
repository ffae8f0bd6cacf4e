"""The view: all that one seat may know, as JSON, built by allow-list.

Cells, colours and tiles are named as in moves; lists of tiles are in the order of `tiles.TILES` unless said
otherwise, so that no order tells more than the tiles themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from tischlein.core.compiled import Position
from tischlein.core.game import Seat
from tischlein.core.view import TableView, show_outcome

from . import rules
from .pieces import CELL_NAMES, CELLS, SYMBOLS, TILES
from .tables import KINDS, SIZE
from .variants import chosen_options

if TYPE_CHECKING:
    from .game import BlockersState


class LastMove(TypedDict):
    """The move that led here."""

    seat: Seat
    move: str
    cell: str
    colour: str
    tile: str
    took: str | None  # the colour of the taken tile


class LaidTile(TypedDict):
    """A tile on the board. Only its colour matters; everybody saw its face when it was laid."""

    colour: str
    tile: str


class Board(TypedDict):
    """The nine by nine cells."""

    blocks: list[str]  # the symbols of the nine blocks, row by row from the top left
    cells: dict[str, LaidTile]  # by cell; empty cells are left out
    locked: list[str]  # cells whose tile nobody may take because its group would fall apart


class ColourView(TypedDict):
    """All about one colour in play."""

    id: str
    seat: Seat
    rack: list[str] | None  # None: hidden from this view
    rack_count: int
    pile_count: int
    closed: bool  # plays no more
    played: list[str]  # every tile it has placed, in the order of play
    unseen: list[str]  # neither played nor in sight of this view: in the pile, or on a hidden rack
    groups: list[list[str]]  # the cells of each group on the board


class SeatView(TypedDict):
    """What a seat has, and its points as if the game ended now."""

    seat: Seat
    colours: list[str]
    groups: int  # of all its colours
    taken: dict[str, list[str]]  # by colour; colours of which it took nothing are left out
    taken_count: int  # all of them: the tie-breaker
    most: int  # of one colour
    most_colours: list[str]  # of which it took so many
    points: int  # groups + most, or groups alone with the scoring "uptown"


class View(TableView):
    """The whole view."""

    seat: Seat | None  # whose view this is; None: an onlooker's
    last: LastMove | None
    skipped: list[Seat]  # who could place nothing after the last move
    board: Board
    colours: list[ColourView]
    scores: list[SeatView]


def make_view(state: BlockersState, seat: Seat | None) -> View:
    """Return what a seat (None: an onlooker) may know."""
    position = state.position
    names = state.colours
    groups = _groups(position)
    colours = [_colour(position, names, colour, seat, groups[colour]) for colour in range(position.colours)]
    return {
        "game": state.setup.game,
        "variant": state.setup.variant,
        "seats": state.seats,
        "first": state.setup.first,
        "seat": seat,
        "options": chosen_options(state.setup),
        "to_move": state.to_move,
        "ply": int(position.ply),
        "last": _last_move(state),
        "skipped": [place for place in range(state.seats) if position.skipped >> place & 1],
        "board": _board(position, names),
        "colours": colours,
        "scores": [_score(position, names, colours, place) for place in range(state.seats)],
        "outcome": show_outcome(state.outcome()),
    }


def _last_move(state: BlockersState) -> LastMove | None:
    position = state.position
    code = int(position.last)
    if code < 0:
        return None
    colour = code >> 12
    return {
        "seat": int(position.owner[colour]),
        "move": state.move(code),
        "cell": CELL_NAMES[code & 127],
        "colour": state.colours[colour],
        "tile": TILES[code >> 7 & 31],
        "took": state.colours[position.took] if position.took != rules.EMPTY else None,
    }


def _board(position: Position, names: Sequence[str]) -> Board:
    colours, faces = position.colour.tolist(), position.face.tolist()
    locked = np.zeros(SIZE, np.bool_)
    rules.mark_locked(position, locked)
    return {
        "blocks": list(SYMBOLS),
        "cells": {
            CELL_NAMES[cell]: {"colour": names[colours[cell]], "tile": TILES[faces[cell]]}
            for cell in CELLS
            if colours[cell] != rules.EMPTY
        },
        "locked": [CELL_NAMES[cell] for cell in np.flatnonzero(locked).tolist()],
    }


def _colour(
    position: Position, names: Sequence[str], colour: int, seat: Seat | None, groups: list[list[str]]
) -> ColourView:
    placed = int(position.placed[colour])
    row = position.tiles[colour].tolist()
    rack, pile = row[placed : placed + rules.RACK], row[placed + rules.RACK :]
    closed = not rules.is_open(position, colour)
    # R2: only the owner sees a rack.
    # R14: but a closed colour's rack is turned around.
    shown = closed or position.owner[colour] == seat or position.turn < 0
    return {
        "id": names[colour],
        "seat": int(position.owner[colour]),
        "rack": _names(rack) if shown else None,
        "rack_count": len(rack),
        "pile_count": len(pile),
        "closed": closed,
        "played": [TILES[tile] for tile in row[:placed]],
        "unseen": _names(pile if shown else rack + pile),
        "groups": groups,
    }


def _names(tiles: list[int]) -> list[str]:
    return [TILES[tile] for tile in sorted(tiles)]


def _groups(position: Position) -> list[list[list[str]]]:
    """Return the groups of each colour."""
    marked = np.zeros(SIZE, np.int64)
    rules.mark_groups(position, marked)
    numbers, lying = marked.tolist(), position.colour.tolist()
    groups: list[list[list[str]]] = [[] for _ in range(position.colours)]
    for cell in CELLS:
        if lying[cell] != rules.EMPTY:
            own = groups[lying[cell]]
            own.extend([] for _ in range(numbers[cell] + 1 - len(own)))
            own[numbers[cell]].append(CELL_NAMES[cell])
    return groups


def _score(position: Position, names: Sequence[str], colours: list[ColourView], seat: Seat) -> SeatView:
    own = [colour for colour in colours if colour["seat"] == seat]
    masks = position.taken[seat].tolist()
    taken = {
        names[colour]: [TILES[tile] for tile in range(KINDS) if mask >> tile & 1]
        for colour, mask in enumerate(masks)
        if mask
    }
    counts = [len(tiles) for tiles in taken.values()]
    most = max(counts, default=0)
    return {
        "seat": seat,
        "colours": [colour["id"] for colour in own],
        "groups": sum(len(colour["groups"]) for colour in own),
        "taken": taken,
        "taken_count": sum(counts),
        "most": most,
        "most_colours": [colour for colour, tiles in taken.items() if len(tiles) == most],
        "points": rules.points(position, seat),
    }
