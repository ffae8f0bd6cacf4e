"""Planken legen once more, as plainly as possible and without a thought of speed; it shares only the notation.

Columns are numbers: the first plank is 0, its left neighbours are negative. Heights are 0, 1, 2 from the top.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tests.quick_copy import quick_copy

Cell = tuple[int, int]


def column_name(column: int) -> str:
    return chr(ord("m") + column)


def cell_name(cell: Cell) -> str:
    return f"{column_name(cell[0])}{cell[1] + 1}"


class Reference:
    """One game, changed in place."""

    def __init__(self, seats: int, first: int, options: Mapping[str, str], stocks: Sequence[Sequence[str]]) -> None:
        self.seats = seats
        self.options = dict(options)
        self.stock = [list(stock) for stock in stocks]
        self.hand = [Counter("RRGGBB") for _ in range(seats)]
        self.planks: dict[int, str] = {}
        self.nails: dict[Cell, int] = {}
        self.turn = first
        self.plies = 0
        self.swapped = False
        self.winners: set[int] | None = None  # sides; empty for a draw
        self.seen: Counter[object] = Counter()

    # -------------------------------------------------------------- what is there

    def colour(self, cell: Cell) -> str:
        return self.planks[cell[0]][cell[1]]

    def cells(self) -> list[Cell]:
        return [(column, height) for column in self.planks for height in range(3)]

    def ends(self) -> set[int]:
        return {min(self.planks) - 1, max(self.planks) + 1} if self.planks else {0}

    def ways_to_lay(self, side: int) -> set[str]:
        turned = {plank[::-1] for plank in self.stock[side]} if self.options["turning"] == "yes" else set()
        return set(self.stock[side]) | turned

    def is_setting(self, side: int) -> bool:
        return sum(self.hand[side].values()) > 0

    def nails_on(self, column: int) -> int:
        return sum(cell[0] == column for cell in self.nails)

    def choosing(self) -> bool:
        return self.options["edge"] == "swap" and self.plies == 3 and self.winners is None

    def owner(self, side: int) -> int:
        """The seat of a side: sides 0 and 1, and 2 and 3, may have changed hands."""
        return {0: 1, 1: 0, 2: 3, 3: 2}[side] if self.swapped else side

    def to_move(self) -> int | None:
        return self.owner(self.turn) if self.winners is None else None

    # -------------------------------------------------------------- moves

    def legal_moves(self) -> list[str]:
        if self.winners is not None:
            return []
        if self.choosing():
            return ["keep", "swap"]
        return sorted(self.actions(self.turn))

    def actions(self, side: int) -> set[str]:
        free = [cell for cell in self.cells() if cell not in self.nails]
        found = set()
        if self.is_setting(side):
            found |= {cell_name(cell) for cell in free if self.hand[side][self.colour(cell)] > 0}
            for plank in self.ways_to_lay(side):
                for column in self.ends():
                    for height in range(3):
                        if self.hand[side][plank[height]] > 0:
                            found.add(f"{plank}:{cell_name((column, height))}")
            return found
        for source, owner in self.nails.items():
            if owner == side and self.nails_on(source[0]) > 1:
                for cell in free:
                    if self.colour(cell) == self.colour(source) and cell[0] != source[0]:
                        found.add(f"{cell_name(source)}-{column_name(cell[0])}")
                for plank in self.ways_to_lay(side):
                    for column in self.ends():
                        found.add(f"{plank}:{cell_name(source)}-{column_name(column)}")
        return found | ({"stay"} if self.options["staying"] == "yes" else set())

    def read(self, move: str) -> tuple[str | None, Cell | None, int, int | None]:
        found = re.fullmatch(r"(?:([RGB]{3}):)?(?:([b-x])([123])-)?([b-x])([123])?", move)
        assert found is not None, move
        plank, source_column, source_height, column, height = found.groups()
        source = (ord(source_column) - ord("m"), int(source_height) - 1) if source_column else None
        return plank, source, ord(column) - ord("m"), int(height) - 1 if height else None

    def play(self, move: str) -> None:
        side = self.turn
        self.plies += 1
        if move in ("keep", "swap"):
            self.swapped = move == "swap"
            return
        if move == "stay":
            self.find_next()
            return
        plank, source, column, height = self.read(move)
        if plank is not None:
            self.stock[side].remove(plank if plank in self.stock[side] else plank[::-1])
            self.planks[column] = plank
        if source is not None:
            del self.nails[source]
            height = self.planks[column].index(self.colour(source))
        assert height is not None
        if source is None:
            self.hand[side][self.planks[column][height]] -= 1
        self.nails[column, height] = side
        if any(self.is_line(three) for three in combinations(self.own(side), 3)):
            self.winners = self.team(side)
        else:
            self.find_next()

    def own(self, side: int) -> list[Cell]:
        return [cell for cell, owner in self.nails.items() if owner == side]

    def is_line(self, three: Sequence[Cell]) -> bool:
        if len({self.colour(cell) for cell in three}) < 3:
            return False
        columns, heights = sorted({cell[0] for cell in three}), {cell[1] for cell in three}
        if len(columns) == 1:
            return True
        neighbours = columns[-1] - columns[0] == 2 or self.options["line"] == "any"
        return len(columns) == 3 and len(heights) == 1 and neighbours

    def team(self, side: int) -> set[int]:
        return {side, (side + 2) % 4} if self.seats == 4 else {side}

    def find_next(self) -> None:
        for step in range(1, self.seats + 1):
            side = (self.turn + step) % self.seats
            if self.actions(side):
                self.turn = side
                position = (frozenset(self.nails.items()), frozenset(self.planks.items()), side)
                self.seen[position] += 1
                if self.seen[position] == 3:
                    self.winners = set()
                return
            if self.options["stuck"] == "loses":
                self.winners = set(range(self.seats)) - self.team(side)
                return
        self.winners = set()

    def outcome(self) -> tuple[list[int], list[int]] | None:
        """Places and scores by seat."""
        if self.winners is None:
            return None
        winners = {self.owner(side) for side in self.winners}
        scores = [int(seat in winners) for seat in range(self.seats)]
        return [1 + sum(other > score for other in scores) for score in scores], scores

    # -------------------------------------------------------------- what is wrong with a move

    def broken_rules(self, move: str) -> set[str]:
        """Every rule that a move breaks; empty for a legal one."""
        if self.winners is not None:
            return {"R12"}
        if self.choosing() or move in ("keep", "swap"):
            return set() if self.choosing() and move in ("keep", "swap") else {"R14"}
        if move == "stay":
            return set() if move in self.actions(self.turn) else {"R7"}
        side, broken = self.turn, set()
        plank, source, column, height = self.read(move)
        after = quick_copy(self.planks)
        if plank is not None:
            after[column] = plank
            if column not in self.ends():
                broken.add("R3")
            if plank not in self.ways_to_lay(side):
                broken.add("R4" if plank[::-1] in self.stock[side] else "R5")
        elif column not in self.planks:
            return {"R3"} | ({"R7"} if self.is_setting(side) == (source is not None) else set())
        if self.is_setting(side) == (source is not None):
            broken.add("R7")
        if source is not None:
            if self.nails.get(source) != side or source[0] == column or self.nails_on(source[0]) == 1:
                return broken | {"R7"}
            height = after[column].index(self.colour(source))
        assert height is not None
        if plank is None and (column, height) in self.nails:
            broken.add("R6")
        if source is None and self.hand[side][after[column][height]] == 0:
            broken.add("R6")
        return broken
