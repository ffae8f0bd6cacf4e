"""Charts: everything lies within the frame and is named."""

import xml.etree.ElementTree as ET

import pytest

from tischlein.arena.charts import Mark, draw_chart, draw_game
from tischlein.bots.analysis import Assessment
from tischlein.core.search import Variation
from tischlein.core.words import LANGUAGES, words


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize(
    "marks", [[], [Mark(1, 1)], [Mark(0.001, -5, 1, "a & b"), Mark(1000, 7)], [Mark(3, 2), Mark(3, 2)]]
)
def test_points_lie_within_the_frame(marks: list[Mark], logarithmic: bool) -> None:
    drawing = ET.fromstring(draw_chart("t", "x", "y", [marks, marks], logarithmic=logarithmic, lines=True))
    circles = [element for element in drawing.iter() if element.tag.endswith("circle")]
    assert len(circles) == 2 * len(marks)
    for circle in circles:
        assert 70 <= float(circle.attrib["cx"]) <= 690
        assert 50 <= float(circle.attrib["cy"]) <= 380


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chart_of_a_game_names_seats_and_mistakes(language: str) -> None:
    marks = (0.5, "?"), (0.9, "??"), (0.4, "")
    game = [
        Assessment(ply + 1, ply % 2, "2", Variation("1", value, 10), 0.4, value - 0.4, mark)
        for ply, (value, mark) in enumerate(marks)
    ]
    drawing = ET.fromstring(draw_game(game, ["Anna", "Ben"], "Nim", words("tischlein.arena", language)))
    texts = {element.text for element in drawing.iter() if element.tag.endswith("text")}
    assert {"Nim", "Anna", "Ben", "1?", "2??", "0", "100"} <= texts
    assert "3" in texts, "only as a number of the axis"
    assert sum(element.tag.endswith("circle") for element in drawing.iter()) == 3
