"""What a move of Blokus does: corners opened and closed, squares within reach, pieces that fit no more or are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tischlein.core.game import Move
from tischlein.core.remark import Remark
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.notation import squares_of, write_square
from tischlein.games.blokus.pieces import PIECE_OF_SHAPE, PIECES, Piece, Square
from tischlein.games.blokus.tables import DIAGONALS, ORIGIN_BITS, SIDES, cell_of
from tischlein.games.blokus.variants import PLANS

NOTABLE_SQUARES = 8
"""A change of what a colour can reach is worth a word from so many squares on."""

FEW_PLACES, BIG = 3, 5


class Outlook(NamedTuple):
    """What a colour could do if it were its turn."""

    corners: frozenset[Square]
    """Free squares where a single square might lie: at a corner of an own piece and beside none, or to start on."""
    codes: tuple[int, ...]
    """Its moves."""
    begun: bool
    """Whether a piece of it lies: before, its corners are squares to start on."""

    @property
    def usable(self) -> frozenset[Square]:
        """The corners where one of its pieces fits."""
        return self.corners & self.squares

    def keep(self, pieces: Iterable[Piece]) -> Outlook:
        """Return what it could do with these of its pieces alone."""
        wanted = set(pieces)
        return self._replace(codes=tuple(code for code in self.codes if _piece_of(code) in wanted))

    @property
    def squares(self) -> frozenset[Square]:
        """The squares that some move covers."""
        return frozenset(square for code in self.codes for square in squares_of(code))

    @property
    def places(self) -> Counter[Piece]:
        """In how many ways each piece can be placed."""
        return Counter(map(_piece_of, self.codes))


def remark_on(before: BlokusState, move: Move) -> list[Remark]:
    """Return what a move does for the colour that plays it and to its rivals."""
    after = before.play(move)
    colours = PLANS[before.setup.variant].colours
    mover = int(before.position.turn)
    covered = frozenset(squares_of(before.judge(move)))
    outlooks = look(before, mover), look(after, mover)
    remarks = list(_remark_on_own(colours[mover], *outlooks, _left(after, mover), covered))
    for rival, name in enumerate(colours):
        if int(before.position.side[rival]) not in (int(before.position.side[mover]), -1):
            remarks += _remark_on_rival(name, look(before, rival), look(after, rival))
    return remarks


def look(state: BlokusState, colour: int) -> Outlook:
    """Return what a colour could do.

    The rules keep free start squares on the list of a colour until the first round is over, because nobody moves twice
    in it; here somebody might.
    """
    corners = _find_corners(state, colour)
    codes = state.with_turn(colour).legal_codes()
    begun = int(state.position.placed[colour]) != 0
    return Outlook(corners, tuple(code for code in codes if not corners.isdisjoint(squares_of(code))), begun)


def _find_corners(state: BlokusState, colour: int) -> frozenset[Square]:
    plan, owners = PLANS[state.setup.variant], state.position.owner.tolist()
    every = [(column, row) for row in range(plan.size) for column in range(plan.size)]
    free = {square for square in every if not owners[cell_of(square)]}
    own = {square for square in every if owners[cell_of(square)] == colour + 1}
    found = _around(own, DIAGONALS) - _around(own, SIDES) if own else {*plan.starts_of(colour, state.setup.options)}
    return frozenset(found & free)


def _around(squares: set[Square], steps: Iterable[Square]) -> set[Square]:
    return {(column + x, row + y) for column, row in squares for x, y in steps}


def _left(state: BlokusState, colour: int) -> list[Piece]:
    placed = int(state.position.placed[colour])
    return [piece for number, piece in enumerate(PIECES) if not placed >> number & 1]


def _remark_on_own(
    colour: str, before: Outlook, after: Outlook, left: list[Piece], covered: frozenset[Square]
) -> Iterator[Remark]:
    if opened := after.usable - before.corners:
        yield Remark("coach-opens", {"colour": colour, "count": len(opened)}, _name(opened))
    # What only the laid piece could have used is spent and not closed.
    yield from _remark_on_closed(colour, before.keep(left), after, covered)
    if len(after.squares) >= len(before.squares) + NOTABLE_SQUARES:
        yield _remark_on_reach("coach-reaches-more", colour, before, after)
    yield from _remark_on_lost_pieces(colour, left, before, after)
    places = after.places
    few = [piece for piece in left if piece.size == BIG and 0 < places[piece] <= FEW_PLACES]
    for piece in sorted(few, key=lambda one: (places[one], one.name))[:1]:
        details: dict[str, str | int] = {"colour": colour, "piece": piece.name, "count": places[piece]}
        yield Remark("coach-big-piece", details, _name(after.keep([piece]).squares))
    kept = [piece for piece in left if piece.size == BIG and before.places[piece]]
    if kept and len(covered) < BIG:
        yield Remark("coach-keeps", {"size": len(covered), "count": len(kept)}, _name(before.keep(kept).squares))


def _remark_on_rival(colour: str, before: Outlook, after: Outlook) -> Iterator[Remark]:
    yield from _remark_on_closed(colour, before, after)
    if len(before.squares) >= len(after.squares) + NOTABLE_SQUARES:
        yield _remark_on_reach("coach-reaches-less", colour, before, after)
    yield from _remark_on_lost_pieces(colour, PIECES, before, after)


def _remark_on_closed(
    colour: str, before: Outlook, after: Outlook, covered: frozenset[Square] = frozenset()
) -> Iterator[Remark]:
    if before.begun and (closed := before.usable - after.usable - covered):
        yield Remark("coach-closes", {"colour": colour, "count": len(closed)}, _name(closed))


def _remark_on_reach(code: str, colour: str, before: Outlook, after: Outlook) -> Remark:
    details: dict[str, str | int] = {
        "colour": colour,
        "before": len(before.squares),
        "after": len(after.squares),
    }
    return Remark(code, details, _name(before.squares ^ after.squares))


def _remark_on_lost_pieces(colour: str, left: Iterable[Piece], before: Outlook, after: Outlook) -> Iterator[Remark]:
    """Say which pieces fit nowhere any more, and point at where they did."""
    had, has = before.places, after.places
    if lost := [piece for piece in left if had[piece] and not has[piece]]:
        details: dict[str, str | int] = {
            "colour": colour,
            "count": len(lost),
            "pieces": ", ".join(piece.name for piece in lost),
        }
        yield Remark("coach-no-place", details, _name(before.keep(lost).squares))


def _piece_of(code: int) -> Piece:
    return PIECES[PIECE_OF_SHAPE[code >> ORIGIN_BITS]]


def _name(squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(sorted(map(write_square, squares)))
