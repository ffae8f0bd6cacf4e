"""The table drawn as SVG, from the view alone: the row of planks in a frame, and a card for each seat below.

Nails are steel heads in the shape of their seat with the colour in the middle; every colour has its mark.
"""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.drawing import svg
from tischlein.core.drawing.svg import label, mark, tag
from tischlein.core.words import Words
from tischlein.games.planken.pieces import COLOURS, HEIGHTS, LETTERS, NAILS_OF_COLOUR, PLANKS
from tischlein.games.planken.view import HandView, View

from .terminal import name_seat, tell_outcome, tell_turn

MARGIN = 24
HEAD = 60
FRAME = 26
WIDTH = 1000
INNER = WIDTH - 2 * MARGIN - 2 * FRAME
LARGEST = 92
ROOM = 3 * LARGEST + 52
BOARD = ROOM + 2 * FRAME
CARD = 160
SMALL = 28
GAP = 14
HEIGHT = HEAD + BOARD + GAP + CARD + MARGIN

STEEL = "url(#planken-steel)"
STEEL_EDGE = "#3f3a33"
WOOD = ("#c99a63", "#d3a670", "#c4935b", "#cfa069")
GRAIN = "#8a5f35"

Look = dict[str, str | float]

_STEEL = tag(
    "defs",
    tag(
        "linearGradient",
        tag("stop", offset=0, stop_color="#ffffff"),
        tag("stop", offset=0.5, stop_color="#dcd8d0"),
        tag("stop", offset=1, stop_color="#a39d92"),
        id="planken-steel",
        x1=0,
        y1=0,
        x2=0.6,
        y2=1,
    ),
)


def draw_svg(view: View, words: Words) -> str:
    """Return a whole SVG document."""
    variant = words("variant-" + view["variant"])
    news = tell_turn(view, words) if view["outcome"] is None else tell_outcome(view, words)
    middle = HEAD / 2 + 3
    head = [
        label(MARGIN, middle, words("title"), 24, text_anchor="start", font_family="Georgia, serif"),
        label(MARGIN + 168, middle + 2, variant, 16, text_anchor="start", fill=svg.SOFT_INK),
        label(WIDTH - MARGIN, middle + 2, news, 15, text_anchor="end", font_weight=600),
    ]
    title = f"{words('title')} · {variant}. {news}"
    return svg.document(WIDTH, HEIGHT, title, [_STEEL, *head, *_draw_board(view), *_draw_cards(view, words)])


# ------------------------------------------------------------------ the row


def _draw_board(view: View) -> Iterator[str]:
    for spread in (10, 6, 3):  # a soft shadow without a filter, which many programs cannot draw
        place: Look = {"x": MARGIN - spread / 2, "y": HEAD + 4, "rx": 16, "fill_opacity": 0.05}
        yield tag("rect", **place, width=WIDTH - 2 * MARGIN + spread, height=BOARD + spread, fill=svg.INK)
    yield tag("rect", x=MARGIN, y=HEAD, width=WIDTH - 2 * MARGIN, height=BOARD, rx=14, fill=svg.FRAME)
    light: Look = {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.14}
    yield tag("rect", x=MARGIN + 1, y=HEAD + 1, width=WIDTH - 2 * MARGIN - 2, height=BOARD - 2, rx=13, **light)
    yield tag("rect", x=MARGIN + FRAME, y=HEAD + FRAME, width=INNER, height=ROOM, rx=4, fill=svg.FIELD)
    cell, left, top = _measure(view)
    shift = len(view["ends"]) // 2
    look: Look = {"fill": "#fff", "fill_opacity": 0.75}
    for index, place_view in enumerate(view["board"]):
        column = place_view["column"]
        yield _draw_plank(place_view["plank"], left + (index + shift) * cell, top, cell, ord(column))
        yield label(left + (index + shift + 0.5) * cell, HEAD + BOARD - FRAME / 2, column, 14, **look)
    for end, index in zip(view["ends"], (0, len(view["board"]) + 1), strict=False):
        yield from _draw_end(end, left + index * cell, top, cell)
    for height in range(HEIGHTS):
        yield label(MARGIN + FRAME / 2, top + (height + 0.5) * cell, str(height + 1), 14, **look)
    yield from _draw_nails(view, cell, left, top)


def _measure(view: View) -> tuple[float, float, float]:
    """Return the size of a field and where the row starts, the free places at its ends included."""
    columns = len(view["board"]) + len(view["ends"])
    cell = min(LARGEST, (INNER - 24) / columns)
    return cell, WIDTH / 2 - columns * cell / 2, HEAD + FRAME + (ROOM - 3 * cell) / 2


def _draw_end(name: str, x: float, y: float, cell: float) -> Iterator[str]:
    """A place where the next plank may go."""
    look: Look = {"fill": "none", "stroke": svg.LINE, "stroke_width": 2, "stroke_dasharray": "7 6"}
    yield tag("rect", x=x + 4, y=y + 2, width=cell - 8, height=3 * cell - 4, rx=10, **look)
    yield label(x + cell / 2, y + 1.5 * cell, name, cell * 0.26, fill=svg.SOFT_INK, fill_opacity=0.8)


def _draw_plank(plank: str, x: float, y: float, cell: float, grain: int) -> str:
    """Return a plank with its grain and three fields; `grain` makes every plank another piece of wood."""
    width, height = cell * 0.95, 3 * cell
    left = x + (cell - width) / 2
    round_: Look = {"rx": cell * 0.1}
    parts = [
        tag(
            "rect",
            x=left + cell * 0.02,
            y=y + cell * 0.05,
            width=width,
            height=height,
            fill="#000",
            fill_opacity=0.16,
            **round_,
        ),
        tag("rect", x=left, y=y, width=width, height=height, fill=WOOD[grain % len(WOOD)], **round_),
        tag(
            "path",
            d=_grain(left, y, width, height, grain),
            fill="none",
            stroke=GRAIN,
            stroke_opacity=0.34,
            stroke_width=cell * 0.014,
        ),
        tag(
            "rect",
            x=left + 0.5,
            y=y + 0.5,
            width=width - 1,
            height=height - 1,
            fill="none",
            stroke=GRAIN,
            stroke_width=1,
            **round_,
        ),
        tag(
            "path",
            d=f"M{left + cell * 0.1:.2f} {y + 1.5:.2f}h{width - cell * 0.2:.2f}",
            stroke="#fff",
            stroke_opacity=0.5,
            stroke_width=2,
        ),
    ]
    for index, letter in enumerate(plank):
        parts.append(_draw_field(COLOURS[LETTERS.index(letter)], x + cell / 2, y + (index + 0.5) * cell, cell))
    return tag("g", *parts)


def _grain(x: float, y: float, width: float, height: float, seed: int) -> str:
    """Return lines along the wood that bend a little, each in its own way."""
    paths = []
    for line in range(9):
        turn = (seed * 37 + line * 53) % 17 / 17 - 0.5
        at = x + width * (line + 0.6) / 9.2
        bend = width * 0.09 * turn
        curve = f"{bend:.2f} {height * 0.3:.2f} {-bend:.2f} {height * 0.6:.2f} {bend / 2:.2f} {height - 4:.2f}"
        paths.append(f"M{at:.2f} {y + 2:.2f}c{curve}")
    return "".join(paths)


def _draw_field(colour: str, x: float, y: float, cell: float) -> str:
    """Return a coloured field, let into the wood, with its mark."""
    size = cell * 0.74
    box: Look = {"width": size, "height": size, "rx": size * 0.16}
    return tag(
        "g",
        tag("rect", x=x - size / 2, y=y - size / 2 + cell * 0.018, fill="#fff", fill_opacity=0.45, **box),
        tag(
            "rect", x=x - size / 2, y=y - size / 2, fill=svg.COLOURS[colour], stroke="#000", stroke_opacity=0.35, **box
        ),
        mark(colour, x, y, size),
    )


# ------------------------------------------------------------------ nails


def _draw_nails(view: View, cell: float, left: float, top: float) -> Iterator[str]:
    spots = {
        f"{place['column']}{height + 1}": (
            left + (index + len(view["ends"]) // 2 + 0.5) * cell,
            top + (height + 0.5) * cell,
        )
        for index, place in enumerate(view["board"])
        for height in range(HEIGHTS)
    }
    if view["line"]:
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in (spots[name] for name in view["line"]))
        look: Look = {"fill": "none", "stroke": svg.FIELD, "stroke_linecap": "round"}
        yield tag("polyline", points=points, stroke_width=cell * 0.2, **look)
        yield tag("polyline", points=points, stroke_width=cell * 0.1, **(look | {"stroke": svg.ACCENT}))
    last = view["last"]
    if last and last["source"] and not view["line"]:
        yield _draw_ring(*spots[last["source"]], cell, dashed=True)
    if last and last["cell"] and not view["line"]:
        yield _draw_ring(*spots[last["cell"]], cell, dashed=False)
    for place in view["board"]:
        for height, owner in enumerate(place["nails"]):
            if owner is not None:
                name = f"{place['column']}{height + 1}"
                colour = COLOURS[LETTERS.index(place["plank"][height])]
                yield draw_nail(view["hands"][owner]["shape"], colour, *spots[name], cell * 0.27)


def _draw_ring(x: float, y: float, cell: float, *, dashed: bool) -> str:
    size = cell * 0.8
    look: Look = {"fill": "none", "stroke": svg.FIELD, "stroke_width": cell * 0.05}
    if dashed:
        look["stroke_dasharray"] = f"{cell * 0.09:.2f} {cell * 0.07:.2f}"
    return tag("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, rx=cell * 0.14, **look)


def draw_nail(shape: str, colour: str, x: float, y: float, radius: float) -> str:
    """Return a nail's head: steel in the seat's shape, the colour in its middle, and a little weight below."""
    edge: Look = {"stroke": STEEL_EDGE, "stroke_width": radius * 0.09, "stroke_linejoin": "round"}
    return tag(
        "g",
        tag("path", d=_outline(shape, x, y + radius * 0.16, radius), fill="#000", fill_opacity=0.38),
        tag("path", d=_outline(shape, x, y, radius), fill=STEEL, **edge),
        tag("path", d=_outline(shape, x, y, radius * 0.66), fill=svg.COLOURS[colour], fill_rule="nonzero"),
        mark(colour, x, y + (radius * 0.12 if shape == "triangle" else 0), radius * 1.25),
    )


def _outline(shape: str, x: float, y: float, r: float) -> str:
    """Return the path of a head around a point; the four have about the same weight to the eye."""
    match shape:
        case "round":
            return f"M{x - r:.2f} {y:.2f}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0z"
        case "square":
            s = 0.9 * r
            return f"M{x - s:.2f} {y - s:.2f}h{2 * s:.2f}v{2 * s:.2f}h{-2 * s:.2f}z"
        case "triangle":
            return f"M{x:.2f} {y - 1.22 * r:.2f}l{1.24 * r:.2f} {2.08 * r:.2f}h{-2.48 * r:.2f}z"
        case _:
            a, b = 1.12 * r, 0.46 * r
            arm = a - b
            return (
                f"M{x - b:.2f} {y - a:.2f}h{2 * b:.2f}v{arm:.2f}h{arm:.2f}v{2 * b:.2f}h{-arm:.2f}v{arm:.2f}"
                f"h{-2 * b:.2f}v{-arm:.2f}h{-arm:.2f}v{-2 * b:.2f}h{arm:.2f}z"
            )


# ------------------------------------------------------------------ the cards


def _draw_cards(view: View, words: Words) -> Iterator[str]:
    width = (WIDTH - 2 * MARGIN + GAP) / view["seats"] - GAP
    for hand in view["hands"]:
        x = MARGIN + hand["seat"] * (width + GAP)
        yield from _draw_card(view, hand, words, x, HEAD + BOARD + GAP + 4, width)


def _draw_card(view: View, hand: HandView, words: Words, x: float, y: float, width: float) -> Iterator[str]:
    won = view["outcome"] is not None and hand["seat"] in view["outcome"]["winners"] and view["line"] is not None
    active = hand["seat"] == view["to_move"] or won
    edge: Look = {"stroke": svg.ACCENT, "stroke_width": 2} if active else {"stroke": svg.LINE}
    yield tag("rect", x=x, y=y, width=width, height=CARD, rx=14, fill=svg.CARD, **edge)
    yield tag("path", d=_outline(hand["shape"], x + 30, y + 30, 12), fill=STEEL, stroke=STEEL_EDGE, stroke_width=1.6)
    name = name_seat(view, hand["seat"], words)
    yield label(x + 54, y + 23, name, 16, text_anchor="start", font_weight=700)
    detail = words(f"phase-{hand['phase']}")
    yield label(x + 54, y + 41, detail, 12.5, text_anchor="start", fill=svg.SOFT_INK)
    slots = len(PLANKS) // view["seats"]
    for index, plank in enumerate(hand["stock"]):
        yield _draw_plank(plank, x + 14 + index * 1.1 * SMALL, y + 60, SMALL, 7 * index + hand["seat"])
    for index in range(len(hand["stock"]), slots):
        place: Look = {"x": x + 16 + index * 1.1 * SMALL, "y": y + 61, "width": SMALL - 4, "height": 3 * SMALL - 2}
        yield tag("rect", **place, rx=4, fill="none", stroke=svg.LINE, stroke_dasharray="4 4")
    left = x + 14 + slots * 1.1 * SMALL + 0.9 * SMALL
    for index, (colour, count) in enumerate(hand["nails"].items()):
        for row in range(NAILS_OF_COLOUR):
            centre = left + index * SMALL, y + 60 + (0.8 + 1.3 * row) * SMALL
            if row < count:
                yield draw_nail(hand["shape"], colour, *centre, 0.36 * SMALL)
            else:
                yield tag("circle", cx=centre[0], cy=centre[1], r=2.5, fill=svg.LINE)
