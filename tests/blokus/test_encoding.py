"""Numbers for learning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tischlein.core.game import State
from tischlein.games.blokus import GAME, rules
from tischlein.games.blokus.notation import write
from tischlein.games.blokus.tensors import batch
from tischlein.games.blokus.tensors.encoding import BlokusEncoding

from .positions import play_randomly


def plane(state: State, seat: int, name: str) -> set[str]:
    """The squares at which a plane is 1."""
    encoding = GAME.encoding(state.setup.variant, state.seats)
    rows, columns = np.nonzero(encoding.observe(state, seat)[encoding.planes.index(name)])
    return {f"{'abcdefghijklmnopqrst'[column]}{row + 1}" for row, column in zip(rows, columns, strict=True)}


@pytest.mark.parametrize(("variant", "actions"), [("classic", 30_433), ("duo", 13_729)])
def test_every_placement_has_its_number(variant: str, actions: int) -> None:
    encoding = GAME.encoding(variant, 0)
    assert encoding.actions == actions
    numbers = range(0, actions, 37)
    assert [encoding.index(encoding.move(number)) for number in numbers] == list(numbers)
    assert encoding is GAME.encoding(variant, 0)


def test_planes_show_the_board_as_the_seat_sees_it() -> None:
    state = GAME.new("classic", first=1).play("a20,a19").play("t20")
    assert plane(state, 1, "squares of colour 0") == {"a19", "a20"}
    assert plane(state, 1, "squares of colour 1") == {"t20"}
    assert plane(state, 2, "squares of colour 0") == {"t20"}
    assert plane(state, 2, "squares of colour 3") == {"a19", "a20"}
    assert plane(state, 1, "free squares at a corner and at no edge of colour 0") == {"b18"}
    assert plane(state, 1, "start squares of colour 2") == {"t1"}
    assert plane(state, 1, "start squares of colour 0") == set()


def test_flat_planes_show_turn_team_and_pieces() -> None:
    state = GAME.new("teams", first=0).play("a20,a19").play("t20")
    everywhere = 400
    assert len(plane(state, 0, "colour 2 is to move")) == everywhere
    assert len(plane(state, 0, "colour 0 is to move")) == 0
    assert len(plane(state, 0, "colour 2 counts for the seat")) == everywhere
    assert len(plane(state, 0, "colour 1 counts for the seat")) == 0
    assert len(plane(state, 0, "colour 0 has 2 left")) == 0
    assert len(plane(state, 0, "colour 0 has 1 left")) == everywhere
    assert len(plane(state, 0, "colour 0 is out")) == 0


def test_planes_have_their_shape() -> None:
    for variant in GAME.variants.values():
        state = GAME.new(variant.id)
        encoding = GAME.encoding(variant.id, state.seats)
        assert isinstance(encoding, BlokusEncoding)
        planes = encoding.observe(state, 0)
        assert planes.shape == encoding.shape
        assert planes.dtype == np.float32
        assert encoding.mask(state).sum() == len(state.legal_moves())


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "plies"), [("duo", 0), ("duo", 11), ("classic", 3), ("three", 26)])
def test_a_single_placement_is_judged_as_in_the_list_of_all(variant: str, plies: int) -> None:
    state: Any = play_randomly(variant, plies)
    codes = batch.CODES[batch.WIDTHS.index(int(state.position.width))]
    legal = {write(int(code)) for code in codes if code >= 0 and rules.is_legal(state.position, int(code))}
    assert legal == set(state.legal_moves())
