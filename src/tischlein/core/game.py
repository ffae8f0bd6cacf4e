"""The contract of a game: what every game offers, and all that the rest of the program knows about it.

Strings at every border: seats are small integers, everything else that leaves a game (moves, options, deals,
colours) is text. Integers for moves exist only inside `Encoding` (for learning) and `Kernel` (for searching).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from .drawing import Drawing, plain_text
from .refusal import BadSetup
from .words import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .kernel import BatchKernel, Kernel
    from .record import Record
    from .remark import Remark
    from .search import Level, Search
    from .task import Task
    from .words import Words

Seat: TypeAlias = int
"""A place at the table, 0 to n-1, clockwise. Never a colour."""

Move: TypeAlias = str
"""A move in its game's notation; opaque to everybody else."""

Json: TypeAlias = Any
"""Data of dicts with text keys, lists, texts, numbers, booleans and None."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that people play in several ways; the first value is the default."""

    id: str
    values: tuple[str, ...]
    each: int = 0
    """If not 0: every seat chooses so many of the values, nobody what another has; all of them are one text, seat by
    seat, with blanks between. Who does not choose gets what is left, in the order of the values."""

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return " ".join(self.values) if self.each else self.values[0]

    def allows(self, value: str) -> bool:
        """Return whether somebody may choose this."""
        if not self.each:
            return value in self.values
        chosen = value.split()
        return len(set(chosen)) == len(chosen) and set(chosen) <= set(self.values)

    def arrange(self, value: str) -> tuple[str, ...]:
        """Return all values in the order in which the seats have chosen."""
        chosen = value.split()
        return (*chosen, *(one for one in self.values if one not in chosen))


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a game: how many may sit down (the usual number first) and what they may choose."""

    id: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()

    def fill(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return a value for every option: what was chosen, else the default."""
        return {option.id: option.default for option in self.options} | dict(chosen)


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is decided before the first move, chance included. It fixes the whole game but for the moves."""

    game: str
    variant: str
    seats: int
    first: Seat = 0
    options: Mapping[str, str] = field(default_factory=dict)
    deal: Mapping[str, str] = field(default_factory=dict)
    rules_version: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat. Place 1 has won; those who tie share the better place; teams share everything.

    Whether many points are good is the game's affair: `places` says who did better.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @classmethod
    def ranked(cls, scores: Iterable[int], merits: Iterable[Any]) -> Self:
        """Return the outcome in which a greater merit is a better place and equal merits tie."""
        merit = tuple(merits)
        return cls(tuple(1 + sum(other > own for other in merit) for own in merit), tuple(scores))


class State(ABC):
    """One position: complete, immutable, deterministic."""

    setup: Setup

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.setup.seats

    @property
    @abstractmethod
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over. Seats that cannot move are skipped already."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move, sorted as text; empty only when the game is over."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMove, which names the broken rule."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return places and scores, or None while the game goes on."""

    @abstractmethod
    def view(self, seat: Seat | None) -> Json:
        """Return all that this seat (None: an onlooker) may know, built by allow-list, enough to draw everything."""

    def sample(self, seat: Seat, rng: random.Random) -> Self:
        """Return a position that this seat cannot tell from this one: the only door for bots.

        Where nothing is secret that is the position itself.
        """
        return self

    @abstractmethod
    def key(self) -> tuple[Any, ...]:
        """Return what tells this position from every other one with the same set-up."""

    def canonical(self, move: Move) -> Move:
        """Return the one text under which `legal_moves` lists a move that a person may have written otherwise."""
        legal = self.legal_moves()
        if move in legal:
            return move
        after = self.play(move)
        return next(listed for listed in legal if self.play(listed) == after)

    def nicknames(self, move: Move) -> Sequence[str]:
        """Return other words by which people mean a legal move, such as the name of its piece."""
        return ()

    def text(self, seat: Seat | None = None, language: str = "en") -> str:
        """Return what a seat sees, drawn as plain text."""
        drawing, words = self._drawing(language)
        return plain_text(drawing.lines(self.view(seat), words))

    def svg(self, seat: Seat | None = None, language: str = "en") -> str:
        """Return what a seat sees, drawn as a whole SVG document."""
        drawing, words = self._drawing(language)
        return drawing.svg(self.view(seat), words)

    def __repr__(self) -> str:
        turn = "over" if self.to_move is None else f"seat {self.to_move} of {self.seats} to move"
        return f"<{self.setup.game} {self.setup.variant}, {turn}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, as an onlooker sees it."""
        return self.svg()

    def _drawing(self, language: str) -> tuple[Drawing, Words]:
        from .registry import find_game  # noqa: PLC0415 - the registry imports this module

        return find_game(self.setup.game).drawing(), words(f"tischlein.games.{self.setup.game}", language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return NotImplemented
        return self.setup == other.setup and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Encoding(ABC):
    """A variant for learning: moves as integers 0 to actions-1, and what a seat sees as planes of numbers."""

    actions: int
    planes: tuple[str, ...]
    """What each plane shows."""
    shape: tuple[int, int, int]
    """Planes, rows, columns."""
    pictures: int
    """How many of the planes are pictures of the board, of 0 and 1; each plane behind them is one number, all over."""

    @abstractmethod
    def index(self, move: Move) -> int:
        """Return the number of a move."""

    @abstractmethod
    def move(self, index: int) -> Move:
        """Return the move with this number."""

    @abstractmethod
    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return the planes; they depend on nothing but `state.view(seat)`."""

    def mask(self, state: State) -> NDArray[np.bool_]:
        """Return which numbers are legal moves now."""
        import numpy as np  # noqa: PLC0415 - the contract alone stays light

        legal = np.zeros(self.actions, dtype=np.bool_)
        legal[[self.index(move) for move in state.legal_moves()]] = True
        return legal


class Format(NamedTuple):
    """Somebody else's file format for the records of a game."""

    read: Callable[[str], Record]
    write: Callable[[Record], str]


class Game(ABC):
    """The rules of one game, pure: no input or output, no clock."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    variants: ClassVar[Mapping[str, Variant]]
    """In order of preference: if nobody names one, a table gets the first that has enough seats."""

    def __repr__(self) -> str:
        return f"<Game {self.id}: {', '.join(self.variants)}>"

    def __str__(self) -> str:
        """List the variants, how many may play them (the usual number first), and their options (the default first)."""
        lines = [f"{self.title} ({self.id})"]
        for variant in self.variants.values():
            lines.append(f"  {variant.id}: {', '.join(map(str, variant.seats))} seats")
            lines += [f"    {option.id}: {', '.join(option.values)}" for option in variant.options]
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """Show the board of the usual variant in a notebook, as it lies there before the first move."""
        return self.new(seed=0).svg()

    @abstractmethod
    def deal(self, variant: str, seats: int, options: Mapping[str, str], rng: random.Random) -> Mapping[str, str]:
        """Draw all chance of a game, once; it is stored as data and not as a seed."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """Return the first position. Raises BadSetup for a deal that this game cannot have."""

    @abstractmethod
    def encoding(self, variant: str, seats: int) -> Encoding:
        """Return the numbers for learning."""

    @abstractmethod
    def kernel(self, variant: str) -> Kernel:
        """Return the compiled fast lane."""

    @abstractmethod
    def drawing(self) -> Drawing:
        """Return how a view is drawn."""

    def batch_kernel(self, variant: str) -> BatchKernel | None:
        """Return compiled loops over many games, if there are any: `Batch` works without them, but slowly."""
        return None

    secret: ClassVar[bool] = False
    """Whether seats hold things that others may not see; otherwise all views of a position are equal."""

    draws: ClassVar[bool] = True
    """Whether a game may end with everybody in first place, so that people may agree on that."""

    formats: ClassVar[Mapping[str, Format]] = {}
    """Other formats for records, by the ending of the file's name."""

    levels: ClassVar[tuple[Level, ...]] = ()
    """From what a child can beat to the strongest; empty for a game that leaves it to the general search."""

    def search(self, state: State, seed: int, settings: Mapping[str, float]) -> Search:
        """Return the game's own search for the seat to move, which looks at nothing that this seat cannot see.

        The same seed and the same number of simulations give the same variations. Only a game with `levels` has one;
        for all others bots use the general search.
        """
        raise NotImplementedError(f"{self.id} has no search of its own")

    def find_openings(self, state: State) -> Sequence[Move]:
        """Return the moves that an opening book holds to be equally good; none where it does not know the position."""
        return ()

    def remark_on(self, before: State, move: Move) -> Sequence[Remark]:
        """Return what a move does, in the game's own terms, from what the seat to move may know.

        The texts of the codes stand beside the game. Empty for a game that has no coach.
        """
        return ()

    def find_task(self, state: State) -> Task | None:
        """Return what exactly one move at a position does, where that can be proven; None if nothing can."""
        return None

    only_proven: ClassVar[bool] = False
    """Whether exercises ask nothing but what `find_task` proves, because single moves seldom stand out otherwise."""

    def name_task(self, state: State, answer: Move) -> Task:
        """Return what to ask at a position where a move is clearly the best, in the game's own terms if they fit."""
        from .task import BEST, Task  # noqa: PLC0415 - it imports this module

        return Task(BEST, answer)

    def check(self, setup: Setup) -> None:
        """Raise BadSetup unless variant, seats, start player and options exist; the deal is `start`'s affair."""
        variant = self._variant(setup.variant)
        if setup.rules_version != self.rules_version:
            raise _bad("rules", setup.rules_version, str(self.rules_version))
        if setup.seats not in variant.seats:
            raise _bad("seats", setup.seats, ", ".join(map(str, variant.seats)))
        if setup.first not in range(setup.seats):
            raise _bad("first", setup.first, f"0-{setup.seats - 1}")
        known = {option.id: option for option in variant.options}
        for name, value in setup.options.items():
            if name not in known:
                raise _bad("options", name, ", ".join(known) or "-")
            if not known[name].allows(value):
                raise _bad(name, value, ", ".join(known[name].values))

    def accepts(self, variant: str, seats: int, options: Mapping[str, str]) -> bool:
        """Return whether such a table can be set up; a few options do not go with every number of seats."""
        try:
            self.new(variant, seats, options, seed=0)
        except BadSetup:
            return False
        return True

    def setup(
        self,
        variant: str | None = None,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        first: Seat | None = None,
    ) -> Setup:
        """Return a checked set-up with every option filled in, the start player and all chance drawn from the seed."""
        chosen = self._variant(variant) if variant is not None else self._variant_for(seats)
        filled = chosen.fill(options or {})
        count = chosen.seats[0] if seats is None else seats
        bare = Setup(self.id, chosen.id, count, first or 0, filled, {}, self.rules_version)
        self.check(bare)
        rng = random.Random(seed)
        lot = rng.randrange(count)  # drawn in any case, so that `first` does not change the deal
        deal = self.deal(chosen.id, count, filled, rng)
        return replace(bare, first=lot if first is None else first, deal=dict(deal))

    def new(
        self,
        variant: str | None = None,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        first: Seat | None = None,
    ) -> State:
        """Return the first position of a new game."""
        return self.start(self.setup(variant, seats, options, seed, first))

    def _variant(self, name: str) -> Variant:
        if name not in self.variants:
            raise _bad("variant", name, ", ".join(self.variants))
        return self.variants[name]

    def _variant_for(self, seats: int | None) -> Variant:
        for variant in self.variants.values():
            if seats is None or seats in variant.seats:
                return variant
        allowed = sorted({number for variant in self.variants.values() for number in variant.seats})
        raise _bad("seats", seats or 0, ", ".join(map(str, allowed)))


def _bad(name: str, value: str | int, allowed: str) -> BadSetup:
    return BadSetup("tischlein.core", "bad-setup", field=name, value=str(value), allowed=allowed)
