"""Every claim of the coach, counted again by the slow reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from tests.quick_copy import quick_copy
from tests.study.coach_kinds import check_words, list_kinds
from tischlein.core.compiled import JIT
from tischlein.core.testkit import Case, cases
from tischlein.games.blokus import GAME

from .reference import CORNERS, EDGES, Piece, Square, Table, around, same, slide
from .test_reference import read, set_up

TEAM = {"blue": "red", "red": "blue", "yellow": "green", "green": "yellow"}
KINDS = {
    "coach-opens", "coach-closes", "coach-reaches-more", "coach-reaches-less", "coach-no-place", "coach-big-piece",
    "coach-keeps",
}  # fmt: skip
EVERY = 7 if JIT else 23
"""Of so many plies one is looked at."""


def name(square: Square) -> str:
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def corners(table: Table, colour: str) -> set[str]:
    own = table.covered[colour]
    open_to = around(own, CORNERS) - around(own, EDGES) if own else table.start_squares(colour)
    return {name(square) for square in open_to if table.on_board(square) and square not in table.taken()}


def usable(table: Table, colour: str, pieces: Iterable[Piece] | None = None) -> set[str]:
    """The corners where a piece fits: one of these, or any that is left."""
    fitting = table.moves_of(colour)
    return corners(table, colour) & reach({move for move in fitting if pieces is None or same(slide(move)) in pieces})


def reach(moves: set[Piece]) -> set[str]:
    return {name(square) for move in moves for square in move}


def shapes(moves: set[Piece]) -> Counter[Piece]:
    return Counter(same(slide(move)) for move in moves)


def is_rival(table: Table, mover: str, other: str) -> bool:
    if other == mover or (table.variant == "three" and other == table.fourth):
        return False
    return table.variant not in ("teams", "two") or TEAM[mover] != other


def check(
    code: str, details: Mapping[str, str | int], cells: set[str], before: Table, after: Table, mover: str
) -> None:
    colour = str(details.get("colour", mover))
    old, new = before.moves_of(colour), after.moves_of(colour)
    own = ("coach-opens", "coach-reaches-more", "coach-big-piece", "coach-keeps")
    assert (colour == mover) == (code in own) or code in ("coach-no-place", "coach-closes")
    assert colour == mover or is_rival(before, mover, colour)
    if code == "coach-opens":
        assert cells == usable(after, colour) - corners(before, colour)
        assert details["count"] == len(cells) > 0
    elif code == "coach-closes":
        laid = {name(square) for square in after.covered[mover] - before.covered[mover]} if colour == mover else set()
        assert before.covered[colour], "a square to start on is no corner of a piece"
        assert cells == usable(before, colour, set(after.left[colour])) - usable(after, colour) - laid
        assert details["count"] == len(cells) > 0
    elif code in ("coach-reaches-more", "coach-reaches-less"):
        assert (details["before"], details["after"]) == (len(reach(old)), len(reach(new)))
        assert cells == reach(old) ^ reach(new)
        assert (len(reach(new)) > len(reach(old))) == (code == "coach-reaches-more")
    elif code == "coach-no-place":
        left = set(after.left[colour])
        lost = {piece for piece in left if shapes(old)[piece] and not shapes(new)[piece]}
        assert details["count"] == len(lost) == len(str(details["pieces"]).split(", "))
        assert lost == {shape_of(piece) for piece in str(details["pieces"]).split(", ")}
        assert cells == reach({move for move in old if same(slide(move)) in lost})
    elif code == "coach-keeps":
        fives = {move for move in old if len(move) == 5 and same(slide(move)) in set(after.left[mover])}
        assert details["size"] == len(after.covered[mover] - before.covered[mover]) < 5
        assert details["count"] == len(shapes(fives)) > 0
        assert cells == reach(fives)
    else:
        assert code == "coach-big-piece"
        where = {move for move in new if len(move) == 5 and same(slide(move)) == shape_of(str(details["piece"]))}
        assert cells == reach(where)
        assert details["count"] == len(where)
        assert 0 < len(where) <= 3


def shape_of(piece: str) -> Piece:
    """The form that stands for a piece of this name."""
    from tischlein.games.blokus.pieces import PIECES

    return same(slide(set(next(one.shape for one in PIECES if one.name == piece))))


def test_every_kind_of_sentence_is_checked() -> None:
    assert list_kinds("blokus") == KINDS


@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_the_coach_claims_nothing_but_facts(case: Case) -> None:
    state, table = set_up(case, 5)
    rng, seen = random.Random(5), Counter[str]()
    ply = 0
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        mover, before = table.turn, quick_copy(table) if ply % EVERY == 0 else table
        remarks = GAME.remark_on(state, move) if ply % EVERY == 0 else []
        state = state.play(move)
        table.play(read(move))
        assert mover is not None
        for remark in remarks:
            check(remark.code, remark.details, set(remark.cells), before, table, mover)
            check_words("blokus", remark)
            seen[remark.code] += 1
        if ply % EVERY == 0:
            opened = usable(table, mover) - corners(before, mover)
            assert bool(opened) == any(remark.code == "coach-opens" for remark in remarks)
        ply += 1
    assert seen["coach-opens"], "something was said"
    assert seen["coach-keeps"], "random moves keep large pieces"
    assert seen["coach-closes"] + seen["coach-no-place"], "also about rivals"
