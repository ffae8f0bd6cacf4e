"""A worker process, spoken to directly."""

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tischlein import find_game
from tischlein.bots.levels import make_bot
from tischlein.bots.warmup import BOT_WORKER
from tischlein.core.compiled import FIXED_WAY, is_native
from tischlein.core.game import State
from tischlein.puzzles import CHALLENGES, Layout, Verdict
from tischlein.server.live import jobs
from tischlein.server.live.jobs import Choose, Think
from tischlein.server.solo.jobs import TUTOR, Consult
from tischlein.work.job import Finished, Watch
from tischlein.work.local import LocalPool
from tischlein.work.lru import LruCache
from tischlein.work.worker import read_frame, write_frame

pytestmark = pytest.mark.compiled


def test_an_answer_that_needs_no_search_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """On a machine where nothing is compiled yet; the solo challenges are the last to be compiled."""
    lonely_corner = Layout(CHALLENGES["s3"]).place("blue", "a2,b1,b2,c1")
    with subprocess.Popen(
        [sys.executable, "-m", "tischlein.work.worker", *filter(None, TUTOR)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    ) as worker:  # fmt: skip
        assert worker.stdin is not None
        assert worker.stdout is not None
        for _ in range(2):  # the first question may come before the compiler is at work
            worker.stdin.write(write_frame(Consult("anna", "s3", lonely_corner, advice=False, seconds=2)))
            worker.stdin.flush()
            report = read_frame(worker.stdout.fileno())
            assert isinstance(report, Finished)
            assert report.result.status.verdict is Verdict.IMPOSSIBLE
        assert not list(tmp_path.rglob("tischlein.puzzles-*.o"))
        worker.stdin.close()
        assert worker.wait() == 0, "it ends in the midst of compiling"


@dataclass(frozen=True)
class ChooseAndTell:
    """Chooses a move, and says in which process, and whether natively."""

    state: State
    seconds: float = 1.0

    def run(self, watch: Watch) -> tuple[str, bool, int]:
        seat = self.state.to_move
        assert seat is not None
        bot = make_bot(find_game(self.state.setup.game), "100sims", seed=1)
        return bot.choose(self.state, seat, watch=watch), is_native(), os.getpid()


@pytest.mark.skipif(FIXED_WAY is not None, reason="one way is fixed")
def test_a_worker_goes_over_to_native_code_and_chooses_as_before() -> None:
    """From its first answer on; where nothing is compiled yet, another process does it meanwhile."""
    state = find_game("planken").new(seed=1, first=0)
    for _ in range(4):
        state = state.play(state.legal_moves()[0])

    async def ask() -> list[tuple[str, bool, int]]:
        pool, answers = LocalPool(1, BOT_WORKER), list[tuple[str, bool, int]]()
        await pool.start()
        try:
            async with asyncio.timeout(900):
                while not (answers and answers[-1][1]):
                    answers.append(await pool.run(ChooseAndTell(state)))
        finally:
            await pool.close()
        return answers

    answers = asyncio.run(ask())
    assert len({move for move, _, _ in answers}) == 1
    assert answers[0][0] == ChooseAndTell(state).run(lambda _: True)[0]
    assert len({process for _, _, process in answers}) == 1, "nobody was killed"


def test_a_bot_goes_on_where_it_was_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its next turn it has the search that it had; another table or level has its own; little room keeps none."""
    game = find_game("blokus")
    level = replace(game.levels[7], simulations=40)
    state = game.new("duo", seed=1, first=0)
    searches = []
    for _ in range(2):
        state = state.play(Choose(state, 0, level, "a").run(lambda _: True))
        state = state.play(state.legal_moves()[0])
        (bot,) = [kept for kept in [jobs._bots.take(("a", 0))] if kept is not None]
        searches.append(bot._searches[0])
        jobs._bots.put(("a", 0), bot)
    assert searches[0] is searches[1]
    Choose(state, 0, level, "b").run(lambda _: True)
    Choose(state, 0, replace(level, simulations=20), "a").run(lambda _: True)
    assert len(jobs._bots) == 2
    changed = jobs._bots.take(("a", 0))
    assert changed is not None
    assert changed._searches[0] is not searches[0]
    monkeypatch.setattr(jobs, "_bots", LruCache(1000, lambda bot: bot.nbytes))
    Choose(state, 0, level, "a").run(lambda _: True)
    assert len(jobs._bots) == 0


def test_a_hint_that_waited_thinks_less_and_goes_on_where_it_was() -> None:
    """It may have waited for others, or been stopped for a quick bot and begun again."""
    game = find_game("blokus")
    state, level = game.new("duo", seed=1, first=0), replace(game.levels[7], seconds=3600.0, simulations=None)
    times = iter(range(10))
    stopped = sum(found.visits for found in Think(state, 0, level, "hint").run(lambda _: next(times) < 4))
    late = Think(state, 0, level, "hint", until=0.0)
    assert sum(found.visits for found in late.run(lambda _: True)) >= stopped > 8
    assert sum(found.visits for found in late.run(lambda _: True)) > 8, "it thinks a little all the same"
    jobs._bots.take(("hint", 0))
