"""How Blokus is spoken of in GTP, and how its time is divided: small things that need no compiler."""

from typing import Any, cast

import pytest

from tests.blokus.positions import play_randomly
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.time_plan import PHASES, USUAL_PLIES, seconds_for_move, weigh_ply
from tischlein.games.blokus.formats import gtp


def test_a_game_has_the_name_that_pentobi_gives_it() -> None:
    assert [gtp.game_name(variant) for variant in ("classic", "duo")] == ["Blokus", "Blokus Duo"]


@pytest.mark.parametrize(
    ("variant", "colours"), [("classic", ["1", "2", "3", "4", "1"]), ("duo", ["b", "w"] * 2 + ["b"])]
)
def test_a_game_is_told_colour_by_colour(variant: str, colours: list[str]) -> None:
    state = play_randomly(variant, 4)
    told = gtp.history(state)
    assert [colour for colour, _ in told] + [gtp.colour(state)] == colours
    again: Any = GAME.new(variant, seed=1, first=0)
    for _, move in told:
        again = again.play(move)
    assert again == state


@pytest.mark.parametrize(("variant", "colours"), [("two", 4), ("duo", 2)])
def test_the_time_of_a_game_is_divided_and_never_spent_at_once(variant: str, colours: int) -> None:
    state = cast(Any, play_randomly(variant, 2))
    share = seconds_for_move(state, 60.0, 60.0)
    assert 0 < share < 60 / 5
    state.position.ply = USUAL_PLIES[colours] - 1  # a game that lasts longer than usual
    assert seconds_for_move(state, 8.0, 60.0) <= 8.0 / 4
    assert seconds_for_move(state, 0.0, 60.0) > 0, "a game must go on"
    assert weigh_ply(colours, 1000) == PHASES[colours][-1].weight
