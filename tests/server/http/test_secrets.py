"""Nobody learns a hidden tile: two games that differ only in what a seat cannot see look the same to it, byte by byte.

Everything that reaches a seat or an onlooker is compared: snapshots, updates, answers, refusals, hints, reactions,
requests, positions of the past, cards. A hint is compared as the job that a worker gets: what a worker does not
know, it cannot tell.
"""

import asyncio
import pickle
import random
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tischlein.bots.warmup import BOT_WORKER
from tischlein.core.game import Seat, Setup
from tischlein.core.registry import find_game
from tischlein.core.search import Variation as Thought
from tischlein.server.live.bot_turns import BotTurns
from tischlein.server.live.live_table import Screen
from tischlein.server.live.messages import show_card
from tischlein.server.live.work_queue import WorkQueue
from tischlein.server.service import Service, prepare_database
from tischlein.server.settings import Settings
from tischlein.server.socket.connection import Connection
from tischlein.server.store import NewTable
from tischlein.server.table.table import Person, Table, Terms
from tischlein.work.job import Job, Listener
from tischlein.work.local import LocalPool

pytestmark = pytest.mark.compiled


class ListeningQueue(WorkQueue):
    """Notes what workers would be told, and answers at once."""

    def __init__(self) -> None:
        super().__init__(LocalPool(0, BOT_WORKER))
        self.jobs: list[bytes] = []

    async def run(
        self,
        job: Job,
        client: str,
        listener: Listener | None = None,
        key: Hashable = None,
        most: int | None = None,
        person: Hashable = None,
        background: bool = False,
    ) -> Any:
        self.jobs.append(pickle.dumps(job))
        return [Thought("thought", 0.5, 1)]


class World:
    """A server with one table, and everybody's screen at it."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        self.service = Service(Settings(database=f"sqlite:///{folder}", messages_per_second=10_000))
        self.service.tables.now = lambda: 1000
        self.pool = ListeningQueue()
        self.service.bot_turns = BotTurns(self.service.tables, self.pool, random.Random(5))
        self._setup = setup
        self.heard: dict[Seat | None, list[bytes]] = {}

    async def open(self) -> None:
        await prepare_database(self.service.store)
        people = tuple(Person(f"P{seat}") for seat in range(self._setup.seats))
        table = Table("table", self._setup, Terms(people, 1000))
        await self.service.store.create(NewTable("table", table.record, table.terms, table.status, None), [])
        self.live = await self.service.tables.find("table")
        self.lines = {}
        for seat in (None, *range(self._setup.seats)):
            screen = await self.service.tables.open_screen(self.live, seat)
            self.lines[seat] = Connection(self.service, self.live, screen)

    async def do(self, seat: Seat | None, message: dict[str, object]) -> None:
        if message.get("ply") == "now":
            message = message | {"ply": self.live.table.match.ply}
        await self.lines[seat].hear(msgspec.json.encode(message))
        await asyncio.sleep(0)  # lets a hint be given
        for eyes, line in self.lines.items():
            self.heard.setdefault(eyes, []).extend(await drain(line.screen, self))

    async def close(self) -> None:
        await self.service.store.close()

    def everything(self, seat: Seat | None) -> list[bytes]:
        """Return all that a seat could ever have seen."""
        table = self.live.table
        past = [msgspec.json.encode(table.match.state_at(ply).view(seat)) for ply in range(table.match.ply + 1)]
        return [*self.heard[seat], *past, msgspec.json.encode(show_card(table)), self.live.snapshot(Screen(seat))]


async def drain(screen: Screen, world: World) -> list[bytes]:
    return screen.take_messages(world.live)


NOISE: list[dict[str, object]] = [
    {"type": "check", "ply": "now", "move": "A1:moon"},
    {"type": "check", "ply": "now", "move": "E5:joker"},
    {"type": "play", "ply": "now", "move": "Z9:moon"},
    {"type": "play", "ply": 999, "move": "A1:joker"},
    {"type": "ask", "what": "draw"},
    {"type": "ask", "what": "takeback"},
    {"type": "answer", "yes": False},
    {"type": "react", "reaction": "oops"},
    {"type": "sync", "version": 0},
    {"type": "hint"},
    {"type": "nonsense"},
]


@settings(max_examples=40)
@given(data=st.data())
@pytest.mark.parametrize(("variant", "seats"), [("basic", 2), ("basic", 3), ("basic", 5), ("expert", 2)])
def test_two_games_that_a_seat_cannot_tell_apart_look_the_same(
    variant: str, seats: int, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng = random.Random(data.draw(st.integers(0, 10**6), label="seed"))
    setup = find_game("blockers").setup(variant, seats, seed=rng.randrange(10**6))
    observer = data.draw(st.integers(0, seats - 1), label="observer")
    state, moves = find_game("blockers").start(setup), []
    for _ in range(data.draw(st.integers(0, 60), label="plies")):
        move = rng.choice(state.legal_moves())
        following = state.play(move)
        if following.to_move is None:
            break
        moves.append((state.to_move, move))
        state = following
    other = state.sample(observer, rng).setup
    script: list[tuple[Seat | None, dict[str, object]]] = []
    for ply, (mover, move) in enumerate(moves):
        if rng.random() < 0.4:
            script.append((rng.choice([None, *range(seats)]), rng.choice(NOISE)))
        script.append((mover, {"type": "play", "ply": ply, "move": move}))
    script += [(observer, noise) for noise in NOISE]

    async def watch(setup: Setup, name: str) -> World:
        world = World(tmp_path_factory.mktemp("secrets") / f"{name}.sqlite", setup)
        await world.open()
        for number, (seat, message) in enumerate(script):
            # Requests of others that depend on their tiles may be refused in one world only; that is their secret.
            await world.do(seat, {"id": str(number), **message})
        await world.close()
        return world

    truth, fiction = asyncio.run(watch(setup, "truth")), asyncio.run(watch(other, "fiction"))
    assert truth.live.table.match.ply == len(moves)
    assert truth.everything(observer) == fiction.everything(observer)
    assert truth.everything(None) == fiction.everything(None)
    if state.to_move == observer:
        assert truth.pool.jobs[-1:] == fiction.pool.jobs[-1:]


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    """Somebody whose own tiles differ does see a difference."""
    setups = [find_game("blockers").setup("basic", 2, seed=seed, first=0) for seed in (1, 2)]

    async def watch(setup: Setup, name: str) -> World:
        world = World(tmp_path / f"{name}.sqlite", setup)
        await world.open()
        await world.do(None, {"type": "ping", "id": "1"})
        await world.close()
        return world

    one, two = (asyncio.run(watch(setup, str(number))) for number, setup in enumerate(setups))
    assert one.everything(0) != two.everything(0)
    assert one.everything(None) == two.everything(None)
