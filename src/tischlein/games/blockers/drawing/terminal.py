"""The view on a terminal. Colours help, but two letters before each tile say the same without them."""

from __future__ import annotations

from tischlein.core.drawing import Lines, Span
from tischlein.core.words import Words
from tischlein.games.blockers.pieces import COLUMNS, ROWS, glyph
from tischlein.games.blockers.view import ColourView, SeatView, View

EDGES = {0: ("┌", "┬", "┐"), 3: ("├", "┼", "┤"), 6: ("├", "┼", "┤"), 9: ("└", "┴", "┘")}
"""The line above each row of blocks and below the last: left end, crossings, right end."""


def draw_lines(view: View, words: Words) -> Lines:
    """Return the board, then every seat with its racks, its taken tiles and its points."""
    lines = [[Span(words("heading", variant=words(f"variant-{view['variant']}")), strong=True)], []]
    lines += _board(view, words)
    lines += [[]]
    for score in view["scores"]:
        lines += _seat(view, score, words)
    return lines + [[Span(sentence)] for sentence in news(view, words)]


def news(view: View, words: Words) -> list[str]:
    """Return what happened last and what comes next, in sentences."""
    said = [words("last", move=view["last"]["move"])] if view["last"] else []
    said += [words("skipped", seat=seat + 1) for seat in view["skipped"]]
    if view["outcome"]:
        winners = [str(seat + 1) for seat in view["outcome"]["winners"]]
        said += [words("won", seat=winners[0]) if len(winners) == 1 else words("shared", seats=", ".join(winners))]
    elif view["to_move"] is not None:
        own = view["to_move"] == view["seat"]
        said += [words("turn-you") if own else words("turn", seat=view["to_move"] + 1)]
    return said


def _board(view: View, words: Words) -> Lines:
    numbers = " ".join("".join(f"  {number}  " for number in COLUMNS[start : start + 3]) for start in (0, 3, 6))
    lines = [[Span("    " + numbers)]]
    for row, letter in enumerate(ROWS):
        if row in EDGES:
            lines.append([_edge(row)])
        line = [Span(f" {letter} ")]
        for column, number in enumerate(COLUMNS):
            line += [Span("│")] * (column % 3 == 0) + [
                _cell(view, letter + number, 3 * (row // 3) + column // 3, words)
            ]
        lines.append([*line, Span("│")])
    return [*lines, [_edge(9)]]


def _edge(row: int) -> Span:
    left, cross, right = EDGES[row]
    return Span("   " + left + cross.join(["─" * 15] * 3) + right)


def _cell(view: View, cell: str, block: int, words: Words) -> Span:
    tile = view["board"]["cells"].get(cell)
    if tile is None:
        return Span(f"  {glyph(view['board']['blocks'][block])}  ")
    face = words(f"short-{tile['colour']}") + glyph(tile["tile"])
    newest = view["last"] is not None and view["last"]["cell"] == cell
    return Span(f"[{face}]" if newest else f" {face} ", tile["colour"], strong=True)


def _seat(view: View, score: SeatView, words: Words) -> Lines:
    turn = "▶" if view["to_move"] == score["seat"] else " "
    name = words("seat", seat=score["seat"] + 1)
    if view["seat"] == score["seat"]:
        name += f" ({words('you')})"
    head = Span(f"{turn} {name}: {words('points', count=score['points'])}", strong=True)
    lines = [[head, Span(f" = {reckoning(view, score, words)}")]]
    lines += [_colour(colour, words) for colour in view["colours"] if colour["seat"] == score["seat"]]
    return [*lines, [Span(f"    {words('taken', count=score['taken_count'])}  "), *_taken(score, words)]]


def reckoning(view: View, score: SeatView, words: Words) -> str:
    """Return how a seat's points come about."""
    groups = words("groups", count=score["groups"])
    if view["options"]["scoring"] == "uptown":
        return groups
    return words("sum", groups=groups, most=words("most", count=score["most"]))


def _colour(colour: ColourView, words: Words) -> list[Span]:
    name = words(f"colour-{colour['id']}")
    spans = [Span("    "), Span(f"{name} ({words('short-' + colour['id'])})", colour["id"], strong=True)]
    if colour["rack"] is None:
        rack = words("hidden", count=colour["rack_count"])
    else:
        rack = " ".join(map(glyph, colour["rack"]))
    state = words("closed") if colour["closed"] else words("pile", count=colour["pile_count"])
    return [*spans, Span(f" · {words('rack')}: {rack} · {state} · {words('groups', count=len(colour['groups']))}")]


def _taken(score: SeatView, words: Words) -> list[Span]:
    return [
        Span(" ".join(words(f"short-{colour}") + glyph(tile) for tile in tiles) + " ", colour)
        for colour, tiles in score["taken"].items()
    ]
