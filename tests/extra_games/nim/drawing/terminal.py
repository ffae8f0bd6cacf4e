"""The table drawn for a terminal, from the view alone."""

from __future__ import annotations

from tischlein.core.drawing import Lines, Span
from tischlein.core.view import tell_turn
from tischlein.core.words import Words
from tischlein.games.nim.view import View


def draw_lines(view: View, words: Words) -> Lines:
    """Return the heap, and what happens next."""
    return [
        [Span(words("title"), strong=True)],
        [Span("|" * view["heap"], "red"), Span(f" {words('heap', count=view['heap'])}")],
        [Span(tell_turn(view, words))],
    ]
