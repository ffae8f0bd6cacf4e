"""The policy net: what the whole board adds to logits, and how that is learned from the search."""

from typing import Any

import numpy as np
import pytest

from tests.blokus.positions import play_randomly, positions, turn_board
from tischlein import find_game
from tischlein.games.blokus.engine import learned, linear_policy, policy_net
from tischlein.games.blokus.engine.linear_policy import load_linear_policy
from tischlein.games.blokus.engine.policy_net import Policy
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.engine.value_net import collect_inputs, find_orientation
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.tables import A1, STRIDE

GAME = find_game("blokus")


def random_policy_net(width: int, colours: int) -> policy_net.PolicyNet:
    """Return a network of random numbers; small ones, because chances near zero cannot be compared."""
    rng, blank = np.random.default_rng(3), policy_net.new_policy_net(width, colours)
    return policy_net.PolicyNet(*(rng.normal(0, 0.03, part.shape).astype(np.float32) for part in blank))


def policies(position: Any) -> tuple[Policy, Policy]:
    """Return one with a random network, and one without any."""
    width, colours = int(position.width), int(position.colours)
    weights = load_linear_policy(width, int(position.sides))
    return Policy(weights, random_policy_net(width, colours)), Policy(weights, policy_net.empty_policy_net())


def cells_of(position: Any) -> list[tuple[int, int, int]]:
    """Return column, row and cell of all squares."""
    width = range(int(position.width))
    return [(x, y, A1 + STRIDE * y + x) for y in width for x in width]


@pytest.mark.parametrize(("variant", "plies"), [("duo", 7), ("two", 24), ("classic", 41)])
def test_the_network_adds_to_what_the_linear_policy_sees(variant: str, plies: int) -> None:
    position, (with_it, without) = positions(variant, plies), (new_workspace(), new_workspace())
    width, colours = int(position.width), int(position.colours)
    policy, linear = policies(position)
    assert policy_net.apply_policy(position, False, linear, without) == 0
    count = policy_net.apply_policy(position, False, policy, with_it)
    assert count == collect_inputs(position, False, without)
    net = policy.net
    hidden = np.maximum(net.rows[without.inputs[:count]].sum(axis=0) + net.bias, 0)
    more = with_it.cell_logits - without.cell_logits
    for x, y, cell in cells_of(position):
        for _ in range(int(position.turn) * 4 // colours):  # a quarter turn against the clock
            x, y = width - 1 - y, x  # noqa: PLW2901
        wanted = np.array([part[:, y * width + x] @ hidden for part in (net.covered, net.opened)])
        assert more[cell, :2] == pytest.approx(wanted * (position.owner[cell] == 0), abs=1e-3)
    assert not more[:, 2].any()
    pieces = (with_it.phase_weights - without.phase_weights)[linear_policy.CELL_FEATURES :]
    assert pieces == pytest.approx(hidden @ net.pieces, abs=1e-3)


@pytest.mark.parametrize(("variant", "plies"), [("duo", 9), ("classic", 17)])
def test_on_a_turned_board_the_next_colour_likes_the_turned_cells(variant: str, plies: int) -> None:
    position = positions(variant, plies)
    width, colours = int(position.width), int(position.colours)
    first, second = (policy_net.PLACES[find_orientation(board, False)] for board in (position, turn_board(position)))
    for x, y, _ in cells_of(position):
        column, row = (width - 1 - x, width - 1 - y) if colours == 2 else (y, width - 1 - x)
        assert first[y * width + x] == second[row * width + column]


def test_duo_looks_the_same_in_a_mirror() -> None:
    """The squares that a colour likes are mirrored with the board."""
    position = positions("duo", 11)
    plain, mirrored = (policy_net.PLACES[find_orientation(position, reflected)] for reflected in (False, True))
    for x, y, _ in cells_of(position):
        assert plain[y * 14 + x] == mirrored[(13 - x) * 14 + 13 - y]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "settings"), [({"corners": "free"}, {}), ({}, {"policy_scope": 1}), ({}, {"policy_scope": 0})]
)
def test_who_does_not_see_the_whole_board_has_no_policy_net(options: dict[str, str], settings: dict[str, int]) -> None:
    state: Any = GAME.new("duo", options=options)
    choices = []
    for net in (random_policy_net(14, 2), policy_net.empty_policy_net()):
        search = BlokusSearch(state, 1, {"nodes": 50_000, **settings}, Policy(load_linear_policy(14, 2), net))
        search.run(100)
        choices.append(search.variations())
    assert choices[0] == choices[1]


@pytest.mark.compiled
def test_a_policy_net_changes_what_is_tried() -> None:
    state = play_randomly("duo", 6)
    visits = []
    for net in (random_policy_net(14, 2), policy_net.empty_policy_net()):
        search = BlokusSearch(state, 1, {"nodes": 50_000}, Policy(load_linear_policy(14, 2), net))
        search.run(100)
        visits.append({line.move: line.visits for line in search.variations() if line.visits})
    assert visits[0] != visits[1]


@pytest.mark.compiled
def test_a_higher_temperature_prunes_fewer_moves() -> None:
    state, likely = play_randomly("duo", 6), []
    for temperature in (1.0, 3.0):
        search = BlokusSearch(state, 1, {"nodes": 100_000, "temperature": temperature})
        search.run(100)
        likely.append((len(search.variations()), -search.tried()["prior"].max()))
    assert likely[0] < likely[1]
    assert likely[0][1] < likely[1][1], "and the best one less certain"


# ------------------------------------------------------------------ files


def test_a_policy_net_can_be_stored(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "__file__", str(tmp_path / "learned.py"))
    (tmp_path / "data").mkdir()
    net = random_policy_net(14, 2)
    policy_net.save_policy_net("duo", net, "by chance")
    with np.load(tmp_path / "data" / "policy_net-duo.npz") as stored:
        assert str(stored["recipe"]) == "by chance"
        for name, part in net._asdict().items():
            assert learned.FINEST * stored[name] == pytest.approx(part, abs=1e-3)


@pytest.mark.parametrize(("width", "sides", "colours"), [(14, 2, 2), (20, 4, 4)])
def test_what_was_learned_fits(width: int, sides: int, colours: int) -> None:
    net, blank = policy_net.load_policy_net(width, sides), policy_net.new_policy_net(width, colours)
    assert [part.shape for part in net] == [part.shape for part in blank]
    assert all(np.isfinite(part).all() and part.any() for part in net)


def test_for_two_sides_with_four_colours_the_linear_policy_stands_alone() -> None:
    assert len(policy_net.load_policy_net(20, 2).rows) == 0
