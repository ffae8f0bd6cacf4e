"""The rules of Blockers! as plainly as possible: sets, dicts and loops, slow and obvious.

Written for the tests alone; it shares nothing with the game but the way moves are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.quick_copy import quick_copy

Cell = tuple[str, int]  # row letter, column number

COLOURS = ["red", "green", "blue", "yellow", "violet"]
CELLS = [(row, column) for row in "ABCDEFGHI" for column in range(1, 10)]
SYMBOL_ROWS = {
    "ABC": ["star", "circle", "triangle"],
    "DEF": ["heart", "plus", "diamond"],
    "GHI": ["moon", "clover", "note"],
}


def symbol_of(cell: Cell) -> str:
    row, column = cell
    for letters, symbols in SYMBOL_ROWS.items():
        if row in letters:
            return symbols[0] if column <= 3 else symbols[1] if column <= 6 else symbols[2]
    raise AssertionError(cell)


def matches(tile: str, cell: Cell) -> bool:
    return tile in ("joker", cell[0], str(cell[1]), symbol_of(cell))


def neighbours(cell: Cell) -> list[Cell]:
    row, column = "ABCDEFGHI".index(cell[0]), cell[1]
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [("ABCDEFGHI"[r], c) for r, c in near if 0 <= r <= 8 and 1 <= c <= 9]


def pieces(cells: set[Cell]) -> list[set[Cell]]:
    """Return the parts of a set of cells that hang together."""
    left, parts = set(cells), []
    while left:
        part, edge = set[Cell](), {left.pop()}
        while edge:
            cell = edge.pop()
            part.add(cell)
            for near in neighbours(cell):
                if near in left:
                    left.remove(near)
                    edge.add(near)
        parts.append(part)
    return parts


class Reference:
    """A whole game, played in place."""

    def __init__(
        self, variant: str, seats: int, first: int, options: Mapping[str, str], deal: Mapping[str, str]
    ) -> None:
        self.expert = variant == "expert"
        self.seats = seats
        self.options = options
        chosen = options.get("colours", "red yellow green blue" if self.expert else " ".join(COLOURS)).split()
        per_seat = 2 if self.expert else 1
        self.seat_of = {colour: place // per_seat for place, colour in enumerate(chosen[: seats * per_seat])}
        assert set(self.seat_of) == set(deal)
        self.racks = {colour: deal[colour].split()[:5] for colour in deal}
        self.piles = {colour: deal[colour].split()[5:] for colour in deal}
        self.board: dict[Cell, str] = {}
        self.taken: dict[int, list[str]] = {seat: [] for seat in range(seats)}
        self.turn: int | None = first
        self.skips: list[int] = []

    # ---------------------------------------------------------------- what is allowed

    def is_open(self, colour: str) -> bool:
        return len(self.racks[colour]) == 5

    def broken_rule(self, colour: str, tile: str, cell: Cell) -> str | None:
        if self.turn is None:
            return "R9"
        if self.seat_of.get(colour) != self.turn:
            return "R2"
        if not self.is_open(colour):
            return "R14"
        if tile not in self.racks[colour]:
            return "R3"
        if not matches(tile, cell):
            return "R4"
        return self.broken_on(colour, cell)

    def broken_on(self, colour: str, cell: Cell) -> str | None:
        there = self.board.get(cell)
        if there is None:
            return None
        if there == colour:
            return "R5"
        if self.options.get("own-colour") == "no" and self.seat_of[there] == self.seat_of[colour]:
            return "R13"
        same = {other for other, lying in self.board.items() if lying == there}
        group = next(part for part in pieces(same) if cell in part)
        return "R6" if len(pieces(group - {cell})) > 1 else None

    def placements(self, seat: int) -> Iterator[tuple[str, str, Cell]]:
        for colour, owner in self.seat_of.items():
            if owner == seat and self.is_open(colour):
                good = [cell for cell in CELLS if self.broken_on(colour, cell) is None]
                for tile in self.racks[colour]:
                    for cell in good:
                        if matches(tile, cell):
                            yield colour, tile, cell

    def legal_moves(self) -> list[str]:
        if self.turn is None:
            return []
        return sorted(self.write(*placement) for placement in self.placements(self.turn))

    def write(self, colour: str, tile: str, cell: Cell) -> str:
        return f"{cell[0]}{cell[1]}:{colour + '-' if self.expert else ''}{tile}"

    def read(self, move: str) -> tuple[str, str, Cell]:
        cell, rest = move.split(":")
        colour, _, tile = rest.rpartition("-")
        own = [name for name, seat in self.seat_of.items() if seat == self.turn]
        return colour or own[0], tile, (cell[0], int(cell[1]))

    # ---------------------------------------------------------------- playing

    def play(self, move: str) -> None:
        colour, tile, cell = self.read(move)
        assert self.broken_rule(colour, tile, cell) is None
        assert self.turn is not None
        if cell in self.board:
            self.taken[self.turn].append(self.board[cell])
        self.board[cell] = colour
        self.racks[colour].remove(tile)
        if self.piles[colour]:
            self.racks[colour].append(self.piles[colour].pop(0))
        self.pass_turn()

    def pass_turn(self) -> None:
        assert self.turn is not None
        here, self.turn, self.skips = self.turn, None, []
        for step in range(1, self.seats + 1):
            seat = (here + step) % self.seats
            if any(True for _ in self.placements(seat)):
                self.turn = seat
                return
            if any(self.is_open(colour) for colour, owner in self.seat_of.items() if owner == seat):
                self.skips.append(seat)

    # ---------------------------------------------------------------- scores

    def points(self, seat: int) -> int:
        total = 0
        for colour, owner in self.seat_of.items():
            if owner == seat:
                total += len(pieces({cell for cell, lying in self.board.items() if lying == colour}))
        if self.options.get("scoring") != "uptown":
            total += max(self.taken[seat].count(colour) for colour in self.seat_of)
        return total

    def points_after(self, move: str) -> int:
        """Return the mover's points if this move were played."""
        colour, _, cell = self.read(move)
        seat, before, taken = self.seat_of[colour], dict(self.board), list(self.taken[self.seat_of[colour]])
        if cell in self.board:
            self.taken[seat].append(self.board[cell])
        self.board[cell] = colour
        points = self.points(seat)
        self.board, self.taken[seat] = before, taken
        return points

    def places(self) -> tuple[int, ...]:
        results = [(self.points(seat), len(self.taken[seat])) for seat in range(self.seats)]
        return tuple(1 + sum(other < own for other in results) for own in results)


def perft(reference: Reference, depth: int) -> int:
    """Count sequences of legal moves."""
    if depth == 0:
        return 1
    total = 0
    for move in reference.legal_moves():
        after = quick_copy(reference)
        after.play(move)
        total += perft(after, depth - 1)
    return total
