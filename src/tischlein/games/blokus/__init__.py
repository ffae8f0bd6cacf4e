"""Blokus: lay all your pieces, corner to corner. Rules: rules.en.md, rules.de.md."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tischlein.core.game import Encoding, Game, Kernel, Setup, State

from .variants import PLANS


class Blokus(Game):
    """The game after Bernard Tavitian for two to four, in five variants."""

    id = "blokus"
    title = "Blokus"
    rules_version = 1
    variants = {name: plan.variant for name, plan in PLANS.items()}  # noqa: RUF012 - never changed

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


GAME = Blokus()
