"""The general search: every game can be played with it, and it finds what there is to find."""

import random

import pytest

from tischlein import BadSetup, find_game, game_ids
from tischlein.bots.levels import find_level, levels_of, make_bot
from tischlein.bots.uct import LEVELS, UctSearch
from tischlein.core.game import Game, Setup, State
from tischlein.core.testkit import Case, cases

pytestmark = pytest.mark.compiled

ALL = [
    pytest.param(find_game(name), case, id=f"{name}-{case}") for name in game_ids() for case in cases(find_game(name))
]


def look(game: Game, state: State, simulations: int, seed: int = 1) -> UctSearch:
    search = UctSearch(game, state, seed, {})
    search.run(simulations)
    return search


@pytest.mark.parametrize(("game", "case"), ALL)
def test_it_plays_every_game(game: Game, case: Case) -> None:
    """Its moves are legal, its values shares of a win, its visits add up, and its continuation can be played."""
    state = game.new(case.variant, case.seats, case.options, seed=2)
    search = look(game, state, 60)
    variations = search.variations()
    assert sorted(one.move for one in variations) == list(state.legal_moves())
    assert all(0 <= one.value <= 1 for one in variations)
    assert sum(one.visits for one in variations) == 60
    assert variations == look(game, state, 60).variations(), "equal seeds, equal variations"
    after = state.play(variations[0].move)
    for move in variations[0].continuation:
        after = after.play(move)


def test_it_takes_the_win_that_is_there() -> None:
    """Where a move makes a line, it chooses none that ends the game in another way or lets it go on."""
    game, found = find_game("planken"), 0
    for seed in range(20):
        state, rng = game.new(seed=seed), random.Random(seed)
        before = state
        while state.to_move is not None:
            before, state = state, state.play(rng.choice(state.legal_moves()))
        ends = {move: before.play(move).outcome() for move in before.legal_moves()}
        wins = {move for move, outcome in ends.items() if outcome and outcome.winners == (before.to_move,)}
        if wins and len(wins) < len(ends):
            found += 1
            assert look(game, before, 20 * len(ends)).variations()[0].move in wins
    assert found > 10


def nim(heap: int, seats: int = 2) -> State:
    setup = Setup("nim", "plain", seats, 0, {"last": "wins"}, {"heap": str(heap)})
    return find_game("nim").start(setup)


@pytest.mark.parametrize(("heap", "best"), [(5, "1"), (6, "2"), (7, "3"), (9, "1"), (10, "2")])
def test_it_finds_the_only_winning_move(heap: int, best: str) -> None:
    """With two, who leaves a multiple of four wins."""
    first = look(find_game("nim"), nim(heap), 1500).variations()[0]
    assert first.move == best
    assert first.value > 0.8


def test_each_of_three_seats_wants_the_win_for_itself() -> None:
    """Of four, whoever takes one leaves three to the next, who takes them: only their own win counts (max^n)."""
    values = {one.move: one.value for one in look(find_game("nim"), nim(4, seats=3), 2000).variations()}
    assert values["1"] < 0.2
    assert values["2"] < 0.2


def test_strength_grows_with_the_level() -> None:
    game = find_game("nim")
    wins = 0
    for number in range(20):
        state = game.new("plain", 2, seed=number, first=number % 2)
        bots = [make_bot(game, name, seed=number) for name in ("level6", "level1")]
        while state.to_move is not None:
            state = state.play(bots[state.to_move].choose(state, state.to_move))
        outcome = state.outcome()
        assert outcome is not None
        wins += 0 in outcome.winners
    assert wins >= 14


def test_a_game_without_levels_has_the_general_ones() -> None:
    game = find_game("nim")
    assert levels_of(game) == LEVELS
    assert find_level(game, "level10") == LEVELS[-1]
    with pytest.raises(BadSetup, match=f"random, level1 … level{len(LEVELS)}"):
        find_level(game, f"level{len(LEVELS) + 1}")


def test_what_it_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="'patience'"):
        UctSearch(find_game("nim"), nim(5), 1, {"patience": 3})
    with pytest.raises(ValueError, match="over"):
        UctSearch(find_game("nim"), nim(3).play("3"), 1, {})


def test_it_knows_how_much_memory_it_takes() -> None:
    small, large = (look(find_game("planken"), find_game("planken").new(seed=1), count).nbytes for count in (10, 200))
    assert 0 < 10 * small < large < 200_000


def test_one_move_is_proven() -> None:
    assert look(find_game("nim"), nim(1), 1).proven
    search = look(find_game("nim"), nim(5), 200)
    assert not search.proven
    assert search.is_decided(1)
    assert not search.is_decided(10_000)
