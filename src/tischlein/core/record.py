"""A record: set-up and moves as readable text, the only thing that is stored, sent and replayed.

The format is described in docs/record-format.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from .game import Move, Setup, State
from .refusal import BadRecord, IllegalMove, because
from .registry import find_game
from .words import Detail

HEADING = "Tischlein record 1"
MOVE_LINE = re.compile(r"(\d{1,9})\.\s+(\S.*)")
OWN_KEYS = re.compile(r"Game|Rules|Variant|Seats|First|Option .*|Deal .*")


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not. `tags` are notes for people, such as names and dates; no rule reads them."""

    setup: Setup
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, value in self.tags.items():
            if not key or key != key.strip() or ":" in key or OWN_KEYS.fullmatch(key) or key[0] in ";0123456789":
                raise _bad("bad-tag", 0, text=key)
            if "\n" in key + value or "\r" in key + value:
                raise _bad("bad-tag", 0, text=key)

    def __repr__(self) -> str:
        return f"<Record of {self.setup.game} {self.setup.variant}, {self.setup.seats} seats, {len(self.moves)} moves>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """Show the board after the last move in a notebook."""
        return self.final_state().svg()

    def states(self) -> Iterator[State]:
        """Yield the first position and the position after each move. Raises BadRecord at an illegal move."""
        state = find_game(self.setup.game).start(self.setup)
        yield state
        for ply, move in enumerate(self.moves, start=1):
            try:
                state = state.play(move)
            except IllegalMove as illegal:
                raise _bad("illegal-move", 0, ply=ply, move=move, **because(illegal)) from illegal
            yield state

    def ply(self, number: int) -> int:
        """Return which ply a number means; negative numbers count from the end, as in a list."""
        wanted = number if number >= 0 else len(self.moves) + 1 + number
        if not 0 <= wanted <= len(self.moves):
            raise _bad("no-such-ply", 0, ply=number, last=len(self.moves))
        return wanted

    def state_at(self, number: int) -> State:
        """Return the position after so many moves; negative numbers count from the end."""
        wanted = self.ply(number)
        return next(state for ply, state in enumerate(self.states()) if ply == wanted)

    def final_state(self) -> State:
        """Return the position after the last move."""
        return self.state_at(-1)

    def text(self) -> str:
        """Return the record as text; `Record.parse` reads it back to an equal record."""
        setup = self.setup
        head = {
            "Game": setup.game,
            "Rules": str(setup.rules_version),
            "Variant": setup.variant,
            "Seats": str(setup.seats),
            "First": str(setup.first),
            **{f"Option {key}": value for key, value in setup.options.items()},
            **{f"Deal {key}": value for key, value in setup.deal.items()},
            **self.tags,
        }
        lines = [HEADING, *(f"{key}: {value}".rstrip() for key, value in head.items()), ""]
        width = len(str(len(self.moves)))
        lines += [f"{ply:>{width}}. {move}" for ply, move in enumerate(self.moves, start=1)]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a record. Raises BadRecord with the line, BadSetup for a set-up that does not exist.

        Moves are read but not judged: `states` does that.
        """
        numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
        content = [(number, line) for number, line in numbered if line and not line.startswith(";")]
        if not content or content[0][1] != HEADING:
            raise _bad("no-record", content[0][0] if content else 1, heading=HEADING)
        head: dict[str, tuple[int, str]] = {}
        moves: list[Move] = []
        for number, line in content[1:]:
            if found := MOVE_LINE.fullmatch(line):
                if int(found[1]) != len(moves) + 1:
                    raise _bad("wrong-ply", number, ply=found[1], expected=len(moves) + 1)
                moves.append(found[2])
            elif moves or ":" not in line:
                raise _bad("bad-line", number, text=line)
            else:
                key, _, value = line.partition(":")
                if key.strip() in head:
                    raise _bad("repeated-key", number, text=key.strip())
                head[key.strip()] = number, value.strip()
        setup = _read_setup(head)
        find_game(setup.game).check(setup)
        tags = {key: value for key, (_, value) in head.items() if not OWN_KEYS.fullmatch(key)}
        return cls(setup, tuple(moves), tags)


def _read_setup(head: Mapping[str, tuple[int, str]]) -> Setup:
    def read(key: str, convert: Callable[[str], str | int] = str) -> str | int:
        if key not in head:
            raise _bad("missing-key", 1, text=key)
        number, value = head[key]
        try:
            return convert(value)
        except ValueError:
            raise _bad("bad-number", number, text=value, key=key) from None

    def collect(prefix: str) -> dict[str, str]:
        return {key.removeprefix(prefix): value for key, (_, value) in head.items() if key.startswith(prefix)}

    return Setup(
        game=str(read("Game")),
        variant=str(read("Variant")),
        seats=int(read("Seats", int)),
        first=int(read("First", int)),
        options=collect("Option "),
        deal=collect("Deal "),
        rules_version=int(read("Rules", int)),
    )


def _bad(code: str, line: int, **details: Detail) -> BadRecord:
    return BadRecord("tischlein.core", code, line=line, **details)
