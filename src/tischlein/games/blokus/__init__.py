"""Blokus: lay all your pieces, corner to corner. Rules: rules.en.md, rules.de.md."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tischlein.core.drawing import Drawing
from tischlein.core.game import Encoding, Format, Game, Move, Setup, State
from tischlein.core.kernel import BatchKernel, Kernel
from tischlein.core.record import Record
from tischlein.core.remark import Remark
from tischlein.core.search import Search
from tischlein.core.task import Task

from .engine.levels import LEVELS
from .variants import PLANS


def _read_sgf(text: str) -> Record:
    from .formats.sgf import read_sgf  # noqa: PLC0415

    return read_sgf(text)


def _write_sgf(record: Record) -> str:
    from .formats.sgf import write_sgf  # noqa: PLC0415

    return write_sgf(record)


class Blokus(Game):
    """The game after Bernard Tavitian for two to four, in five variants."""

    id = "blokus"
    title = "Blokus"
    rules_version = 1
    variants = {name: plan.variant for name, plan in PLANS.items()}  # noqa: RUF012 - never changed
    levels = LEVELS
    formats = {".blksgf": Format(_read_sgf, _write_sgf)}  # noqa: RUF012

    # The compiler takes long to import, and most programs that ask which games there are never play this one.

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Return nothing: only the start seat is drawn by lot, and the core does that."""
        return {}

    def start(self, setup: Setup) -> State:
        """Return the empty board."""
        from .game import start  # noqa: PLC0415

        self.check(setup)
        return start(setup)

    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""
        from .tensors.encoding import encoding  # noqa: PLC0415

        return encoding(variant)

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane; it is the same for all variants."""
        from .kernel import make_kernel  # noqa: PLC0415

        return make_kernel(variant)

    def drawing(self) -> Drawing:
        """Return how a view is drawn."""
        from .drawing.svg import draw_svg  # noqa: PLC0415
        from .drawing.terminal import draw_lines  # noqa: PLC0415

        return Drawing(draw_lines, draw_svg)

    def batch_kernel(self, variant: str) -> BatchKernel:
        """Return compiled loops over many games."""
        from .tensors import batch  # noqa: PLC0415

        return batch

    def remark_on(self, before: State, move: Move) -> Sequence[Remark]:
        """Return what a move does."""
        from .game import BlokusState  # noqa: PLC0415
        from .study.coach import remark_on  # noqa: PLC0415

        assert isinstance(before, BlokusState)
        return remark_on(before, move)

    def find_task(self, state: State) -> Task | None:
        """Return the only move that lays most, where the rest of the game can be looked at."""
        from .game import BlokusState  # noqa: PLC0415
        from .study.tasks import find_task  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        return find_task(state)

    def name_task(self, state: State, answer: Move) -> Task:
        """Return what to ask where a move is clearly the best."""
        from .game import BlokusState  # noqa: PLC0415
        from .study.tasks import name_task  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        return name_task(state, answer)

    def search(self, state: State, seed: int, settings: Mapping[str, float]) -> Search:
        """Return the search."""
        from .engine.search import BlokusSearch  # noqa: PLC0415
        from .game import BlokusState  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        own, policy = dict(settings), None
        if stage := int(own.pop("beginner", 0)):
            from .engine.beginner import beginner_policy  # noqa: PLC0415

            policy = beginner_policy(int(state.position.width), int(state.position.sides), stage)
        return BlokusSearch(state, seed, own, policy)

    def find_openings(self, state: State) -> Sequence[Move]:
        """Return what the opening book says, if it knows the position."""
        from .engine.book import find_answers  # noqa: PLC0415
        from .game import BlokusState  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        return find_answers(state)


GAME = Blokus()
