"""The search of Blokus: priors that add up, playouts that are fair, and a tree that finds what is there to find."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tischlein import Record, find_game
from tischlein.games.blokus import priors, rules, search, training
from tischlein.games.blokus.search import BlokusThinker
from tischlein.games.blokus.tables import cell_of

from .positions import play_randomly

GAME = find_game("blokus")
GOLDEN = Path(__file__).parent / "golden"


def test_priors_add_up() -> None:
    """What `appeal` adds up cell by cell is the sum over the features of the move."""
    state = play_randomly("two", 14)
    position, sight = state.position.copy(), priors.new_sight()
    colour = int(position.turn)
    own = search.weights_for(20, 2)[priors.phase_of(position, colour)]
    priors.look(position, colour, sight)
    priors.weigh(position, own, sight)
    counts = np.zeros(priors.FEATURES, dtype=np.float32)
    for move in random.Random(3).sample(state.legal_moves(), 15):
        code = state.judge(move)
        priors.count_features(code, sight, counts)
        assert priors.appeal(code, own, sight) == pytest.approx(float(counts @ own), abs=1e-3)


def test_features_say_what_is_on_the_board() -> None:
    """Yellow's first piece has just opened s18; blue, next but one, sees it as a contact of the next colour."""
    state: Any = GAME.new("classic", first=0)
    for move in ("a20", "t20", "t1", "a1"):
        state = state.play(move)
    position, sight = state.position.copy(), priors.new_sight()
    priors.look(position, 0, sight)
    features = sight[0]

    def at(square: str) -> Any:
        column, row = "abcdefghijklmnopqrst".index(square[0]), int(square[1:]) - 1
        return features[cell_of((column, row))]

    assert at("s19")[priors.ON] == 0.5 + 0.25 * 2, "two of its neighbours lie along yellow's edges"
    assert at("s18")[priors.BESIDE] == 1
    assert at("b19")[priors.OWN_CONTACT] == 1
    assert at("t20")[priors.TOUCH] == 1
    assert at("a19")[priors.FREE] == 0, "beside an own piece"
    assert at("j10")[priors.OPEN + 4] == 1
    assert at("j10")[priors.SPACE] == 1
    assert at("s2")[priors.RECENT] == 1, "red played two plies ago"
    assert at("s3")[priors.RECENT_BESIDE] == 1
    assert at("b19")[priors.RECENT] == 0, "the own corner"
    assert at("r18")[priors.CROWD] == 1 / 25
    assert at("j10")[priors.CROWD] == 0
    assert at("c3")[priors.VACANT] == 24 / 25
    assert at("a5")[priors.CENTRE] < at("j5")[priors.CENTRE] < at("j10")[priors.CENTRE]


@pytest.mark.parametrize(("placed", "phase"), [(0, 0), (1, 0), (2, 1), (8, 2), (9, 3), (13, 4), (21, 4)])
def test_phases(placed: int, phase: int) -> None:
    position = GAME.new("duo").position.copy()  # type: ignore[attr-defined]
    position.placed[0] = (1 << placed) - 1
    assert priors.phase_of(position, 0) == phase


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["classic", "classic-free", "three", "two", "duo"])
def test_sides_are_scored_as_the_rules_do(name: str) -> None:
    ended: Any = Record.parse((GOLDEN / f"{name}.record").read_text(encoding="utf-8")).final_state()
    leads, won = np.zeros(4), np.zeros(4)
    search.score_sides(ended.position, leads, won)
    outcome = ended.outcome()
    for seat, (place, score) in enumerate(zip(outcome.places, outcome.scores, strict=True)):
        side = int(rules.side_of(ended.position, seat))
        assert won[side] == (place == 1) / len(outcome.winners)
        assert leads[side] == score - max(other for at, other in enumerate(outcome.scores) if at != seat)


@pytest.mark.compiled
def test_a_lead_counts_by_what_is_usual() -> None:
    """The same result is worth more after worse ones than after better ones, and always between 0 and 1."""
    ended: Any = Record.parse((GOLDEN / "duo.record").read_text(encoding="utf-8")).final_state()
    rewards, low, high = np.zeros(4), np.zeros((4, 4)), np.zeros((4, 4))
    low[:, 0] = high[:, 0] = 100
    low[:, 1], high[:, 1] = -30, 30
    low[:, 2] = high[:, 2] = 100 * 10.0**2
    search._reward(ended.position, 0.4, rewards, low)
    better = rewards.copy()
    search._reward(ended.position, 0.4, rewards, high)
    assert (better[:2] > rewards[:2]).all()
    assert ((rewards >= 0) & (rewards <= 1)).all()


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_lines_are_sorted_and_can_be_played(variant: str) -> None:
    """Every simulation is counted once, the most visited move comes first, and continuations are legal."""
    state = play_randomly(variant, 30 if variant != "duo" else 16, seed=4)
    thinker = BlokusThinker(state, 1, {"nodes": 200_000})
    thinker.think(600)
    lines = thinker.lines()
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
        thinker = BlokusThinker(before, 1, {"nodes": 50_000, "narrow": 1e6})
        thinker.think(300)
        score = {move: outcome.scores[before.to_move] for move, outcome in outcomes.items()}
        assert score[thinker.lines()[0].move] == max(score.values())
        found += 1
    assert found >= 2


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_what_is_known_about_the_next_position_is_kept(variant: str) -> None:
    state = play_randomly(variant, 20, seed=4)
    thinker = BlokusThinker(state, 1, {"nodes": 200_000})
    thinker.think(2_000)
    best = thinker.lines()[0]
    after = state.play(best.move).play(best.continuation[0])
    before = {line.move: line for line in BlokusThinker(after, 1, {"nodes": 200_000}).lines()}
    assert thinker.advance(after)
    kept = thinker.lines()
    visits = sum(line.visits for line in kept)
    assert {line.move for line in kept} == set(before), "the same moves as in a new tree"
    assert 0 < visits < best.visits
    assert kept[0].continuation[:1] == best.continuation[2:3] or kept[0].move == best.continuation[1]
    thinker.think(100)
    assert sum(line.visits for line in thinker.lines()) == visits + 100
    for line in thinker.lines()[:3]:
        after.play(line.move)


@pytest.mark.compiled
def test_a_move_that_was_not_looked_at_starts_a_new_tree() -> None:
    state = play_randomly("two", 20)
    thinker = BlokusThinker(state, 1, {"nodes": 200_000})
    thinker.think(5)
    later = play_randomly("two", 24)
    assert thinker.advance(later)
    thinker.think(40)
    assert sum(line.visits for line in thinker.lines()) == 40
    assert thinker.lines()[0].move in later.legal_moves()


@pytest.mark.compiled
def test_a_position_of_another_game_needs_a_new_thinker() -> None:
    state = play_randomly("duo", 10)
    thinker = BlokusThinker(state, 1, {"nodes": 50_000})
    assert not thinker.advance(state), "the same position is thought about anew"
    assert not thinker.advance(play_randomly("duo", 8))
    assert not thinker.advance(play_randomly("duo", 14, seed=2))
    assert not thinker.advance(play_randomly("two", 14))
    assert not thinker.advance(find_game("planken").new(seed=1))
    assert not BlokusThinker(state, 1, {"nodes": 50_000, "whim": 1.0}).advance(play_randomly("duo", 12))


@pytest.mark.compiled
def test_a_full_tree_goes_on_without_growing() -> None:
    thinker = BlokusThinker(play_randomly("two", 8), 1, {"nodes": 1_000})
    thinker.think(300)
    assert int(thinker._used[0]) <= 1_000
    assert sum(line.visits for line in thinker.lines()) == 300


def test_thinking_works_without_the_compiler() -> None:
    state = play_randomly("duo", 18)
    thinker = BlokusThinker(state, 1, {"nodes": 20_000})
    first = thinker.lines()[0]
    assert first.move in state.legal_moves()
    thinker.think(4)
    assert sum(line.visits for line in thinker.lines()) == 5
    assert thinker.settled == (len(thinker.lines()) == 1)


def test_learning_moves_the_weights_towards_what_wins(capsys: pytest.CaptureFixture[str]) -> None:
    before = training.first_weights()
    learned = training.train("duo", games=2, seed=1, batch=1)
    assert learned.shape == before.shape
    assert not np.allclose(learned, before)
    assert np.isfinite(learned).all()
    assert "games" in capsys.readouterr().out


@pytest.mark.compiled
def test_a_beginner_lays_large_pieces_and_not_always_the_same() -> None:
    level = GAME.levels[0]
    state = play_randomly("duo", 6)
    chosen = Counter[str]()
    for seed in range(30):
        thinker = BlokusThinker(state, seed, level.settings)
        thinker.think(level.simulations or 1)
        chosen[thinker.lines()[0].move] += 1
    assert len(chosen) > 5
    assert sum(count for move, count in chosen.items() if move.count(",") >= 3) > 20
