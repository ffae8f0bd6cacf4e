"""Blockers! (also known as Uptown), after Kory Heath: few groups, few takes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from tischlein.core.drawing import Drawing
from tischlein.core.game import Encoding, Game, Move, Setup, State
from tischlein.core.kernel import BatchKernel, Kernel
from tischlein.core.refusal import BadSetup
from tischlein.core.search import fill_settings
from tischlein.core.task import Task

from .engine.levels import LEVELS
from .pieces import TILES
from .variants import VARIANTS, colours_in_play, owners

if TYPE_CHECKING:
    from tischlein.core.remark import Remark
    from tischlein.core.search import Search

    from .game import BlockersState


class Blockers(Game):
    """The game: what can be played, and the doors to its parts, which are loaded when first used."""

    id = "blockers"
    title = "Blockers!"
    rules_version = 1
    secret = True
    variants = VARIANTS
    levels = LEVELS
    only_proven = True

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Shuffle each colour's 28 tiles into the order in which they are drawn."""
        # R2: the first five stand on the rack, the rest is the pile.
        return {colour: " ".join(rng.sample(TILES, len(TILES))) for colour in colours_in_play(variant, seats, options)}

    def start(self, setup: Setup) -> BlockersState:
        """Return the first position. Raises BadSetup unless every colour in play has all its tiles, each once."""
        from .game import BlockersState  # noqa: PLC0415 - here and below: the compiler is loaded when first needed

        self.check(setup)
        colours = colours_in_play(setup.variant, setup.seats, setup.options)
        if set(setup.deal) != set(colours):
            raise _bad_deal(f"the colours must be {', '.join(colours)}")
        for colour in colours:
            if sorted(setup.deal[colour].split()) != sorted(TILES):
                raise _bad_deal(f"{colour} must have each of the {len(TILES)} tiles once")
        return BlockersState.first(setup)

    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""
        from .tensors.encoding import BlockersEncoding  # noqa: PLC0415

        return BlockersEncoding(owners(variant, seats))

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane, which is the same for both variants."""
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
        from .game import BlockersState  # noqa: PLC0415 - as above
        from .study.coach import remark_on  # noqa: PLC0415 - as above

        assert isinstance(before, BlockersState)
        return remark_on(before, move)

    def find_task(self, state: State) -> Task | None:
        """Return the only move that wins a group, or costs no point."""
        from .game import BlockersState  # noqa: PLC0415 - as above
        from .study.tasks import find_task  # noqa: PLC0415 - as above

        assert isinstance(state, BlockersState)
        return find_task(state)

    def search(self, state: State, seed: int, settings: Mapping[str, float]) -> Search:
        """Return a search for the seat to move; `greedy` makes it one that looks at its own points only."""
        from .engine import greedy, search  # noqa: PLC0415

        own = cast("BlockersState", state)
        if settings.get("greedy"):
            chosen = fill_settings(settings, {"greedy": 1, "candidates": 0})
            return greedy.Greedy(own, seed, int(chosen["candidates"]))
        return search.BlockersSearch(own, seed, settings)


def _bad_deal(reason: str) -> BadSetup:
    return BadSetup("tischlein.core", "bad-deal", field="deal", reason=reason)


GAME = Blockers()
