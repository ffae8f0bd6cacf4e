"""Layouts as text, as JSON and as pictures."""

import json
import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein import BadRecord, BadSetup
from tischlein.puzzles import CHALLENGES, Layout, draw_lines, draw_picture, read_sheet, show_layout, write_sheet
from tischlein.puzzles.blokus.challenge import Placement, find_places
from tischlein.puzzles.blokus.sheet import give

from .layouts import make_small, play_randomly

OWN = """Tischlein puzzle 1
Challenge: own
Size: 2x4
Hand blue: I4
Hand red: I4
Level: easy

; a remark
0. blue a1,b1,c1,d1
1. red a2,b2,c2,d2
"""


@given(st.sampled_from(["s3", "s4", "own"]), st.integers(0, 4), st.integers(0, 2), st.randoms(use_true_random=False))
def test_text_comes_back(name: str, pieces: int, givens: int, rng: random.Random) -> None:
    challenge = CHALLENGES[name] if name != "own" else make_small(5, 4, 3, False)[0]
    layout = Layout(challenge)
    if name == "own":
        layout = give(play_randomly(layout, givens, rng))
    layout = play_randomly(layout, pieces, rng)
    sheet = read_sheet(write_sheet(layout, {"Level": "easy"}))
    assert sheet.layout == layout
    assert sheet.notes == {"Level": "easy"}


def test_options_come_back() -> None:
    layout = Layout(CHALLENGES["s1"], {"order": "free"}).place("red", "t1")
    assert read_sheet(write_sheet(layout)).layout == layout


def test_what_a_person_writes_is_read() -> None:
    sheet = read_sheet(OWN)
    assert sheet.layout.solved
    assert [placement.colour for placement in sheet.layout.challenge.givens] == ["blue"]
    assert sheet.notes == {"Level": "easy"}


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Tischlein puzzle 1", "Tischlein record 1", "no-layout", 1),
        ("Challenge: own", "Challenge: s9", "no-challenge", 2),
        ("Challenge: own", "Challenge: s3", "unknown-key", 3),
        ("Challenge: own\n", "", "missing-key", 1),
        ("Size: 2x4", "Size: 2x40", "bad-size", 3),
        ("Size: 2x4", "Size: two", "bad-size", 3),
        ("Size: 2x4\n", "", "missing-key", 1),
        ("Hand red: I4", "Hand red: I9", "bad-hand", 5),
        ("Hand red: I4", "Hand red: I4 I4", "bad-hand", 5),
        ("Hand red: I4", "Hand pink: I4", "unknown-key", 5),
        ("Level: easy", "Hand red: I4", "repeated-key", 6),
        ("; a remark", "a remark", "bad-line", 8),
        ("1. red", "2. red", "wrong-number", 10),
        ("1. red a2", "1. red a1", "wrong-placement", 10),
        ("1. red", "1. pink", "wrong-placement", 10),
        ("1. red a2,b2,c2,d2", "1. red nonsense", "wrong-placement", 10),
    ],
)
def test_mistakes_are_named_with_their_line(old: str, new: str, code: str, line: int) -> None:
    with pytest.raises(BadRecord) as refused:
        read_sheet(OWN.replace(old, new))
    assert refused.value.code == code
    assert refused.value.details["line"] == line
    assert str(line) in refused.value.text("de")


def test_a_sheet_of_nothing_and_an_unknown_option() -> None:
    with pytest.raises(BadRecord):
        read_sheet("")
    with pytest.raises(BadSetup):
        read_sheet("Tischlein puzzle 1\nChallenge: s1\nOption order: wild\n")
    with pytest.raises(BadRecord):
        read_sheet("Tischlein puzzle 1\nChallenge: s3\n0. blue a1,b1,c1,d1\n")


def test_the_view_is_json_and_complete() -> None:
    view = show_layout(read_sheet(OWN).layout)
    assert json.loads(json.dumps(view)) == view
    assert view["board"] == ["rrrr", "bbbb"]
    assert [piece["given"] for piece in view["lying"]] == [True, False]
    assert view["solved"]
    start = show_layout(Layout(CHALLENGES["s2"]))
    assert start["turn"] == "blue"
    assert [hand["starts"] for hand in start["colours"]] == [["a20"], ["t20"], ["t1"], ["a1"]]
    assert [len(hand["may_place"]) for hand in start["colours"]] == [12, 0, 0, 0]
    assert start["options"] == {"order": "strict", "corners": "fixed"}


@given(st.sampled_from(["s1", "s2", "s4", "s5", "own"]), st.integers(0, 6), st.randoms(use_true_random=False))
def test_the_view_says_where_pieces_may_lie(name: str, pieces: int, rng: random.Random) -> None:
    """A piece may lie where all its squares are open and one joins, if any must: neither more nor less."""
    challenge = CHALLENGES[name] if name != "own" else make_small(5, 4, 3, False)[0]
    layout = play_randomly(Layout(challenge), pieces, rng)
    for hand in show_layout(layout)["colours"]:
        if not hand["may_place"]:
            continue
        piece = rng.choice(hand["may_place"])
        rows = hand["open"][::-1]
        found = [
            Placement(hand["id"], squares).move
            for squares in find_places(challenge, piece)
            if all(rows[row][column] == "+" for column, row in squares)
        ]
        joins = hand["joins"]
        legal = [move for move in found if joins is None or not set(joins).isdisjoint(move.split(","))]
        assert sorted(legal) == layout.legal_moves(hand["id"], piece)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", [*CHALLENGES, "own"])
def test_pictures_are_well_formed(name: str, language: str) -> None:
    layout = read_sheet(OWN).layout if name == "own" else Layout(CHALLENGES[name])
    root = ET.fromstring(draw_picture(layout, language))
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text
    lines = draw_lines(layout)
    assert len(lines) == layout.challenge.rows + 2


def test_pieces_can_be_told_apart_without_colour() -> None:
    text = ["".join(span.text for span in line) for line in draw_lines(read_sheet(OWN).layout)]
    assert text[1].startswith(" 2 ■─■─■─■ ")
    assert text[2].startswith(" 1 ●─●─●─● ")
