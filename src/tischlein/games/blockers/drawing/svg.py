"""The view as an SVG picture: the board in its wooden frame, the own rack below it, every seat's card beside it."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.drawing import svg
from tischlein.core.drawing.svg import label, mark, tag
from tischlein.core.words import Words
from tischlein.games.blockers.pieces import COLUMNS, ROWS
from tischlein.games.blockers.view import ColourView, SeatView, View

from .symbols import OUTLINES
from .terminal import news, reckoning

MARGIN = 28
HEAD = 44  # title and what happened
CELL = 58
FRAME = 36  # room for the letters and numbers
BOARD = 9 * CELL + 2 * FRAME
BENCH = 88
GAP = 20
CARD_WIDTH = 336
CARD_ROW = 30
MINI = 22  # a tile on a card
TAKEN_INDENT = 100

BLOCK = "#f6eddf"
BLOCK_LINE = "#c9b89f"
PALE = "#d8cab4"
FRAME_INK = "#f0e2cd"
BENCH_EDGE = "#5f432d"


def draw_svg(view: View, words: Words) -> str:
    """Return the whole picture."""
    title = words("heading", variant=words(f"variant-{view['variant']}"))
    left, top = MARGIN, MARGIN + HEAD
    content = [_heading(title, news(view, words)), *_frame(left, top), *_cells(view, left + FRAME, top + FRAME)]
    bottom = top + BOARD
    own = [colour for colour in view["colours"] if colour["seat"] == view["seat"]]
    if own:
        content += _benches(own, left, bottom + GAP)
        bottom += GAP + BENCH
    y = float(top)
    for score in view["scores"]:
        card, height = _card(view, score, words, left + BOARD + GAP, y)
        content.append(card)
        y += height + 12
    width = left + BOARD + GAP + CARD_WIDTH + MARGIN
    return svg.document(width, max(bottom, y - 12) + MARGIN, title, content)


def _heading(title: str, sentences: list[str]) -> str:
    name = label(MARGIN, MARGIN + 12, title, 22, text_anchor="start", font_family="Georgia, serif", font_weight=700)
    right = MARGIN + BOARD + GAP + CARD_WIDTH
    said = label(right, MARGIN + 12, " · ".join(sentences), 15, text_anchor="end", fill=svg.SOFT_INK)
    return name + said


# ------------------------------------------------------------------ the board


def _frame(left: float, top: float) -> list[str]:
    parts = [
        tag("rect", x=left, y=top + 6, width=BOARD, height=BOARD, rx=14, fill=svg.INK, fill_opacity=0.12),
        tag("rect", x=left, y=top, width=BOARD, height=BOARD, rx=14, fill=svg.FRAME),
        tag(
            "rect", x=left + 1, y=top + 1, width=BOARD - 2, height=BOARD - 2, rx=13, fill="none", **_line("#fff", 0.14)
        ),
    ]
    for index, (letter, number) in enumerate(zip(ROWS, COLUMNS, strict=True)):
        along = FRAME + (index + 0.5) * CELL
        for across in (FRAME / 2, BOARD - FRAME / 2):
            parts.append(label(left + across, top + along, letter, 16, fill=FRAME_INK, font_weight=600))
            parts.append(label(left + along, top + across, number, 16, fill=FRAME_INK, font_weight=600))
    return parts


def _line(colour: str, opacity: float, width: float = 2) -> dict[str, str | float]:
    return {"stroke": colour, "stroke_opacity": opacity, "stroke_width": width}


def _cells(view: View, left: float, top: float) -> list[str]:
    parts = [_block(symbol, index, left, top) for index, symbol in enumerate(view["board"]["blocks"])]
    for step in range(1, 9):
        look = _line(BLOCK_LINE, 1, 2.5) if step % 3 == 0 else _line(svg.GRID, 1, 1)
        at, end = step * CELL, 9 * CELL
        parts.append(tag("path", d=f"M{left + at} {top}v{end}M{left} {top + at}h{end}", fill="none", **look))
    laid = view["board"]["cells"]
    parts += [_bridges(cell, laid[cell]["colour"], view, left, top) for cell in laid]
    for cell, tile in laid.items():
        x, y = _corner(cell, left, top)
        parts.append(_tile(x + 3, y + 3, CELL - 6, tile["colour"], tile["tile"]))
    if view["last"]:
        x, y = _corner(view["last"]["cell"], left, top)
        ring: dict[str, str | float] = {"rx": 10, "fill": "none", "stroke": svg.INK, "stroke_width": 3}
        parts.append(tag("rect", x=x + 1.5, y=y + 1.5, width=CELL - 3, height=CELL - 3, **ring))
    return parts


def _block(symbol: str, index: int, left: float, top: float) -> str:
    """Return nine empty cells with their symbol; neighbouring blocks differ in tone."""
    x, y = left + index % 3 * 3 * CELL, top + index // 3 * 3 * CELL
    ground = tag("rect", x=x, y=y, width=3 * CELL, height=3 * CELL, fill=BLOCK if index % 2 else svg.FIELD)
    centres = [((column + 0.5) * CELL, (row + 0.5) * CELL) for row in range(3) for column in range(3)]
    return ground + "".join(_outline(symbol, x + dx, y + dy, 0.4 * CELL, PALE) for dx, dy in centres)


def _bridges(cell: str, colour: str, view: View, left: float, top: float) -> str:
    """Return what joins a tile to those of its group on the right and below, so that groups are seen as one."""
    x, y = _corner(cell, left, top)
    row, column = ROWS.index(cell[0]), COLUMNS.index(cell[1])
    look = {"fill": _shade(colour)}
    bridges = ""
    if column < 8 and _colour_on(view, ROWS[row] + COLUMNS[column + 1]) == colour:
        bridges += tag("rect", x=x + CELL - 6, y=y + 0.25 * CELL, width=12, height=0.5 * CELL, **look)
    if row < 8 and _colour_on(view, ROWS[row + 1] + COLUMNS[column]) == colour:
        bridges += tag("rect", x=x + 0.25 * CELL, y=y + CELL - 6, width=0.5 * CELL, height=12, **look)
    return bridges


def _colour_on(view: View, cell: str) -> str | None:
    tile = view["board"]["cells"].get(cell)
    return tile["colour"] if tile else None


def _corner(cell: str, left: float, top: float) -> tuple[float, float]:
    return left + COLUMNS.index(cell[1]) * CELL, top + ROWS.index(cell[0]) * CELL


# ------------------------------------------------------------------ tiles


def _tile(x: float, y: float, size: float, colour: str, face: str | None) -> str:
    """Return a tile with its face (None: its back) and the mark of its colour."""
    radius, edge = 0.15 * size, 0.06 * size
    parts = [
        tag("rect", x=x, y=y, width=size, height=size, rx=radius, fill=_shade(colour)),
        tag("rect", x=x, y=y, width=size, height=size - edge, rx=radius, fill=svg.COLOURS[colour]),
        tag("path", d=f"M{x + radius} {y + edge / 2}h{size - 2 * radius}", **_line("#fff", 0.4, edge / 2)),
    ]
    if face is None:
        return "".join([*parts, mark(colour, x + size / 2, y + size / 2, size)])
    corner = x + 0.82 * size, y + 0.8 * size
    return "".join(
        [*parts, _face(face, x + size / 2, y + 0.47 * size, size, colour), mark(colour, *corner, 0.52 * size)]
    )


def _face(face: str, x: float, y: float, size: float, colour: str) -> str:
    ink = svg.INK if colour == "yellow" else "#fff"  # white on yellow is hard to read
    if face in OUTLINES:
        return _outline(face, x, y, 0.5 * size, ink)
    return label(x, y, face, 0.56 * size, fill=ink, font_weight=700)


def _outline(symbol: str, x: float, y: float, size: float, ink: str) -> str:
    place = f"translate({x:.2f} {y:.2f}) scale({size / 20:.3f})"
    return tag("path", d=OUTLINES[symbol], transform=place, fill=ink)


def _shade(colour: str) -> str:
    """Return a colour's darker tone, for edges."""
    bright = svg.COLOURS[colour]
    return "#" + "".join(f"{int(bright[at : at + 2], 16) * 3 // 4:02x}" for at in (1, 3, 5))


# ------------------------------------------------------------------ seats


def _benches(colours: list[ColourView], left: float, top: float) -> list[str]:
    """Return the racks of the viewing seat, side by side below the board."""
    room = BOARD / len(colours)
    size = min(56.0, (room - 52) / 5 - 6)
    step = size + 6
    width = 5 * step + 34
    parts = []
    for index, colour in enumerate(colours):
        x, tiles = left + index * room + (room - width) / 2, colour["rack"] or []
        start = x + (width - len(tiles) * step + 6) / 2
        parts += [_tile(start + n * step, top + 62 - size, size, colour["id"], face) for n, face in enumerate(tiles)]
        parts.append(tag("rect", x=x, y=top + 58, width=width, height=24, rx=6, fill=svg.FRAME))
        parts.append(tag("rect", x=x, y=top + 74, width=width, height=8, rx=4, fill=BENCH_EDGE))
    return parts


def _card(view: View, score: SeatView, words: Words, x: float, y: float) -> tuple[str, float]:
    """Return a seat's card and its height."""
    colours = [colour for colour in view["colours"] if colour["seat"] == score["seat"]]
    height = 58 + CARD_ROW * (len(colours) + 1)
    winners = view["outcome"]["winners"] if view["outcome"] else []
    shines = score["seat"] in (view["to_move"], *winners)
    edge = svg.ACCENT if shines else svg.LINE
    name = words("seat", seat=score["seat"] + 1) + (f" · {words('you')}" if view["seat"] == score["seat"] else "")
    look = {"text_anchor": "start"}
    parts = [
        tag("rect", x=x, y=y, width=CARD_WIDTH, height=height, rx=14, fill=svg.CARD, **_line(edge, 1, 1 + shines)),
        label(x + 16, y + 21, name, 16, font_weight=700, **look),
        label(x + 16, y + 41, reckoning(view, score, words), 13, fill=svg.SOFT_INK, **look),
        label(x + CARD_WIDTH - 16, y + 29, str(score["points"]), 26, font_weight=700, text_anchor="end"),
    ]
    for index, colour in enumerate(colours):
        parts.append(_rack(colour, words, x + 16, y + 56 + index * CARD_ROW))
    parts.append(_taken(score, words, x + 16, y + 56 + len(colours) * CARD_ROW))
    return "".join(parts), height


def _rack(colour: ColourView, words: Words, x: float, y: float) -> str:
    faces: Sequence[str | None] = colour["rack"] or [None] * colour["rack_count"]
    tiles = [_tile(x + n * (MINI + 3), y, MINI, colour["id"], face) for n, face in enumerate(faces)]
    state = words("closed") if colour["closed"] else words("in-pile", count=colour["pile_count"])
    words_at = x + 5 * (MINI + 3) + 8
    return "".join(tiles) + label(words_at, y + MINI / 2, state, 13, fill=svg.SOFT_INK, text_anchor="start")


def _taken(score: SeatView, words: Words, x: float, y: float) -> str:
    """Return the taken tiles in a row, the closer together the more there are."""
    parts = [
        label(x, y + MINI / 2, words("taken", count=score["taken_count"]), 13, fill=svg.SOFT_INK, text_anchor="start")
    ]
    tiles = [(colour, tile) for colour, faces in score["taken"].items() for tile in faces]
    room = CARD_WIDTH - 32 - TAKEN_INDENT - MINI
    step = min(MINI + 3, room / max(1, len(tiles) - 1))
    parts += [_tile(x + TAKEN_INDENT + n * step, y, MINI, colour, tile) for n, (colour, tile) in enumerate(tiles)]
    return "".join(parts)
