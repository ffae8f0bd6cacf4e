"""Matches: turn, ply, taking back, rematch; a refusal changes nothing."""

import pytest

from tischlein import IllegalMove, Match, OutOfTurn, Record, find_game


@pytest.fixture
def match() -> Match:
    return Match.begin(find_game("nim").setup(seats=2, seed=3, first=1), {"Date": "today"})


@pytest.mark.parametrize(
    ("seat", "ply", "code"),
    [(1, 1, "not-your-turn"), (0, 0, "stale-ply"), (0, 2, "stale-ply"), (7, 1, "not-your-turn")],
)
def test_out_of_turn(match: Match, seat: int, ply: int, code: str) -> None:
    match.play(1, 0, "1")
    match.play(0, 1, "1")
    match.take_back()
    before = match.record
    with pytest.raises(OutOfTurn) as refused:
        match.play(seat, ply, "1")
    assert refused.value.code == code
    assert match.record == before


def test_an_illegal_move_changes_nothing(match: Match) -> None:
    before = match.record
    with pytest.raises(IllegalMove):
        match.play(1, 0, "4")
    assert match.record == before


def test_propose_changes_nothing(match: Match) -> None:
    state = match.propose(1, 0, "2")
    assert match.ply == 0
    assert match.play(1, 0, "2") == state


def test_moves_are_kept_in_canonical_form(match: Match) -> None:
    match.play(1, 0, " 2 ")
    assert match.record.moves == ("2",)


def test_the_end_is_the_end(match: Match) -> None:
    while (seat := match.state.to_move) is not None:
        match.play(seat, match.ply, "1")
    with pytest.raises(OutOfTurn) as refused:
        match.play(0, match.ply, "1")
    assert refused.value.code == "game-over"


def test_take_back(match: Match) -> None:
    start = match.state
    match.play(1, 0, "1")
    match.play(0, 1, "1")
    assert match.take_back(2) == start
    with pytest.raises(OutOfTurn):
        match.take_back()


def test_a_record_goes_on_as_a_match(match: Match) -> None:
    match.play(1, 0, "3")
    again = Match(Record.parse(match.record.text()))
    assert (again.state, again.ply, again.record) == (match.state, match.ply, match.record)


def test_rematch_moves_the_start_player_on(match: Match) -> None:
    again = match.rematch(seed=5)
    assert (again.state.to_move, again.ply) == (0, 0)
    assert again.record.tags == {"Date": "today"}


def test_a_proposed_move_is_computed_once(match: Match) -> None:
    proposed = match.propose(1, 0, "1")
    assert match.copy().append("1") is proposed
    start = match.state
    assert match.append("2").view(None) == start.play("2").view(None), "another move is computed"
    match.take_back()
    assert match.append("1") is not proposed
