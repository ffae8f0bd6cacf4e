"""Blokus once more, slow and obvious, for the tests alone: sets of squares and plain loops.

Nothing is shared with the game but the way moves are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Square = tuple[int, int]  # column and row from 0
Piece = frozenset[Square]

EDGES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def slide(squares: set[Square] | Piece) -> Piece:
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left, y - bottom) for x, y in squares)


def ways(piece: Piece) -> set[Piece]:
    """All turned and flipped forms."""
    found = set()
    for flipped in (piece, frozenset((-x, y) for x, y in piece)):
        form = flipped
        for _ in range(4):
            form = frozenset((y, -x) for x, y in form)
            found.add(slide(form))
    return found


def same(piece: Piece) -> Piece:
    """One form that stands for all ways in which a piece can lie."""
    return min(ways(piece), key=sorted)


def grow() -> set[Piece]:
    """Every piece of one to five squares, each once."""
    everything, latest = set(), {frozenset({(0, 0)})}
    while latest:
        everything |= latest
        latest = {
            same(slide(piece | {(x + dx, y + dy)}))
            for piece in latest
            for x, y in piece
            for dx, dy in EDGES
            if len(piece) < 5 and (x + dx, y + dy) not in piece
        }
    return everything


PIECES = grow()
FORMS = {piece: ways(piece) for piece in PIECES}
SINGLE = frozenset({(0, 0)})

BIG = {"blue": (0, 19), "yellow": (19, 19), "red": (19, 0), "green": (0, 0)}
SMALL = {"violet": (4, 9), "yellow": (9, 4)}


def around(squares: set[Square], steps: list[Square]) -> set[Square]:
    return {(x + dx, y + dy) for x, y in squares for dx, dy in steps}


def write(squares: Piece) -> str:
    return ",".join("abcdefghijklmnopqrst"[x] + str(y + 1) for x, y in sorted(squares))


@dataclass
class Table:
    """A game in play."""

    variant: str
    seats: int
    first: int
    options: Mapping[str, str]

    def __post_init__(self) -> None:
        self.corners = self.options.get("corners", "fixed")
        self.fourth = self.options.get("fourth", "green")
        self.size = 14 if self.variant == "duo" else 20
        self.starts = SMALL if self.variant == "duo" else BIG
        self.colours = list(self.starts)
        self.covered: dict[str, set[Square]] = {colour: set() for colour in self.colours}
        self.left = {colour: list(PIECES) for colour in self.colours}
        self.last: dict[str, Piece] = {}
        self.turn: str | None = self.colours[0]
        self.moves = self.moves_of(self.colours[0])
        self.fourth_placed = 0

    def owner(self, colour: str) -> int | None:
        own = [each for each in self.colours if not (self.variant == "three" and each == self.fourth)]
        return (self.first + own.index(colour)) % self.seats if colour in own else None

    def mover(self) -> int | None:
        if self.turn is None:
            return None
        owner = self.owner(self.turn)
        return (self.first + self.fourth_placed) % 3 if owner is None else owner

    def start_squares(self, colour: str) -> set[Square]:
        return set(self.starts.values()) if self.corners == "free" else {self.starts[colour]}

    def taken(self) -> set[Square]:
        return set().union(*self.covered.values())

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def moves_of(self, colour: str) -> set[Piece]:
        own = self.covered[colour]
        closed = self.taken() | around(own, EDGES)
        contacts = around(own, CORNERS) if own else self.start_squares(colour)
        found = set()
        for at in contacts - closed:
            if self.on_board(at):
                for piece in self.left[colour]:
                    for form in FORMS[piece]:
                        for x, y in form:
                            there = frozenset((at[0] - x + a, at[1] - y + b) for a, b in form)
                            if not there & closed and all(map(self.on_board, there)):
                                found.add(there)
        return found

    def fault(self, squares: Piece) -> str | None:
        """The first broken rule, in the order in which the game names them."""
        if self.turn is None:
            return "R9-over"
        own, piece = self.covered[self.turn], same(slide(squares)) if len(squares) <= 5 else None
        broken = {
            "R4-board": not all(map(self.on_board, squares)),
            "R1-shape": piece not in PIECES,
            "R3-placed": piece not in self.left[self.turn],
            "R4-occupied": bool(squares & self.taken()),
            "R7-edge": bool(squares & around(own, EDGES)),
            "R5-start": not own and not squares & self.start_squares(self.turn),
            "R6-corner": bool(own) and not squares & around(own, CORNERS),
        }
        return next((rule for rule, holds in broken.items() if holds), None)

    def play(self, squares: Piece) -> None:
        assert self.turn is not None
        assert self.fault(squares) is None
        colour = self.turn
        self.fourth_placed += self.owner(colour) is None
        self.covered[colour] |= squares
        self.left[colour].remove(same(slide(squares)))
        self.last[colour] = same(slide(squares))
        at = self.colours.index(colour) + 1
        following = self.colours[at:] + self.colours[:at]
        self.turn = None
        for each in following:
            self.moves = self.moves_of(each)
            if self.moves:
                self.turn = each
                break

    def points(self, colour: str) -> int:
        if not self.left[colour]:
            return 20 if self.last[colour] == SINGLE else 15
        return -sum(len(piece) for piece in self.left[colour])

    def scores(self) -> list[int]:
        by_seat = [
            sum(self.points(colour) for colour in self.colours if self.owner(colour) == seat)
            for seat in range(self.seats)
        ]
        if self.variant == "teams":
            return [by_seat[seat] + by_seat[(seat + 2) % 4] for seat in range(4)]
        return by_seat
