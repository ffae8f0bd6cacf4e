"""Nim: one heap, take one to three, whoever takes the last one wins. The smallest complete game."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tischlein.core.game import Encoding, Game, Kernel, Option, Setup, State, Variant
from tischlein.core.refusal import BadSetup


class Nim(Game):
    """Two to four seats; with the option `last=loses` whoever takes the last one loses."""

    id = "nim"
    title = "Nim"
    rules_version = 1
    draws = False
    variants = {"plain": Variant("plain", seats=(2, 3, 4), options=(Option("last", ("wins", "loses")),))}  # noqa: RUF012

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        return {"heap": str(rng.randint(5, 12))}  # R1

    def start(self, setup: Setup) -> State:
        from .rules import NimState

        if not setup.deal.get("heap", "").isdigit():
            raise BadSetup("tischlein.core", "bad-deal", field="deal", reason="the heap is not a number")
        return NimState(setup, int(setup.deal["heap"]), 0)

    def encoding(self, variant: str, seats: int) -> Encoding:
        from .rules import NimEncoding

        return NimEncoding()

    def kernel(self, variant: str) -> Kernel:
        from .rules import KERNEL

        return KERNEL


GAME = Nim()
