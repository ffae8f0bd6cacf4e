"""Nim: one heap of matches, take one to three; whoever takes the last one wins. The smallest complete game."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tischlein.core.drawing import Drawing
from tischlein.core.game import Encoding, Game, Setup, State
from tischlein.core.kernel import Kernel
from tischlein.core.refusal import BadSetup

from .variants import VARIANTS

FEWEST, MOST = 5, 12


class Nim(Game):
    """Two to four seats; with the option `last=loses` whoever takes the last match loses."""

    id = "nim"
    title = "Nim"
    rules_version = 1
    draws = False
    variants = VARIANTS

    # The compiler takes long to import, and who only asks which games there are does not play: so imports are below.

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Draw how many matches there are."""
        return {"heap": str(rng.randint(FEWEST, MOST))}  # R1

    def start(self, setup: Setup) -> State:
        """Return the first position. Raises BadSetup for a heap that cannot be."""
        from .game import NimState  # noqa: PLC0415

        self.check(setup)
        heap = setup.deal.get("heap", "")
        if not (heap.isdecimal() and int(heap)):
            raise BadSetup("tischlein.core", "bad-deal", field="deal", reason="the heap is the number of its matches")
        return NimState.begin(setup)

    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""
        from tischlein.core.kernel_state import PositionEncoding  # noqa: PLC0415

        from . import notation, rules  # noqa: PLC0415

        return PositionEncoding(rules.POSITION, rules.MOST + 1, notation.read, notation.write)

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane."""
        from .kernel import KERNEL  # noqa: PLC0415

        return KERNEL

    def drawing(self) -> Drawing:
        """Return how a view is drawn."""
        from .drawing.terminal import draw_lines  # noqa: PLC0415

        return Drawing.from_lines(draw_lines)


GAME = Nim()
