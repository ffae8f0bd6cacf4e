"""PettingZoo's own tests of our environments, and what they do not test."""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from tischlein import find_game
from tischlein.adapters import pettingzoo

pytestmark = [
    pytest.mark.compiled,
    # What PettingZoo finds unusual: observations with a mask, as its own classic games have them.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

TABLES = [
    pytest.param(game_id, variant.id, seats, id=f"{game_id}-{variant.id}-{seats}")
    for game_id in ("blockers", "blokus", "planken")
    for variant in find_game(game_id).variants.values()
    for seats in variant.seats
]
# With three at Blokus, turns are not even: the fourth colour is played by one after the other.
EVEN = [table for table in TABLES if "three" not in table.values]


@pytest.mark.parametrize(("game_id", "variant", "seats"), TABLES)
def test_api(game_id: str, variant: str, seats: int) -> None:
    api_test(pettingzoo.env(game_id, variant, seats=seats), num_cycles=30)


@pytest.mark.parametrize(("game_id", "variant", "seats"), TABLES)
def test_seeds(game_id: str, variant: str, seats: int) -> None:
    seed_test(partial(pettingzoo.env, game_id, variant, seats=seats), num_cycles=30)


def seeded(env: Any) -> Any:
    """Return an environment that plays the same random game each time, one that lasts for four rounds.

    PettingZoo's test gives no seed and counts on that; once in a few thousand games somebody wins in three rounds.
    """
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    return env


@pytest.mark.parametrize(("game_id", "variant", "seats"), EVEN)
def test_cycles(game_id: str, variant: str, seats: int) -> None:
    module = SimpleNamespace(
        env=lambda **given: seeded(pettingzoo.env(game_id, variant, seats=seats, replace_illegal=True, **given)),
        parallel_env=lambda **given: seeded(pettingzoo.parallel_env(game_id, variant, seats=seats, **given)),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("game_id", ["blokus", "blockers", "planken"])
def test_rounds(game_id: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(game_id), num_cycles=60)
    parallel_seed_test(partial(pettingzoo.parallel_env, game_id), num_cycles=10)


def play(env: Any, seed: int) -> Iterator[tuple[str, dict[str, np.ndarray[Any, Any]], float]]:
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        yield agent, seen, reward
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize(("game_id", "variant", "seats"), TABLES)
def test_games_are_those_of_the_library(game_id: str, variant: str, seats: int) -> None:
    """Agents see what the encoding shows their seats, and the rewards are those of the record's outcome."""
    env = pettingzoo.env(game_id, variant, seats=seats)
    table, encoding = env.unwrapped, find_game(game_id).encoding(variant, seats)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for turn, (agent, seen, reward) in enumerate(play(env, seed=3)):
        rewards[agent] += reward
        if turn % 10 == 0:
            state, seat = table.position(), env.possible_agents.index(agent)
            assert state.to_move in (seat, None)
            assert np.array_equal(seen["observation"], encoding.observe(state, seat))
            assert np.array_equal(seen["action_mask"], encoding.mask(state))
            other = (seat + 1) % seats
            assert not table.observe(f"seat_{other}")["action_mask"].any()
            assert np.array_equal(table.observe(f"seat_{other}")["observation"], encoding.observe(state, other))
    outcome = table.position().outcome()
    places = np.array(outcome.places)
    expected = [(np.sum(places > place) - np.sum(places < place)) / (seats - 1) for place in places]
    assert list(rewards.values()) == pytest.approx(expected)


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env = pettingzoo.env("planken")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(loser)["action_mask"] == 0)[0]))
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards[loser] == -1
    bare = pettingzoo.raw_env("planken")
    bare.reset(seed=1)
    for wrong in (11_000, 10**6, None):
        with pytest.raises(ValueError, match=r"legal|not in|choose"):
            bare.step(wrong)
    assert bare.record().moves == ()


def test_without_a_seed_the_next_game_is_another_one() -> None:
    env = pettingzoo.raw_env("blockers")
    env.reset(seed=1)
    first = env.record().setup
    env.reset()
    second = env.record().setup
    env.reset(seed=1)
    assert env.record().setup == first != second


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    for game_id in ("blokus", "blockers", "planken"):
        env = pettingzoo.env(game_id, render_mode="ansi")
        env.reset(seed=1)
        assert env.render() == env.unwrapped.position().text()
    env = pettingzoo.raw_env("planken", render_mode="human")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.position().text() in capsys.readouterr().out
    assert len(env.planes) == env.observe("seat_0")["observation"].shape[0]
