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

from .refusal import BadSetup
from .words import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .compiled import Dice, Position
    from .record import Record
    from .thinker import Level, Thinker
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

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a game: how many may sit down (the usual number first) and what they may choose."""

    id: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()


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


class Span(NamedTuple):
    """A piece of a line on a terminal. Without colours the text alone must still tell everything."""

    text: str
    colour: str | None = None
    strong: bool = False


Lines: TypeAlias = list[list[Span]]


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

    @abstractmethod
    def sample(self, seat: Seat, rng: random.Random) -> Self:
        """Return a position that this seat cannot tell from this one: the only door for bots."""

    @abstractmethod
    def lines(self, seat: Seat | None, words: Words) -> Lines:
        """Return a drawing of the view for a terminal."""

    @abstractmethod
    def svg(self, seat: Seat | None, words: Words) -> str:
        """Return a drawing of the view as a whole SVG document."""

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

    def text(self, seat: Seat | None = None) -> str:
        """Return the terminal's drawing as plain text."""
        english = words(f"tischlein.games.{self.setup.game}")
        rows = ("".join(span.text for span in line) for line in self.lines(seat, english))
        return "\n".join(row.rstrip() for row in rows)

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


@dataclass(frozen=True, slots=True)
class Kernel:
    """The compiled fast lane of a variant: the same rules on bare arrays, moves as codes, nothing checked."""

    position: Callable[[Any], Position]
    """(state) -> a fresh copy of the position for the compiled rules."""
    buffer: int
    """How many codes `moves` can write at most."""
    moves: Callable[[Position, NDArray[np.int32]], int]
    """(position, buffer) -> how many legal codes were written to the buffer."""
    push: Callable[[Position, int], None]
    """(position, code): play, forced passes included."""
    playout: Callable[[Position, Dice], int]
    """(position, dice) -> plies played; uniformly random moves to the end, in place."""
    playouts: Callable[[Position, int, Dice], int]
    """(position, count, dice) -> plies in all; the position stays as it was."""
    perft: Callable[[Position, int], int]
    """(position, depth) -> how many sequences of legal moves of that length there are."""
    encode: Callable[[State, Move], int]
    """(state, legal move) -> code."""
    decode: Callable[[State, int], Move]
    """(state, code) -> move."""


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
    """In order of preference: without a wish, a table gets the first that has enough seats."""

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

    secret: ClassVar[bool] = False
    """Whether seats hold things that others may not see; otherwise all views of a position are equal."""

    draws: ClassVar[bool] = True
    """Whether a game may end with everybody in first place, so that people may agree on that."""

    formats: ClassVar[Mapping[str, Format]] = {}
    """Other formats for records, by the ending of the file's name."""

    levels: ClassVar[tuple[Level, ...]] = ()
    """From what a child can beat to the strongest; empty for a game without a search of its own."""

    def thinker(self, state: State, seed: int, settings: Mapping[str, float]) -> Thinker:
        """Return a search for the seat to move, which looks at nothing that this seat cannot see.

        The same seed and the same number of simulations give the same lines.
        """
        raise NotImplementedError(f"{self.id} has no search")

    def find_opening(self, state: State) -> Move | None:
        """Return what an opening book says at a position, if there is one that knows it."""
        return None

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
            if value not in known[name].values:
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
        filled = {option.id: option.default for option in chosen.options} | dict(options or {})
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
