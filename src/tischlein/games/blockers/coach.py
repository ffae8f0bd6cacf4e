"""What a move of Blockers! does: groups begun and joined, tiles taken and what they cost, gaps that few tiles can fill.

Everything is read from views, so nothing is said that the seat cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.game import Move, Seat
from tischlein.core.remark import Remark

from .game import BlockersState
from .pieces import CELL_NAMES, CELLS, COLOURS, TILES, tiles_for
from .view import ColourView, View, make_view

STEPS = (-10, 10, -1, 1)
FEW_TILES = 2


def remark_on(before: BlockersState, move: Move) -> list[Remark]:
    """Return what a move does for the seat that plays it."""
    seat = before.to_move
    assert seat is not None, "somebody moves"
    code = before.code(move)
    colour, tile, cell = code >> 12, code >> 7 & 31, code & 127
    old = make_view(before, seat)
    # What is drawn after the move belongs to the next turn: the rack before it is what there was to choose from.
    new = make_view(before.play(move), seat)
    own = _find(old, COLOURS[colour])
    return [
        *_remark_on_groups(own, cell),
        *_remark_on_taking(old, new, seat, CELL_NAMES[cell]),
        *_remark_on_parting(old, seat, cell),
        *_remark_on_tile(own, tile, cell),
        *_remark_on_gaps(_find(new, own["id"]), new),
    ]


def _find(view: View, colour: str) -> ColourView:
    return next(one for one in view["colours"] if one["id"] == colour)


def joined_groups(colour: ColourView, cell: int) -> list[list[str]]:
    """Return the groups of a colour that a tile of it on this cell would touch."""
    beside = {CELL_NAMES.get(cell + step) for step in STEPS}
    return [group for group in colour["groups"] if beside & set(group)]


def _remark_on_groups(own: ColourView, cell: int) -> Iterator[Remark]:
    touched = joined_groups(own, cell)
    cells = tuple(sorted([CELL_NAMES[cell], *(name for group in touched for name in group)]))
    code = ("coach-begins", "coach-grows", "coach-joins")[min(len(touched), 2)]
    yield Remark(code, {"colour": own["id"], "count": len(touched), "size": len(cells)}, cells)


def _remark_on_taking(old: View, new: View, seat: Seat, cell: str) -> Iterator[Remark]:
    if cell not in old["board"]["cells"]:
        return
    victim = old["board"]["cells"][cell]["colour"]
    counts = old["options"]["scoring"] == "blockers"
    cost = (new["scores"][seat]["most"] - old["scores"][seat]["most"]) * counts
    yield Remark("coach-takes", {"colour": victim, "count": cost}, (cell,))
    if [cell] in _find(old, victim)["groups"]:
        yield Remark("coach-frees", {"colour": victim}, (cell,))


def _remark_on_parting(old: View, seat: Seat, cell: int) -> Iterator[Remark]:
    """Name the rivals' groups that a tile of theirs on this cell would have joined."""
    for colour in old["colours"]:
        groups = joined_groups(colour, cell) if colour["seat"] != seat else []
        if len(groups) > 1 and not any(CELL_NAMES[cell] in group for group in colour["groups"]):
            cells = tuple(sorted(name for group in groups for name in group))
            yield Remark("coach-parts", {"colour": colour["id"], "count": len(groups)}, cells)


def _remark_on_tile(own: ColourView, tile: int, cell: int) -> Iterator[Remark]:
    others = [TILES[one] for one in tiles_for(cell) if one != tile and TILES[one] in (own["rack"] or [])]
    if TILES[tile] == "joker" and others:
        yield Remark("coach-joker", {"tile": others[0]}, (CELL_NAMES[cell],))


def _remark_on_gaps(own: ColourView, view: View) -> Iterator[Remark]:
    """Name the empty cell between own groups that the fewest of the tiles still to come can fill."""
    left = {*(own["rack"] or []), *own["unseen"]}
    gaps = [
        (sum(TILES[tile] in left for tile in tiles_for(cell)), CELL_NAMES[cell])
        for cell in CELLS
        if CELL_NAMES[cell] not in view["board"]["cells"] and len(joined_groups(own, cell)) > 1
    ]
    for count, cell in sorted(gaps)[:1]:
        if count <= FEW_TILES:
            yield Remark("coach-gap", {"colour": own["id"], "count": count, "cell": cell}, (cell,))
