"""Planken legen: planks in a row, nails in shapes; three own nails in three colours in a line win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from tischlein.core.drawing import Drawing
from tischlein.core.game import Encoding, Game, Move, Setup, State
from tischlein.core.kernel import BatchKernel, Kernel
from tischlein.core.refusal import BadSetup
from tischlein.core.remark import Remark
from tischlein.core.search import Search
from tischlein.core.task import Task

from .engine.levels import LEVELS
from .pieces import ORDERS, PLANKS, count_middles, turn
from .variants import VARIANTS


class Planken(Game):
    """Planken legen for two, three, or four in two teams."""

    id = "planken"
    title = "Planken legen"
    rules_version = 1
    variants = VARIANTS
    levels = LEVELS
    only_proven = True

    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Deal all planks evenly, balanced by middle colour unless the table wants it otherwise."""
        stocks = _deal_random(seats, rng) if options["deal"] == "random" else _deal_balanced(seats, rng)
        return {f"planks {seat}": " ".join(sorted(stock)) for seat, stock in enumerate(stocks)}

    def check(self, setup: Setup) -> None:
        """Raise BadSetup also for a swap among three."""
        super().check(setup)
        if setup.seats == 3 and setup.options.get("edge") == "swap":  # R14: only two sides can be swapped
            raise BadSetup("tischlein.core", "bad-setup", field="edge", value="swap", allowed="none")

    def start(self, setup: Setup) -> State:
        """Return the first position. Raises BadSetup for a deal that this game cannot have."""
        from .game import PlankenState  # noqa: PLC0415 - the rules are loaded and compiled only when somebody plays

        self.check(setup)
        options = {option.id: option.default for option in self.variants[setup.variant].options}
        options.update(setup.options)
        return PlankenState.begin(setup, options, _read_deal(setup, options))

    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""
        from .tensors.encoding import PlankenEncoding  # noqa: PLC0415 - as above

        return PlankenEncoding(seats)

    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane."""
        from .kernel import make_kernel  # noqa: PLC0415 - as above

        return make_kernel(variant)

    def drawing(self) -> Drawing:
        """Return how a view is drawn."""
        from .drawing.svg import draw_svg  # noqa: PLC0415 - as above
        from .drawing.terminal import draw_lines  # noqa: PLC0415 - as above

        return Drawing(draw_lines, draw_svg)

    def batch_kernel(self, variant: str) -> BatchKernel:
        """Return compiled loops over many games."""
        from .tensors import batch  # noqa: PLC0415 - as above

        return batch

    def remark_on(self, before: State, move: Move) -> Sequence[Remark]:
        """Return what a move does."""
        from .game import PlankenState  # noqa: PLC0415 - as above
        from .study.coach import remark_on  # noqa: PLC0415 - as above

        assert isinstance(before, PlankenState)
        return remark_on(before, move)

    def find_task(self, state: State) -> Task | None:
        """Return the only move that wins, or does not lose, if that is proven."""
        from .game import PlankenState  # noqa: PLC0415 - as above
        from .study.tasks import find_task  # noqa: PLC0415 - as above

        assert isinstance(state, PlankenState)
        return find_task(state)

    def search(self, state: State, seed: int, settings: Mapping[str, float]) -> Search:
        """Return a search: proofs as deep as time allows, and many games for what they leave open."""
        from .engine.search import PlankenSearch  # noqa: PLC0415 - as above
        from .game import PlankenState  # noqa: PLC0415 - as above

        assert isinstance(state, PlankenState)
        return PlankenSearch(state, seed, settings)


def _deal_random(seats: int, rng: random.Random) -> list[Sequence[str]]:
    shuffled = rng.sample(PLANKS, len(PLANKS))
    return [shuffled[seat::seats] for seat in range(seats)]


def _deal_balanced(seats: int, rng: random.Random) -> list[Sequence[str]]:
    # R2: the four planks of each middle colour go round, and each colour starts one seat further: with three, each
    # seat gets two of another colour. Who gets two gets one of each way up, which matters where planks may not turn.
    stocks: list[list[str]] = [[] for _ in range(seats)]
    ring = rng.sample(range(seats), seats) * 4
    for number, order in enumerate(rng.sample(ORDERS[::2], 3)):
        one, other = rng.sample((order, turn(order)), 2)
        for seat, plank in zip(ring[number : number + 4], (one, one, other, other), strict=True):
            stocks[seat].append(plank)
    return [*stocks]


def _read_deal(setup: Setup, options: Mapping[str, str]) -> list[list[str]]:
    """Return the planks of each seat. Raises BadSetup unless R1 and R2 hold."""
    names = [f"planks {seat}" for seat in range(setup.seats)]
    if sorted(setup.deal) != names:
        raise _bad_deal(f"it needs {', '.join(names)}")
    stocks = [setup.deal[name].upper().split() for name in names]
    every = [plank for stock in stocks for plank in stock]
    if unknown := sorted(set(every) - set(ORDERS)):
        raise _bad_deal(f"{unknown[0]} is not a plank")
    if any(len(stock) != len(PLANKS) // setup.seats for stock in stocks):
        raise _bad_deal(f"each seat has {len(PLANKS) // setup.seats} planks")  # R2: evenly
    if count_middles(every) != [4, 4, 4]:
        raise _bad_deal("each middle colour has four planks")
    fixed = options["turning"] == "no"
    if fixed and Counter(every) != Counter(PLANKS):  # R4: planks that may not be turned are six different ones
        raise _bad_deal("there are two planks of each order")
    if options["deal"] == "balanced":
        for stock in stocks:
            middles = count_middles(stock)
            if max(middles) - min(middles) > 1:
                raise _bad_deal("a balanced stock has the same number of each middle colour, or nearly")
            if fixed and len(set(stock)) < len(stock):
                raise _bad_deal("a balanced stock of planks that may not be turned has no plank twice")
    return stocks


def _bad_deal(reason: str) -> BadSetup:
    return BadSetup("tischlein.core", "bad-deal", field="deal", reason=reason)


GAME = Planken()
