"""A layout drawn as SVG and for a terminal: the board, and below it the pieces that are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tischlein.core.drawing import Lines, Span, svg
from tischlein.core.drawing.svg import COLOURS, label, mark, tag
from tischlein.core.words import words
from tischlein.games.blokus.drawing.terminal import MARKS
from tischlein.games.blokus.notation import read
from tischlein.games.blokus.pieces import PIECES, Square

from .challenge import PACKAGE, SIDES, Challenge, Layout
from .sheet import OWN
from .view import HandView, LayoutView, show_layout

MARGIN, HEAD, FRAME, CELL = 24, 60, 24, 32
SMALL = 10
"""A square of a piece that waits."""

_SHAPES = {piece.name: piece.shape for piece in PIECES}


def name_challenge(challenge: Challenge, language: str) -> str:
    """Return what a challenge is called."""
    texts = words(PACKAGE, language)
    return texts("title-own", size=challenge.size) if challenge.id == OWN else texts(f"title-{challenge.id}")


# ------------------------------------------------------------------ SVG


def draw_picture(layout: Layout, language: str = "en") -> str:
    """Return a whole SVG document."""
    view = show_layout(layout)
    across, down = CELL * view["columns"], CELL * view["rows"]
    wide = max(across + 2 * FRAME, 460)
    left = MARGIN + (wide - across) / 2
    title = name_challenge(layout.challenge, language)
    waiting, height = _draw_hands(view["colours"], HEAD + down + 2 * FRAME + MARGIN, wide)
    size = 16 if len(title) < 56 else 13
    content = [
        label(MARGIN, HEAD / 2, title, size, text_anchor="start", font_family="Georgia, serif"),
        *_draw_board(view, left, HEAD + FRAME),
        *waiting,
    ]
    return svg.document(wide + 2 * MARGIN, height + MARGIN, title, content)


def _draw_board(view: LayoutView, x: float, y: float) -> Iterator[str]:
    across, down = CELL * view["columns"], CELL * view["rows"]
    frame: dict[str, str | float] = {"width": across + 2 * FRAME, "height": down + 2 * FRAME}
    yield tag("rect", x=x - FRAME, y=y - FRAME, **frame, rx=14, fill=svg.FRAME)
    yield tag("rect", x=x, y=y, width=across, height=down, fill=svg.FIELD)
    upright = "".join(f"M{x + i * CELL:.2f} {y}v{down}" for i in range(1, view["columns"]))
    level = "".join(f"M{x} {y + i * CELL:.2f}h{across}" for i in range(1, view["rows"]))
    yield tag("path", d=upright + level, stroke=svg.GRID, stroke_width=1, fill="none")
    look: dict[str, str | float] = {"fill": "#fff", "fill_opacity": 0.72}
    for column in range(view["columns"]):
        for at in (y - FRAME / 2, y + down + FRAME / 2):
            yield label(x + (column + 0.5) * CELL, at, chr(ord("a") + column), 12, **look)
    for row in range(view["rows"]):
        for at in (x - FRAME / 2, x + across + FRAME / 2):
            yield label(at, y + down - (row + 0.5) * CELL, str(row + 1), 12, **look)
    for colour in view["colours"]:
        for start in colour["starts"]:
            (column, row), *_ = read(start)
            spot: dict[str, str | float] = {"cx": x + (column + 0.5) * CELL, "cy": y + down - (row + 0.5) * CELL}
            yield tag("circle", **spot, r=CELL * 0.2, fill=COLOURS[colour["id"]], fill_opacity=0.75)
    for piece in view["lying"]:
        yield _draw_piece(read(piece["move"]), piece["colour"], x, y + down, CELL, strong=piece["given"])


def _draw_piece(
    squares: Iterable[Square], colour: str, x: float, y: float, cell: float, *, strong: bool = False
) -> str:
    """Return a piece; (x, y) is the bottom left of column 0 and row 0. A given piece has a strong outline."""
    covered = set(squares)
    parts, outline = [], []
    for column, row in sorted(covered):
        left, top = x + column * cell, y - (row + 1) * cell
        parts.append(tag("rect", x=left, y=top, width=cell, height=cell, fill=COLOURS[colour]))
        if cell > SMALL:
            parts.append(mark(colour, left + cell / 2, top + cell / 2, cell))
        for dx, dy in SIDES:
            if (column + dx, row + dy) not in covered:
                start = (left + cell * (dx > 0), top + cell * (dy < 0))
                outline.append(f"M{start[0]:.2f} {start[1]:.2f}{'v' if dx else 'h'}{cell:.2f}")
    look: dict[str, str | float] = {"fill": "none", "stroke": svg.INK, "stroke_linecap": "square"}
    width = 3.2 if strong else max(0.8, cell * 0.05)
    return tag("g", *parts, tag("path", d="".join(outline), stroke_width=width, **look))


def _draw_hands(hands: list[HandView], y: float, wide: float) -> tuple[list[str], float]:
    """Return the pieces that wait, in rows by colour, and where the last row ends."""
    drawn: list[str] = []
    for hand in hands:
        left, tall = float(MARGIN), 0.0
        for name in hand["left"]:
            width, height = (SMALL * (1 + max(square[axis] for square in _SHAPES[name])) for axis in (0, 1))
            if left + width > MARGIN + wide:
                y, left, tall = y + tall + SMALL, float(MARGIN), 0.0
            tall = max(tall, height)
            drawn.append(_draw_piece(_SHAPES[name], hand["id"], left, y + height, SMALL))
            left += width + SMALL
        if hand["left"]:
            y += tall + SMALL
    return drawn, y


# ------------------------------------------------------------------ the terminal


def draw_lines(layout: Layout) -> Lines:
    """Return the board with its letters and numbers; neighbours in one colour are told apart by joined marks."""
    view = show_layout(layout)
    owner = {
        square: (number, placement.colour)
        for number, placement in enumerate(layout.lying)
        for square in placement.squares
    }
    edge = [Span("   " + " ".join(chr(ord("a") + column) for column in range(view["columns"])))]
    lines: Lines = [edge]
    for row in range(view["rows"] - 1, -1, -1):
        line = [Span(f"{row + 1:>2} ")]
        for column in range(view["columns"]):
            here, right = owner.get((column, row)), owner.get((column + 1, row))
            if here is None:
                line.append(Span("· "))
            else:
                line.append(Span(MARKS[here[1]] + ("─" if here == right else " "), here[1]))
        lines.append([*line, Span(f"{row + 1:<2}")])
    return [*lines, edge]
