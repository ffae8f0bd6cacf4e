"""OpenSpiel's own tests of our games, its bots at our games, and our bots at its table."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tests.extra_games import EXTRA, PUBLIC
from tischlein import Record, find_game
from tischlein.adapters import openspiel
from tischlein.adapters.openspiel import SpielBot, SpielState, resample
from tischlein.bots.bot import RandomBot

pytestmark = pytest.mark.compiled

NAMES = [name for name in openspiel.NAMES if not name.startswith(tuple(f"tischlein_{game_id}_" for game_id in EXTRA))]


def play_randomly(game: pyspiel.Game, seed: int, plies: int = 10_000) -> SpielState:
    rng = random.Random(seed)
    state: SpielState = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_every_variant_is_known() -> None:
    expected = {f"tischlein_{game_id}_{variant}" for game_id in PUBLIC for variant in find_game(game_id).variants}
    assert set(NAMES) == expected <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("tischlein_blockers_basic", {"players": 3, "scoring": "uptown"}),
        ("tischlein_blockers_expert", {"own_colour": "no"}),
        ("tischlein_blokus_duo", {"corners": "free"}),
        ("tischlein_planken_standard", {"players": 3, "deals": 1, "line": "any"}),
    ],
)
def test_parameters(name: str, parameters: dict[str, str | int]) -> None:
    game = pyspiel.load_game(name, parameters)
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()
    state = play_randomly(game, seed=1, plies=5)
    setup = state.position.setup
    assert setup.seats == game.num_players()
    assert (
        setup.options.items()
        >= {
            key.replace("_", "-"): value for key, value in parameters.items() if key not in ("players", "deals")
        }.items()
    )
    assert state.get_game().new_initial_state().is_chance_node() == (game.max_chance_outcomes() > 0)


@pytest.mark.parametrize("name", NAMES)
def test_games_are_those_of_the_library(name: str) -> None:
    state = play_randomly(pyspiel.load_game(name), seed=4)
    final = Record.parse(str(state)).final_state()
    assert final == state.position
    places = np.array(final.outcome().places)  # type: ignore[union-attr]
    expected = [(np.sum(places > place) - np.sum(places < place)) / (len(places) - 1) for place in places]
    assert state.returns() == pytest.approx(expected)


@pytest.mark.parametrize("name", ["tischlein_blockers_expert", "tischlein_blockers_basic"])
def test_resampling_keeps_what_a_player_knows_and_nothing_else(name: str) -> None:
    state = play_randomly(pyspiel.load_game(name), seed=2, plies=12)
    player = state.current_player()
    others = [resample(state, player) for _ in range(5)]
    for other in others:
        assert other.history() == state.history()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.position != state.position
    hidden = 1 - player if state.num_players() == 2 else (player + 1) % 4
    assert len({other.information_state_string(hidden) for other in others}) > 1
    for other in others:
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0])


def test_nothing_hidden_is_in_what_a_player_knows() -> None:
    """Two states that differ only in what player 0 cannot see look the same to player 0."""
    game = pyspiel.load_game("tischlein_blockers_expert")
    state = play_randomly(game, seed=3, plies=9)
    seen = {resample(state, 0).information_state_string(0) for _ in range(10)}
    assert seen == {state.information_state_string(0)}
    assert state.information_state_string(0) != state.information_state_string(1)


@pytest.mark.parametrize("name", ["tischlein_blokus_duo", "tischlein_planken_standard"])
def test_its_tree_search_plays(name: str) -> None:
    game = pyspiel.load_game(name, {"deals": 1})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    check_match(game, [mcts.MCTSBot(game, 2, 3, evaluator), SpielBot(RandomBot(1), 1)], plies=6)


def test_its_search_for_hidden_tiles_plays() -> None:
    game = pyspiel.load_game("tischlein_blockers_expert")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = ismcts.ISMCTSBot(
        game, evaluator, 2, 3, allow_inconsistent_action_sets=True, random_state=np.random.RandomState(1)
    )
    check_match(game, [searcher, SpielBot(RandomBot(1), 1)], plies=4)
    searcher.set_resampler(resample)
    check_match(game, [SpielBot(RandomBot(1), 0), searcher], plies=4)


def check_match(game: pyspiel.Game, bots: list[pyspiel.Bot], plies: int) -> None:
    """Let bots move in turn; whatever they choose must be legal."""
    state = play_randomly(game, seed=5, plies=1)
    for _ in range(plies):
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_our_bots_play_there() -> None:
    game = pyspiel.load_game("tischlein_planken_standard")
    bots = [SpielBot.named(game, "level1", 0, seed=1), SpielBot.named(game, "random", 1, seed=1)]
    assert [bot.player_id() for bot in bots] == [0, 1]
    wins = sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] > 0 for seed in range(6))
    assert wins >= 4


def test_observations_are_the_planes_of_the_encoding() -> None:
    game = pyspiel.load_game("tischlein_blokus_duo")
    state = play_randomly(game, seed=1, plies=6)
    encoding = find_game("blokus").encoding("duo", 2)
    assert game.observation_tensor_size() == np.prod(encoding.shape)
    for player in range(2):
        planes = np.array(state.observation_tensor(player), np.float32).reshape(encoding.shape)
        assert np.array_equal(planes, encoding.observe(state.position, player))
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"size": 3})


def test_a_process_with_these_games_ends_quietly() -> None:
    code = "import pyspiel, tischlein.adapters.openspiel as o; pyspiel.load_game(o.NAMES[0]).new_initial_state()"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
