"""A position of Planken legen: the public State over the compiled rules. Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position
from tischlein.core.game import Json, Move, Outcome, Seat, Setup, State
from tischlein.core.refusal import IllegalMove

from . import rules
from .notation import PACKAGE, read, write
from .pieces import COLUMN_NAMES, FIRST_COLUMN, ORDERS, name_cell
from .rules import FAULTS, POSITION, widen
from .tables import BUFFER, COLOUR_OF, KEEP
from .view import make_view


class PlankenState(State):
    """One position: the set-up and one record for the compiled rules, which never changes after construction."""

    def __init__(self, setup: Setup, record: NDArray[Any]) -> None:
        self.setup = setup
        self._record = record

    @classmethod
    def begin(cls, setup: Setup, options: Mapping[str, str], stocks: Sequence[Sequence[str]]) -> Self:
        """Return the first position for checked options and stocks."""
        record = np.zeros(1, POSITION)
        position: Position = record[0]
        position.left = position.right = FIRST_COLUMN
        position.last = position.mover = position.winner = position.loser = -1
        position.seats = setup.seats
        position.turn = setup.first
        position.any_line = options["line"] == "any"
        position.turning = options["turning"] == "yes"
        position.stuck_loses = options["stuck"] == "loses"
        position.staying = options["staying"] == "yes"
        position.choice_ply = 3 if options["edge"] == "swap" else -1  # R14
        for side, planks in enumerate(stocks):
            for plank in planks:
                position.stock[side, rules.kind(position, ORDERS.index(plank))] += 1
        return cls(setup, record)

    @property
    def position(self) -> Position:
        """The position as the compiled rules read it; not to be changed."""
        return self._record[0]

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        seat = seat_to_move(self.position)
        return None if seat < 0 else seat

    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move, sorted as text."""
        buffer = np.empty(BUFFER, np.int32)
        count = rules.moves(self.position, buffer)
        return sorted(map(write, buffer[:count].tolist()))

    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMove, which names the broken rule."""
        code, height = read(move)
        broken = FAULTS[rules.fault(self.position, code)]
        if not broken and height is not None and height != self._target_height(code):
            broken = "R6-colour"
        if broken:
            raise IllegalMove(PACKAGE, broken, **_details(move, code, height))
        record = self.copy_record(room=1)
        rules.push(record[0], code)
        return type(self)(self.setup, record)

    def canonical(self, move: Move) -> Move:
        """Return the text under which `legal_moves` lists a legal move."""
        return write(read(move)[0])

    def _target_height(self, code: int) -> int:
        """Return at which height a moved nail arrives: where its colour is on the plank it goes to."""
        order, source, column, _ = rules.parts(code)
        colour = rules.colour_at(self.position, source // 3, source % 3)
        if order >= 0:
            return int(np.flatnonzero(COLOUR_OF[order] == colour)[0])
        return int(rules.height_of(self.position, column, colour))

    def copy_record(self, room: int) -> NDArray[Any]:
        """Return a copy of the record that can remember so many more moves."""
        record = self._record
        while record["run"][0] + room > record["history"].shape[1]:
            record = widen(record)
        return record.copy()

    def outcome(self) -> Outcome | None:
        """Return places and scores: 1 for whoever has won, 0 for all others."""
        if not self.position.ending:
            return None
        results = [int(rules.result(self.position, seat)) for seat in range(self.seats)]
        return Outcome.ranked((int(result > 0) for result in results), results)  # R12

    def view(self, seat: Seat | None) -> Json:
        """Return everything: this game hides nothing."""
        return make_view(self.setup, self.position, self.to_move, self.outcome())

    def key(self) -> tuple[Any, ...]:
        """Return all fields, with as much of the history as still matters."""
        position = self.position
        fields = (position[name].tobytes() for name in POSITION.names or () if name != "history")
        return (*fields, position.history[: position.run].tobytes())


def _details(move: Move, code: int, height: int | None) -> dict[str, str]:
    """Return what a sentence about a refused move may want to name."""
    if code >= KEEP:
        return {"move": move, "plank": "", "source": "", "column": "", "cell": ""}
    order, source, column, set_height = (int(part) for part in rules.parts(code))
    wanted = set_height if source < 0 else height
    name = COLUMN_NAMES[column]
    return {
        "move": move,
        "plank": ORDERS[order] if order >= 0 else "",
        "source": name_cell(source // 3, source % 3) if source >= 0 else "",
        "column": name,
        "cell": name if wanted is None else name_cell(column, wanted),
    }


def seat_to_move(position: Position) -> int:
    """Return whose turn it is; -1 when the game is over."""
    return -1 if position.ending else int(rules.seat_of(position, int(position.turn)))
