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


@pytest.mark.parametrize("game_id", tischlein.game_ids())
def test_a_game_shows_itself(game_id: str) -> None:
    game = tischlein.find_game(game_id)
    assert repr(game) == f"<Game {game_id}: {', '.join(game.variants)}>"
    for variant in game.variants.values():
        assert f"  {variant.id}: " in str(game)
        assert all(f"    {option.id}: {option.values[0]}, " in str(game) for option in variant.options)
    assert game._repr_svg_() == game.new(seed=0).svg()


def test_a_record_shows_itself() -> None:
    record = tischlein.play_game("planken", "random", "random", seed=1)
    assert repr(record) == f"<Record of planken standard, 2 seats, {len(record.moves)} moves>"
    assert str(record) == record.text()
    assert record._repr_svg_() == record.final_state().svg()


def test_a_match_shows_itself() -> None:
    match = tischlein.Match.begin(tischlein.find_game("nim").setup(seats=2, seed=1, first=0))
    match.play(0, 0, "1")
    assert repr(match) == "<Match after 1 moves: <nim plain, seat 1 of 2 to move>>"
    assert str(match) == match.state.text()
    assert match._repr_svg_() == match.state.svg()


def test_what_is_refused_is_caught_as_what_python_refuses() -> None:
    state = tischlein.new_game("nim", seed=1)
    with pytest.raises(ValueError, match="99") as refused:
        state.play("99")
    assert isinstance(refused.value, tischlein.IllegalMove)
    assert issubclass(tischlein.Refusal, ValueError)


def test_a_layout_shows_itself() -> None:
    layout = Layout(CHALLENGES["s3"]).place("blue", "a2,b1,b2,c1")
    assert repr(layout).startswith("<s3, 1 of ")
    assert str(layout) == layout.text()
    assert len(str(layout).splitlines()) >= CHALLENGES["s3"].rows
    assert ET.fromstring(layout._repr_svg_()).tag.endswith("svg")
