"""Going through a finished game with a bot: what each move was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tischlein.core.game import Move, Seat
from tischlein.core.record import Record
from tischlein.core.search import Variation
from tischlein.work.job import Watch

from .bot import Bot, Budget

MISTAKE, BLUNDER = 0.08, 0.2
"""How much of a win a move must give away to be called that."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One move of a game: the best one there was, and what became of the one that was played."""

    ply: int
    seat: Seat
    played: Move
    best: Variation
    value: float
    """What the move that was played is worth, 0 to 1, for its seat."""
    loss: float
    """How much was given away."""
    mark: str
    """?? for a blunder, ? for a mistake, else empty."""


def look_through(
    record: Record, bot: Bot, budget: Budget | None = None, watch: Watch | None = None
) -> Iterator[list[Variation]]:
    """Yield what a bot thinks of each position in which somebody moved; ends early when `watch` says so."""
    for ply, (state, _) in enumerate(zip(record.states(), record.moves, strict=False)):

        def watch_move(used: float, ply: int = ply) -> bool:
            return watch is None or watch((ply + used) / len(record.moves))

        if not watch_move(0.0):
            return
        assert state.to_move is not None, "somebody moved here"
        yield bot.analyse(state, state.to_move, budget, watch_move)


def assess(record: Record, thoughts: list[list[Variation]]) -> list[Assessment]:
    """Return an assessment of each move.

    A move that the bot hardly looked at is worth what the game is worth to the same seat at its next turn, or its
    result: a single try says nothing, unless it is a proof. For the same reason nothing is marked as a mistake where
    the best move was hardly looked at.
    """
    seats = [state.to_move for state in record.states()]
    worth = [lines[0].value for lines in thoughts]
    assessments = []
    for ply, (move, lines) in enumerate(zip(record.moves, thoughts, strict=True)):
        seat = seats[ply]
        assert seat is not None, "somebody moved here"
        enough = max(10, sum(line.visits for line in lines) / 20)
        tried = [line.value for line in lines if line.move == move and (line.proven or line.visits >= enough)]
        later = [worth[at] for at in range(ply + 1, len(worth)) if seats[at] == seat]
        if lines[0].move == move:
            value = lines[0].value
        else:
            value = (tried or later or [_result(record, seat, lines[0].value)])[0]
        loss = max(0.0, lines[0].value - value)
        mark = "" if not lines[0].is_sure else "??" if loss >= BLUNDER else "?" if loss >= MISTAKE else ""
        assessments.append(Assessment(ply + 1, seat, move, lines[0], value, loss, mark))
    return assessments


def _result(record: Record, seat: Seat, unknown: float) -> float:
    """Return a seat's share of the win; `unknown` if the game was not played to its end."""
    outcome = record.final_state().outcome()
    if outcome is None:
        return unknown
    return (seat in outcome.winners) / len(outcome.winners)
