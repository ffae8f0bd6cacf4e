"""`tischlein hint`: what a strong player would do here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tischlein import find_game
from tischlein.bots.roster import make_bot
from tischlein.core.thinker import Line

from .files import read_record
from .language import LanguageOption, choose_language, own_words
from .options import BotOption, PlyOption, SeedOption


def hint(
    file: Annotated[Path, typer.Argument(help="A record.")],
    ply: PlyOption = None,
    bot: BotOption = "2s",
    best: Annotated[int, typer.Option(help="How many moves to show.", min=1)] = 5,
    seed: SeedOption = None,
    lang: LanguageOption = None,
) -> None:
    """Show the best moves in the final position of a record, or in any other.

    Examples:

    tischlein hint game.record

    tischlein hint game.record --ply 12 --bot level8 --best 3
    """
    console, words = Console(), own_words(choose_language(lang))
    record = read_record(file)
    state = record.state_at(-1 if ply is None else ply)
    if state.to_move is None:
        console.print(words("no-hint"))
        return
    with console.status(words("thinking", name=bot)):
        lines = make_bot(find_game(state.setup.game), bot, seed).analyse(state, state.to_move)
    console.print(make_table(lines[:best], words("hint-move"), words("hint-value"), words("hint-continuation")))


def make_table(lines: list[Line], move: str, value: str, continuation: str) -> Table:
    """Return the moves with what they are worth and how the game may go on."""
    table = Table(move, value, "#", continuation)
    for line in lines:
        table.add_row(line.move, f"{100 * line.value:.0f} %", str(line.visits), "  ".join(line.continuation[:4]))
    return table
