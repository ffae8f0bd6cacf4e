"""The examples run from a fresh process, and the one that learns does learn."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tischlein.arena.dataset import write_dataset
from tischlein.arena.selfplay import Lesson

ROOT = Path(__file__).parent.parent


def run_example(name: str, *arguments: str) -> str:
    """Run an example in a process of its own and return what it says."""
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    given = {**os.environ, "OMP_NUM_THREADS": "1"}  # small networks only lose time by more, beside other tests
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=given)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.compiled
def test_pytorch_learns_from_a_data_set_and_in_self_play(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    list(write_dataset(tmp_path / "data", Lesson("blockers", "level1", "expert", seed=1), 1))
    small = ("--updates", "2", "--games", "16", "--judged", "100", "--data", str(tmp_path / "data"))
    said = run_example("learn_blockers.py", *small, "--output", str(chart))
    assert re.search(r"after 2 updates it wins [\d.]+ ± [\d.]+ % of 100 games", said), said
    assert ET.parse(chart).getroot().tag.endswith("svg")


@pytest.mark.compiled
def test_sb3_learns(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    said = run_example("learn_with_sb3.py", "--steps", "2048", "--judged", "100", "--output", str(chart))
    assert re.search(r"after 2048 steps it wins [\d.]+ ± [\d.]+ % of 100 games", said), said
    assert ET.parse(chart).getroot().tag.endswith("svg")


@pytest.mark.compiled
def test_openspiel_plays_a_tournament(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    small = ("--games", "1", "--simulations", "2", "3", "--output", str(chart))
    said = run_example("openspiel_tournament.py", *small)
    assert len(re.findall(r"[\d.]+ %   against", said)) == 5, said
    assert ET.parse(chart).getroot().tag.endswith("svg")


@pytest.mark.compiled
def test_blokus_duo_is_learned(tmp_path: Path) -> None:
    """The same seed and number of updates learn the same everywhere, however fast the machine is."""
    chart = tmp_path / "chart.svg"
    command = [sys.executable, str(ROOT / "examples/learn_blokus_duo.py"), "--seconds", "1000", "--updates", "60"]
    result = subprocess.run([*command, "--output", str(chart)], capture_output=True, text=True, check=True)
    found = re.search(r"wins ([\d.]+) ± [\d.]+ % of 2,000 games", result.stdout)
    assert found is not None
    assert float(found[1]) > 80
    assert ET.parse(chart).getroot().tag.endswith("svg")
    assert chart.with_suffix(".json").exists()
