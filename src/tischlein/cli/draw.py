"""`tischlein draw`: a picture of a position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .files import read_record, write_text
from .language import LanguageOption, choose_language, game_words
from .options import PlyOption, SeatOption, read_seat


def draw(
    file: Annotated[Path, typer.Argument(help="A record.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to; by default standard output.")] = None,
    ply: PlyOption = None,
    seat: SeatOption = None,
    lang: LanguageOption = None,
) -> None:
    """Draw the final position of a record, or any other, as SVG.

    Examples:

    tischlein draw game.record -o end.svg

    tischlein draw game.record --ply 12 --seat 1 -o rack.svg
    """
    record = read_record(file)
    state = record.state_at(-1 if ply is None else ply)
    picture = state.svg(read_seat(seat, state.seats), game_words(state.setup.game, choose_language(lang)))
    if output is None:
        sys.stdout.write(picture)
    else:
        write_text(output, picture)
