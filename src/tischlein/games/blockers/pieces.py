"""The material: five colours, 28 tiles a colour, a board of nine by nine cells. Plain Python, no tables of numbers.

A cell is the number 10 * row + column, both counted from 1, so that G2 is 72 and every cell has room around it:
the numbers that end in 0 and those below 11 or above 99 are the rim of the board.
"""

from __future__ import annotations

# R2: seats take the colours in this order.
COLOURS = ("red", "green", "blue", "yellow", "violet")

ROWS = "ABCDEFGHI"
COLUMNS = "123456789"
# R1: the symbols of the nine blocks, row by row from the top left; only the moon's place is prescribed.
SYMBOLS = ("star", "circle", "triangle", "heart", "plus", "diamond", "moon", "clover", "note")
# R1: what is printed on a colour's 28 tiles, each once.
TILES = (*COLUMNS, *ROWS, *SYMBOLS, "joker")
JOKER = TILES.index("joker")

GLYPHS = {
    "star": "★",
    "circle": "●",
    "triangle": "▲",
    "heart": "♥",
    "plus": "✚",
    "diamond": "◆",
    "moon": "☾",
    "clover": "♣",
    "note": "♪",
    "joker": "!",
}
"""One sign for each tile that has a name; numbers and letters stand for themselves."""

CELLS = tuple(10 * row + column for row in range(1, 10) for column in range(1, 10))
CELL_NAMES = {cell: f"{ROWS[cell // 10 - 1]}{cell % 10}" for cell in CELLS}


def block(cell: int) -> int:
    """Return the number of a cell's block, row by row from the top left."""
    return (cell // 10 - 1) // 3 * 3 + (cell % 10 - 1) // 3


def tiles_for(cell: int) -> tuple[int, int, int, int]:
    """Return the tiles that match a cell."""
    # R4: its column's number, its row's letter, its block's symbol, and the joker.
    return cell % 10 - 1, 9 + cell // 10 - 1, 18 + block(cell), JOKER


def cells_for(tile: int) -> tuple[int, ...]:
    """Return the cells that a tile matches: nine, or all for the joker."""
    return tuple(cell for cell in CELLS if tile in tiles_for(cell))


def glyph(tile: str) -> str:
    """Return a tile's face in one sign."""
    return GLYPHS.get(tile, tile)
