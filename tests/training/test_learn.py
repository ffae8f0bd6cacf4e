"""The learning run, end to end: killed, resumed, and refused where it cannot go on."""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from training.blokus import learn
from training.blokus.match import Pair, Result, judge, play_pair
from training.blokus.nets import load_nets, save_nets, shipped_nets

from tischlein.work.resumable import LocalExecutor

pytestmark = pytest.mark.compiled

AMOUNTS = {"generations": 1, "files": 3, "games": 2, "simulations": 4, "looks": 30, "close": 20, "epochs": 1}
TINY = [word for name, amount in AMOUNTS.items() for word in (f"--{name}", str(amount))]
TINY += ["--seeds", "1", "--pairs", "1", "--seconds", "0.002"]


def command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "training.blokus.learn", "duo", "--folder", str(folder), "--workers", "1", *TINY]


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.npz"))}


def test_a_run_that_was_killed_goes_on_and_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    running = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL)
    while not list((killed / "generation-001" / "games").glob("*.npz")):
        assert running.poll() is None
        time.sleep(0.05)
    running.kill()
    running.wait()
    kept = {path: path.stat().st_mtime_ns for path in killed.rglob("*.npz")}
    for folder in (killed, whole):
        subprocess.run(command(folder), check=True, stdout=subprocess.DEVNULL)
    assert snapshot(killed) == snapshot(whole)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    verdict = json.loads((killed / "generation-001" / "verdict.json").read_text())
    assert verdict["games"] == 2
    assert {"points", "cross_entropy"} == set(json.loads((killed / "generation-001" / "fitted.json").read_text()))
    assert "generation 1: fitted" in (killed / "log.txt").read_text()
    nets = load_nets("duo", killed / "generation-001" / "nets")
    assert all(np.isfinite(part).all() for part in (nets.policy.weights, *nets.policy.net, *nets.value_net))


def test_another_plan_is_refused(tmp_path: Path) -> None:
    learn.Run("duo", tmp_path, learn.Plan(games=2), LocalExecutor())
    with pytest.raises(SystemExit, match=r"another plan \(games, epochs\)"):
        learn.Run("duo", tmp_path, learn.Plan(games=3, epochs=1), LocalExecutor())


def test_the_best_nets_are_those_that_won_last(tmp_path: Path) -> None:
    run = learn.Run("duo", tmp_path, learn.Plan(generations=3), LocalExecutor())
    assert run.best() == tmp_path / "first"
    for generation, better in enumerate((True, False), start=1):
        folder = tmp_path / f"generation-{generation:03}"
        folder.mkdir()
        (folder / "verdict.json").write_text(json.dumps({"better": better}))
    assert run.best() == tmp_path / "generation-001" / "nets"
    assert run.best(before=1) == tmp_path / "first"


@pytest.mark.parametrize("kind", ["duo", "classic"])
def test_nets_come_back_as_they_were_stored(kind: str, tmp_path: Path) -> None:
    nets = shipped_nets(kind)
    save_nets(kind, nets, "by hand", tmp_path)
    again = load_nets(kind, tmp_path)
    for one, other in zip(
        (nets.policy.weights, *nets.policy.net, *nets.value_net),
        (again.policy.weights, *again.policy.net, *again.value_net),
        strict=True,
    ):
        assert one == pytest.approx(other, abs=1e-6)


def test_nets_against_themselves_are_even() -> None:
    nets = shipped_nets("duo")
    result = Result(**json.loads(play_pair(Pair("duo", nets, nets, 1, simulations=20))))
    assert result.simulations[0] == pytest.approx(result.simulations[1], rel=0.3)
    assert 0 <= result.share <= 1


def test_a_verdict_needs_more_than_luck() -> None:
    def text(share: float) -> str:
        return json.dumps(Result(share, 10 * share, (100, 100))._asdict())

    assert not judge([text(0.75), text(0.5)]).better
    assert judge([text(0.75), text(0.5)] * 40).better
    assert not judge([text(0.5)] * 400).better
    assert "of 4 games" in str(judge([text(0.75), text(0.5)]))
