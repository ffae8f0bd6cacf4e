"""The drawings say what the view says, in both languages and without colour."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

from tischlein.core.words import LANGUAGES, words
from tischlein.games import planken
from tischlein.games.planken.rules import FAULTS
from tischlein.games.planken.variants import VARIANTS

from .table import begin, play

PACKAGE = "tischlein.games.planken"
FOLDER = Path(planken.__file__).parent


def test_terminal() -> None:
    text = play(begin(4), "RGB:m1 RBG:n2 BGR:l1").text()
    assert (
        """
 (k)    l     m     n     (o)
      ┌─────┬─────┬─────┐
   1  │[B ▲]│ R ● │ R · │
   2  │ G · │ G · │ B ■ │
   3  │ R · │ B · │ G · │
      └─────┴─────┴─────┘
"""
        in text
    )
    assert "▸ ✚ Seat 4 · team B · planks: 1×RGB 1×RBG 1×GRB · nails: R✚✚ G✚✚ B✚✚" in text
    assert "Last move: BGR:l1 (seat 3)" in text
    assert "(m)" in begin().text()
    assert "│<R ●>│<G ●>│<B ●>│" in play(begin(), "RGB:m1 m2 GBR:n1 n2 BRG:o1").text()


@pytest.mark.parametrize(
    ("seats", "options", "moves", "sentence"),
    [
        (2, {}, "", "Seat 1 begins: lay a plank and set a nail on it."),
        (2, {}, "RGB:m1", "Seat 2 is to move: set a nail, with or without a new plank."),
        (2, {}, "RGB:m1 m2 GBR:n1 n2 BRG:o1", "Seat 1 has a line and wins."),
        (2, {"edge": "swap"}, "RGB:m1 m2 m3", "Seat 2 chooses: keep the sides or swap them."),
        (2, {"edge": "swap"}, "RGB:m1 m2 m3 swap", "Last move: swap (seat 2)"),
        (2, {}, "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3", "move a nail to another plank."),
        (
            2,
            {},
            "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3 m2-j k1-l j2-m l1-k",
            "This position stands for the second time",
        ),
        (
            2,
            {},
            "RBG:m1 RBG:l3 BGR:k3 GBR:n2 RBG:j2 GRB:o1 RGB:i2 GRB:h3 GRB:p3 n3 BRG:q3 BGR:r3",
            "Seat 1 cannot act and is skipped.",
        ),
        (
            2,
            {},
            "BGR:m2 GBR:n1 BRG:o1 GRB:p3 GRB:q1 GRB:r2 RBG:l1 GBR:k1 RBG:s1 RGB:t1 RGB:u3 RGB:v3",
            "Nobody can act any more: the game is drawn.",
        ),
        (
            3,
            {"stuck": "loses"},
            "BRG:m2 m1 m3 BGR:n1 n3 n2 RBG:o1 o3 o2 BGR:l2 l3 l1",
            "Seat 1 cannot act and loses; seats 2, 3 win together.",
        ),
        (4, {}, "RGB:m1 RGB:n2 BGR:l1 BGR:o1 m2 n1 l2 o2 m3", "Seat 1 has a line; seats 1, 3 win together."),
    ],
)
def test_what_the_drawings_tell(seats: int, options: Mapping[str, str], moves: str, sentence: str) -> None:
    state = play(begin(seats, options=options), moves)
    assert sentence in state.text()
    assert ET.fromstring(state.svg(language="de")).tag.endswith("svg")
    assert state.text(language="de") != state.text()


def test_picture_shows_every_nail_and_plank() -> None:
    state = play(begin(4), "RGB:m1 RBG:n2 BGR:l1")
    picture = state.svg()
    fields = picture.count('fill="#3d6fd6" stroke="#000"')
    assert fields == 12  # every plank has one blue field, on the table or in a stock
    names = re.findall(r">([a-z])</text>", picture)
    assert sorted(names) == ["k", "l", "m", "n", "o"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there(language: str) -> None:
    own = words(PACKAGE, language)
    for code in FAULTS[1:]:
        assert code in own
    assert "R6-colour" in own
    assert "R15-text" in own
    for variant in VARIANTS.values():
        assert f"variant-{variant.id}" in own
        assert f"variant-{variant.id}-about" in own
        for option in variant.options:
            keys = [f"option-{option.id}", f"option-{option.id}-about"]
            assert all(key in own for key in [*keys, *(f"option-{option.id}-{value}" for value in option.values)])


def test_both_languages_have_the_same_words_and_rules() -> None:
    keys = [re.findall(r"^([\w-]+) =", (FOLDER / f"text.{language}.ftl").read_text(), re.M) for language in LANGUAGES]
    assert keys[0] == keys[1]
    rules = [re.findall(r"^## (R\d+) ", (FOLDER / f"rules.{language}.md").read_text(), re.M) for language in LANGUAGES]
    assert rules[0] == rules[1] == [f"R{number}" for number in range(1, 16)]
