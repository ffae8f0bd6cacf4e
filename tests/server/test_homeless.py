"""A server of a user who has no home: what is portable answers, and one line says that nothing is kept."""

import asyncio
from pathlib import Path

import pytest

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.core.compiled import FIXED_WAY


@pytest.mark.compiled
@pytest.mark.skipif(FIXED_WAY is not None, reason="nothing would be kept in one fixed way")
def test_bots_answer_and_one_line_says_that_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, "/dev/null/none")
    server = Server(tmp_path, bot_workers=2).start()
    try:
        server.wait_for("/ready")
        anna = Visitor(server.address)
        for game_id in ("planken", "blokus"):
            table = anna.create(game_id, "me", "level3", first=1)["id"]
            asyncio.run(await_move(anna, table))
    finally:
        server.stop()
    assert server.log.read_text().count("Machine code cannot be kept") == 1


async def await_move(person: Visitor, table: str) -> None:
    async with person.sit(table, 0) as screen:
        await screen.until(lambda now: now["ply"] > 0)
