"""The examples run from a fresh process, and the one that learns does learn."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.compiled
def test_blokus_duo_is_learned(tmp_path: Path) -> None:
    """The same seed and number of updates learn the same everywhere, however fast the machine is."""
    chart = tmp_path / "chart.svg"
    command = [sys.executable, str(ROOT / "examples/learn_blokus_duo.py"), "--seconds", "1000", "--updates", "60"]
    result = subprocess.run([*command, "--output", str(chart)], capture_output=True, text=True, check=True)
    found = re.search(r"wins ([\d.]+) % of 2,000 games", result.stdout)
    assert found is not None
    assert float(found[1]) > 80
    assert ET.parse(chart).getroot().tag.endswith("svg")
    assert chart.with_suffix(".json").exists()
