"""A small chart as SVG: points with error bars and names, or lines through points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tischlein.core.svg import ACCENT, CARD, COLOURS, GRID, INK, SOFT_INK, document, label, tag

WIDTH, HEIGHT = 720.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 30.0, 50.0, 60.0
SERIES = (ACCENT, *COLOURS.values())
_ANCHORS = {True: "start", False: "end"}


class Mark(NamedTuple):
    """A point: where it is, half of its error bar, and its name."""

    x: float
    y: float
    error: float = 0.0
    name: str = ""


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
) -> str:
    """Return a whole SVG document; several series have several colours, `lines` joins the points of each."""
    marks = [mark for one in series for mark in one]
    columns = _Axis([mark.x for mark in marks], LEFT, WIDTH - RIGHT, logarithmic)
    spread = [mark.y + sign * mark.error for mark in marks for sign in (-1, 1)]
    rows = _Axis(spread, HEIGHT - BOTTOM, TOP)
    content = [_draw_frame(columns, rows), *_draw_names(title, across, up)]
    for number, one in enumerate(series):
        colour = SERIES[number % len(SERIES)]
        if lines:
            content += [_draw_line(columns, rows, first, second, colour) for first, second in pairwise(one)]
        content += [_draw_mark(columns, rows, mark, colour) for mark in one]
    return document(WIDTH, HEIGHT, title, content)


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
        label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM / 4, across, 13),
        label(18, middle, up, 13, transform=f"rotate(-90 18 {middle:g})"),
    ]


def _draw_line(columns: _Axis, rows: _Axis, first: Mark, second: Mark, colour: str) -> str:
    ends: dict[str, float] = {"x1": columns.at(first.x), "y1": rows.at(first.y)}
    ends |= {"x2": columns.at(second.x), "y2": rows.at(second.y)}
    return tag("line", **ends, stroke=colour, stroke_width=2)


def _draw_mark(columns: _Axis, rows: _Axis, mark: Mark, colour: str) -> str:
    x, y = columns.at(mark.x), rows.at(mark.y)
    parts = [tag("circle", cx=x, cy=y, r=4, fill=colour)]
    if mark.error:
        low, high = rows.at(mark.y - mark.error), rows.at(mark.y + mark.error)
        parts.append(tag("line", x1=x, x2=x, y1=low, y2=high, stroke=colour, stroke_width=1.5))
    if mark.name:
        after = x < WIDTH - RIGHT - 9 * len(mark.name)  # or the name would leave the picture
        parts.append(label(x + 8 if after else x - 8, y - 9, mark.name, 12, fill=INK, text_anchor=_ANCHORS[after]))
    return "\n".join(parts)
