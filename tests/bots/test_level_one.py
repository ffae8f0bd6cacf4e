"""Level 1 is for a child of seven: one simple heuristic is about as good, and random play wins now and then."""

import pytest
from bench.strength.ladder import play

from tischlein import find_game

pytestmark = pytest.mark.compiled

PAIRS = 12


def share(game_id: str, variant: str, rival: str) -> float:
    """Return level 1's share of the wins, seats swapped after each game."""
    game = find_game(game_id)
    games = [play(game, variant, ("level1", rival), who, deal) for deal in range(PAIRS) for who in ([0, 1], [1, 0])]
    return sum(games) / len(games)


@pytest.mark.parametrize(("game_id", "variant"), [("blokus", "duo"), ("planken", "standard")])
def test_level_one_is_for_a_child(game_id: str, variant: str) -> None:
    assert 0.2 <= share(game_id, variant, "heuristic") <= 0.7
    assert 0.7 <= share(game_id, variant, "random") <= 0.95
