"""`tischlein analyse`: where a game was won and lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tischlein import find_game
from tischlein.bots.analysis import assess, draw_graph, look_through
from tischlein.bots.roster import make_bot

from .files import read_record, write_text
from .language import LanguageOption, choose_language, own_words
from .options import BotOption, SeedOption
from .screen import seat_names


def analyse(
    file: Annotated[Path, typer.Argument(help="A record.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where the graph goes, as SVG.")] = None,
    bot: BotOption = "0.5s",
    seed: SeedOption = None,
    lang: LanguageOption = None,
) -> None:
    """Go through a game move by move: what each was worth, mistakes, and what would have been better.

    Examples:

    tischlein analyse game.record

    tischlein analyse game.record --bot 3s -o game.svg
    """
    console, language = Console(), choose_language(lang)
    words, record = own_words(language), read_record(file)
    names = seat_names(dict(record.tags), record.setup.seats, language)
    game = find_game(record.setup.game)
    steps = look_through(record, make_bot(game, bot, seed))
    thoughts = list(track(steps, words("analysing"), total=len(record.moves), console=console, transient=True))
    found = assess(record, thoughts)
    table = Table("#", words("hint-seat"), words("hint-move"), words("hint-value"), "", words("hint-better"))
    for one in found:
        better = f"{one.best.move} ({100 * one.best.value:.0f} %)" if one.mark else ""
        table.add_row(str(one.ply), names[one.seat], one.played, f"{100 * one.value:.0f} %", one.mark, better)
    console.print(table)
    if output is not None:
        write_text(output, draw_graph(found, names, game.title))
        console.print(words("drawn-to", file=str(output)), highlight=False)
