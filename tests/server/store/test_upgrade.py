"""A database of the version before is brought up to date, and people play on."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.table.rights import Role

pytestmark = pytest.mark.compiled

ANNA, BEN, CARL, DORA = (bytes([number]) * 32 for number in range(1, 5))


def test_a_database_of_the_last_version_is_played_on(tmp_path: Path) -> None:
    """Anna and Ben are in the midst of a game, Carl watches it by link, Dora set up a table of bots."""
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as old:
        old.executescript((Path(__file__).parent / "upgrade" / "0002.sql").read_text(encoding="utf-8"))
        ids = {row[1]: row[0] for row in old.execute("SELECT id, game FROM tables")}
    old.close()

    async def play_on() -> None:
        service = Service(Settings(database=f"sqlite:///{file}", bot_workers=0))
        await prepare_database(service.store)
        live = await service.tables.find(ids["planken"])
        assert (live.table.match.ply, live.table.to_move) == (3, 1)
        standings = {key: await service.store.find_standing(ids["planken"], key) for key in (ANNA, BEN, CARL)}
        assert standings[ANNA].roles(False) == {Role.HOST, Role.SEAT, Role.WATCHER, Role.STRANGER}
        assert [sorted(standings[key].seats) for key in (ANNA, BEN)] == [[0], [1]]
        assert standings[CARL].roles(False) == {Role.WATCHER, Role.STRANGER}, "a watch link gave no more"
        assert (await service.store.find_standing(ids["blockers"], DORA)).host
        move = live.table.match.legal_moves()[0]
        now = live.table.terms.created
        await service.tables.act(live, "on", lambda table, _: table.play(1, 3, move, now))
        assert live.table.match.ply == 4
        over = await service.tables.find(ids["blokus"])
        assert (over.table.status, over.table.terms.imported) == ("over", False)
        bots = await service.tables.find(ids["blockers"])
        assert bots.table.bot_to_move in ("level1", "0.5s"), "what was allowed before still plays"
        await service.store.close()

    asyncio.run(play_on())
