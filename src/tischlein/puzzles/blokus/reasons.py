"""Why a layout can never be completed, where that can be seen at a glance."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from tischlein.core.words import Detail, words
from tischlein.games.blokus.notation import write_square
from tischlein.games.blokus.pieces import PIECES, Square
from tischlein.games.blokus.variants import FOUR_COLOURS

from .challenge import PACKAGE, SIZE_OF, Layout, find_places, find_sides
from .solvers.boards import list_shapes, new_workspace, read_board, survey


class Reason(NamedTuple):
    """A code with details, like a refusal; `text` is the sentence for a person."""

    code: str
    details: dict[str, Detail]

    def text(self, language: str = "en") -> str:
        """Return the sentence."""
        return words(PACKAGE, language)(self.code, **self.details)


def find_reason(layout: Layout) -> Reason | None:
    """Return why the missing pieces have no room, if that needs no search."""
    if layout.solved:
        return None
    return _find_in_packing(layout) if layout.challenge.as_in_the_game else _find_in_rectangle(layout)


def _find_in_packing(layout: Layout) -> Reason | None:
    board, left = read_board(layout)
    fewest, colour, piece = survey(board, list_shapes(), left, layout.challenge.descending, new_workspace())
    if fewest != 0:
        return None
    if colour < 0:
        return Reason("reason-room", {})
    if piece < 0:
        return Reason("reason-room-colour", {"colour": FOUR_COLOURS[colour]})
    return Reason("reason-piece", {"colour": FOUR_COLOURS[colour], "piece": PIECES[piece].name})


def _find_in_rectangle(layout: Layout) -> Reason | None:
    challenge = layout.challenge
    left = [(colour, piece) for colour in FOUR_COLOURS for piece in layout.left(colour)]
    divisor = gcd(*(SIZE_OF[piece] for _, piece in left))
    islands = sorted(find_islands(layout), key=lambda island: (len(island), min(island)))
    for island in islands:  # the smallest explains best
        if len(island) % divisor:
            details: dict[str, Detail] = {"square": write_square(min(island)), "count": len(island), "size": divisor}
            return Reason("reason-island", details)
    uncovered = {square for island in islands for square in island}
    for colour, piece in left:
        closed = frozenset() if challenge.may_touch else layout.beside(colour)
        places = [
            squares
            for squares in find_places(challenge, piece)
            if layout.taken.isdisjoint(squares) and closed.isdisjoint(squares)
        ]
        if not places:
            return Reason("reason-piece", {"colour": colour, "piece": piece})
        uncovered.difference_update(*places)
    if uncovered:
        return Reason("reason-square", {"square": write_square(min(uncovered))})
    return None


def find_islands(layout: Layout) -> list[set[Square]]:
    """Return the free squares, those that hang together edge to edge in one set."""
    challenge = layout.challenge
    every = {(column, row) for column in range(challenge.columns) for row in range(challenge.rows)}
    rest, islands = every - layout.taken, []
    while rest:
        island, edge = set(), [rest.pop()]
        while edge:
            square = edge.pop()
            island.add(square)
            beside = rest.intersection(find_sides(square))
            rest -= beside
            edge += beside
        islands.append(island)
    return islands
