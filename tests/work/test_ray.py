"""Work under Ray: the same games as without, and nothing lost when a worker or the driver is killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

from typer.testing import CliRunner

from tischlein import BadSetup, Record
from tischlein.arena.contest import Contest, Fixture, fixtures, play_fixture, results, run_contest
from tischlein.cli.main import app
from tischlein.work.job import TRIES, JobFailed, WorkerKind
from tischlein.work.ray import RayExecutor, RayPool
from tischlein.work.resumable import complete

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.ray,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Tip. In future versions of Ray:FutureWarning"),
]

CONTEST = Contest("blokus", ("level1", "random"), games=6, variant="duo")


def read_game(text: str) -> Record:
    """Return a game without the times, which are never the same again."""
    record = Record.parse(text)
    return replace(record, tags={key: value for key, value in record.tags.items() if not key.startswith("Time ")})


def read(folder: Path) -> dict[str, Record]:
    return {path.name: read_game(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.record"))}


def expected(contest: Contest) -> dict[str, Record]:
    return {fixture.file: read_game(play_fixture(fixture)) for fixture in fixtures(contest)}


DRIVER = """
import sys
from pathlib import Path
from tischlein.arena.contest import Contest, run_contest
from tischlein.work.ray import RayExecutor
with RayExecutor(workers=2) as executor:
    for done, _ in run_contest(Contest("blokus", ("level1", "random"), 400, "duo"), Path(sys.argv[1]), executor):
        print(done, flush=True)
"""


def test_a_killed_driver_costs_no_finished_game(tmp_path: Path) -> None:
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert driver.stdout is not None
    while driver.stdout.readline().strip() != "3":
        assert driver.poll() is None
    driver.kill()
    assert driver.wait() == -signal.SIGKILL
    driver.stdout.close()
    kept = {path.name: path.read_bytes() for path in tmp_path.glob("*.record")}
    assert 3 <= len(kept) < 400
    contest = Contest("blokus", ("level1", "random"), max(int(name[-11:-7]) for name in kept) + 2, "duo")
    progress = list(run_contest(contest, tmp_path))
    assert progress[0][0] == len(kept), "what was finished is not played again"
    assert progress[-1] == (contest.games, contest.games)
    assert all((tmp_path / name).read_bytes() == text for name, text in kept.items())
    assert read(tmp_path) == expected(contest)


@pytest.fixture(scope="module")
def executor() -> Iterator[RayExecutor]:
    with RayExecutor(workers=2) as started:
        yield started


def test_the_same_games_as_without(executor: RayExecutor, tmp_path: Path) -> None:
    progress = list(run_contest(CONTEST, tmp_path, executor))
    assert progress == [(done, 6) for done in range(7)]
    assert read(tmp_path) == expected(CONTEST)
    assert results(CONTEST, tmp_path)[0].games == 6
    assert {path.suffix for path in tmp_path.iterdir()} == {".record"}


def test_the_command_plays_on_ray(executor: RayExecutor, tmp_path: Path) -> None:
    arguments = ["blokus", "--bots", "level1,random", "--games", "2", "--variant", "duo", "--ray", "-o", str(tmp_path)]
    result = CliRunner().invoke(app, ["arena", *arguments])
    assert result.exit_code == 0, result.output
    assert len(read(tmp_path)) == 2


def test_puzzles_are_made_on_ray(executor: RayExecutor, tmp_path: Path) -> None:
    arguments = ["many", "--count", "4", "--size", "5x6", "--level", "easy", "--seed", "3"]
    for where in (["--ray", "-o", str(tmp_path / "ray")], ["-o", str(tmp_path / "here")]):
        result = CliRunner().invoke(app, ["puzzle", *arguments, *where])
        assert result.exit_code == 0, result.output
    made = {path.name: path.read_bytes() for path in (tmp_path / "ray").iterdir()}
    assert len(made) == 4
    assert made == {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}


@dataclass(frozen=True)
class Watched:
    """A game that says in a file which process plays it."""

    fixture: Fixture
    folder: Path


def play_watched(task: Watched) -> str:
    (task.folder / f"{os.getpid()}-{task.fixture.number}").touch()
    text = play_fixture(task.fixture)
    killed = task.folder.parent / "killed"
    if task.fixture.number == 2 and not killed.exists():
        killed.touch()
        os.kill(os.getpid(), signal.SIGKILL)  # the game is played, but not handed over
    return text


def test_a_killed_worker_costs_no_finished_game(executor: RayExecutor, tmp_path: Path) -> None:
    (tmp_path / "pids").mkdir()
    tasks = {fixture.file: Watched(fixture, tmp_path / "pids") for fixture in fixtures(CONTEST)}
    finished: list[set[str]] = []
    for _ in complete(tmp_path / "games", tasks, play_watched, executor):
        finished.append({path.name for path in (tmp_path / "games").glob("*.record")})
    assert (tmp_path / "killed").exists()
    assert all(before < after for before, after in pairwise(finished))
    assert read(tmp_path / "games") == expected(CONTEST)
    played = [path.name.partition("-")[2] for path in (tmp_path / "pids").iterdir()]
    assert len(played) == len(tasks) + 1, "only the lost game was played twice"


def kill_always(_: int) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def test_a_task_that_kills_every_worker_is_given_up(executor: RayExecutor, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"(?i)died|crash"):
        list(complete(tmp_path, {"a": 1}, kill_always, executor))
    assert list(tmp_path.iterdir()) == []


def refuse(_: int) -> str:
    raise BadSetup("tischlein.core", "bad-setup", field="bot", value="x", allowed="y")


def test_an_error_in_a_task_arrives(executor: RayExecutor, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="bot cannot be"):
        list(complete(tmp_path, {"a": 1}, refuse, executor))


# ------------------------------------------------------------------ single jobs


@dataclass(frozen=True)
class Count:
    """Counts until it is told to stop, or does what a test wants."""

    until: int
    folder: Path
    seconds: float = 1.0

    def run(self, watch: Callable[[float], bool]) -> Any:
        (self.folder / str(os.getpid())).touch()
        for number in range(self.until):
            if not watch(number / self.until):
                (self.folder / "stopped").touch()
                return number
        return self.until


class Kill(Count):
    """Kills its worker the first time, or always."""

    def run(self, watch: Callable[[float], bool]) -> Any:
        if len(list(self.folder.iterdir())) < self.until:
            (self.folder / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "survived"


class Fail(Count):
    """Raises."""

    def run(self, watch: Callable[[float], bool]) -> Any:
        raise LookupError("there is no such thing")


def with_pool(work: Callable[[RayPool], Any]) -> Any:
    async def run() -> Any:
        pool = RayPool(2, WorkerKind("test"))
        await pool.start()
        try:
            return await asyncio.wait_for(work(pool), 540)  # starting a worker may take a minute on a busy machine
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_pool_does_jobs_and_survives_its_workers(executor: RayExecutor, tmp_path: Path) -> None:
    async def work(pool: RayPool) -> None:
        folders = [tmp_path / str(number) for number in range(3)]
        for folder in folders:
            folder.mkdir()
        assert await pool.run(Count(10, folders[0])) == 10
        with pytest.raises(JobFailed, match="no such thing"):
            await pool.run(Fail(0, folders[0]))
        assert await pool.run(Kill(1, folders[1])) == "survived"
        with pytest.raises(JobFailed, match=f"{TRIES} workers died"):
            await pool.run(Kill(1000, folders[2]))
        assert await asyncio.gather(*(pool.run(Count(number, folders[0])) for number in range(5))) == list(range(5))

    with_pool(work)


def test_a_pool_reports_and_can_be_told_to_stop(executor: RayExecutor, tmp_path: Path) -> None:
    async def work(pool: RayPool) -> None:
        shares: list[float] = []
        heard = asyncio.Event()

        def listen(share: float) -> None:
            shares.append(share)
            if share > 0:
                heard.set()

        job = asyncio.create_task(pool.run(Count(10**12, tmp_path), listen))
        await heard.wait()
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert await pool.run(Count(3, tmp_path)) == 3
        assert all(0 <= share <= 1 for share in shares)
        while not (tmp_path / "stopped").exists():
            await asyncio.sleep(0)

    with_pool(work)
