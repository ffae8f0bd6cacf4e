"""Every claim of the coach, tried out by the slow reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.quick_copy import quick_copy
from tests.study.coach_kinds import check_words, list_kinds
from tischlein.core.game import State
from tischlein.core.testkit import Case, cases
from tischlein.games.planken import GAME
from tischlein.games.planken.game import PlankenState
from tischlein.games.planken.study.coach import Proof, count_turns, find_finishing

from .brute import force
from .reference import Reference, cell_name

PROVEN = pytest.mark.compiled  # proofs, with two seats, are far too slow as plain Python
CASES = [pytest.param(case, marks=[PROVEN] if case.seats == 2 else []) for case in cases(GAME)]
PROOFS = {"coach-loses", "coach-forces", "coach-forced"}
KINDS = PROOFS | {"coach-wins", "coach-missed", "coach-threatens", "coach-allows", "coach-stops"}
FEW_PLIES = 5
"""Longer wins take the plain search too long."""


def finishing(reference: Reference, side: int) -> set[str]:
    """Where a nail of a side, were it to move, would complete a line."""
    found = set()
    for move in reference.actions(side):
        tried = quick_copy(reference)
        tried.turn = side
        tried.play(move)
        if own_lines(tried, side):
            found |= {cell_name(cell) for cell in set(tried.own(side)) - set(reference.own(side))}
    return found


def own_lines(reference: Reference, side: int) -> list[set[str]]:
    return [set(map(cell_name, three)) for three in combinations(reference.own(side), 3) if reference.is_line(three)]


def is_partner(reference: Reference, side: int, other: int) -> bool:
    return other in reference.team(side)


def expect(before: Reference, after: Reference) -> dict[str, set[str]]:
    """What can be said of lines, by trying every move."""
    side = before.turn
    found = {"coach-missed": finishing(before, side)}
    if after.winners is not None:
        return found if found["coach-missed"] and side not in after.winners else {}
    found["coach-threatens"] = finishing(after, side)
    if not is_partner(after, side, after.turn):
        allowed = finishing(after, after.turn)
        found["coach-allows"] = allowed
        found["coach-stops"] = set() if allowed else finishing(before, after.turn)
    return {code: cells for code, cells in found.items() if cells}


def count_places(reference: Reference, cells: set[str]) -> int:
    """Fields of planks that lie are places of their own; whoever lays a plank at an end takes all its fields away."""
    ends = {cell[0] for cell in cells if ord(cell[0]) - ord("m") in reference.ends()}
    return sum(cell[0] not in ends for cell in cells) + len(ends)


def test_every_kind_of_sentence_is_checked() -> None:
    assert list_kinds("planken") == KINDS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_coach_sees_every_line_and_no_other(case: Case) -> None:
    seen, seeds = Counter[str](), range(3) if not case.options else range(3, 5)
    for seed in seeds:
        state, rng = GAME.new(case.variant, case.seats, case.options, seed), random.Random(seed)
        stocks = [state.setup.deal[f"planks {seat}"].split() for seat in range(state.seats)]
        reference = Reference(state.seats, state.setup.first, state.setup.options, stocks)
        while state.to_move is not None and reference.plies < 30:
            move = rng.choice(state.legal_moves())
            before = quick_copy(reference)
            remarks = GAME.remark_on(state, move)
            mover, state = state, state.play(move)
            reference.play(move)
            if before.plies:
                said = {one.code: set(one.cells) for one in remarks if one.code not in PROOFS}
                if before.choosing():
                    assert said == {}
                elif won := own_lines(reference, before.turn):
                    assert list(said) == ["coach-wins"]
                    assert said["coach-wins"] in won, "one of them, if the nail makes several"
                else:
                    assert said == expect(before, reference)
                for one in remarks:
                    check_words("planken", one)
                    if one.code == "coach-threatens":
                        assert one.details["count"] == count_places(reference, set(one.cells))
                check_proofs(mover, state, {one.code: int(one.details.get("count", 0)) for one in remarks})
                check_cells(mover, move, state, {one.code: one.cells for one in remarks})
            seen.update(one.code for one in remarks)
    assert {"coach-threatens", "coach-allows"} <= set(seen)
    assert "coach-stops" in seen or case.options, "in few games a threat is hardly ever stopped by chance"


def test_nobody_threatens_anything_in_a_game_that_is_drawn() -> None:
    """R10: the position stands for the third time, and lines that could have come next come no more."""
    threats = 0
    for seed in range(40):
        state, rng = GAME.new("standard", 3, {"staying": "yes"}, seed), random.Random(seed)
        while state.to_move is not None:
            legal = state.legal_moves()
            before, move = state, "stay" if "stay" in legal else rng.choice(legal)
            state = state.play(move)
        if not state.view(None)["line"]:
            assert isinstance(state, PlankenState)
            assert isinstance(before, PlankenState)
            assert {one.code for one in GAME.remark_on(before, move)} <= {"coach-missed"}
            threats += bool(find_finishing(state, int(before.position.turn)))
    assert threats


def check_cells(before: State, move: str, after: State, cells: Mapping[str, tuple[str, ...]]) -> None:
    """A forced win points at the nail that forces it, or at a cell with which the winner begins in time."""
    if "coach-forces" in cells:
        assert cells["coach-forces"] == aim(before, move)
    for code, state in (("coach-loses", after), ("coach-forced", before)):
        if code in cells:
            assert isinstance(state, PlankenState)
            winner = 1 << (state.to_move or 0)
            plies = Proof(state).plies_to_win
            assert plies is not None
            begun = {other for other in state.legal_moves() if aim(state, other) == cells[code]}
            assert plies > FEW_PLIES or any(begins(state, other, winner, plies) for other in begun)


def begins(state: PlankenState, move: str, winner: int, plies: int) -> bool:
    after = state.play(move)
    return after.to_move is None or force(after, winner, plies - 1) == 1


def aim(state: State, move: str) -> tuple[str, ...]:
    """Where the nail of a move goes, if one does: onto the one field of its colour."""
    if move in ("keep", "swap", "stay"):
        return ()
    _, _, bare = move.rpartition(":")
    source, _, target = bare.rpartition("-")
    if not source:
        return (target,)
    planks = {one["column"]: one["plank"] for one in state.play(move).view(None)["board"]}
    colour = planks[source[0]][int(source[1]) - 1]
    return (f"{target}{planks[target].index(colour) + 1}",)


def check_proofs(before: State, after: State, counts: dict[str, int]) -> None:
    """A forced win has the length that is said, and is not shorter."""
    if (turns := counts.get("coach-forces")) is not None:
        assert isinstance(after, PlankenState)
        plies = Proof(after).plies_to_loss
        assert plies is not None
        assert turns in (plies // 2, plies - 1), "all plies may be own ones where somebody is skipped"
        if plies <= FEW_PLIES:
            assert force(after, 1 << (before.to_move or 0), plies) == 1
            assert plies <= 2 or force(after, 1 << (before.to_move or 0), plies - 2) == 0
    for code, state in (("coach-loses", after), ("coach-forced", before)):
        if (turns := counts.get(code)) is not None:
            assert isinstance(state, PlankenState)
            plies, attackers = Proof(state).plies_to_win, 1 << (state.to_move or 0)
            assert plies is not None
            assert turns in ((plies + 1) // 2, plies)
            if plies <= FEW_PLIES:
                assert force(state, attackers, plies) == 1
                assert plies == 1 or force(state, attackers, plies - 2) == 0


@PROVEN
def test_turns_are_counted_where_somebody_is_skipped() -> None:
    """R9: whoever cannot act is skipped, and three plies are three turns of one seat."""
    skipped = 0
    for seed in range(8):
        state, rng = GAME.new("standard", 2, {}, seed), random.Random(seed)
        states = list[PlankenState]()
        while state.to_move is not None and (len(states) < 2 or states[-2].to_move != states[-1].to_move):
            assert isinstance(state, PlankenState)
            states.append(state)
            legal = state.legal_moves()
            quiet = [move for move in legal if not state.play(move).view(None)["line"]]
            state = state.play(rng.choice(quiet or legal))
        for state in states[-4:]:
            proof = Proof(state)
            if proof.plies_to_win is not None:
                own, now, (line, *_) = 0, state, proof.variations()
                for move in (line.move, *line.continuation):
                    own += now.to_move == state.to_move
                    now = now.play(move)
                assert now.to_move is None
                assert count_turns(proof, proof.plies_to_win) >= own
                skipped += own > (proof.plies_to_win + 1) // 2
    assert skipped
