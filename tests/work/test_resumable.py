"""Work in many pieces, whose processes end with whoever wanted the results."""

import os
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 20
PROGRAM = """
import sys, time
from pathlib import Path
from tests.work.test_resumable import work
from tischlein.work.resumable import LocalExecutor

if __name__ == "__main__":
    list(LocalExecutor(2).map(work, [sys.argv[1]] * 100))
"""


def work(folder: str) -> None:
    """Say who works, and work for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_end_with_a_run_that_was_killed(tmp_path: Path) -> None:
    script, folder = tmp_path / "run.py", tmp_path / "workers"
    script.write_text(PROGRAM)
    folder.mkdir()
    run = subprocess.Popen(
        [sys.executable, str(script), str(folder)], env={**os.environ, "PYTHONPATH": str(Path.cwd())}
    )
    while len(workers := [int(path.name) for path in folder.iterdir()]) < 2:
        assert run.poll() is None
        time.sleep(0.05)
    run.kill()
    run.wait()
    deadline = time.monotonic() + SECONDS
    while any(map(is_running, workers)):
        assert time.monotonic() < deadline, "they work on for nobody"
        time.sleep(0.05)
