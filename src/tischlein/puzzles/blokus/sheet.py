"""A sheet: a layout as readable text, to be stored, sent and read back.

    Tischlein puzzle 1
    Challenge: own
    Size: 4x5
    Hand blue: I4 T4
    Hand red: L4 O Z4
    Level: easy

    0. red a1,a2,b1,b2
    1. blue c1,d1,e1,d2

`Challenge` is s1 to s6, or own; only the latter says its size (rows x columns) and hands. Placements with the number
0 were given. Lines that start with a semicolon and blank lines mean nothing; other keys are notes for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tischlein.core.refusal import BadRecord, BadSetup, Refusal
from tischlein.core.words import Detail
from tischlein.games.blokus.variants import FOUR_COLOURS

from .challenge import CHALLENGES, PACKAGE, SIZE_OF, Challenge, Layout

HEADING = "Tischlein puzzle 1"
OWN = "own"
MOST = 20
"""The longest side of a board: as in the game."""

_PLACEMENT = re.compile(r"(\d{1,3})\.\s+(\w+)\s+(\S.*)", flags=re.ASCII)
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})", flags=re.ASCII)

Head = dict[str, tuple[int, str]]
"""By key: the number of its line, and the value."""


class Sheet(NamedTuple):
    """A layout with notes for people, such as Level and Date."""

    layout: Layout
    notes: Mapping[str, str]


def write_sheet(layout: Layout, notes: Mapping[str, str] | None = None) -> str:
    """Return a layout as text; `read_sheet` reads it back."""
    challenge = layout.challenge
    own = challenge.id not in CHALLENGES
    head = {"Challenge": OWN if own else challenge.id}
    if own:
        head["Size"] = challenge.size
        head |= {f"Hand {colour}": " ".join(hand) for colour, hand in challenge.hands.items() if hand}
    head |= {f"Option {name}": value for name, value in layout.options.items()}
    lines = [HEADING, *(f"{key}: {value}" for key, value in (head | dict(notes or {})).items()), ""]
    lines += [f"; {' '.join(row)}" for row in draw_rows(layout)] + [""]
    numbers = [0] * len(challenge.givens) + [*range(1, len(layout.placements) + 1)]
    lines += [
        f"{number:>2}. {placement.colour} {placement.move}"
        for number, placement in zip(numbers, layout.lying, strict=True)
    ]
    return "\n".join(lines) + "\n"


def draw_rows(layout: Layout) -> list[str]:
    """Return the board from the top, one letter a square: b y r g, or "." for a free one."""
    letters = {square: placement.colour[0] for placement in layout.lying for square in placement.squares}
    challenge = layout.challenge
    return [
        "".join(letters.get((column, row), ".") for column in range(challenge.columns))
        for row in range(challenge.rows - 1, -1, -1)
    ]


def read_sheet(text: str) -> Sheet:
    """Read a sheet. Raises BadRecord with the number of the line, or BadSetup for an option that does not exist."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    content = [(number, line) for number, line in numbered if line and not line.startswith(";")]
    if not content or content[0][1] != HEADING:
        raise _bad("no-layout", content[0][0] if content else 1, heading=HEADING)
    head: Head = {}
    moves: list[tuple[int, int, str, str]] = []
    for number, line in content[1:]:
        if found := _PLACEMENT.fullmatch(line):
            moves.append((number, int(found[1]), found[2], found[3]))
        elif moves or ":" not in line:
            raise _bad("bad-line", number, text=line)
        else:
            key, _, value = line.partition(":")
            if key.strip() in head:
                raise _bad("repeated-key", number, text=key.strip())
            head[key.strip()] = number, value.strip()
    layout = _place(_read_challenge(head), _collect(head, "Option "), moves)
    own = ("Challenge", "Size", "Hand ", "Option ")
    return Sheet(layout, {key: value for key, (_, value) in head.items() if not key.startswith(own)})


def _collect(head: Head, prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): value for key, (_, value) in head.items() if key.startswith(prefix)}


def _read_challenge(head: Head) -> Challenge:
    number, name = _read_key(head, "Challenge")
    if name in CHALLENGES:
        for key, (line, _) in head.items():
            if key == "Size" or key.startswith("Hand "):
                raise _bad("unknown-key", line, text=key)
        return CHALLENGES[name]
    if name != OWN:
        raise _bad("no-challenge", number, text=name, known=", ".join((*CHALLENGES, OWN)))
    number, text = _read_key(head, "Size")
    found = _SIZE.fullmatch(text)
    if not found or not all(1 <= int(side) <= MOST for side in found.groups()):
        raise _bad("bad-size", number, text=text)
    return Challenge(OWN, int(found[2]), int(found[1]), _read_hands(head))


def _read_key(head: Head, key: str) -> tuple[int, str]:
    if key not in head:
        raise _bad("missing-key", 1, text=key)
    return head[key]


def _read_hands(head: Head) -> dict[str, tuple[str, ...]]:
    hands: dict[str, tuple[str, ...]] = dict.fromkeys(FOUR_COLOURS, ())
    for key, (number, value) in head.items():
        if key.startswith("Hand "):
            colour = key.removeprefix("Hand ")
            if colour not in hands:
                raise _bad("unknown-key", number, text=key)
            wrong = [
                piece for i, piece in enumerate(value.split()) if piece not in SIZE_OF or piece in value.split()[:i]
            ]
            if wrong:
                raise _bad("bad-hand", number, text=wrong[0])
            hands[colour] = tuple(value.split())
    return hands


def _place(challenge: Challenge, options: dict[str, str], moves: list[tuple[int, int, str, str]]) -> Layout:
    """Return the layout after all placements, the given ones as part of the challenge."""
    layout = Layout(challenge, options)
    for line, number, colour, move in moves:
        expected = len(layout.placements) + 1
        if number == 0 and (layout.placements or challenge.id != OWN):
            raise _bad("wrong-number", line, number=number, expected=expected)
        if number not in (0, expected):
            raise _bad("wrong-number", line, number=number, expected=expected)
        try:
            layout = layout.place(colour, move)
        except BadSetup:
            raise
        except Refusal as refusal:
            raise _bad("wrong-placement", line, text=f"{colour} {move}", reason=refusal.text()) from refusal
        if number == 0:
            layout = give(layout)
    return layout


def give(layout: Layout) -> Layout:
    """Return the challenge in which all that lies here is given from the start."""
    old = layout.challenge
    hands, rules = old.hands, (old.as_in_the_game, old.may_touch, old.descending, old.options)
    return Layout(Challenge(OWN, old.columns, old.rows, hands, *rules, givens=layout.lying), layout.options)


def _bad(code: str, line: int, **details: Detail) -> BadRecord:
    return BadRecord(PACKAGE, code, line=line, **details)
