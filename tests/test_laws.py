"""Every game obeys every law, in every variant, with every number of seats and every option."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tischlein import Record, find_game, game_ids
from tischlein.core.compiled import JIT
from tischlein.core.game import Game
from tischlein.core.testkit import Case, cases, check_finished, check_laws, check_perft

TESTS = Path(__file__).parent


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
def test_finished_games_end_as_a_person_has_counted(game_id: str) -> None:
    """Each game has a few in tests/<id>/finished, and not always the same seat wins."""
    records = [
        Record.parse(path.read_text(encoding="utf-8")) for path in sorted(TESTS.glob(f"{game_id}/finished/*.record"))
    ]
    for record in records:
        assert record.setup.game == game_id
        check_finished(record)
    assert len({record.tags["Places"] for record in records}) >= 2, f"tests/{game_id}/finished has too few games"


def kept(folder: str) -> Iterator[pytest.ParameterSet]:
    """Yield the records of all games in a folder of their tests."""
    for game_id in game_ids():
        for path in sorted(TESTS.glob(f"{game_id}/{folder}/*.record")):
            yield pytest.param(path, id=f"{game_id}-{path.stem}")


@pytest.mark.parametrize("folder", ["finished", "golden", "perft"])
@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_brings_records(game_id: str, folder: str) -> None:
    assert list(TESTS.glob(f"{game_id}/{folder}/*.record")), f"tests/{game_id}/{folder} is empty"


@pytest.mark.parametrize("path", list(kept("golden")))
def test_golden_games_look_as_they_did(path: Path) -> None:
    """`scripts/golden ID` writes the views anew; look at the difference before you keep it."""
    view = Record.parse(path.read_text(encoding="utf-8")).final_state().view(None)
    assert view == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", list(kept("perft")))
def test_positions_have_as_many_moves_as_were_counted(path: Path) -> None:
    record = Record.parse(path.read_text(encoding="utf-8"))
    check_perft(find_game(record.setup.game), record, 3 if JIT else 1)


@pytest.mark.parametrize("game_id", game_ids())
def test_laws_hold_without_the_compiler_too(game_id: str) -> None:
    """The same source runs as plain Python; one game each is enough to see that it means the same."""
    game = find_game(game_id)
    check_laws(game, next(cases(game)), seed=0, visits=1)
