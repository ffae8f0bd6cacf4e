"""The solo page's part of the server: puzzles by name, layouts that are checked, a tutor, and saves.

A name says everything about a puzzle: "s1" to "s6", "s1-free" (the colours in any order), "daily-2026-11-16", and
"8x10-hard-7" for rows x columns, level and seed. The page keeps the layout and sends it with every question; here only
saves are kept, and puzzles that took time to make.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec

from tischlein.core.refusal import Refusal
from tischlein.games.blokus.variants import CORNERS
from tischlein.puzzles import CHALLENGES, Challenge, Hint, Layout, Puzzle, Status, Verdict, read_sheet, write_sheet
from tischlein.puzzles.blokus.challenge import ORDER
from tischlein.puzzles.blokus.generator import DAILY
from tischlein.server.metrics import WORKERS_LOST
from tischlein.server.store.puzzle_store import PuzzleStore, StoredSave
from tischlein.server.store.store import Store
from tischlein.server.table.table import refuse
from tischlein.server.visitors.keys import is_id, new_table_id
from tischlein.work.job import Job
from tischlein.work.local import LocalPool

from .jobs import MAKER, TUTOR, Consult, MakePuzzle, Thought

T = TypeVar("T")

FIRST_DAY = datetime.date(2026, 1, 1)
FAMOUS = re.compile(r"(s[1-6])(-free)?(-corners)?", flags=re.ASCII)
DAY = re.compile(r"daily-(\d{4}-\d\d-\d\d)(?:-(easy|medium|hard))?", flags=re.ASCII)
GENERATED = re.compile(r"([4-9]|1[0-6])x([4-9]|1[0-6])-(easy|medium|hard)-(0|[1-9]\d{0,8})", flags=re.ASCII)
KEPT_LAYOUTS = 512
KEPT_CHALLENGES = 128
MOST_MAKING, MOST_FOR_ONE = 12, 3
"""Puzzles that may wait to be made, in all and for one network; large ones take half a minute each."""

MOST_QUESTIONS = 12
"""Questions that the tutor thinks about at once for one network."""

FIRST_SLICE, SLICE = 0.25, 0.5
"""Seconds of a first look, which goes before the others' long thoughts, and of each further one."""

ANSWER_AFTER, LONGEST = 2.5, 10.0
"""Seconds after which the page hears how far it is; and if nothing has come yet, that nothing has."""


class Known(NamedTuple):
    """A puzzle that can be played."""

    name: str
    challenge: Challenge
    options: dict[str, str]
    level: str | None


class Progress(msgspec.Struct, frozen=True):
    """How far somebody is with a puzzle."""

    placements: tuple[tuple[str, str], ...]
    """Colour and move of each piece, in the order in which they were placed."""
    seconds: int
    moves: int


class Save(NamedTuple):
    """Progress under an id."""

    id: str
    puzzle: str
    progress: Progress
    version: int


class Asker(NamedTuple):
    """A page that asks: where it is, and what it calls itself."""

    network: str
    name: str


class Asking(NamedTuple):
    """What a page is waiting for."""

    number: int
    task: asyncio.Task[Thought]


class Solo:
    """Everything the solo page asks for."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.puzzles = PuzzleStore(store)
        self._now = now
        self._tutors, self._makers = LocalPool(1, TUTOR, WORKERS_LOST.inc), LocalPool(1, MAKER, WORKERS_LOST.inc)
        """One worker for all tutors, so that each finds its memory again, and one that makes puzzles, one after the
        other. Bots need not wait for them. They start when they are first needed."""
        self._started: set[LocalPool] = set()
        self._challenges: OrderedDict[str, Known] = OrderedDict()
        self._layouts: OrderedDict[tuple[str, tuple[tuple[str, str], ...]], Layout] = OrderedDict()
        self._making: dict[str, asyncio.Task[Known]] = {}
        self._makes: Counter[str] = Counter()
        """How many puzzles are made for each network."""
        self._asking: dict[Asker, Asking] = {}

    async def close(self) -> None:
        """Stop thinking."""
        tasks: list[asyncio.Task[Any]] = [*self._making.values(), *(one.task for one in self._asking.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(self._tutors.close(), self._makers.close())

    async def _run(self, pool: LocalPool, job: Job) -> Any:
        if pool not in self._started:
            self._started.add(pool)
            await pool.start()
        return await pool.run(job)

    # ------------------------------------------------------------------ puzzles

    def can_have(self, name: str) -> bool:
        """Return whether a puzzle has this name, made or not."""
        return _find_famous(name) is not None or _read_recipe(name, self.today) is not None

    async def find(self, name: str) -> Known:
        """Return a puzzle that needs not be made. Raises the refusal `no-such-puzzle`."""
        known = self._challenges.get(name) or _find_famous(name)
        if known is None and _read_recipe(name, self.today) is not None:
            sheet = await self.puzzles.load_puzzle(name)
            known = None if sheet is None else _read_known(name, sheet)
        if known is None:
            raise refuse("no-such-puzzle", puzzle=name)
        _keep(self._challenges, name, known, KEPT_CHALLENGES)
        return known

    async def make(self, name: str, network: str) -> Known:
        """Return a puzzle, made if nobody has asked for it before. Several who ask at once wait for the same one.

        Raises the refusal `busy` if too many are being made, for this network or in all.
        """
        try:
            return await self.find(name)
        except Refusal:
            recipe = _read_recipe(name, self.today)
            if recipe is None:
                raise
        if name not in self._making:
            if len(self._making) >= MOST_MAKING or self._makes[network] >= MOST_FOR_ONE:
                raise refuse("busy")
            task = asyncio.create_task(self._make(name, recipe))
            self._making[name] = task
            self._makes[network] += 1
            task.add_done_callback(lambda done: self._forget(name, network, done))
        return await asyncio.shield(self._making[name])

    def _forget(self, name: str, network: str, done: asyncio.Task[Known]) -> None:
        del self._making[name]
        self._makes[network] -= 1
        self._makes += Counter()  # drops those without one
        if not done.cancelled():
            done.exception()  # whoever waited has heard it, and perhaps nobody waits any more

    async def _make(self, name: str, recipe: tuple[int, int, str, int] | datetime.date) -> Known:
        puzzle: Puzzle | Refusal | None = await self._run(self._makers, MakePuzzle(recipe))
        if isinstance(puzzle, Refusal):
            raise puzzle
        if puzzle is None:
            raise refuse("no-puzzle-in-time", puzzle=name)
        sheet = write_sheet(puzzle.layout, {"Level": puzzle.level})
        await self.puzzles.save_puzzle(name, sheet, self._now())
        return _read_known(name, sheet)

    @property
    def today(self) -> datetime.date:
        """The day whose puzzle is the one of the day, in UTC: the same for everyone."""
        return datetime.datetime.fromtimestamp(self._now() / 1000, datetime.UTC).date()

    # ------------------------------------------------------------------ layouts

    async def lay(self, name: str, placements: Iterable[tuple[str, str]]) -> Layout:
        """Return a layout. Raises IllegalMove at the first piece that breaks a rule.

        What is missing is placed in the longest part that is known: mostly one piece more than a moment ago.
        """
        known, wanted = await self.find(name), tuple(placements)
        lengths = (length for length in range(len(wanted), 0, -1) if (name, wanted[:length]) in self._layouts)
        done = next(lengths, 0)
        layout = self._layouts[name, wanted[:done]] if done else Layout(known.challenge, known.options)
        layout = await asyncio.to_thread(_place_all, layout, wanted[done:])
        _keep(self._layouts, (name, wanted), layout, KEPT_LAYOUTS)
        return layout

    # ------------------------------------------------------------------ the tutor

    async def consult(self, asker: Asker, number: int, name: str, layout: Layout, advice: bool = False) -> Thought:
        """Return what the tutor knows after a few seconds. A page that asks anew no longer wants what it asked before.

        Cancelling this stops the thinking. Raises the refusal `asked-anew` for the question before: the one with
        the lower number, because a question that the page has given up may still arrive after its successor; and
        `busy` if the network asks too much at once.
        """
        if (former := self._asking.get(asker)) is not None:
            if number < former.number:
                raise refuse("asked-anew")
            former.task.cancel()
        elif sum(one.network == asker.network for one in self._asking) >= MOST_QUESTIONS:
            raise refuse("busy")
        task = asyncio.create_task(self._think(asker, name, layout, advice))
        asking = self._asking[asker] = Asking(number, task)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise refuse("asked-anew") from None
            task.cancel()
            raise
        finally:
            if self._asking.get(asker) is asking:
                del self._asking[asker]

    async def _think(self, asker: Asker, name: str, layout: Layout, advice: bool) -> Thought:
        """Think in short pieces, between which others have their turn, until it is settled or the page should hear."""
        end, seconds = time.monotonic() + ANSWER_AFTER, FIRST_SLICE
        thought = Thought(Status(Verdict.UNKNOWN), Hint())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):  # the worker may still be compiling, or have many others to answer
                while not thought.settled and time.monotonic() < end:
                    thought = await self._run(self._tutors, Consult(" ".join(asker), name, layout, advice, seconds))
                    seconds = SLICE
        return thought

    # ------------------------------------------------------------------ saves

    async def create_save(self, name: str, layout: Layout, progress: Progress) -> Save:
        """Keep progress under a new id that cannot be guessed."""
        save = Save(new_table_id(), name, progress, 1)
        await self.puzzles.create(save.id, _write_save(save), _status(layout), self._now())
        return save

    async def load_save(self, save_id: str) -> Save:
        """Return what was kept. Raises the refusal `no-such-save`."""
        found = await self.puzzles.load(save_id, self._now()) if is_id(save_id) else None
        if found is None or not self.can_have(found.puzzle):
            raise refuse("no-such-save", save=save_id)
        return Save(save_id, found.puzzle, msgspec.json.decode(found.progress, type=Progress), found.version)

    async def change_save(self, save: Save, layout: Layout) -> Save:
        """Keep newer progress. Raises the refusal `stale-save` if another page was faster."""
        await self.load_save(save.id)
        newer = save._replace(version=save.version + 1)
        if not await self.puzzles.replace(save.id, _write_save(newer), _status(layout), self._now()):
            raise refuse("stale-save")
        return newer


def _place_all(layout: Layout, placements: Iterable[tuple[str, str]]) -> Layout:
    for colour, move in placements:
        layout = layout.place(colour, move)
    return layout


def _find_famous(name: str) -> Known | None:
    found = FAMOUS.fullmatch(name)
    challenge = CHALLENGES.get(found[1]) if found else None
    if found is None or challenge is None:
        return None
    options = {option.id: "free" for option, wanted in ((ORDER, found[2]), (CORNERS, found[3])) if wanted}
    return Known(name, challenge, options, None) if challenge.options or not options else None


def _read_recipe(name: str, today: datetime.date) -> tuple[int, int, str, int] | datetime.date | None:
    """Return what a puzzle is made from; None if no puzzle has this name, or not yet."""
    if found := GENERATED.fullmatch(name):
        return int(found[1]), int(found[2]), found[3], int(found[4])
    found = DAY.fullmatch(name)
    try:
        day = datetime.date.fromisoformat(found[1] if found else "")
    except ValueError:
        return None
    tomorrow = today + datetime.timedelta(days=1)  # where it is tomorrow already
    if found is None or not FIRST_DAY <= day <= tomorrow:
        return None
    return (*DAILY[found[2]], found[2], day.toordinal()) if found[2] else day


def _read_known(name: str, sheet: str) -> Known:
    layout, notes = read_sheet(sheet)
    return Known(name, layout.challenge, {}, notes.get("Level"))


def _keep(cache: OrderedDict[Any, T], key: Any, value: T, most: int) -> None:
    """Remember a value as the latest, and forget the oldest when there are too many."""
    cache[key] = value
    cache.move_to_end(key)
    while len(cache) > most:
        cache.popitem(last=False)


def _status(layout: Layout) -> str:
    return "over" if layout.solved else "playing"


def _write_save(save: Save) -> StoredSave:
    return StoredSave(save.puzzle, msgspec.json.encode(save.progress).decode(), save.version)
