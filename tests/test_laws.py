"""Every game obeys every law, in every variant, with every number of seats and every option."""

from collections.abc import Iterator

import pytest

from tischlein import find_game, game_ids
from tischlein.core.game import Game
from tischlein.core.testkit import Case, cases, check_laws


def all_cases() -> Iterator[pytest.ParameterSet]:
    for game_id in game_ids():
        for case in cases(find_game(game_id)):
            yield pytest.param(find_game(game_id), case, id=f"{game_id}-{case}")


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "case"), list(all_cases()))
@pytest.mark.parametrize("seed", range(2))
def test_laws(game: Game, case: Case, seed: int) -> None:
    check_laws(game, case, seed)


@pytest.mark.parametrize("game_id", game_ids())
def test_laws_hold_without_the_compiler_too(game_id: str) -> None:
    """The same source runs as plain Python; one game each is enough to see that it means the same."""
    game = find_game(game_id)
    check_laws(game, next(cases(game)), seed=0, visits=1)
