"""Blockers! (also known as Uptown), after Kory Heath: few groups, few takes."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tischlein.core.game import Encoding, Game, Kernel, Setup, State
from tischlein.core.refusal import BadSetup
from tischlein.core.thinker import Level

from .tiles import COLOURS, TILES
from .variants import VARIANTS, owners

if TYPE_CHECKING:
    from tischlein.core.thinker import Thinker

    from .game import BlockersState

LEVELS = (
    Level(0.1, 1, {"greedy": 1, "glance": 8}),  # notices few moves, and only its own groups and takes
    Level(0.1, 1, {"greedy": 1}),  # notices all moves
    Level(0.1, 1, {"selfish": 1}),  # thinks of the tiles to come, but not of the others
    Level(0.1, 1),  # knows what is good for it and bad for others, but does not calculate
    Level(0.2, 60),  # from here on: as much calculation as the figures say
    Level(1, 400),
    Level(3, 2500),
    Level(8),
)


class Blockers(Game):
    """The game: what can be played, and the doors to its parts, which are loaded when first used."""

    id = "blockers"
    title = "Blockers!"
    rules_version = 1
    secret = True
    variants = VARIANTS

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Shuffle each colour's 28 tiles into the order in which they are drawn."""
        # R2: the first five stand on the rack, the rest is the pile.
        return {colour: " ".join(rng.sample(TILES, len(TILES))) for colour in COLOURS[: len(owners(variant, seats))]}

    def start(self, setup: Setup) -> BlockersState:
        """Return the first position. Raises BadSetup unless every colour in play has all its tiles, each once."""
        from .game import BlockersState  # noqa: PLC0415 - here and below: the compiler is loaded when first needed

        self.check(setup)
        colours = COLOURS[: len(owners(setup.variant, setup.seats))]
        if set(setup.deal) != set(colours):
            raise _bad_deal(f"the colours must be {', '.join(colours)}")
        for colour in colours:
            if sorted(setup.deal[colour].split()) != sorted(TILES):
                raise _bad_deal(f"{colour} must have each of the {len(TILES)} tiles once")
        return BlockersState.first(setup)

    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""
        from .encoding import BlockersEncoding  # noqa: PLC0415

        return BlockersEncoding(owners(variant, seats))

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane, which is the same for both variants."""
        from . import game, rules  # noqa: PLC0415

        return Kernel(
            position=game.copy_position,
            buffer=rules.BUFFER,
            moves=rules.moves,
            push=rules.push,
            playout=rules.playout,
            playouts=rules.playouts,
            perft=rules.perft,
            encode=lambda state, move: cast(Any, state).code(move),
            decode=lambda state, code: cast(Any, state).move(code),
        )

    levels = LEVELS

    def thinker(self, state: State, seed: int, settings: Mapping[str, float]) -> Thinker:
        """Return a search for the seat to move; `greedy` and `glance` make it a beginner that does not search."""
        from . import greedy, search  # noqa: PLC0415

        own = cast("BlockersState", state)
        if settings.get("greedy"):
            return greedy.Greedy(own, seed, int(settings.get("glance", 0)))
        return search.Search(own, seed, settings)


def _bad_deal(reason: str) -> BadSetup:
    return BadSetup("tischlein.core", "bad-deal", field="deal", reason=reason)


GAME = Blockers()
