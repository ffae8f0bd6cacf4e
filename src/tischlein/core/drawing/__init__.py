"""How a view becomes something to look at: lines for a terminal, or a picture. A drawing knows nothing but the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tischlein.core.words import Words


class Span(NamedTuple):
    """A piece of a line on a terminal. Without colours the text alone must still tell everything."""

    text: str
    colour: str | None = None
    strong: bool = False


Lines: TypeAlias = list[list[Span]]


class Drawing(NamedTuple):
    """The two ways in which a game draws a view, with the words of a language."""

    lines: Callable[[Any, Words], Lines]
    """(view, words) -> the table for a terminal."""
    svg: Callable[[Any, Words], str]
    """(view, words) -> the table as a whole SVG document."""

    @classmethod
    def from_lines(cls, lines: Callable[[Any, Words], Lines]) -> Drawing:
        """Return a drawing whose SVG shows what a terminal shows: for a game that draws nothing finer."""
        from .svg import write_lines  # noqa: PLC0415 - imports this module

        return cls(lines, lambda view, words: write_lines(lines(view, words), words("title")))


def plain_text(lines: Lines) -> str:
    """Return a terminal's drawing without colours."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)
