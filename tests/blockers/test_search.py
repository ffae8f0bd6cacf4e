"""The search and the greedy player: what they choose, and what they cannot know."""

import random
from collections.abc import Mapping

import pytest

from tischlein.core.compiled import JIT
from tischlein.core.game import State
from tischlein.core.search import Variation
from tischlein.core.testkit import Case, cases
from tischlein.games.blockers import GAME, rules
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.pieces import COLOURS, TILES

from .positions import table

SEATS = [("expert", 2), ("basic", 2), ("basic", 3), ("basic", 4), ("basic", 5)]


def after(variant: str, seats: int, plies: int, seed: int, options: Mapping[str, str] | None = None) -> State:
    """Return a position of a random game."""
    rng, state = random.Random(seed), GAME.new(variant, seats, options, seed)
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return state


def think(
    state: State, simulations: int, seed: int = 1, settings: Mapping[str, float] | None = None
) -> list[Variation]:
    search = GAME.search(state, seed, settings or {})
    search.run(simulations)
    return search.variations()


def last_turns(board: str, racks: Mapping[str, str], taken: Mapping[int, str] | None = None) -> BlockersState:
    """Return a position of three seats in which the colours with a rack place one more tile each."""
    deal = {}
    for colour, rack in racks.items():
        held = rack.split()
        deal[colour] = " ".join([*(tile for tile in TILES if tile not in held), *held])
    placed = {colour: 23 if colour in racks else 24 for colour in COLOURS[:3]}
    state = table(board, deal, seats=3, taken=taken, placed=placed)
    state.position.face[:] = TILES.index("joker")  # no tile is taken twice
    return state


# ------------------------------------------------------------------ what it chooses


@pytest.mark.compiled
@pytest.mark.parametrize("case", list(cases(GAME)), ids=str)
def test_whole_games_with_every_variant(case: Case) -> None:
    state = GAME.new(case.variant, case.seats, case.options, seed=5)
    rng = random.Random(1)
    while state.to_move is not None:
        seat = state.to_move
        lines = think(state.sample(seat, rng), 3, seed=rng.randrange(100))
        assert {line.move for line in lines} <= set(state.legal_moves())
        state = state.play(lines[0].move)
    assert state.outcome() is not None


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "seats"), SEATS)
def test_every_level_chooses_a_legal_move(variant: str, seats: int) -> None:
    for plies in (0, 20 * seats, 94 if variant == "expert" else 24 * seats - 1):
        state = after(variant, seats, plies, seed=plies)
        for level in GAME.levels:
            lines = think(state, min(level.simulations or 50, 50), settings=level.settings)
            assert lines[0].move in state.legal_moves()


def test_levels_are_ten_and_quick() -> None:
    assert len(GAME.levels) == 10
    assert all(level.seconds <= 10 for level in GAME.levels)
    assert all(level.simulations for level in GAME.levels)


@pytest.mark.parametrize("plies", [0, 60, pytest.param(30, marks=pytest.mark.compiled)])
def test_lines_come_best_first(plies: int) -> None:
    state = after("expert", 2, plies, seed=2)
    lines = think(state, 200 if JIT else 2)
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    assert sum(line.visits for line in lines) == (200 if JIT else 2)
    assert all(0 <= line.value <= 1 for line in lines)
    assert len({line.move for line in lines}) == len(lines)
    for line in lines:
        played = state.play(line.move)
        assert not line.continuation or played.to_move is not None


def test_without_thinking_every_move_has_a_line() -> None:
    state = after("basic", 4, 40, seed=3)
    assert sorted(line.move for line in GAME.search(state, 1, {}).variations()) == state.legal_moves()


@pytest.mark.compiled
def test_a_continuation_can_be_played_in_some_deal() -> None:
    state = after("basic", 2, 46, seed=4)
    lines = think(state, 2000)
    assert any(line.continuation for line in lines)
    for line in lines:
        assert len(line.continuation) <= 1


JOINABLE = "rr.rr.... ......... ......... ..ggg.... ..bbb...."


@pytest.mark.parametrize("settings", [{}, {"ignore_others": 1}, {"greedy": 1}], ids=str)
def test_the_last_move_joins_two_groups(settings: Mapping[str, float]) -> None:
    state = last_turns(JOINABLE, {"red": "3 9 H I note"})
    assert think(state, 60 if JIT else 20, settings=settings)[0].move == "A3:3"


STRIPES = "gbgbgbgbg " * 9


@pytest.mark.parametrize("settings", [{}, {"ignore_others": 1}, {"greedy": 1}], ids=str)
@pytest.mark.parametrize(("most", "least"), [("green", "blue"), ("blue", "green")])
def test_a_forced_take_spares_the_colour_that_counts(most: str, least: str, settings: Mapping[str, float]) -> None:
    state = last_turns(STRIPES, {"red": "A B C D E"}, taken={0: f"2{most}"})
    chosen = state.play(think(state, 60 if JIT else 20, settings=settings)[0].move)
    assert chosen.position.took == COLOURS.index(least)
    assert rules.points(chosen.position, 0) == 3


@pytest.mark.compiled
def test_a_block_is_found() -> None:
    # Green needs C3 to join; red can place its last tile there or anywhere else beside its own.
    board = "rrr...... rrr...... gg.gg.... ......... .....bbb."
    state = last_turns(board, {"red": "3 4 5 6 7", "green": "3 C joker 8 9"})
    assert think(state, 2000)[0].move == "C3:3"


def test_settled_with_one_move() -> None:
    state = last_turns(STRIPES, {"red": "A B C D E"})
    assert not GAME.search(state, 1, {}).proven
    full = state._array.copy()
    full[0].colour[full[0].colour == 1] = 0
    full[0].colour[11] = 2
    only = BlockersState(state.setup, full)
    while len(only.legal_moves()) > 1:
        full[0].colour[next(only.code(move) for move in only.legal_moves()[1:]) & 127] = 0
    assert GAME.search(only, 1, {}).proven
    assert think(only, 2)[0].move == only.legal_moves()[0]


# ------------------------------------------------------------------ what it cannot know


@pytest.mark.parametrize("plies", [pytest.param(0, marks=pytest.mark.compiled), 80])
@pytest.mark.parametrize(("variant", "seats"), [("expert", 2), ("basic", 4)])
@pytest.mark.parametrize("settings", [{}, {"greedy": 1, "candidates": 5}], ids=str)
def test_the_choice_depends_on_nothing_hidden(
    variant: str, seats: int, plies: int, settings: Mapping[str, float]
) -> None:
    state = after(variant, seats, plies, seed=8)
    assert state.to_move is not None
    simulations = 150 if JIT else 3
    lines = think(state, simulations, settings=settings)
    for seed in range(3):
        other = state.sample(state.to_move, random.Random(seed))
        assert other.key() != state.key()
        assert think(other, simulations, settings=settings) == lines


@pytest.mark.compiled
def test_same_seed_same_lines_in_slices_too() -> None:
    state = after("basic", 3, 20, seed=1)
    whole, sliced = GAME.search(state, 7, {}), GAME.search(state, 7, {})
    whole.run(3000)
    for part in (1, 1999, 1000):
        sliced.run(part)
    assert whole.variations() == sliced.variations()
    assert think(state, 3000, seed=8) != whole.variations()


def test_an_unknown_setting_is_refused() -> None:
    state = after("basic", 2, 0, seed=1)
    with pytest.raises(ValueError, match=r"unknown setting 'curiosity'; there are .*exploration"):
        GAME.search(state, 0, {"curiosity": 1})
