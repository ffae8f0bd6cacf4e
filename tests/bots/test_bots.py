"""Bots: budgets, levels, honesty, and what they promise to whoever waits for them."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tischlein import BadSetup, find_game, game_ids
from tischlein.bots.bot import Budget, RandomBot
from tischlein.bots.levels import find_level, levels_of, make_bot
from tischlein.bots.search_bot import SearchBot, merge
from tischlein.core.game import Game, State
from tischlein.core.search import Variation
from tischlein.core.testkit import Case, cases

pytestmark = pytest.mark.compiled

THINKING = game_ids()


def thinking_cases() -> Iterator[object]:
    for game_id in THINKING:
        for case in cases(find_game(game_id)):
            yield pytest.param(find_game(game_id), case, id=f"{game_id}-{case}")


def middle(game: Game, case: Case, plies: int = 6) -> State:
    """Return a position some random plies into a game."""
    rng, state = random.Random(5), game.new(case.variant, case.seats, case.options, seed=3)
    for _ in range(plies):
        after = state.play(rng.choice(state.legal_moves()))
        if after.to_move is None:
            break
        state = after
    return state


@pytest.mark.parametrize(("game", "case"), list(thinking_cases()))
def test_a_small_search_is_legal_repeatable_and_honest(game: Game, case: Case) -> None:
    state = middle(game, case)
    seat = state.to_move
    assert seat is not None
    first, again, other = (
        SearchBot(levels_of(game)[-1], seed=4).analyse(position, seat, Budget(simulations=30))
        for position in (state, state, state.sample(seat, random.Random(9)))
    )
    assert first == again, "the same seed gives the same lines"
    assert first == other, "what the seat cannot see makes no difference"
    legal = state.legal_moves()
    assert all(line.move in legal for line in first)
    assert all(0 <= line.value <= 1 for line in first)
    assert len({line.move for line in first}) == len(first)
    assert all(state.play(line.move) for line in first[:3])


@pytest.mark.parametrize("game_id", THINKING)
def test_every_level_plays_a_legal_move(game_id: str) -> None:
    game = find_game(game_id)
    levels = levels_of(game)
    assert len(levels) == 10
    assert all(level.seconds <= 10 for level in levels)
    assert all(level.simulations for level in levels), "weak levels are as weak on a fast machine"
    for variant in game.variants.values():
        state = game.new(variant.id, seed=1)
        assert state.to_move is not None
        for level in levels:
            move = SearchBot(level, seed=1).choose(state, state.to_move, Budget(simulations=3))
            assert move in state.legal_moves()


@pytest.mark.parametrize("game_id", THINKING)
def test_weak_levels_finish_whole_games(game_id: str) -> None:
    game = find_game(game_id)
    for variant in game.variants.values():
        state = game.new(variant.id, seed=2)
        bots = [make_bot(game, "level1", seed=seat) for seat in range(state.seats)]
        while (seat := state.to_move) is not None:
            state = state.play(bots[seat].choose(state, seat))
        assert state.outcome() is not None


@pytest.mark.parametrize("game_id", THINKING)
def test_a_watcher_sees_progress_and_can_stop(game_id: str) -> None:
    game = find_game(game_id)
    state = middle(game, Case(next(iter(game.variants)), next(iter(game.variants.values())).seats[0]))
    seen: list[float] = []

    def watch(share: float) -> bool:
        seen.append(share)
        return len(seen) < 4

    assert state.to_move is not None
    bot = SearchBot(levels_of(game)[-1], seed=1)
    move = bot.choose(state, state.to_move, Budget(simulations=10**9), watch)
    assert move in state.legal_moves()
    assert seen == sorted(seen)
    assert bot.simulations < 10**6


@pytest.mark.parametrize("game_id", THINKING)
def test_threads_search_together(game_id: str) -> None:
    game = find_game(game_id)
    state = middle(game, Case(next(iter(game.variants)), next(iter(game.variants.values())).seats[0]))
    assert state.to_move is not None
    bot = SearchBot(levels_of(game)[-1], seed=1, threads=2)
    lines = bot.analyse(state, state.to_move, Budget(simulations=200))
    assert lines[0].move in state.legal_moves()
    assert bot.simulations <= 200


@pytest.mark.parametrize(("game_id", "variant"), [("blokus", "duo"), ("blockers", "expert")])
def test_a_thrifty_bot_stops_when_the_rest_cannot_matter(game_id: str, variant: str) -> None:
    """It chooses what a patient one chooses, sooner."""
    game = find_game(game_id)
    state, saved = game.new(variant, seed=1, first=0), 0
    for _ in range(12):
        seat = state.to_move
        assert seat is not None
        bots = [SearchBot(replace(game.levels[-1], book=False), seed=3) for _ in range(2)]
        thrifty, patient = (bot.choose(state, seat, Budget(simulations=400, thrifty=bot is bots[0])) for bot in bots)
        assert thrifty == patient
        assert bots[0].simulations <= bots[1].simulations == 400
        saved += bots[1].simulations - bots[0].simulations
        state = state.play(patient)
    assert saved > 400


def test_a_bot_goes_on_where_it_was() -> None:
    """In the game it plays it keeps what it knows; in another one it starts anew."""
    game = find_game("blokus")
    state, bot = game.new("duo", seed=1, first=0), SearchBot(levels_of(game)[-1], seed=3)
    for _ in range(3):
        assert state.to_move is not None
        lines = bot.analyse(state, state.to_move, Budget(simulations=600))
        state = state.play(lines[0].move).play(lines[0].continuation[0])
    assert state.to_move is not None
    assert sum(line.visits for line in bot.analyse(state, state.to_move, Budget(simulations=50))) > 50
    other = game.new("duo", seed=1, first=0)
    assert sum(line.visits for line in bot.analyse(other, 0, Budget(simulations=50))) == 50


def test_a_random_bot_tries_everything() -> None:
    state, bot = find_game("nim").new(seed=1), RandomBot(1)
    assert state.to_move is not None
    assert {bot.choose(state, state.to_move) for _ in range(50)} == {"1", "2", "3"}


@pytest.mark.parametrize("name", ["", "level0", "level11", "levelx", "-1s", "0sims", "fast", "1.s", "random "])
def test_names_that_mean_nobody(name: str) -> None:
    with pytest.raises(BadSetup, match="bot cannot be"):
        find_level(find_game("blokus"), name)


def test_names() -> None:
    game = find_game("blokus")
    assert find_level(game, "random") is None
    assert find_level(game, "level3") == game.levels[2]
    timed, counted = find_level(game, "0.25s"), find_level(game, "77sims")
    assert timed is not None
    assert counted is not None
    assert (timed.seconds, timed.simulations, counted.simulations) == (0.25, None, 77)


def test_a_budget_needs_an_end() -> None:
    with pytest.raises(ValueError, match="for ever"):
        Budget()
    assert Budget(seconds=2).used(1, 10**6) == 0.5
    assert Budget(simulations=10).used(99, 5) == 0.5
    assert Budget(seconds=1, simulations=10).used(3, 5) == 1


def test_searches_are_merged_by_visits() -> None:
    one = [Variation("a", 0.5, 10), Variation("b", 0.4, 4)]
    two = [Variation("b", 0.6, 12, ("c",)), Variation("a", 0.1, 2)]
    merged = merge([one, two])
    assert [line.move for line in merged] == ["b", "a"]
    assert replace(merged[0], value=0) == Variation("b", 0, 16, ("c",))
    assert merged[0].value == pytest.approx(0.55)


def test_what_one_search_has_proven_holds_for_all() -> None:
    refuted = [Variation("b", 0.5, 3), Variation("a", 0.0, 40, proven=True), Variation("c", 0.5, 1)]
    hopeful = [Variation("a", 0.8, 90), Variation("b", 0.4, 5), Variation("c", 0.5, 1)]
    merged = merge([refuted, hopeful])
    assert [(line.move, line.value, line.proven) for line in merged[2:]] == [("a", 0.0, True)]
    won = [Variation("c", 1.0, 1, ("d",), proven=True), Variation("a", 0.1, 1)]
    assert merge([hopeful, won])[0] == Variation("c", 1.0, 2, ("d",), proven=True)
