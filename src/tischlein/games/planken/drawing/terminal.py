"""The table drawn for a terminal, from the view alone. Letters tell the colours and signs the seats, without colour.

A nail that came last stands in [ ], the nails of a winning line in < >.
"""

from __future__ import annotations

from collections import Counter

from tischlein.core.drawing import Lines, Span
from tischlein.core.words import Words
from tischlein.games.planken.pieces import COLOURS, HEIGHTS, LETTERS
from tischlein.games.planken.view import HandView, View

SIGNS = {"round": "●", "square": "■", "triangle": "▲", "cross": "✚"}
FREE = "·"
WIDTH = 5


def draw_lines(view: View, words: Words) -> Lines:
    """Return the row of planks, every seat with its planks and nails, and what happens next."""
    head = Span(f"{words('title')} · {words('variant-' + view['variant'])}", strong=True)
    lines: Lines = [[head], [], *_draw_row(view), []]
    lines += [_draw_hand(view, hand, words) for hand in view["hands"]]
    return [*lines, [], *([Span(sentence)] for sentence in tell_news(view, words))]


def _draw_row(view: View) -> Lines:
    planks = view["board"]
    if not planks:
        return [[Span(f"   ({view['ends'][0]})")]]
    names = "".join(f"{place['column']:^{WIDTH + 1}}" for place in planks)
    left, right = [f"({end})" for end in view["ends"]] or ["", ""]
    lines: Lines = [
        [Span(f" {left:3}  {names}  {right}")],
        [Span(f"{'':6}┌{'┬'.join(['─' * WIDTH] * len(planks))}┐")],
    ]
    for height in range(HEIGHTS):
        line = [Span(f"   {height + 1}  │")]
        for place in planks:
            line += [_draw_field(view, place["column"], height, place["plank"][height], place["nails"]), Span("│")]
        lines.append(line)
    return [*lines, [Span(f"{'':6}└{'┴'.join(['─' * WIDTH] * len(planks))}┘")]]


def _draw_field(view: View, column: str, height: int, letter: str, nails: list[int | None]) -> Span:
    cell, owner = f"{column}{height + 1}", nails[height]
    sign = FREE if owner is None else SIGNS[view["hands"][owner]["shape"]]
    newest = view["last"] is not None and view["last"]["cell"] == cell
    in_line = view["line"] is not None and cell in view["line"]
    left, right = "<>" if in_line else "[]" if newest else "  "
    return Span(f"{left}{letter} {sign}{right}", COLOURS[LETTERS.index(letter)], strong=owner is not None)


def _draw_hand(view: View, hand: HandView, words: Words) -> list[Span]:
    turn = hand["seat"] == view["to_move"]
    sign = SIGNS[hand["shape"]]
    name = name_seat(view, hand["seat"], words)
    planks = " ".join(f"{count}×{plank}" for plank, count in Counter(hand["stock"]).items()) or words("none")
    line = [Span(f"{'▸' if turn else ' '} {sign} {name}", strong=turn), Span(f" · {words('planks')}: {planks}")]
    line.append(Span(f" · {words('nails')}:"))
    for letter, colour in zip(LETTERS, COLOURS, strict=True):
        if hand["nails"][colour]:
            line += [Span(" "), Span(letter + sign * hand["nails"][colour], colour)]
    if not any(hand["nails"].values()):
        line.append(Span(f" {words('all-set')}"))
    return line


def name_seat(view: View, seat: int, words: Words) -> str:
    """Return what a seat is called, in a team game with its team."""
    if view["hands"][seat]["team"] == seat and view["seats"] != 4:
        return words("seat", number=seat + 1)
    return words("seat-team", number=seat + 1, team="AB"[view["hands"][seat]["team"]])


def tell_news(view: View, words: Words) -> list[str]:
    """Return what happened last and what comes next, in sentences."""
    said = [words("last", move=view["last"]["move"], number=view["last"]["seat"] + 1)] if view["last"] else []
    if view["outcome"] is not None:
        return [*said, tell_outcome(view, words)]
    said += [words("skipped", number=seat + 1) for seat in view["skipped"]]
    if view["repeats"] > 1:
        said.append(words("repeats"))
    return [*said, tell_turn(view, words)]


def tell_turn(view: View, words: Words) -> str:
    """Return who is to move and what is expected, in a sentence; the game goes on."""
    seat = view["to_move"]
    assert seat is not None
    hand = view["hands"][seat]
    what = "choose" if view["choice"] else hand["phase"] if view["board"] else "begin"
    return words(f"turn-{what}", number=seat + 1)


def tell_outcome(view: View, words: Words) -> str:
    """Return how the game ended, in a sentence; it is over."""
    assert view["outcome"] is not None
    winners = view["outcome"]["winners"]
    return words(
        f"end-{view['ending']}",
        count=len(winners),
        seats=", ".join(str(seat + 1) for seat in winners),
        owner=view["last"]["seat"] + 1 if view["last"] else 0,
        stuck=0 if view["stuck"] is None else view["stuck"] + 1,
    )
