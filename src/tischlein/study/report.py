"""A report on a finished game: whose chances, where they turned, and how exactly each seat played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from tischlein.bots.analysis import Assessment
from tischlein.core.game import Move, Seat
from tischlein.core.record import Record

from .coach import Sentence, compare, explain

PHASES = ("opening", "middle", "end")
"""The three thirds of a game's plies."""

MOST_TURNING_POINTS = 5


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that gave much away: the chances before and after, and what the coach says."""

    ply: int
    seat: Seat
    played: Move
    better: Move
    before: float
    after: float
    mark: str
    why_not: list[Sentence]
    """What holds for the move that was played and not for the better one."""
    why_better: list[Sentence]
    reply: Move | None = None
    """The best answer to the move that was played; None if there is none of another seat."""
    why_reply: list[Sentence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a game."""

    accuracy: tuple[float | None, ...]
    """In per cent by seat; None for one that never moved."""
    by_phase: dict[str, tuple[float | None, ...]]
    turning_points: list[TurningPoint]


def grade(loss: float) -> float:
    """Return the accuracy of one move in per cent: 100 if nothing was given away, about 40 for a fifth of a win.

    The curve is the one that chess servers have made familiar, over chances of winning.
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def make_report(record: Record, assessments: Sequence[Assessment], language: str = "en") -> Report:
    """Return the report on a game whose moves were assessed."""
    seats = record.setup.seats
    phases = {phase: [one for one in assessments if phase_of(one.ply, len(assessments)) == phase] for phase in PHASES}
    worst = sorted((one for one in assessments if one.mark), key=lambda one: -one.loss)[:MOST_TURNING_POINTS]
    return Report(
        _average(assessments, seats),
        {phase: _average(moves, seats) for phase, moves in phases.items()},
        [_turn(record, one, _find_reply(assessments, one), language) for one in sorted(worst, key=lambda one: one.ply)],
    )


def _find_reply(assessments: Sequence[Assessment], one: Assessment) -> Move | None:
    """Return the best answer of another seat to a move."""
    following = (later.best.move for later in assessments if later.ply == one.ply + 1 and later.seat != one.seat)
    return next(following, None)


def phase_of(ply: int, plies: int) -> str:
    """Return the phase of a move, its ply counted from 1."""
    return PHASES[min(2, 3 * (ply - 1) // max(1, plies))]


def _average(assessments: Sequence[Assessment], seats: int) -> tuple[float | None, ...]:
    grades = [[grade(one.loss) for one in assessments if one.seat == seat] for seat in range(seats)]
    return tuple(fmean(own) if own else None for own in grades)


def _turn(record: Record, one: Assessment, reply: Move | None, language: str) -> TurningPoint:
    state = record.state_at(one.ply - 1)
    why_not, why_better = compare(state, one.played, one.best.move, language)
    why_reply = [] if reply is None else explain(record.state_at(one.ply), reply, language)
    return TurningPoint(
        ply=one.ply,
        seat=one.seat,
        played=one.played,
        better=one.best.move,
        before=one.best.value,
        after=one.value,
        mark=one.mark,
        why_not=why_not,
        why_better=why_better,
        reply=reply,
        why_reply=why_reply,
    )
