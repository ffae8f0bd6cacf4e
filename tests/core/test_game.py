"""Set-ups, defaults, outcomes and refusals of the contract."""

import pickle
import subprocess
import sys

import pytest

import tischlein
from tischlein import BadSetup, IllegalMove, Outcome


def test_defaults() -> None:
    state = tischlein.new_game("nim")
    assert (state.setup.variant, state.seats, dict(state.setup.options)) == ("plain", 2, {"last": "wins"})


def test_the_seed_fixes_all_chance() -> None:
    setups = [tischlein.find_game("nim").setup(seats=4, seed=seed) for seed in range(40)]
    assert setups == [tischlein.find_game("nim").setup(seats=4, seed=seed) for seed in range(40)]
    assert {setup.first for setup in setups} == {0, 1, 2, 3}
    assert len({setup.deal["heap"] for setup in setups}) > 3


def test_a_chosen_start_player_does_not_change_the_deal() -> None:
    game = tischlein.find_game("nim")
    deals = {game.setup(seats=4, seed=5, first=first).deal["heap"] for first in (None, 0, 1, 2, 3)}
    assert len(deals) == 1
    assert game.setup(seats=4, seed=5, first=2).first == 2


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "nim", "variant": "x"}, "variant"),
        ({"game": "nim", "seats": 9}, "seats"),
        ({"game": "nim", "variant": "plain", "seats": 0}, "seats"),
        ({"game": "nim", "first": 2}, "first"),
        ({"game": "nim", "options": {"last": "x"}}, "last"),
        ({"game": "nim", "options": {"x": "y"}}, "options"),
    ],
)
def test_bad_setups_name_the_field(arguments: dict[str, object], field: str) -> None:
    with pytest.raises(BadSetup) as refused:
        tischlein.new_game(**arguments)  # type: ignore[arg-type]
    assert refused.value.details["field"] == field
    assert "possible" in str(refused.value)
    assert "möglich" in refused.value.text("de")


def test_outcome_ranks_with_ties() -> None:
    outcome = Outcome.ranked(scores=[5, 4, 4, 2], merits=[-5, -4, -4, -2])
    assert outcome.places == (4, 2, 2, 1)
    assert outcome.winners == (3,)


def test_an_illegal_move_knows_its_rule_and_travels() -> None:
    state = tischlein.new_game("nim")
    with pytest.raises(IllegalMove) as refused:
        state.play("none")
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (copy.rule, copy.code, copy.text("de")) == ("R4", "R4-unreadable", refused.value.text("de"))


def test_import_compiles_nothing_and_loads_no_compiler() -> None:
    code = (
        "import sys, tischlein; [tischlein.find_game(game) for game in tischlein.game_ids()];"
        "print([name for name in ('numba', 'numpy', 'fluent', 'rich') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "remembered"), [("nim", "_latest"), ("blokus", "_judged")])
def test_two_threads_may_ask_about_different_moves(game: str, remembered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tischlein.new_game(game, seed=1, first=0)
    first, second = state.legal_moves()[:2]
    state.canonical(first)
    own = [getattr(state, remembered)] * 2
    state.canonical(second)
    others = getattr(state, remembered)

    def look(_: object) -> object:
        """Return what is remembered; after a look or two it is what another thread has asked about."""
        return own.pop() if own else others

    monkeypatch.setattr(type(state), remembered, property(look, lambda _, value: None), raising=False)
    assert state.canonical(first) == first
    own.clear()
    assert state.canonical(first) == first, "also if the other thread asks right after it was remembered"
