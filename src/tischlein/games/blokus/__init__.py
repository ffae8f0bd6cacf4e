"""Blokus: lay all your pieces, corner to corner. Rules: rules.en.md, rules.de.md."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tischlein.core.game import Encoding, Format, Game, Kernel, Move, Setup, State
from tischlein.core.record import Record
from tischlein.core.thinker import Level, Thinker

from .variants import PLANS

LEVELS = (
    # A beginner lays a large piece anywhere, then learns to look at the own corners, then at others; then reads ahead.
    Level(0.5, 1, {"sight": 0, "whim": 1.0, "nodes": 100_000}),
    Level(0.5, 4, {"sight": 1, "whim": 1.0, "nodes": 100_000}),
    Level(0.5, 12, {"sight": 2, "whim": 1.0, "nodes": 100_000}),
    Level(0.5, 80, {"nodes": 200_000}),
    Level(1.0, 400, {"nodes": 500_000}),
    Level(2.0, 2_000),
    Level(4.0, 10_000, book=True),
    Level(8.0, None, {"nodes": 4_000_000}, book=True),
)


def _read_sgf(text: str) -> Record:
    from .sgf import read_sgf  # noqa: PLC0415

    return read_sgf(text)


def _write_sgf(record: Record) -> str:
    from .sgf import write_sgf  # noqa: PLC0415

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
        from .encoding import encoding  # noqa: PLC0415

        return encoding(variant)

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane; it is the same for all variants."""
        from .game import KERNEL  # noqa: PLC0415

        return KERNEL

    def thinker(self, state: State, seed: int, settings: Mapping[str, float]) -> Thinker:
        """Return the search."""
        from .game import BlokusState  # noqa: PLC0415
        from .search import BlokusThinker  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        return BlokusThinker(state, seed, settings)

    def find_opening(self, state: State) -> Move | None:
        """Return what the opening book says, if it knows the position."""
        from .game import BlokusState  # noqa: PLC0415
        from .opening import find_answer  # noqa: PLC0415

        assert isinstance(state, BlokusState)
        return find_answer(state)


GAME = Blokus()
