"""Free corners in S1 and S2: a colour starts at any corner that nobody has, once, and searches know it."""

import pytest

from tischlein import IllegalMove
from tischlein.puzzles import CHALLENGES, Layout, Tutor, Verdict, show_layout
from tischlein.puzzles.blokus.solvers.arrange import arrange
from tischlein.puzzles.blokus.solvers.beam import Beam
from tischlein.puzzles.blokus.solvers.boards import CONTACT, read_board

FREE = {"corners": "free"}


def begin() -> Layout:
    return Layout(CHALLENGES["s1"], FREE)


def test_any_free_corner_will_do() -> None:
    layout = begin().place("blue", "a1,b1").place("yellow", "t20")
    with pytest.raises(IllegalMove) as refused:
        layout.place("red", "c3")
    assert (refused.value.code, refused.value.details["starts"]) == ("R5-start", "a20, t1")
    hands = {hand["id"]: hand["starts"] for hand in show_layout(layout)["colours"]}
    assert hands == {"blue": [], "yellow": [], "red": ["a20", "t1"], "green": ["a20", "t1"]}
    assert show_layout(layout)["options"] == {"order": "strict", "corners": "free"}


def test_a_colour_starts_only_once() -> None:
    layout = begin().place("blue", "a1").place("yellow", "t20").place("red", "t1").place("green", "a20")
    with pytest.raises(IllegalMove, match="at no corner"):
        Layout(layout.challenge, {**FREE, "order": "free"}).place("blue", "a1").place("blue", "a20,b20")
    with pytest.raises(IllegalMove):
        Layout(layout.challenge).place("blue", "a1")


def test_a_second_corner_is_no_start() -> None:
    layout = Layout(CHALLENGES["s1"], {**FREE, "order": "free"}).place("blue", "a20")
    with pytest.raises(IllegalMove) as refused:
        layout.place("blue", "s1,t1")
    assert refused.value.code == "R6-corner"
    assert "s1,t1" not in layout.legal_moves("blue", "2")


def test_the_boards_of_the_searches_agree() -> None:
    layout = begin().place("blue", "a1")
    board, _ = read_board(layout)
    for colour, hand in enumerate(show_layout(layout)["colours"]):
        contacts = [
            f"{chr(97 + x)}{y + 1}"
            for x in range(20)
            for y in range(20)
            if board[CONTACT + colour, y] & board[colour, y] & (1 << x)
        ]
        assert contacts == hand["joins"]


@pytest.mark.compiled
def test_it_can_be_solved_from_other_corners() -> None:
    layout = begin().place("blue", "t1").place("yellow", "a1")
    beam = Beam(layout, 3)
    while not beam.settled:
        beam.run()
    assert beam.found is not None
    ordered = arrange(layout, beam.found)
    assert ordered is not None
    assert layout.place_all(ordered).solved
    assert Tutor(layout.challenge).status(begin(), 120).verdict is Verdict.SOLVABLE
