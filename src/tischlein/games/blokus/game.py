"""A position of Blokus as the rest of the program sees it, over the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position
from tischlein.core.game import Json, Move, Outcome, Seat, Setup, State
from tischlein.core.refusal import BadSetup, IllegalMove

from . import notation, rules
from .notation import PACKAGE, write_square
from .pieces import PIECES, Square
from .tables import ORIGIN_BITS, SHAPE_PIECE, cell_of
from .variants import PLANS
from .view import make_view

FAULTS = {
    rules.OVER: "R9-over",
    rules.OFF_BOARD: "R4-board",
    rules.NO_PIECE: "R1-shape",
    rules.PLACED: "R3-placed",
    rules.OCCUPIED: "R4-occupied",
    rules.EDGE: "R7-edge",
    rules.START: "R5-start",
    rules.CORNER: "R6-corner",
}


class BlokusState(State):
    """One position; its array is never changed once it stands here."""

    def __init__(self, setup: Setup, array: NDArray[Any]) -> None:
        self.setup = setup
        self._array = array
        self._judged: tuple[Move, int] | None = None

    @property
    def position(self) -> Position:
        """The record of the compiled rules; read only."""
        return self._array[0]

    @cached_property
    def to_move(self) -> Seat | None:
        """Who places the next piece; found once, because many ask."""
        seat = int(rules.mover(self.position))
        return None if seat < 0 else seat

    def legal_moves(self) -> Sequence[Move]:
        """Return every placement of the colour to move."""
        return sorted(map(notation.write, self.legal_codes()))

    def legal_codes(self) -> list[int]:
        """Return the rules' numbers of all legal moves."""
        buffer = np.empty(rules.BUFFER, dtype=np.int32)
        count = rules.moves(self.position, buffer)
        return [*buffer[:count].tolist()]

    def play(self, move: Move) -> Self:
        """Return the position after a piece is placed and colours without a move are skipped."""
        code = self.judge(move)
        array = self._array.copy()
        rules.push(array[0], code)
        return type(self)(self.setup, array)

    def with_turn(self, colour: int) -> Self:
        """Return the same board with another colour to move: no game leads there, but solo challenges do."""
        array = self._array.copy()
        array[0].turn = colour
        rules.can_place(array[0], colour)
        return type(self)(self.setup, array)

    def canonical(self, move: Move) -> Move:
        """Return the text under which `legal_moves` lists a move."""
        return notation.write(self.judge(move))

    def nicknames(self, move: Move) -> Sequence[str]:
        """Return the name of the piece that a legal move places."""
        return (PIECES[SHAPE_PIECE[self.judge(move) >> ORIGIN_BITS]].name,)

    def judge(self, move: Move) -> int:
        """Return the code of a legal move. Raises IllegalMove with the broken rule.

        The last one is remembered: whoever plays a move asks for its canonical text as well.
        """
        judged = self._judged  # read once: another thread may ask about another move
        if judged is not None and judged[0] == move:
            return judged[1]
        squares = notation.read(move)
        columns, rows = np.array(squares, dtype=np.int64).T.copy()
        fault, found = rules.fault(self.position, columns, rows)
        if fault == rules.LEGAL:
            self._judged = move, int(found)
            return int(found)
        raise IllegalMove(PACKAGE, FAULTS[int(fault)], **self._explain(int(fault), int(found), squares))

    def _explain(self, fault: int, found: int, squares: list[Square]) -> dict[str, str | int]:
        """Return the details for the sentence about a broken rule."""
        plan = PLANS[self.setup.variant]
        turn = int(self.position.turn)
        details: dict[str, str | int] = {"colour": plan.colours[turn], "size": plan.size}
        if fault in (rules.OFF_BOARD, rules.OCCUPIED, rules.EDGE):
            details["square"] = write_square(squares[found])
        elif fault == rules.PLACED:
            details["piece"] = PIECES[found].name
        elif fault == rules.START:
            starts = plan.starts_of(turn, self.setup.options)
            free = [square for square in starts if not self.position.owner[cell_of(square)]]
            details["starts"] = ", ".join(map(write_square, free))
        return details

    def outcome(self) -> Outcome | None:
        """Return the scores by seat; the highest wins and equal scores share a place (R11)."""
        if self.position.turn >= 0:
            return None
        scores = [int(rules.seat_score(self.position, seat)) for seat in range(self.seats)]
        return Outcome.ranked(scores, scores)

    def view(self, seat: Seat | None) -> Json:
        """Return everything: nothing is hidden in Blokus."""
        return make_view(self.setup, self.position, self.to_move, self.outcome())

    def key(self) -> tuple[Any, ...]:
        """Return the moves played: views show them, so another order is another position."""
        return tuple(self.position.played[: self.position.ply].tolist())

    def __reduce__(self) -> tuple[object, ...]:
        # The lists of moves are long and are quickly made anew.
        return _replay, (self.setup, self.key())


def start(setup: Setup) -> BlokusState:
    """Return the empty board of a set-up that was checked."""
    if setup.deal:
        raise BadSetup("tischlein.core", "bad-deal", field="deal", reason="nothing is dealt in Blokus")
    plan = PLANS[setup.variant]
    array = np.zeros(1, dtype=rules.POSITION)
    position: Position = array[0]
    position.width, position.colours, position.sides = plan.size, len(plan.colours), plan.sides
    position.seats, position.first = setup.seats, setup.first
    position.seat[:] = position.side[:] = -1
    for colour, owner in enumerate(plan.owners(setup.options)):
        if owner is not None:
            position.seat[colour] = (setup.first + owner[0]) % setup.seats  # R2: clockwise from the first seat
            position.side[colour] = owner[1]
        cells = [cell_of(square) for square in plan.starts_of(colour, setup.options)]
        position.starts[colour] = (cells * 4)[:4]
    rules.begin(position)
    return BlokusState(setup, array)


def _replay(setup: Setup, codes: tuple[int, ...]) -> BlokusState:
    state = start(setup)
    for code in codes:
        rules.push(state.position, code)
    return state
