"""The table drawn as SVG, from the view alone: the board on the left, a card for each colour on the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tischlein.core.drawing import svg
from tischlein.core.drawing.svg import COLOURS, label, mark, tag
from tischlein.core.words import Words
from tischlein.games.blokus.pieces import PIECES, Square
from tischlein.games.blokus.view import ColourView, SeatView, View

from .terminal import tell_outcome

MARGIN = 24
HEAD = 60
FRAME = 24
FIELD = 640
BOARD = FIELD + 2 * FRAME
PANEL = 348
GAP = 14
TOTALS = 64
WIDTH = BOARD + PANEL + 3 * MARGIN
HEIGHT = HEAD + BOARD + MARGIN

_SHAPES = {piece.name: piece.shape for piece in PIECES}
_HAND_CELLS = (16, 14, 12, 11, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6)
_SIDES = {"top": (0, 1), "bottom": (0, -1), "left": (-1, 0), "right": (1, 0)}


def draw_svg(view: View, words: Words) -> str:
    """Return a whole SVG document."""
    headline = f"{words('title')} · {words('variant-' + view['variant'])}"
    news = _tell_news(view, words)
    head = [
        label(MARGIN, HEAD / 2 + 2, words("title"), 24, text_anchor="start", font_family="Georgia, serif"),
        label(
            MARGIN + 92, HEAD / 2 + 4, words("variant-" + view["variant"]), 16, text_anchor="start", fill=svg.SOFT_INK
        ),
        label(WIDTH - MARGIN, HEAD / 2 + 4, news, 16, text_anchor="end", font_weight=600),
    ]
    return svg.document(WIDTH, HEIGHT, f"{headline}. {news}", [*head, *_draw_board(view), *_draw_panel(view, words)])


def _tell_news(view: View, words: Words) -> str:
    if view["turn"] is None or view["to_move"] is None:
        return tell_outcome(view, words)
    return words("your-turn", colour=view["turn"], number=view["to_move"] + 1)


# ------------------------------------------------------------------ the board


def _draw_board(view: View) -> Iterator[str]:
    size, cell = view["size"], FIELD / view["size"]
    x, y = MARGIN + FRAME, HEAD + FRAME
    for spread in (10, 6, 3):  # a soft shadow without a filter, which many programs cannot draw
        shadow: dict[str, str | float] = {"fill": svg.INK, "fill_opacity": 0.05}
        yield tag(
            "rect", x=MARGIN - spread / 2, y=HEAD + 4, width=BOARD + spread, height=BOARD + spread, rx=16, **shadow
        )
    yield tag("rect", x=MARGIN, y=HEAD, width=BOARD, height=BOARD, rx=14, fill=svg.FRAME)
    yield tag(
        "rect",
        x=MARGIN + 1,
        y=HEAD + 1,
        width=BOARD - 2,
        height=BOARD - 2,
        rx=13,
        fill="none",
        stroke="#fff",
        stroke_opacity=0.14,
    )
    yield tag("rect", x=x, y=y, width=FIELD, height=FIELD, fill=svg.FIELD)
    ruled = "".join(f"M{x + i * cell:.2f} {y}v{FIELD}M{x} {y + i * cell:.2f}h{FIELD}" for i in range(1, size))
    yield tag("path", d=ruled, stroke=svg.GRID, stroke_width=1, fill="none")
    yield from _draw_letters(size, cell)
    yield from _draw_starts(view, cell)
    last = view["last"]["ply"] if view["last"] else 0
    for piece in sorted(view["placed"], key=lambda piece: piece["ply"] == last):  # its strong outline on top
        squares = [_read_square(text) for text in piece["move"].split(",")]
        yield _draw_piece(squares, piece["colour"], x, y + FIELD, cell, strong=piece["ply"] == last)
    yield tag("rect", x=x, y=y, width=FIELD, height=FIELD, fill="none", stroke=svg.INK, stroke_opacity=0.35)


def _draw_letters(size: int, cell: float) -> Iterator[str]:
    look: dict[str, str | float] = {"fill": "#fff", "fill_opacity": 0.72}
    for i in range(size):
        across, down = MARGIN + FRAME + (i + 0.5) * cell, HEAD + FRAME + FIELD - (i + 0.5) * cell
        for y in (HEAD + FRAME / 2, HEAD + BOARD - FRAME / 2):
            yield label(across, y, chr(ord("a") + i), 12, **look)
        for x in (MARGIN + FRAME / 2, MARGIN + BOARD - FRAME / 2):
            yield label(x, down, str(i + 1), 12, **look)


def _draw_starts(view: View, cell: float) -> Iterator[str]:
    """A start square that waits for its colour; without a colour when any may come."""
    waiting = [(square, colour["id"]) for colour in view["colours"] for square in colour["starts"]]
    for square in sorted({square for square, _ in waiting}):
        comers = {colour for other, colour in waiting if other == square}
        fill = COLOURS[comers.pop()] if len(comers) == 1 else svg.SOFT_INK
        column, row = _read_square(square)
        x, y = MARGIN + FRAME + (column + 0.5) * cell, HEAD + FRAME + FIELD - (row + 0.5) * cell
        yield tag("circle", cx=x, cy=y, r=cell * 0.2, fill=fill, fill_opacity=0.75)
        yield tag("circle", cx=x, cy=y, r=cell * 0.34, fill="none", stroke=fill, stroke_opacity=0.5, stroke_width=1.5)


def _draw_piece(
    squares: Iterable[Square], colour: str, x: float, y: float, cell: float, *, strong: bool = False, marks: bool = True
) -> str:
    """Return a piece whose column 0 and row 0 have their bottom left corner at (x, y)."""
    covered = set(squares)
    lines: dict[str, list[str]] = {side: [] for side in _SIDES}
    parts = []
    for column, row in sorted(covered):
        left, top = x + column * cell, y - (row + 1) * cell
        parts.append(tag("rect", x=left, y=top, width=cell, height=cell, fill=COLOURS[colour]))
        for side, (dx, dy) in _SIDES.items():
            if (column + dx, row + dy) not in covered:
                lines[side].append(_side_path(side, left, top, cell))
            else:  # a faint groove between two squares of the piece
                parts.append(tag("path", d=_side_path(side, left, top, cell), stroke="#fff", stroke_opacity=0.13))
        if marks:
            parts.append(mark(colour, left + cell / 2, top + cell / 2, cell))
    bevel = cell * 0.08
    light = _draw_bevel(lines["top"], "#fff", 0.42, bevel, bevel / 2)
    shade = _draw_bevel(lines["bottom"], "#000", 0.2, bevel, -bevel / 2)
    look: dict[str, str | float] = {"fill": "none", "stroke": svg.INK, "stroke_linecap": "square"}
    weight = {"stroke_width": 3.2} if strong else {"stroke_width": max(0.8, cell * 0.045), "stroke_opacity": 0.7}
    outline = tag("path", d="".join(path for paths in lines.values() for path in paths), **look, **weight)
    return tag("g", *parts, light, shade, outline)


def _draw_bevel(paths: list[str], stroke: str, opacity: float, width: float, shift: float) -> str:
    """Return light or shade along an edge, shifted into the piece."""
    look: dict[str, str | float] = {"stroke": stroke, "stroke_opacity": opacity, "stroke_width": width}
    return tag("path", d="".join(paths), transform=f"translate(0 {shift:.2f})", **look)


def _side_path(side: str, left: float, top: float, cell: float) -> str:
    down = cell if side == "bottom" else 0
    across = cell if side == "right" else 0
    run = f"h{cell:.2f}" if side in ("top", "bottom") else f"v{cell:.2f}"
    return f"M{left + across:.2f} {top + down:.2f}{run}"


def _read_square(text: str) -> Square:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


# ------------------------------------------------------------------ the cards


def _draw_panel(view: View, words: Words) -> Iterator[str]:
    x, y = float(BOARD + 2 * MARGIN), float(HEAD)
    sums = any(len(seat["scoring"]) > 1 for seat in view["scores"])
    room = BOARD - (TOTALS + GAP if sums else 0)
    height = (room + GAP) / len(view["colours"]) - GAP
    for colour in view["colours"]:
        yield from _draw_card(colour, view, words, x, y, height)
        yield from _draw_hand(colour, x + 16, y + 60, height - 70)
        y += height + GAP
    if sums:
        yield from _draw_totals(view["scores"], words, x, y)


def _draw_card(colour: ColourView, view: View, words: Words, x: float, y: float, height: float) -> Iterator[str]:
    active = colour["id"] == view["turn"]
    edge: dict[str, str | float] = {"stroke": svg.ACCENT if active else svg.LINE, "stroke_width": 1 + active}
    yield tag("rect", x=x, y=y, width=PANEL, height=height, rx=14, fill=svg.CARD, **edge)
    yield tag("rect", x=x + 16, y=y + 14, width=32, height=32, rx=8, fill=COLOURS[colour["id"]])
    yield mark(colour["id"], x + 32, y + 30, 32)
    owner = words("shared") if colour["seat"] is None else words("seat", number=colour["seat"] + 1)
    state = words("out") if colour["out"] and colour["left"] else ""
    detail = " · ".join(part for part in (owner, _tell_rest(colour, words), state) if part)
    yield label(x + 60, y + 23, words("colour-" + colour["id"]), 16, text_anchor="start", font_weight=700)
    yield label(x + 60, y + 42, detail, 13, text_anchor="start", fill=svg.SOFT_INK)
    ink = svg.INK if colour["counts"] else svg.SOFT_INK
    score = _write_score(colour["score"]) if colour["counts"] else f"({_write_score(colour['score'])})"
    yield label(x + PANEL - 16, y + 31, score, 22, text_anchor="end", font_weight=700, fill=ink)


def _tell_rest(colour: ColourView, words: Words) -> str:
    if colour["reason"] is not None:
        return words("bonus-" + colour["reason"], points=colour["bonus"])
    return words("squares-left", count=colour["squares"])


def _draw_hand(colour: ColourView, x: float, y: float, height: float) -> Iterator[str]:
    """The tray: pieces left, as large as all 21 fit; a placed one leaves its print, so that nothing moves."""
    cell, spots = next((cell, spots) for cell, spots in map(_arrange, _HAND_CELLS) if spots[-1][2] <= height)
    for name, left, bottom in spots:
        if name in colour["left"]:
            yield _draw_piece(_SHAPES[name], colour["id"], x + left, y + bottom, cell, marks=cell >= 10)
        else:
            squares = "".join(
                f"M{x + left + column * cell:.2f} {y + bottom - row * cell:.2f}h{cell}v-{cell}h-{cell}z"
                for column, row in _SHAPES[name]
            )
            yield tag("path", d=squares, fill=svg.LINE, fill_opacity=0.55)


def _arrange(cell: float) -> tuple[float, list[tuple[str, float, float]]]:
    """Return the size of a square and (piece, left, bottom) for all 21 pieces in rows."""
    rows: list[list[tuple[str, float]]] = [[]]
    left = 0.0
    for name, shape in _SHAPES.items():
        width = cell * (1 + max(x for x, _ in shape))
        if left + width > PANEL - 32:
            rows.append([])
            left = 0.0
        rows[-1].append((name, left))
        left += width + 0.7 * cell
    spots: list[tuple[str, float, float]] = []
    bottom = 0.0
    for row in rows:
        bottom += cell * max(1 + max(y for _, y in _SHAPES[name]) for name, _ in row)
        spots += [(name, at, bottom) for name, at in row]
        bottom += 0.7 * cell
    return cell, spots


def _draw_totals(seats: list[SeatView], words: Words, x: float, y: float) -> Iterator[str]:
    """One small card for each side; the seats of a team stand on one card."""
    sides: dict[tuple[str, ...], list[SeatView]] = {}
    for seat in seats:
        sides.setdefault(tuple(seat["scoring"]), []).append(seat)
    width = (PANEL + GAP) / len(sides) - GAP
    for colours, members in sides.items():
        yield tag("rect", x=x, y=y, width=width, height=TOTALS, rx=14, fill=svg.CARD, stroke=svg.LINE)
        for i, colour in enumerate(colours):
            yield tag("rect", x=x + 14 + 26 * i, y=y + 12, width=20, height=20, rx=5, fill=COLOURS[colour])
            yield mark(colour, x + 24 + 26 * i, y + 22, 20)
        names = " + ".join(words("seat", number=member["seat"] + 1) for member in members)
        yield label(x + 14, y + 48, names, 12, text_anchor="start", fill=svg.SOFT_INK)
        score = _write_score(members[0]["score"])
        yield label(x + width - 14, y + TOTALS / 2, score, 22, text_anchor="end", font_weight=700)
        x += width + GAP


def _write_score(score: int) -> str:
    return f"−{-score}" if score < 0 else f"+{score}" if score else "0"
