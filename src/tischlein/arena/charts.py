"""Charts as SVG: points with error bars and names, or lines through points; and the chart of an analysed game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tischlein.bots.analysis import Assessment
from tischlein.core.drawing.svg import ACCENT, CARD, COLOURS, GRID, INK, SOFT_INK, document, label, tag
from tischlein.core.words import Words

WIDTH, HEIGHT = 720.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 30.0, 50.0, 60.0
SERIES = (*COLOURS.values(), INK)
DASHES = ("none", "7 4", "2 4", "10 3 2 3", "1 6", "4 2")
"""Lines can be told apart without their colours."""
_ANCHORS = {True: "start", False: "end"}


class Mark(NamedTuple):
    """A point: where it is, half of its error bar, its name, and whether to look at it."""

    x: float
    y: float
    error: float = 0.0
    name: str = ""
    loud: bool = False


class _Axis:
    """From values to the picture; `low` and `high` are in the picture's units."""

    def __init__(self, values: Sequence[float], low: float, high: float, logarithmic: bool = False) -> None:
        self._logarithmic = logarithmic
        scaled = [self._scale(value) for value in values] or [0.0, 1.0]
        room = 0.05 * (max(scaled) - min(scaled)) or 0.5
        self._from, self._to = min(scaled) - room, max(scaled) + room
        self._low, self._high = low, high

    def _scale(self, value: float) -> float:
        return math.log10(value) if self._logarithmic else value

    def at(self, value: float) -> float:
        """Return where a value is in the picture."""
        return self._low + (self._high - self._low) * (self._scale(value) - self._from) / (self._to - self._from)

    def ticks(self) -> list[float]:
        """Return round values along the axis."""
        if self._logarithmic:
            powers = range(math.floor(self._from), math.ceil(self._to) + 1)
            values = [factor * 10.0**power for power in powers for factor in (1, 3)]
            return [value for value in values if self._from <= math.log10(value) <= self._to]
        step = 10.0 ** math.floor(math.log10((self._to - self._from) / 2))
        while (self._to - self._from) / step > 8:
            step *= 2
        first = math.ceil(self._from / step)
        return [step * number for number in range(first, math.floor(self._to / step) + 1)]


def draw_chart(
    title: str,
    across: str,
    up: str,
    series: Sequence[Sequence[Mark]],
    *,
    logarithmic: bool = False,
    lines: bool = False,
    names: Sequence[str] = (),
    bounds: tuple[float, float] | None = None,
) -> str:
    """Return a whole SVG document; several series have several colours, `lines` joins the points of each.

    `names` are those of the series; `bounds` are the least and the greatest value that the upright axis shows.
    """
    marks = [mark for one in series for mark in one]
    columns = _Axis([mark.x for mark in marks], LEFT, WIDTH - RIGHT, logarithmic)
    spread = [mark.y + sign * mark.error for mark in marks for sign in (-1, 1)]
    rows = _Axis(bounds or spread, HEIGHT - BOTTOM, TOP)
    content = [_draw_frame(columns, rows), *_draw_names(title, across, up), *_draw_legend(names)]
    for number, one in enumerate(series):
        colour, dash = SERIES[number % len(SERIES)], DASHES[number % len(DASHES)]
        if lines:
            content += [_draw_line(columns, rows, first, second, colour, dash) for first, second in pairwise(one)]
        content += [_draw_mark(columns, rows, mark, colour) for mark in one]
    return document(WIDTH, HEIGHT, title, content)


def draw_game(assessments: Sequence[Assessment], names: Sequence[str], title: str, words: Words) -> str:
    """Return what a game was worth to each seat at its own turns, as SVG; mistakes are marked."""
    series = [
        [
            Mark(one.ply, 100 * one.best.value, name=f"{one.ply}{one.mark}" if one.mark else "", loud=bool(one.mark))
            for one in assessments
            if one.seat == seat
        ]
        for seat in range(len(names))
    ]
    return draw_chart(
        title, words("plies"), words("winning-chance"), series, lines=True, names=names, bounds=(0.0, 100.0)
    )


def _draw_frame(columns: _Axis, rows: _Axis) -> str:
    ground = tag("rect", x=LEFT, y=TOP, width=WIDTH - LEFT - RIGHT, height=HEIGHT - TOP - BOTTOM, fill=CARD)
    parts = [ground]
    for value in columns.ticks():
        x = columns.at(value)
        parts.append(tag("line", x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM, stroke=GRID))
        parts.append(label(x, HEIGHT - BOTTOM + 16, f"{value:g}", 12, fill=SOFT_INK))
    for value in rows.ticks():
        y = rows.at(value)
        parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=GRID))
        parts.append(label(LEFT - 10, y, f"{value:g}", 12, fill=SOFT_INK, text_anchor="end"))
    return "\n".join(parts)


def _draw_names(title: str, across: str, up: str) -> list[str]:
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return [
        label(WIDTH / 2, TOP / 2, title, 18),
        label(WIDTH - RIGHT, HEIGHT - BOTTOM / 4, across, 13, text_anchor="end"),
        label(18, middle, up, 13, transform=f"rotate(-90 18 {middle:g})"),
    ]


def _draw_legend(names: Sequence[str]) -> list[str]:
    parts, y = [], HEIGHT - BOTTOM / 4
    for number, (name, colour, dash) in enumerate(zip(names, SERIES, DASHES, strict=False)):
        x = LEFT + 118 * number
        parts.append(tag("line", x1=x, x2=x + 26, y1=y, y2=y, stroke=colour, stroke_width=3, stroke_dasharray=dash))
        parts.append(label(x + 32, y, name, 12, text_anchor="start"))
    return parts


def _draw_line(columns: _Axis, rows: _Axis, first: Mark, second: Mark, colour: str, dash: str) -> str:
    ends: dict[str, float] = {"x1": columns.at(first.x), "y1": rows.at(first.y)}
    ends |= {"x2": columns.at(second.x), "y2": rows.at(second.y)}
    return tag("line", **ends, stroke=colour, stroke_width=2, stroke_dasharray=dash)


def _draw_mark(columns: _Axis, rows: _Axis, mark: Mark, colour: str) -> str:
    x, y = columns.at(mark.x), rows.at(mark.y)
    parts = [tag("circle", cx=x, cy=y, r=5 if mark.loud else 3, fill=ACCENT if mark.loud else colour)]
    if mark.error:
        low, high = rows.at(mark.y - mark.error), rows.at(mark.y + mark.error)
        parts.append(tag("line", x1=x, x2=x, y1=low, y2=high, stroke=colour, stroke_width=1.5))
    if mark.name:
        after = x < WIDTH - RIGHT - 9 * len(mark.name)  # or the name would leave the picture
        parts.append(
            label(
                x + 8 if after else x - 8,
                y - 9,
                mark.name,
                12,
                fill=ACCENT if mark.loud else INK,
                text_anchor=_ANCHORS[after],
            )
        )
    return "\n".join(parts)
