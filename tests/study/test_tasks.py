"""What exactly one move does, proven again: by brute force, by trying every order, by counting."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache

import pytest

import tischlein
from tests.blockers.test_reference import new_reference
from tests.planken.brute import force
from tischlein.core.game import State
from tischlein.core.task import BEST, Task
from tischlein.games.blockers import GAME
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.study.coach import look
from tischlein.games.blokus.study.tasks import CLEAR, count_laid
from tischlein.games.planken.game import PlankenState
from tischlein.study import read_exercises
from tischlein.study.exercises import DATA, Exercise

FEW_PLIES = 3
"""Longer wins take the plain search too long."""


@cache
def shipped(game: str) -> list[Exercise]:
    return read_exercises(DATA / f"{game}.jsonl")


def play_on(game: str, variant: str, seed: int) -> list[State]:
    """Return the positions of a game in which everybody likes large moves."""
    rng, states = random.Random(seed), [tischlein.new_game(game, variant, seed=seed)]
    while states[-1].to_move is not None:
        legal = list(states[-1].legal_moves())
        states.append(states[-1].play(max(rng.sample(legal, min(4, len(legal))), key=len)))
    return states


@pytest.mark.parametrize("game", ["blockers", "planken"])
def test_the_easiest_exercise_is_found_again(game: str) -> None:
    easiest = min(shipped(game), key=lambda one: (one.goal, one.rating))
    task = tischlein.find_game(game).find_task(easiest.state)
    assert task is not None
    assert (task.kind, task.answer, task.goal) == (easiest.kind, easiest.answer, easiest.goal)


def test_the_end_of_a_game_of_blokus_asks_for_most() -> None:
    found = [tischlein.find_game("blokus").find_task(state) for state in play_on("blokus", "duo", 1)[-3:-1]]
    assert any(task is not None and task.kind == "most" for task in found)


@pytest.mark.compiled
def test_what_is_asked_in_planken_is_proven_again() -> None:
    """Every exercise is found again, and short proofs are tried out by brute force."""
    tried = 0
    for one in shipped("planken"):
        state = one.state
        assert isinstance(state, PlankenState)
        assert one.kind in ("win", "hold")
        if 2 * one.goal - 1 > FEW_PLIES:
            continue
        tried += 1
        for move in state.legal_moves():
            after, other = state.play(move), 1 << (1 - one.seat)
            wins = after.to_move is not None and force(after, 1 << one.seat, 2 * one.goal - 2) == 1
            assert (move == one.answer) == wins or one.kind == "hold"
            if one.kind == "hold":
                assert (move != one.answer) == (force(after, other, 2 * one.goal - 1) == 1), f"{one.id} {move}"
    assert tried, "some are short"


@pytest.mark.compiled
def test_laying_most_is_counted_by_trying_everything() -> None:
    """Where a seat is alone, every order is tried: without bounds, without an order of moves."""

    def most(state: BlokusState, seat: int) -> int:
        if state.to_move is None:
            return count_laid(state.position, seat)
        found = [most(state.play(move), seat) for move in state.legal_moves()]
        return max(found) if state.to_move == seat else min(found)

    compared = 0
    for variant, seed in (("duo", 1), ("duo", 2), ("classic", 3), ("two", 4)):
        for state in play_on("blokus", variant, seed)[-6:-1]:
            assert isinstance(state, BlokusState)
            seat, laid = state.to_move, count_laid(state.position, state.to_move or 0)
            if seat is None or not 5 <= len(state.legal_moves()) <= 12:
                continue
            values = {move: most(state.play(move), seat) for move in state.legal_moves()}
            best, second = sorted(values.values(), reverse=True)[:2]
            answer = max(values, key=lambda move: values[move])
            expected = Task("most", answer, best - laid) if best - second >= CLEAR else None
            assert tischlein.find_game("blokus").find_task(state) == expected
            compared += 1
    assert compared


@pytest.mark.compiled
def test_what_the_question_names_is_true() -> None:
    """What is proven is proven again, and the corner is threatened."""
    for one in (*shipped("blokus"), *shipped("blockers")):
        state, game = one.state, tischlein.find_game(one.state.setup.game)
        if one.kind in ("most", "group", "quiet"):
            assert game.find_task(state) == Task(one.kind, one.answer, one.goal)
        elif one.kind == "corner":
            assert isinstance(state, BlokusState)
            assert worst_loss(state, int(state.position.turn)) >= one.goal, "some rival can do it"
        else:
            assert one.kind == BEST


def worst_loss(state: BlokusState, colour: int) -> int:
    """Return how many squares within reach some rival could take away with one move."""
    reach, left = len(look(state, colour).squares), [1_000]
    for rival in range(int(state.position.colours)):
        if state.position.side[rival] != state.position.side[colour]:
            turned = state.with_turn(rival)
            left += [len(look(turned.play(move), colour).squares) for move in turned.legal_moves()]
    return reach - min(left)


def test_points_are_counted_by_the_slow_reference() -> None:
    """In Blockers! the one move that wins a group, or costs nothing, is the only one by plain counting."""
    seen = Counter[str]()
    for seed in range(2):
        state = GAME.new("basic", 2, {}, seed)
        reference, rng = new_reference(state), random.Random(seed)
        while state.to_move is not None:
            task, costs = GAME.find_task(state), dict[str, int]()
            for move in state.legal_moves() if task else ():
                after = copy.deepcopy(reference)
                after.play(move)
                costs[move] = after.points(state.to_move) - reference.points(state.to_move)
            if task:
                least = min(costs.values())
                assert [move for move, cost in costs.items() if cost == least] == [task.answer]
                assert (least < 0) == (task.kind == "group")
                seen[task.kind] += 1
            move = rng.choice(state.legal_moves())
            state = state.play(move)
            reference.play(move)
    assert seen["group"]
