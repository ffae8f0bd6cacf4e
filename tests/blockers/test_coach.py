"""Every claim of the coach, counted again by the slow reference; and it knows nothing that its seat does not know."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.quick_copy import quick_copy
from tests.study.coach_kinds import check_words, list_kinds
from tischlein.core.remark import Remark
from tischlein.core.testkit import Case, cases
from tischlein.games.blockers import GAME

from .reference import CELLS, Cell, Reference, matches, neighbours, pieces
from .test_reference import new_reference

KINDS = {
    "coach-begins", "coach-grows", "coach-joins", "coach-room", "coach-takes", "coach-frees", "coach-parts",
    "coach-joker", "coach-spends", "coach-gap",
}  # fmt: skip
EVERY = 3
"""Of so many plies one is looked at."""


def name(cell: Cell) -> str:
    return f"{cell[0]}{cell[1]}"


def groups(reference: Reference, colour: str) -> list[set[Cell]]:
    return pieces({cell for cell, lying in reference.board.items() if lying == colour})


def touched(reference: Reference, colour: str, cell: Cell) -> list[set[Cell]]:
    return [group for group in groups(reference, colour) if group & set(neighbours(cell))]


def most(reference: Reference, seat: int) -> int:
    return max(Counter(reference.taken[seat]).values(), default=0)


def expect(before: Reference, after: Reference, move: str) -> list[Remark]:
    """What is to be said about a move, by plain counting."""
    colour, tile, cell = before.read(move)
    seat = before.seat_of[colour]
    joined = touched(before, colour, cell)
    cells = tuple(sorted([name(cell), *(name(one) for group in joined for one in group)]))
    code = "coach-begins" if not joined else "coach-grows" if len(joined) == 1 else "coach-joins"
    found = [Remark(code, {"colour": colour, "count": len(joined), "size": len(cells)}, cells)]
    goes_on = after.is_open(colour)
    group = {cell, *(one for part in joined for one in part)}
    mine = {*before.racks[colour], *before.piles[colour]} - {tile}
    empty = [one for one in CELLS if one not in before.board and one not in group and group & set(neighbours(one))]
    room = {name(one): {own for own in mine if matches(own, one)} for one in empty}
    room = {at: tiles for at, tiles in room.items() if tiles}
    every = {own for tiles in room.values() for own in tiles}
    if goes_on:
        found.append(Remark("coach-room", {"count": len(room), "tiles": len(every)}, tuple(sorted(room))))
    if (victim := before.board.get(cell)) is not None:
        cost = 0 if before.options.get("scoring") == "uptown" else most(after, seat) - most(before, seat)
        found.append(Remark("coach-takes", {"colour": victim, "count": cost}, (name(cell),)))
        if {cell} in groups(before, victim):
            found.append(Remark("coach-frees", {"colour": victim}, (name(cell),)))
    for rival, owner in before.seat_of.items():
        parted = touched(before, rival, cell) if owner != seat and victim != rival else []
        if len(parted) > 1:
            lying = tuple(sorted(name(one) for group in parted for one in group))
            found.append(Remark("coach-parts", {"colour": rival, "count": len(parted)}, lying))
    others = [one for one in before.racks[colour] if one != tile and matches(one, cell)]
    if tile == "joker" and others:
        order = [str(cell[1]), cell[0]]
        first = next((one for one in order if one in others), others[0])
        found.append(Remark("coach-joker", {"tile": first}, (name(cell),)))
    if len(joined) < 2:
        elsewhere = [
            (len(beside), name(one), beside)
            for one in CELLS
            if one not in before.board and one != cell and matches(tile, one)
            for beside in [touched(before, colour, one)]
        ]
        most_joined = max((count for count, _, _ in elsewhere), default=0)
        for count, at, beside in sorted(elsewhere, key=lambda one: one[1]):
            if count == most_joined > 1:
                lying = tuple(sorted([at, *(name(one) for group in beside for one in group)]))
                details: dict[str, str | int] = {"colour": colour, "tile": tile, "cell": at, "count": count}
                found.append(Remark("coach-spends", details, lying))
                break
    left = {*after.racks[colour], *after.piles[colour]}
    gaps = [
        (sum(matches(one, gap) for one in left), name(gap))
        for gap in CELLS
        if gap not in after.board and len(touched(after, colour, gap)) > 1
    ]
    for count, gap in sorted(gaps)[:1]:
        if goes_on and count <= 2:
            found.append(Remark("coach-gap", {"colour": colour, "count": count, "cell": gap}, (gap,)))
    return found


def test_every_kind_of_sentence_is_checked() -> None:
    assert list_kinds("blockers") == KINDS


@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_the_coach_says_exactly_what_can_be_counted(case: Case) -> None:
    seen = Counter[str]()
    for seed in range(2):
        state = GAME.new(case.variant, case.seats, case.options, seed)
        reference, rng = new_reference(state), random.Random(seed)
        while state.to_move is not None:
            legal = state.legal_moves()
            some = rng.sample(legal, min(len(legal), 3))  # groups are joined more often than by chance
            move = max(some, key=lambda one: len(touched(reference, *reference.read(one)[::2])))
            # All last moves, because colours are closed there.
            to_draw = sum(map(len, reference.piles.values()))
            if looked_at := to_draw % EVERY == seed or to_draw == 0:
                remarks, before = list(GAME.remark_on(state, move)), quick_copy(reference)
                assert list(GAME.remark_on(state.sample(state.to_move, rng), move)) == remarks, (
                    "it knows what is hidden"
                )
            state = state.play(move)
            reference.play(move)
            if looked_at:
                assert remarks == expect(before, reference, move)
                for remark in remarks:
                    check_words("blockers", remark)
                seen.update(one.code for one in remarks)
    # What else there is to say depends on how many play: tiles are taken where it is crowded, groups joined where not.
    assert {"coach-begins", "coach-grows", "coach-room", "coach-gap"} <= set(seen)
    assert {"coach-joins", "coach-takes"} & set(seen)
    assert case.variant != "expert" or set(seen) >= KINDS - {"coach-joker"}


def test_nothing_is_said_of_tiles_that_are_played_no_more() -> None:
    """R9, R14: four tiles of each colour are left over, and nobody will lay them."""
    state, rng = GAME.new("basic", 2, {}, 1), random.Random(1)
    last = state
    while last.to_move is not None:
        state, last = last, last.play(move := rng.choice(last.legal_moves()))
    assert {one.code for one in GAME.remark_on(state, move)}.isdisjoint({"coach-room", "coach-gap"})
