"""A worker process, spoken to directly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tischlein.puzzles import CHALLENGES, Layout, Verdict
from tischlein.server.jobs import Finished
from tischlein.server.solo_jobs import Consult
from tischlein.server.worker import read_frame, write_frame

pytestmark = pytest.mark.compiled


def test_an_answer_that_needs_no_search_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """On a machine where nothing is compiled yet; the search for packed boards is the last to be compiled."""
    lonely_corner = Layout(CHALLENGES["s3"]).place("blue", "a2,b1,b2,c1")
    with subprocess.Popen(
        [sys.executable, "-m", "tischlein.server.worker", "tutor"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    ) as worker:  # fmt: skip
        assert worker.stdin is not None
        assert worker.stdout is not None
        for _ in range(2):  # the first question may come before the compiler is at work
            worker.stdin.write(write_frame(Consult("anna", "s3", lonely_corner, advice=False, seconds=2)))
            worker.stdin.flush()
            report = read_frame(worker.stdout.fileno())
            assert isinstance(report, Finished)
            assert report.result.status.verdict is Verdict.IMPOSSIBLE
        assert not list(tmp_path.rglob("pack.*"))
        worker.stdin.close()
        assert worker.wait() == 0, "it ends in the midst of compiling"
