"""A game as pictures: every ply as SVG, one position as PNG, a whole game as an animated GIF or WebP.

>>> from tischlein import Record, find_game
>>> from tischlein.animation import draw_plies
>>> record = Record(find_game("blokus").setup("duo", seed=1))
>>> [svg[:4] for svg in draw_plies(record)]
['<svg']

PNG, GIF and WebP need the extra `pictures` (Pillow and resvg); SVG needs nothing.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

from .core.game import Seat
from .core.record import Record
from .core.refusal import BadSetup

FONT = {"linux": "DejaVu Sans", "darwin": "Helvetica"}.get(sys.platform, "Arial")
"""Where a drawing wants letters without serifs: one that such systems have."""

WIDTH = 480
"""Of a picture, in pixels."""

LAST = 4
"""The final position stays so many times longer."""


def draw_plies(record: Record, seat: Seat | None = None, language: str = "en") -> Iterator[str]:
    """Yield every position of a game as SVG, from the empty board on: for an onlooker, or as a seat sees it."""
    for state in record.states():
        yield state.svg(seat, language)


def make_png(svg: str, width: int = WIDTH) -> bytes:
    """Return a drawing as pixels."""
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise BadSetup("tischlein.work", "no-library", field="PNG", library="resvg", extra="pictures") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, sans_serif_family=FONT))


def make_gif(
    record: Record, seat: Seat | None = None, language: str = "en", seconds: float = 0.7, width: int = WIDTH
) -> bytes:
    """Return a game as an animated GIF, so many seconds a move, which begins anew when it is over."""
    frames = [frame.quantize(256) for frame in _draw_frames(record, seat, language, width)]
    return _join(frames, seconds, "GIF", optimize=False)


def make_webp(
    record: Record, seat: Seat | None = None, language: str = "en", seconds: float = 0.7, width: int = WIDTH
) -> bytes:
    """Return a game as an animated WebP: like a GIF, with all colours and smaller."""
    return _join(_draw_frames(record, seat, language, width), seconds, "WEBP", lossless=True)


def _draw_frames(record: Record, seat: Seat | None, language: str, width: int) -> list[Any]:
    try:
        from PIL import Image  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise BadSetup("tischlein.work", "no-library", field="GIF", library="Pillow", extra="pictures") from None
    pictures = [Image.open(io.BytesIO(make_png(svg, width))) for svg in draw_plies(record, seat, language)]
    return [_put_on_white(picture, pictures[0].size) for picture in pictures]


def _join(frames: list[Any], seconds: float, kind: str, **settings: bool) -> bytes:
    """Return pictures as one that moves."""
    first, *others = frames
    pause, file = round(1000 * seconds), io.BytesIO()
    pauses = [pause] * len(others) + [LAST * pause]
    first.save(file, kind, save_all=True, append_images=others, duration=pauses, loop=0, **settings)
    return file.getvalue()


def _put_on_white(picture: Any, size: tuple[int, int]) -> Any:
    """Return a picture of this size; one that is smaller or larger than the first keeps its upper left corner."""
    from PIL import Image  # noqa: PLC0415

    sheet = Image.new("RGB", size, "white")
    sheet.paste(picture, (0, 0), picture if picture.mode == "RGBA" else None)
    return sheet
