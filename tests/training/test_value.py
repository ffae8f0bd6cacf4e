"""The value net in PyTorch is the one that the engine runs, and it learns."""

import io
from statistics import fmean
from typing import Any

import numpy as np
import pytest
import torch
from training.blokus import value
from training.blokus.nets import shipped_nets
from training.blokus.samples import load, results_of
from training.blokus.selfplay import Games, play_games, state_after

from tests.blokus.positions import positions
from tischlein.games.blokus.engine import value_net
from tischlein.games.blokus.engine.workspace import new_workspace

pytestmark = pytest.mark.compiled


def random_net(width: int, colours: int) -> value_net.ValueNet:
    rng, blank = np.random.default_rng(3), value_net.new_value_net(width, colours)
    return value_net.ValueNet(*(rng.normal(0.02, 0.1, part.shape).astype(np.float32) for part in blank))


def batch_of(position: Any, workspace: Any) -> value.Positions:
    """Return one position as the model wants it; the workspace gets its inputs too."""
    count, colours = value_net.collect_inputs(position, False, workspace), int(position.colours)
    nothing = np.zeros((1, colours), dtype=np.float32)
    stage = np.array([value_net.stage_of(position)])
    return value.Positions(workspace.inputs[:count].astype(np.int32), np.zeros(1, np.int64), stage, nothing, nothing)


@pytest.mark.parametrize(("variant", "plies"), [("duo", 0), ("duo", 12), ("two", 40), ("classic", 30), ("classic", 51)])
def test_the_model_says_what_the_engine_says(variant: str, plies: int) -> None:
    position, workspace = positions(variant, plies), new_workspace()
    width, colours = int(position.width), int(position.colours)
    net, model = random_net(width, colours), value.ValueModel(width, colours, seed=1)
    model.load(net)
    batch = batch_of(position, workspace)
    value_net.run_layers(net, int(batch.stages[0]), len(batch.inputs), workspace)
    said = value.expect(model, batch).detach().numpy()[0]
    assert said == pytest.approx(workspace.outputs[:colours], rel=1e-4, abs=1e-4)
    for part, other in zip(net[:-1], model.export(net.rmse)[:-1], strict=True):
        assert np.array_equal(part, other)


@pytest.mark.parametrize(("variant", "plies"), [("duo", 12), ("classic", 30)])
def test_gradients_are_those_of_what_the_engine_says(variant: str, plies: int) -> None:
    """Half the squared error of the compiled network, compared with its change when a number changes a little."""
    position, workspace = positions(variant, plies), new_workspace()
    width, colours = int(position.width), int(position.colours)
    net, model = random_net(width, colours), value.ValueModel(width, colours, seed=1)
    model.load(net)
    batch, wanted = batch_of(position, workspace), np.linspace(-1, 1, colours, dtype=np.float32)
    stage, used = int(batch.stages[0]), int(batch.inputs[len(batch.inputs) // 2])
    (0.5 * ((value.expect(model, batch)[0] - torch.from_numpy(wanted)) ** 2).sum()).backward()  # type: ignore[no-untyped-call]

    def loss() -> float:
        value_net.run_layers(net, stage, len(batch.inputs), workspace)
        return float(((workspace.outputs[:colours] - wanted) ** 2).sum() / 2)

    places: list[tuple[str, Any]] = [
        ("rows", (used, 5)),
        ("bias", 7),
        ("dense", (stage, 3, 4)),
        ("dense_bias", (stage, 6)),
        ("output", (stage, 5, 1)),
        ("output_bias", (stage, 1)),
    ]
    for name, at in places:
        numbers, around = getattr(net, name), []
        before = numbers[at]
        for change in (0.01, -0.01):
            numbers[at] = before + change
            around.append(loss())
        numbers[at] = before
        found = getattr(model, name).grad[at]
        assert float(found) == pytest.approx((around[0] - around[1]) / 0.02, rel=0.05, abs=0.02)


def sample_of(kind: str, games: int) -> Any:
    return load([io.BytesIO(play_games(Games(kind, shipped_nets(kind), 12, 1, games)))])


def test_games_are_played_and_end_as_they_say() -> None:
    sample = sample_of("classic", 2)
    assert sample.lengths.sum() == len(sample.leads) == len(sample.codes)
    assert (sample.visits.sum(axis=1) <= 12).all()
    for game, result in enumerate(results_of("classic", sample)):
        outcome = state_after("classic", sample.played[game, : sample.lengths[game]].tolist()).outcome()
        assert outcome is not None
        others = [fmean(score for other, score in enumerate(outcome.scores) if other != seat) for seat in range(4)]
        wanted = [score - mean for score, mean in zip(outcome.scores, others, strict=True)]
        assert result.tolist() == pytest.approx(wanted)
    again = sample_of("classic", 2)
    assert all(np.array_equal(one, other) for one, other in zip(sample, again, strict=True))


@pytest.mark.parametrize("kind", ["duo", "classic"])
def test_a_network_learns_to_predict_the_search(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    sample = sample_of(kind, 24)
    net, error = value.fit_value(kind, sample, value.ValueRecipe(epochs=30, rate=0.01, result=0.2))
    said = [float(line.split()[4]) for line in capsys.readouterr().out.splitlines()]
    assert len(said) == 30
    assert error == pytest.approx(said[-1], abs=1e-3)
    assert said[-1] < 0.8 * said[0]
    assert all(np.isfinite(part).all() for part in net)
    assert (net.rmse >= 1).all()
    again, _ = value.fit_value(kind, sample, value.ValueRecipe(epochs=30, rate=0.01, result=0.2))
    assert all(np.array_equal(one, other) for one, other in zip(net, again, strict=True))


def test_the_target_is_seen_by_the_colour_to_move() -> None:
    sample = sample_of("two", 1)
    read = value.Reader("two", sample, 1).read(np.array([0]), 1)
    sides = [0, 1, 0, 1]
    for ply in range(8):  # nobody is out yet
        assert read.leads[ply].tolist() == [sample.leads[ply][sides[(ply + step) % 4]] for step in range(4)]
