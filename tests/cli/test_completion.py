"""What the shell offers, and how help looks."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from tischlein.cli.main import app

pytestmark = pytest.mark.compiled


def complete(line: str) -> list[str]:
    """Return what bash would offer for a line whose last word is incomplete."""
    words = line.split(" ")
    environment = {"_TISCHLEIN_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    program = "import sys; sys.argv[0] = 'tischlein'; from tischlein.cli.main import app; app(prog_name='tischlein')"
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("tischlein play blo", ["blockers", "blokus"]),
        ("tischlein play blokus --variant t", ["teams", "two", "three"]),
        ("tischlein play planken --option line=", None),
        ("tischlein arena blokus --bots level3,level", [f"level3,level{number}" for number in range(1, 11)]),
        ("tischlein hint game.record --bot ran", ["random"]),
    ],
)
def test_the_shell_knows_games_variants_options_and_levels(line: str, wanted: list[str] | None) -> None:
    offered = complete(line)
    if wanted is None:
        assert len(offered) > 1
        assert all(one.startswith("line=") for one in offered)
    else:
        assert sorted(offered) == sorted(wanted)


@pytest.mark.parametrize("command", [[], ["arena"], ["play"], ["serve"], ["puzzle"], ["puzzle", "many"]])
def test_switches_do_not_say_that_they_are_boolean(command: list[str]) -> None:
    shown = CliRunner().invoke(app, [*command, "--help"])
    assert shown.exit_code == 0
    assert "bool" not in shown.output
    assert "--help" in shown.output
