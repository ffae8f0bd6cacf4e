"""Going through a finished game with a bot: what each move was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tischlein.core.game import Move, Seat
from tischlein.core.record import Record
from tischlein.core.svg import ACCENT, CARD, COLOURS, GRID, INK, SOFT_INK, document, label, tag
from tischlein.core.thinker import Line

from .bot import Bot, Budget

MISTAKE, BLUNDER = 0.08, 0.2
"""How much of a win a move must give away to be called that."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One move of a game: the best one there was, and what became of the one that was played."""

    ply: int
    seat: Seat
    played: Move
    best: Line
    value: float
    """What the move that was played is worth, 0 to 1, for its seat."""

    @property
    def loss(self) -> float:
        """How much was given away."""
        return max(0.0, self.best.value - self.value)

    @property
    def mark(self) -> str:
        """?? for a blunder, ? for a mistake, else nothing."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= MISTAKE else ""


def look_through(record: Record, bot: Bot, budget: Budget | None = None) -> Iterator[list[Line]]:
    """Yield what a bot thinks of each position in which somebody moved."""
    for state, _ in zip(record.states(), record.moves, strict=False):
        if state.to_move is not None:
            yield bot.analyse(state, state.to_move, budget)


def assess(record: Record, thoughts: list[list[Line]]) -> list[Assessment]:
    """Return an assessment of each move.

    A move that the bot hardly looked at is worth what the game is worth to the same seat at its next turn, or its
    result: a single try says nothing.
    """
    seats = [state.to_move for state in record.states()]
    worth = [lines[0].value for lines in thoughts]
    assessments = []
    for ply, (move, lines) in enumerate(zip(record.moves, thoughts, strict=True)):
        seat = seats[ply]
        assert seat is not None, "somebody moved here"
        enough = max(10, sum(line.visits for line in lines) / 20)
        tried = [line.value for line in lines if line.move == move and line.visits >= enough]
        later = [worth[at] for at in range(ply + 1, len(worth)) if seats[at] == seat]
        if lines[0].move == move:
            value = lines[0].value
        else:
            value = (tried or later or [_result(record, seat, lines[0].value)])[0]
        assessments.append(Assessment(ply + 1, seat, move, lines[0], value))
    return assessments


def _result(record: Record, seat: Seat, unknown: float) -> float:
    """Return a seat's share of the win; `unknown` if the game was not played to its end."""
    outcome = record.final_state().outcome()
    if outcome is None:
        return unknown
    return (seat in outcome.winners) / len(outcome.winners)


def draw_graph(assessments: list[Assessment], names: list[str], title: str) -> str:
    """Return what the game was worth to each seat at its own turns, as SVG; mistakes are marked."""
    width, height, left, top = 900, 380, 60, 56
    last = max((one.ply for one in assessments), default=1)

    def point(one: Assessment) -> tuple[float, float]:
        return left + (width - left - 30) * one.ply / last, top + (height - top - 60) * (1 - one.best.value)

    content = [label(left, 28, title, 18, text_anchor="start", font_weight="bold")]
    content.append(tag("rect", x=left, y=top, width=width - left - 30, height=height - top - 60, rx=10, fill=CARD))
    for share in (0, 25, 50, 75, 100):
        y = top + (height - top - 60) * (1 - share / 100)
        content.append(tag("line", x1=left, x2=width - 30, y1=y, y2=y, stroke=GRID))
        content.append(label(left - 24, y, f"{share} %", 12, fill=SOFT_INK))
    for seat, (name, colour) in enumerate(zip(names, COLOURS.values(), strict=False)):
        own = [one for one in assessments if one.seat == seat]
        path = " ".join("{:.1f},{:.1f}".format(*point(one)) for one in own)
        dash = ("none", "7 4", "2 4", "10 3 2 3", "1 6")[seat]
        content.append(
            tag("polyline", points=path, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash)
        )
        for one in own:
            if one.mark:
                x, y = point(one)
                content.append(tag("circle", cx=x, cy=y, r=5, fill=ACCENT))
                content.append(label(x, y - 13, f"{one.ply}{one.mark}", 12, fill=ACCENT))
        x = left + 8 + 165 * seat
        content.append(
            tag("line", x1=x, x2=x + 34, y1=height - 26, y2=height - 26, stroke=colour, stroke_width=3,
                stroke_dasharray=dash)
        )  # fmt: skip
        content.append(label(x + 42, height - 26, name, 13, text_anchor="start", fill=INK))
    return document(width, height, title, content)
