"""Positions, results and seats on a terminal, in colour where it has colours and readable where it has none."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from tischlein.core.drawing import Lines
from tischlein.core.game import Seat, State
from tischlein.core.registry import find_game

from .language import game_words, own_words
from .options import split_player

STYLES = {
    "blue": "bright_blue",
    "yellow": "bright_yellow",
    "red": "bright_red",
    "green": "bright_green",
    "violet": "bright_magenta",
    "soft": "bright_black",
}


def paint(lines: Lines) -> Text:
    """Return spans as styled text; a strong span is shown in reverse."""
    text = Text(no_wrap=True)
    for line in lines:
        for span in line:
            style = STYLES.get(span.colour or "", "")
            text.append(span.text, f"{style} bold reverse" if span.strong else style)
        text.append("\n")
    return text


def show_position(console: Console, state: State, seat: Seat | None, language: str) -> None:
    """Print what a seat sees."""
    draw = find_game(state.setup.game).drawing().lines
    lines = draw(state.view(seat), game_words(state.setup.game, language))
    console.print(paint(lines), soft_wrap=True, highlight=False, end="")


def show_outcome(console: Console, state: State, names: list[str], language: str) -> None:
    """Print places and points, best first; nothing while the game goes on."""
    outcome = state.outcome()
    if outcome is None:
        return
    words = own_words(language)
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == state.seats:
        console.print(words("drawn"), style="bold", highlight=False)
    else:
        console.print(words("won", names=", ".join(winners), count=len(winners)), style="bold", highlight=False)
    for seat in sorted(range(state.seats), key=lambda seat: (outcome.places[seat], seat)):
        line = words("place", place=outcome.places[seat], name=names[seat], score=outcome.scores[seat])
        console.print(line, highlight=False, markup=False)


def seat_names(tags: dict[str, str], seats: int, language: str) -> list[str]:
    """Return what the seats are called: the names in a record, or their numbers."""
    words = own_words(language)
    return [split_player(tags.get(f"Seat {seat}", ""))[1] or words("seat", number=seat + 1) for seat in range(seats)]
