"""Drawings for the terminal and as SVG."""

import random
import xml.etree.ElementTree as ET

import pytest

from tischlein.core.game import State
from tischlein.core.words import LANGUAGES, words
from tischlein.games.blockers import GAME, rules
from tischlein.games.blockers.drawing.symbols import OUTLINES
from tischlein.games.blockers.pieces import COLOURS, GLYPHS, SYMBOLS

from .positions import finished, table
from .skip_game import moves_until_skip, skip_setup

PACKAGE = "tischlein.games.blockers"


def played(variant: str, seats: int, plies: int) -> State:
    state, rng = GAME.new(variant, seats, seed=3), random.Random(3)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return state


def test_the_board_reads_without_colour() -> None:
    state = table(racks={"red": "moon"}, seats=2).play("G2:moon")
    text = state.text(1)
    assert " G │  ☾  [re☾]  ☾  │  ♣    ♣    ♣  │  ♪    ♪    ♪  │" in text.splitlines()
    assert "Last move: G2:moon" in text
    assert "It is your turn" in text
    assert "It is the turn of seat 2." in state.text(None)
    assert "(you)" not in state.text(None)


def test_hidden_racks_stay_hidden() -> None:
    state = table(racks={"red": "1 2 3 A star", "green": "7 8 9 G moon"}, seats=2)
    assert "Rack: 1 2 3 A ★" in state.text(0)
    assert "7 8 9" not in state.text(0)
    assert "5 hidden" in state.text(0)
    assert state.text(None).count("5 hidden") == 2


def test_a_skip_is_told() -> None:
    state = GAME.start(skip_setup())
    for move in moves_until_skip():
        state = state.play(move)
    assert "Seat 1 can place nothing and is skipped." in state.text(1)


def test_the_end_is_told() -> None:
    assert "Seat 2 has won." in finished(table("r.r g", seats=2)).text()
    assert "Seats 1, 2 share the win." in finished(table("r.g", seats=2)).text()
    uptown = table("r.r", seats=2, taken={0: "3green"}, options={"scoring": "uptown"}).text()
    assert "2 points = 2 groups\n" in uptown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "seats", "plies"), [("expert", 2, 0), ("expert", 2, 95), ("basic", 5, 120)])
def test_pictures_are_svg(variant: str, seats: int, plies: int, language: str) -> None:
    state = played(variant, seats, plies)
    for seat in (None, 0, seats - 1):
        picture = ET.fromstring(state.svg(seat, language))
        assert picture.tag.endswith("svg")
        title = picture.find("{*}title")
        assert title is not None
        assert title.text == words(PACKAGE, language)("heading", variant=words(PACKAGE, language)(f"variant-{variant}"))


def test_a_picture_shows_only_what_the_view_shows() -> None:
    state = played("basic", 3, 20)
    sample = state.sample(1, random.Random(1))
    assert state.svg(1) == sample.svg(1)
    assert state.svg(0) != state.svg()


def test_every_name_has_a_sign_and_an_outline() -> None:
    assert set(GLYPHS) == set(OUTLINES) == {*SYMBOLS, "joker"}
    assert len(set(GLYPHS.values())) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language: str) -> None:
    speak = words(PACKAGE, language)
    keys = ["title", *(f"colour-{colour}" for colour in COLOURS), *(f"short-{colour}" for colour in COLOURS)]
    keys += [f"tile-{name}" for name in GLYPHS]
    for variant in GAME.variants.values():
        keys += [f"variant-{variant.id}", f"variant-{variant.id}-about"]
        for option in variant.options:
            keys += [f"option-{option.id}", f"option-{option.id}-about"]
            keys += [f"option-{option.id}-{value}" for value in option.values]
    keys += [code for code in rules.FAULTS if code]
    assert [key for key in keys if key not in speak] == []
    assert len({speak(f"short-{colour}") for colour in COLOURS}) == 5
