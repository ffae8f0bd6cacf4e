"""The policies in PyTorch are those that the engine runs, and they learn."""

import io
from typing import Any

import numpy as np
import pytest
from training.blokus import policy
from training.blokus.nets import shipped_nets
from training.blokus.samples import Looks, load, load_looks
from training.blokus.selfplay import CloseLooks, Games, look_closely, play_games

from tests.blokus.positions import play_randomly
from tischlein.games.blokus.engine import linear_policy, policy_net
from tischlein.games.blokus.engine.linear_policy import compute_logit, load_linear_policy
from tischlein.games.blokus.engine.policy_net import Policy, PolicyNet
from tischlein.games.blokus.engine.workspace import new_workspace

pytestmark = pytest.mark.compiled
PLACES = [("duo", 0), ("duo", 10), ("two", 33), ("classic", 30), ("classic", 58)]


def random_policy(position: Any) -> Policy:
    """Return the weights that are there, and a network of small random numbers."""
    width, colours, rng = int(position.width), int(position.colours), np.random.default_rng(3)
    blank = policy_net.new_policy_net(width, colours)
    net = PolicyNet(*(rng.normal(0, 0.03, part.shape).astype(np.float32) for part in blank))
    return Policy(load_linear_policy(width, int(position.sides)).copy(), net)


def one_look(variant: str, plies: int) -> tuple[Looks, Any]:
    """Return a look at a position, where every seventh move was visited, and the position."""
    state = play_randomly(variant, plies)
    position = state.position.copy()
    policy_net.apply_policy(
        position, False, Policy(random_policy(position).weights, policy_net.empty_policy_net()), new_workspace()
    )
    codes = position.lists[position.turn][: int(position.counts[position.turn]) : 7].astype(np.uint16)
    played, length = np.zeros((1, 84), dtype=np.uint16), np.array([plies])
    played[0, :plies] = state.position.played[:plies]
    visits = np.arange(1, len(codes) + 1, dtype=np.uint16)
    return Looks(played, length, length, np.array([1]), np.array([0]), codes[None], visits[None]), position


def model_of(position: Any, known: Policy, network: bool = True) -> policy.PolicyModel:
    recipe = policy.PolicyRecipe(network=network)
    model = policy.PolicyModel(int(position.width), int(position.colours), known.weights, recipe)
    if network:
        model.load(known)
    return model


@pytest.mark.parametrize(("variant", "plies"), PLACES)
@pytest.mark.parametrize("network", [True, False])
def test_the_model_gives_the_logits_of_the_engine(variant: str, plies: int, network: bool) -> None:
    looks, position = one_look(variant, plies)
    known, workspace = random_policy(position), new_workspace()
    # Duo may be read in a mirror; the seed says whether.
    choices = policy.ChoiceReader(variant, looks, seed=1).read(np.array([0]))
    logits = model_of(position, known, network)(choices).detach().numpy()
    own = known if network else Policy(known.weights, policy_net.empty_policy_net())
    said = []
    for mirrored in (False, True):
        policy_net.apply_policy(position, mirrored, own, workspace)
        said.append([compute_logit(int(code), workspace) for code in choices.codes])
    assert any(
        logits == pytest.approx(np.array(some), rel=1e-3, abs=1e-3) for some in said[: int(position.colours == 2) + 1]
    )
    assert choices.wanted.sum() == pytest.approx(1)
    assert choices.codes[choices.wanted > 0].tolist() == looks.codes[0].tolist()


@pytest.mark.parametrize(("variant", "plies"), [("two", 12), ("classic", 30)])
def test_gradients_are_those_of_what_the_engine_says(variant: str, plies: int) -> None:
    """The cross-entropy of the compiled policies, compared with its change when a number changes a little."""
    looks, position = one_look(variant, plies)
    known, workspace = random_policy(position), new_workspace()
    choices = policy.ChoiceReader(variant, looks, seed=1).read(np.array([0]))
    model = model_of(position, known)
    policy.cross_entropies(model(choices), choices).sum().backward()  # type: ignore[no-untyped-call]

    def loss() -> float:
        policy_net.apply_policy(position, False, known, workspace)
        logits = np.array([compute_logit(int(code), workspace) for code in choices.codes])
        chances = np.exp(logits - logits.max())
        return float(-(choices.wanted * np.log(chances / chances.sum())).sum())

    loss()
    lit, phase = int(workspace.accumulator.argmax()), linear_policy.phase_of(position, int(position.turn))
    gradients = {name: part.grad.numpy() for name, part in model.named_parameters() if part.grad is not None}
    places: list[tuple[str, Any, Any]] = [
        ("rows", known.net.rows, (int(workspace.inputs[3]), lit)),
        ("bias", known.net.bias, lit),
        *(
            (name, getattr(known.net, name), (lit, int(np.abs(gradients[name]).sum(axis=0).argmax())))
            for name in ("covered", "opened", "pieces")
        ),
        *(
            ("weights", known.weights, (phase, feature))
            for feature in (linear_policy.VACANT, linear_policy.SPACE, linear_policy.FREE)
        ),
    ]
    for name, numbers, at in places:
        before, around = numbers[at], []
        for change in (0.01, -0.01):
            numbers[at] = before + change
            around.append(loss())
        numbers[at] = before
        assert gradients[name][at] == pytest.approx((around[0] - around[1]) / 0.02, rel=0.05, abs=0.02)


@pytest.mark.parametrize(("kind", "network"), [("duo", True), ("classic", True), ("classic", False)])
def test_policies_learn_to_predict_the_search(kind: str, network: bool, capsys: pytest.CaptureFixture[str]) -> None:
    nets = shipped_nets(kind)
    games = play_games(Games(kind, nets, 8, 1, 4))
    looks = load_looks([io.BytesIO(look_closely(CloseLooks(kind, nets, 60, 1, 60, games)))])
    start = np.zeros_like(nets.policy.weights)
    found, error = policy.fit_policy(kind, looks, start, policy.PolicyRecipe(20, 0.02, network=network))
    said = [float(line.split()[3].strip(",")) for line in capsys.readouterr().out.splitlines()]
    assert error == pytest.approx(said[-1], abs=1e-3)
    assert said[-1] < said[0] - 0.4  # after the first epoch it is better than guessing already
    assert (len(found.net.rows) > 0) == network
    assert all(np.isfinite(part).all() for part in (found.weights, *found.net))


def test_quick_games_can_be_learned_from_too() -> None:
    sample = load([io.BytesIO(play_games(Games("duo", shipped_nets("duo"), 12, 1, 2)))])
    choices = policy.ChoiceReader("duo", sample.looks(), 1).read(np.array([0, 1]))
    assert len(choices.phases) == (sample.visits[:, 1] > 0).sum()
    assert np.add.reduceat(choices.wanted, choices.move_starts[:-1]) == pytest.approx(1, abs=1e-5)
