"""A report on a finished game: whose chances, where they turned, and how exactly each seat played.

>>> from tischlein import play_game
>>> from tischlein.study import report_on
>>> report = report_on(play_game("planken", "random", "level1", seed=1), bot="20sims", seed=1)
>>> print(report)                                                    # doctest: +SKIP

In a notebook a report shows itself: the graph of the game, and the boards of its turning points.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from statistics import fmean

from tischlein.arena.charts import draw_game
from tischlein.bots.analysis import Assessment, assess, look_through
from tischlein.bots.bot import Bot
from tischlein.bots.levels import make_bot
from tischlein.core.game import Move, Seat
from tischlein.core.record import Record
from tischlein.core.registry import find_game
from tischlein.core.words import Words, words

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

    def lines(self, name: str, own: Words) -> Iterator[str]:
        """Yield what there is to say about it; the first line says what it is. `name` is who sits there."""
        chances = {"before": round(100 * self.before), "after": round(100 * self.after)}
        yield f"{own('turning-point', ply=self.ply, name=name, move=self.played, **chances)} {self.mark}".rstrip()
        yield from (f"  − {sentence.text}" for sentence in self.why_not)
        yield f"  {own('better-was', move=self.better)}"
        yield from (f"  + {sentence.text}" for sentence in self.why_better)
        if self.reply is not None:
            yield f"  {own('answer-is', move=self.reply)}"
        yield from (f"  > {sentence.text}" for sentence in self.why_reply)


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a game; printed it is a text, and a notebook shows it with pictures."""

    record: Record
    assessments: Sequence[Assessment]
    language: str
    accuracy: tuple[float | None, ...]
    """In per cent by seat; None for one that never moved."""
    by_phase: dict[str, tuple[float | None, ...]]
    turning_points: list[TurningPoint]

    @property
    def names(self) -> list[str]:
        """Who sat where, as the record says; by the seats' numbers where it says nothing, or names two alike."""
        tags = [self.record.tags.get(f"Seat {seat}", "") for seat in range(self.record.setup.seats)]
        names = [tag.partition(":")[2] or tag for tag in tags]
        if all(names) and len(set(names)) == len(names):
            return names
        return [words("tischlein.study", self.language)("seat", number=seat + 1) for seat in range(len(names))]

    def graph(self) -> str:
        """Return the chances move by move, as SVG."""
        title, own = find_game(self.record.setup.game).title, words("tischlein.arena", self.language)
        return draw_game(self.assessments, self.names, title, own)

    def __repr__(self) -> str:
        return f"<Report on {self.record!r}, {len(self.turning_points)} turning points>"

    def __str__(self) -> str:
        own, width = words("tischlein.study", self.language), max(map(len, self.names))
        lines = [own("accuracy")]
        for seat, name in enumerate(self.names):
            phases = ", ".join(f"{own(f'phase-{phase}')} {_say_share(self.by_phase[phase][seat])}" for phase in PHASES)
            lines.append(f"  {name:<{width}}  {_say_share(self.accuracy[seat])} ({phases})")
        for point in self.turning_points:
            lines += ["", *point.lines(self.names[point.seat], own)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show graph, accuracy and turning points in a notebook, each with the board after either move."""
        own = words("tischlein.study", self.language)
        head, *points = str(self).split("\n\n")
        parts = [_picture(self.graph(), "", 720), _paragraph(head)]
        for point, text in zip(self.turning_points, points, strict=True):
            before = self.record.state_at(point.ply - 1)
            parts.append(_paragraph(text))
            for key, move in (("played", point.played), ("better", point.better)):
                board = before.play(move).svg(point.seat, self.language)
                parts.append(_picture(board, own(key, move=move), 340))
        return "\n".join(parts)


def _say_share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f} %"


def _paragraph(text: str) -> str:
    return f'<pre style="white-space: pre-wrap">{escape(text)}</pre>'


def _picture(svg: str, caption: str, width: int) -> str:
    """Return a drawing as an image, so that names within it cannot meet those of another one on the page."""
    data, below = base64.b64encode(svg.encode()).decode(), f"<figcaption>{escape(caption)}</figcaption>"
    image = f'<img width="{width}" alt="" src="data:image/svg+xml;base64,{data}">'
    return f'<figure style="display: inline-block; margin: 4px">{image}{below}</figure>'


def grade(loss: float) -> float:
    """Return the accuracy of one move in per cent: 100 if nothing was given away, about 40 for a fifth of a win.

    The curve is the one that chess servers have made familiar, over chances of winning.
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def report_on(record: Record, bot: str | Bot = "200sims", language: str = "en", seed: int | None = None) -> Report:
    """Return the report on a game that a bot goes through, move by move: more simulations, or `1s`, see more."""
    thinker = make_bot(record.setup.game, bot, seed) if isinstance(bot, str) else bot
    return make_report(record, assess(record, list(look_through(record, thinker))), language)


def make_report(record: Record, assessments: Sequence[Assessment], language: str = "en") -> Report:
    """Return the report on a game whose moves were assessed."""
    seats = record.setup.seats
    phases = {phase: [one for one in assessments if phase_of(one.ply, len(assessments)) == phase] for phase in PHASES}
    worst = sorted((one for one in assessments if one.mark), key=lambda one: -one.loss)[:MOST_TURNING_POINTS]
    return Report(
        record,
        assessments,
        language,
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
