"""Drawing as SVG: a few lines over text, the colours of the table, and a mark for each colour.

The marks make every colour readable without colour: dot, diamond, square, ring and bar.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from xml.sax.saxutils import escape, quoteattr

from . import Lines, Span

TABLE = "#efe6d8"
CARD = "#fbf7f0"
FIELD = "#fffdf8"
INK = "#2b241d"
SOFT_INK = "#7a6d5f"
LINE = "#ddd2c1"
GRID = "#e4dbcb"
FRAME = "#7b583d"
ACCENT = "#b4532a"
COLOURS = {"blue": "#3d6fd6", "yellow": "#f0b429", "red": "#d6493c", "green": "#2f9d6a", "violet": "#8a5cc7"}
FONT = "system-ui, sans-serif"


def tag(name: str, *content: str, **attributes: str | float) -> str:
    """Return one element; `stroke_width=2` becomes `stroke-width="2"`, content is SVG already."""
    pairs = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_number(value))}" for key, value in attributes.items()
    )
    return f"<{name}{pairs}>{''.join(content)}</{name}>" if content else f"<{name}{pairs}/>"


def label(x: float, y: float, text: str, size: float, **attributes: str | float) -> str:
    """Return a text centred on a point."""
    given = {"text_anchor": "middle", "dominant_baseline": "central", "fill": INK} | attributes
    return tag("text", escape(text), x=x, y=y, font_size=size, **given)


def mark(colour: str, x: float, y: float, size: float) -> str:
    """Return the mark of a colour, white and half transparent, centred on a point; `size` is the cell's width."""
    r = size * 0.17
    look: dict[str, str | float] = {"fill": "#fff", "fill_opacity": 0.55}
    match colour:
        case "blue":
            return tag("circle", cx=x, cy=y, r=r, **look)
        case "yellow":
            points = f"{x},{y - 1.3 * r} {x + 1.3 * r},{y} {x},{y + 1.3 * r} {x - 1.3 * r},{y}"
            return tag("polygon", points=points, fill="#fff", fill_opacity=0.7)
        case "red":
            return tag("rect", x=x - r, y=y - r, width=2 * r, height=2 * r, **look)
        case "green":
            ring: dict[str, str | float] = {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.65}
            return tag("circle", cx=x, cy=y, r=r, stroke_width=0.6 * r, **ring)
        case _:
            return tag("rect", x=x - 1.4 * r, y=y - 0.5 * r, width=2.8 * r, height=r, **look)


def document(width: float, height: float, title: str, content: Iterable[str]) -> str:
    """Return a whole SVG document on the table's colour, readable to a screen reader by its title."""
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_number(width)} {_number(height)}"}
    ground = tag("rect", width=width, height=height, fill=TABLE)
    body = ["\n", tag("title", escape(title)), "\n", ground, *(f"\n{element}" for element in content), "\n"]
    return tag("svg", *body, **head, width=width, height=height, role="img", font_family=FONT) + "\n"


LETTER, ROW, MARGIN = 9.7, 22, 20
"""Of a terminal's drawing: the width of a letter, the height of a line, the space around it."""


def write_lines(lines: Lines, title: str) -> str:
    """Return a terminal's drawing as a whole SVG document."""
    rows = ["".join(span.text for span in line) for line in lines]
    width = 2 * MARGIN + LETTER * max(map(len, [*rows, title]))
    content = [
        _write_span(span, MARGIN + LETTER * column, MARGIN + ROW * (number + 0.5))
        for number, line in enumerate(lines)
        for column, span in zip(accumulate((len(span.text) for span in line), initial=0), line, strict=False)
    ]
    return document(width, 2 * MARGIN + ROW * len(lines), title, content)


def _write_span(span: Span, x: float, y: float) -> str:
    look: dict[str, str | float] = {"text_anchor": "start", "font_family": "monospace", "fill": INK}
    look |= {"fill": COLOURS.get(span.colour, INK)} if span.colour else {}
    look |= {"font_weight": "bold"} if span.strong else {}
    return label(x, y, span.text.replace(" ", "\u00a0"), 16, **look)


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
