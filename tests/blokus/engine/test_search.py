"""The search of Blokus: rewards that are fair, and a tree that finds what is there to find."""

import random
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from tests.blokus.positions import play_randomly
from tischlein import Record, find_game
from tischlein.games.blokus import notation, rules
from tischlein.games.blokus.engine import search
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.engine.workspace import new_workspace

GAME = find_game("blokus")
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["classic", "classic-free", "three", "two", "duo"])
def test_sides_are_scored_as_the_rules_do(name: str) -> None:
    ended: Any = Record.parse((GOLDEN / f"{name}.record").read_text(encoding="utf-8")).final_state()
    workspace = new_workspace()
    search.score_sides(ended.position, workspace)
    outcome = ended.outcome()
    for seat, (place, score) in enumerate(zip(outcome.places, outcome.scores, strict=True)):
        side = int(rules.side_of(ended.position, seat))
        assert workspace.won[side] == (place == 1) / len(outcome.winners)
        others = [other for at, other in enumerate(outcome.scores) if at != seat]
        assert workspace.leads[side] == pytest.approx(score - fmean(others))


@pytest.mark.compiled
def test_a_lead_counts_against_the_mean() -> None:
    """The same result is worth more after worse ones than after better ones, and always between 0 and 1."""
    ended: Any = Record.parse((GOLDEN / "duo.record").read_text(encoding="utf-8")).final_state()
    workspace, rewards = new_workspace(), []
    for mean in (-30, 30):
        stats = np.zeros((2, 4), dtype=search.RUNNING_STATS)
        stats["count"], stats["mean_lead"], stats["m2"] = 100, mean, 100 * 10.0**2
        search.reward_rollout(ended.position, 0.4, stats, workspace)
        rewards.append(workspace.rewards[:2].copy())
    assert (rewards[0] > rewards[1]).all()
    assert all(0 <= reward <= 1 for some in rewards for reward in some)


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_lines_are_sorted_and_can_be_played(variant: str) -> None:
    """Every simulation is counted once, the most visited move comes first, and continuations are legal."""
    state = play_randomly(variant, 30 if variant != "duo" else 16, seed=4)
    search = BlokusSearch(state, 1, {"nodes": 200_000})
    search.run(600)
    lines = search.variations()
    assert sum(line.visits for line in lines) == 600
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    for line in lines[:3]:
        after = state.play(line.move)
        for move in line.continuation:
            after = after.play(move)


@pytest.mark.compiled
def test_the_best_last_move_is_found() -> None:
    """With one move to the end the search has only to compare results."""
    found = 0
    for seed in range(12):
        rng, states = random.Random(seed), [GAME.new("duo", seed=seed, first=0)]
        while states[-1].to_move is not None:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        before: Any = states[-2]
        outcomes = {move: before.play(move).outcome() for move in before.legal_moves()}
        if None in outcomes.values() or len({outcome.scores for outcome in outcomes.values()}) < 2:
            continue
        search = BlokusSearch(before, 1, {"nodes": 50_000, "prune_margin": 1e6})
        search.run(300)
        score = {move: outcome.scores[before.to_move] for move, outcome in outcomes.items()}
        assert score[search.variations()[0].move] == max(score.values())
        found += 1
    assert found >= 2


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_what_is_known_about_the_next_position_is_kept(variant: str) -> None:
    state = play_randomly(variant, 20, seed=4)
    search = BlokusSearch(state, 1, {"nodes": 200_000})
    search.run(2_000)
    best = search.variations()[0]
    after = state.play(best.move).play(best.continuation[0])
    before = {line.move: line for line in BlokusSearch(after, 1, {"nodes": 200_000}).variations()}
    assert search.advance(after)
    kept = search.variations()
    visits = sum(line.visits for line in kept)
    assert {line.move for line in kept} == set(before), "the same moves as in a new tree"
    assert 0 < visits < best.visits
    assert kept[0].continuation[:1] == best.continuation[2:3] or kept[0].move == best.continuation[1]
    search.run(100)
    assert sum(line.visits for line in search.variations()) == visits + 100
    for line in search.variations()[:3]:
        after.play(line.move)


@pytest.mark.compiled
def test_a_move_that_was_not_looked_at_starts_a_new_tree() -> None:
    state = play_randomly("two", 20)
    search = BlokusSearch(state, 1, {"nodes": 200_000})
    search.run(5)
    later = play_randomly("two", 24)
    assert search.advance(later)
    search.run(40)
    assert sum(line.visits for line in search.variations()) == 40
    assert search.variations()[0].move in later.legal_moves()


@pytest.mark.compiled
def test_a_position_of_another_game_needs_a_new_search() -> None:
    state = play_randomly("duo", 10)
    search = BlokusSearch(state, 1, {"nodes": 50_000})
    assert not search.advance(state), "the same position is thought about anew"
    assert not search.advance(play_randomly("duo", 8))
    assert not search.advance(play_randomly("duo", 14, seed=2))
    assert not search.advance(play_randomly("two", 14))
    assert not search.advance(find_game("planken").new(seed=1))
    assert not BlokusSearch(state, 1, {"nodes": 50_000, "gumbel_noise": 1.0}).advance(play_randomly("duo", 12))


@pytest.mark.compiled
def test_a_full_tree_goes_on_without_growing() -> None:
    search = BlokusSearch(play_randomly("two", 8), 1, {"nodes": 1_000})
    search.run(300)
    assert int(search._used[0]) <= 1_000
    assert sum(line.visits for line in search.variations()) == 300


def test_thinking_works_without_the_compiler() -> None:
    state = play_randomly("duo", 18)
    search = BlokusSearch(state, 1, {"nodes": 20_000})
    first = search.variations()[0]
    assert first.move in state.legal_moves()
    search.run(4)
    assert sum(line.visits for line in search.variations()) == 5
    assert search.proven == (len(search.variations()) == 1)


@pytest.mark.compiled
def test_a_beginner_lays_large_pieces_and_not_always_the_same() -> None:
    level = GAME.levels[0]
    state = play_randomly("duo", 6)
    chosen = Counter[str]()
    for seed in range(30):
        thought = GAME.search(state, seed, level.settings)
        thought.run(level.simulations or 1)
        chosen[thought.variations()[0].move] += 1
    assert len(chosen) > 5
    assert sum(count for move, count in chosen.items() if move.count(",") >= 3) > 20


@pytest.mark.compiled
@pytest.mark.parametrize("number", [1, 2])
def test_beginners_go_to_the_middle(number: int) -> None:
    """More than random play, which stays in its corner because most moves are there."""
    level = GAME.levels[number - 1]

    def far(move: str) -> float:
        return max(max(abs(column - 9.5), abs(row - 9.5)) for column, row in notation.read(move))

    own, usual = [], []
    for seed in range(24):
        state = play_randomly("classic", 12, seed)
        thought = GAME.search(state, seed, level.settings)
        thought.run(1)
        own.append(far(thought.variations()[0].move))
        usual.append(fmean(map(far, state.legal_moves())))
    assert fmean(own) < fmean(usual) - 0.25


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown setting 'whim'; there are expand_at, .*value_net"):
        BlokusSearch(play_randomly("duo", 2), 1, {"whim": 1.0})
