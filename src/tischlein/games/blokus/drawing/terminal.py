"""The table drawn for a terminal, from the view alone. Every colour has a mark, so it reads without colour too."""

from __future__ import annotations

from textwrap import wrap

from tischlein.core.drawing import Lines, Span
from tischlein.core.words import Words
from tischlein.games.blokus.pieces import PIECES, Shape
from tischlein.games.blokus.view import FREE, ColourView, View

MARKS = {"blue": "●", "yellow": "◆", "red": "■", "green": "○", "violet": "▬"}
START = "+"
PANEL = 34
HAND = 78

_SHAPES = {piece.name: piece.shape for piece in PIECES}


def draw_lines(view: View, words: Words) -> Lines:
    """Return the board with the colours beside it, whose turn it is, and the pieces of the colour to move."""
    board, panel = _draw_board(view), _draw_panel(view, words)
    rows = max(len(board), len(panel))
    width = 2 * view["size"] + 5
    board += [[Span(" " * width)] for _ in range(rows - len(board))]
    panel += [[] for _ in range(rows - len(panel))]
    beside = [[*left, Span("   "), *right] for left, right in zip(board, panel, strict=True)]
    return [[Span(_headline(view, words), strong=True)], [], *beside, [], *_draw_news(view, words)]


def _headline(view: View, words: Words) -> str:
    return f"{words('title')} · {words('variant-' + view['variant'])}"


def _draw_board(view: View) -> Lines:
    size = view["size"]
    letters = {colour["id"][0]: colour["id"] for colour in view["colours"]}
    starts = {square for colour in view["colours"] for square in colour["starts"]}
    last = set(view["last"]["move"].split(",")) if view["last"] else set()
    edge = [Span("   " + " ".join(chr(ord("a") + column) for column in range(size)) + "  ")]
    lines = [edge]
    for row, text in zip(range(size, 0, -1), view["board"], strict=True):
        line = [Span(f"{row:>2} ")]
        for column, letter in enumerate(text):
            square = f"{chr(ord('a') + column)}{row}"
            if letter != FREE:
                colour = letters[letter]
                line.append(Span(MARKS[colour] + " ", colour, square in last))
            else:
                line.append(Span((START if square in starts else "·") + " "))
        lines.append([*line, Span(f"{row:<2}")])
    return [*lines, edge]


def _draw_panel(view: View, words: Words) -> Lines:
    lines: Lines = [[]]
    for colour in view["colours"]:
        lines += [*_draw_colour(colour, view, words), []]
    if any(len(seat["scoring"]) > 1 for seat in view["scores"]):
        for seat in view["scores"]:
            marks = " + ".join(MARKS[colour] for colour in seat["scoring"])
            name = f"{words('seat', number=seat['seat'] + 1)}  {marks}"
            lines.append([Span(f"{name:<{PANEL - 5}}{seat['score']:>5}")])
    return lines


def _draw_colour(colour: ColourView, view: View, words: Words) -> Lines:
    name = words("colour-" + colour["id"])
    owner = words("shared") if colour["seat"] is None else words("seat", number=colour["seat"] + 1)
    arrow = "▸" if colour["id"] == view["turn"] else " "
    score = str(colour["score"]) if colour["counts"] else f"({colour['score']})"
    head = f"{name}, {owner}"
    lines: Lines = [
        [
            Span(f"{arrow} "),
            Span(MARKS[colour["id"]], colour["id"]),
            Span(f" {head:<{PANEL - 9}}{score:>5}", strong=colour["id"] == view["turn"]),
        ]
    ]
    left = " ".join(colour["left"]) or words("bonus-" + (colour["reason"] or "all"), points=colour["bonus"])
    if colour["out"] and colour["left"]:
        left = f"{words('out')}: {left}"
    return lines + [[Span(f"    {text}")] for text in wrap(left, PANEL - 4)]


def _draw_news(view: View, words: Words) -> Lines:
    lines: Lines = []
    if last := view["last"]:
        lines.append([Span(words("last-move", colour=last["colour"], piece=last["piece"], move=last["move"]))])
    if view["outcome"] is not None:
        return [*lines, [Span(tell_outcome(view, words), strong=True)]]
    assert view["turn"] is not None
    assert view["to_move"] is not None
    turn = words("your-turn", colour=view["turn"], number=view["to_move"] + 1)
    left = next(colour["left"] for colour in view["colours"] if colour["id"] == view["turn"])
    return [*lines, [Span(turn, strong=True)], [], *_draw_hand(left, view["turn"])]


def tell_outcome(view: View, words: Words) -> str:
    """Return who has won, in a sentence."""
    assert view["outcome"] is not None
    winners = view["outcome"]["winners"]
    names = ", ".join(str(seat + 1) for seat in winners)
    return words("winner", count=len(winners), seats=names, score=view["outcome"]["scores"][winners[0]])


def _draw_hand(names: list[str], colour: str) -> Lines:
    """Return the pieces side by side, each over its name, in as many rows as they need."""
    lines: Lines = []
    row: list[str] = []
    for name in [*names, ""]:
        full = sum(_width(other) for other in row) + (_width(name) if name else HAND) > HAND
        if full and row:
            height = max(1 + max(y for _, y in _SHAPES[other]) for other in row)
            for y in range(height - 1, -1, -1):
                lines.append([Span("".join(_slice(other, y, colour) for other in row), colour)])
            lines += [[Span("".join(f"{other:<{_width(other)}}" for other in row))], []]
            row = []
        row.append(name)
    return lines[:-1]


def _width(name: str) -> int:
    return 2 * (1 + max(x for x, _ in _SHAPES[name])) + 2


def _slice(name: str, y: int, colour: str) -> str:
    shape: Shape = _SHAPES[name]
    marks = "".join(f"{MARKS[colour]} " if (x, y) in shape else "  " for x in range(5))
    return f"{marks:<12}"[: _width(name)]
