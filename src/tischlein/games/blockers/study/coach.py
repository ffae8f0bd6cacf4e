"""What a move of Blockers! does: groups begun and joined, tiles taken or given away, gaps that few tiles can fill.

Everything is read from views, so nothing is said that the seat cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.game import Move, Seat
from tischlein.core.remark import Remark
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.pieces import CELL_NAMES, CELLS, TILES, tiles_for
from tischlein.games.blockers.view import ColourView, View, make_view

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
    own = _find(old, before.colours[colour])
    goes_on = not _find(new, own["id"])["closed"]  # R14: else no tile of it is laid any more
    return [
        *_remark_on_groups(own, cell),
        *(_remark_on_room(own, tile, cell, old) if goes_on else ()),
        *_remark_on_taking(old, new, seat, CELL_NAMES[cell]),
        *_remark_on_parting(old, seat, cell),
        *_remark_on_tile(own, tile, cell),
        *_remark_on_spending(own, tile, cell, old),
        *(_remark_on_gaps(_find(new, own["id"]), new) if goes_on else ()),
    ]


def _find(view: View, colour: str) -> ColourView:
    return next(one for one in view["colours"] if one["id"] == colour)


def joined_groups(colour: ColourView, cell: int) -> list[list[str]]:
    """Return the groups of a colour that a tile of it on this cell would touch."""
    beside = {CELL_NAMES.get(cell + step) for step in STEPS}
    return [group for group in colour["groups"] if beside & set(group)]


def _remark_on_groups(own: ColourView, cell: int) -> Iterator[Remark]:
    touched = joined_groups(own, cell)
    cells = _name(cell, touched)
    code = ("coach-begins", "coach-grows", "coach-joins")[min(len(touched), 2)]
    yield Remark(code, {"colour": own["id"], "count": len(touched), "size": len(cells)}, cells)


def _remark_on_room(own: ColourView, laid: int, cell: int, view: View) -> Iterator[Remark]:
    """Count the empty cells where the group can grow, and the tiles still to come that fit one of them."""
    group = {CELL_NAMES[cell], *(name for one in joined_groups(own, cell) for name in one)}
    left = {*(own["rack"] or []), *own["unseen"]} - {TILES[laid]}
    fitting = {
        CELL_NAMES[one]: {TILES[tile] for tile in tiles_for(one)} & left
        for one in CELLS
        if CELL_NAMES[one] not in {*group, *view["board"]["cells"]}
        and group & {CELL_NAMES.get(one + step) for step in STEPS}
    }
    reached = {name: tiles for name, tiles in fitting.items() if tiles}
    details = {"count": len(reached), "tiles": len(set().union(*reached.values()))}
    yield Remark("coach-room", details, tuple(sorted(reached)))


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


def _remark_on_spending(own: ColourView, tile: int, cell: int, view: View) -> Iterator[Remark]:
    """Name the empty cell where the same tile would have joined the most groups, if it joins none here."""
    if len(joined_groups(own, cell)) > 1:
        return
    free = [one for one in CELLS if CELL_NAMES[one] not in view["board"]["cells"] and tile in tiles_for(one)]
    gaps = [(one, joined_groups(own, one)) for one in free if one != cell]
    for gap, groups in sorted(gaps, key=lambda one: (-len(one[1]), CELL_NAMES[one[0]]))[:1]:
        if len(groups) > 1:
            details = {"colour": own["id"], "tile": TILES[tile], "cell": CELL_NAMES[gap], "count": len(groups)}
            yield Remark("coach-spends", details, _name(gap, groups))


def _name(cell: int, groups: list[list[str]]) -> tuple[str, ...]:
    """Return a cell and the groups beside it."""
    return tuple(sorted([CELL_NAMES[cell], *(name for group in groups for name in group)]))


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
