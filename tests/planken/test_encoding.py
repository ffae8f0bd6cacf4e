"""Moves as numbers and positions as planes."""

from __future__ import annotations

import numpy as np
import pytest

from tischlein.games.planken import GAME
from tischlein.games.planken.tables import ACTIONS

from .table import begin, play


def test_every_number_is_a_move() -> None:
    encoding = GAME.encoding("standard", 2)
    assert encoding.actions == ACTIONS == 11_595
    texts = [encoding.move(number) for number in range(encoding.actions)]
    assert len(set(texts)) == encoding.actions
    assert [encoding.index(text) for text in texts] == list(range(encoding.actions))
    assert texts[-3:] == ["keep", "swap", "stay"]
    assert {"m2", "RGB:n2", "m2-k", "RGB:m2-n"} <= set(texts)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_planes(seats: int) -> None:
    encoding = GAME.encoding("standard", seats)
    state = play(begin(seats), "RGB:m1 RBG:n2")
    for seat in range(seats):
        planes = dict(zip(encoding.planes, encoding.observe(state, seat), strict=True))
        assert len(planes) == encoding.shape[0]
        assert planes["field red"][0].nonzero()[0].tolist() == [11, 12]
        assert planes["field blue"][1].nonzero()[0].tolist() == [12]
        assert np.argwhere(planes[f"nail of seat +{-seat % seats}"]).tolist() == [[0, 11]]
        assert np.argwhere(planes[f"nail of seat +{(1 - seat) % seats}"]).tolist() == [[1, 12]]
        assert (planes[f"red nails in hand of seat +{-seat % seats}, halves"] == 0.5).all()
        assert (planes["turning"] == 1).all()
        assert not planes["choice"].any()
        assert [int(planes[f"turn of seat +{step}"][0, 0]) for step in range(seats)] == [
            int((seat + step) % seats == 2 % seats) for step in range(seats)
        ]


def test_mask_is_the_list_of_moves() -> None:
    encoding = GAME.encoding("standard", 2)
    state = play(begin(), "RGB:m1")
    numbers = np.flatnonzero(encoding.mask(state)).tolist()
    assert sorted(encoding.move(number) for number in numbers) == list(state.legal_moves())
