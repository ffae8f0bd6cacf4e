"""`scripts/new-game`: what it makes is a whole game under another name that obeys all laws."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CHECK = """
import sys
import tischlein.games
tischlein.games.__path__.append(sys.argv[1])
from tischlein import Record, find_game
from tischlein.bots.levels import make_bot
from tischlein.core.testkit import cases, check_finished, check_laws
game = find_game("probe")
for case in cases(game):
    check_laws(game, case, seed=1)
for text in sys.argv[2:]:
    check_finished(Record.parse(open(text, encoding="utf-8").read()))
state = game.new(seed=1)
assert make_bot(game, "level2", seed=1).choose(state, state.to_move) in state.legal_moves()
print(game.title)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder like this repository in which a game was made."""
    folder = tmp_path_factory.mktemp("repository")
    for part in ("scripts", "tests/extra_games", "tests/nim"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(folder, "probe", "The Probe").returncode == 0
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "scripts/new_game.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_new_game_obeys_the_laws_and_bots_play_it(made: Path) -> None:
    finished = sorted((made / "tests/probe/finished").glob("*.record"))
    command = [sys.executable, "-B", "-c", CHECK, str(made / "src/tischlein/games"), *map(str, finished)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stdout == "The Probe\n", done.stderr


def test_every_place_of_the_checklist_is_there_and_nothing_has_the_old_name(made: Path) -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    game, others = "src/tischlein/games/probe/", ("src/", "tests/", "web/")
    places = [place for row in rows for place in re.findall(r"`([^`]+)`", row)]
    assert len(places) > 15
    for place in (place.replace("ID", "probe") for place in places):
        beside = "web/src/games/probe/" if place.startswith("web/src/games") else game
        path = place if place.startswith(others) else beside + place
        assert list(made.glob(path.rstrip("/"))), f"{path} is not made"
    new = [path for path in made.rglob("*") if "probe" in str(path.relative_to(made)) and path.is_file()]
    for path in new:
        assert not re.search(r"\b[Nn]im\b|\bNim[A-Z]", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("arguments", [(), ("Probe",), ("a-b",), ("nim",), ("probe",)])
def test_what_cannot_be_made_is_refused(made: Path, arguments: tuple[str, ...]) -> None:
    before = sorted(made.rglob("*"))
    assert run(made, *arguments).returncode != 0
    assert sorted(made.rglob("*")) == before
