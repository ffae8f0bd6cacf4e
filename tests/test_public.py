"""What a script or a notebook meets first: names, texts and pictures without any argument."""

import xml.etree.ElementTree as ET

import pytest

import tischlein
from tischlein.puzzles import CHALLENGES, Layout


def test_only_what_is_meant_is_shown() -> None:
    assert sorted(dir(tischlein)) == sorted([*tischlein.__all__, "__version__"])
    assert all(hasattr(tischlein, name) for name in dir(tischlein))


def test_bots_are_at_the_door() -> None:
    from tischlein.bots import make_bot

    state = tischlein.new_game("nim", seed=1, first=0)
    assert make_bot(tischlein.find_game("nim"), "random", seed=1).choose(state, 0) in state.legal_moves()


@pytest.mark.parametrize("game_id", tischlein.game_ids())
def test_a_position_shows_itself(game_id: str) -> None:
    state = tischlein.new_game(game_id, seed=1, first=0)
    assert repr(state) == f"<{game_id} {state.setup.variant}, seat 0 of {state.seats} to move>"
    assert str(state) == state.text()
    assert str(state)
    assert state._repr_svg_() == state.svg()
    assert ET.fromstring(state.svg()).tag.endswith("svg")


def test_a_position_that_is_over_says_so() -> None:
    state = tischlein.new_game("nim", seed=1)
    while state.to_move is not None:
        state = state.play(state.legal_moves()[0])
    assert repr(state) == "<nim plain, over>"


def test_a_layout_shows_itself() -> None:
    layout = Layout(CHALLENGES["s3"]).place("blue", "a2,b1,b2,c1")
    assert repr(layout).startswith("<s3, 1 of ")
    assert str(layout) == layout.text()
    assert len(str(layout).splitlines()) >= CHALLENGES["s3"].rows
    assert ET.fromstring(layout._repr_svg_()).tag.endswith("svg")
