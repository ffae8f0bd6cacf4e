"""A drawing as a PNG, for link previews: what is flat and filled in it, without letters.

Programs that show previews do not read SVG, and every library that draws SVG wants more than pip can bring. The boards
are made of rectangles and discs, which are a few lines.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

WIDTH = 600
"""Of the picture, in pixels."""

Pixels = NDArray[np.float64]


class Shape(NamedTuple):
    """A filled rectangle or disc, in the units of the drawing."""

    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    colour: NDArray[np.float64]
    opacity: float
    is_round: bool


def draw_png(svg: str) -> bytes:
    """Return the board of a drawing as a PNG."""
    shapes = list(_walk(ElementTree.fromstring(svg), 0, 0))
    background, *others = shapes
    left, top, right, bottom = max(others, key=lambda shape: _area(shape.box)).box  # the frame of the board
    scale = WIDTH / (right - left)
    pixels = np.empty((round((bottom - top) * scale), WIDTH, 3))
    pixels[:] = background.colour
    for shape in others:
        x0, y0, x1, y1 = shape.box
        _paint(pixels, shape, ((x0 - left) * scale, (y0 - top) * scale, (x1 - left) * scale, (y1 - top) * scale))
    return encode_png(pixels.round().clip(0, 255).astype(np.uint8))


def _area(box: tuple[float, float, float, float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _walk(element: ElementTree.Element, x: float, y: float) -> Iterator[Shape]:
    if moved := re.match(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)$", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    elif element.get("transform"):
        return
    kind = element.tag.rpartition("}")[2]
    colour = _read_colour(element.get("fill", ""))
    if colour is not None and kind in ("rect", "circle"):
        opacity = float(element.get("fill-opacity", 1)) * float(element.get("opacity", 1))
        if kind == "rect":
            left, top = x + float(element.get("x", 0)), y + float(element.get("y", 0))
            box = left, top, left + float(element.get("width", 0)), top + float(element.get("height", 0))
        else:
            middle, radius = (
                (x + float(element.get("cx", 0)), y + float(element.get("cy", 0))),
                float(element.get("r", 0)),
            )
            box = middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius
        yield Shape(box, colour, opacity, kind == "circle")
    for child in element:
        yield from _walk(child, x, y)


def _read_colour(text: str) -> NDArray[np.float64] | None:
    if not re.fullmatch(r"#([0-9a-fA-F]{3}){1,2}", text):
        return None
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return np.array([int(digits[at : at + 2], 16) for at in (0, 2, 4)], np.float64)


def _paint(pixels: Pixels, shape: Shape, box: tuple[float, float, float, float]) -> None:
    """Mix the colour into every pixel by how much of it is covered."""
    height, width, _ = pixels.shape
    x0, y0, x1, y1 = max(int(box[0]), 0), max(int(box[1]), 0), min(int(box[2]) + 1, width), min(int(box[3]) + 1, height)
    if x0 >= x1 or y0 >= y1:
        return
    across, down = np.arange(x0, x1), np.arange(y0, y1)
    if shape.is_round:
        middle, radius = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (box[2] - box[0]) / 2
        far = np.hypot(across[None, :] + 0.5 - middle[0], down[:, None] + 0.5 - middle[1])
        cover = (radius - far + 0.5).clip(0, 1)
    else:
        part_x = (np.minimum(across + 1, box[2]) - np.maximum(across, box[0])).clip(0, 1)
        part_y = (np.minimum(down + 1, box[3]) - np.maximum(down, box[1])).clip(0, 1)
        cover = part_y[:, None] * part_x[None, :]
    share = (cover * shape.opacity)[:, :, None]
    pixels[y0:y1, x0:x1] += share * (shape.colour - pixels[y0:y1, x0:x1])


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return an RGB picture as a file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)  # a filter byte each

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
        + chunk(b"IEND", b"")
    )
