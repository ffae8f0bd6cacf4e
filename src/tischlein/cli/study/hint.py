"""`tischlein hint`: what a strong player would do here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tischlein import find_game
from tischlein.bots.levels import make_bot
from tischlein.cli.files import read_record
from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.cli.options import BotOption, PlyOption, SeedOption
from tischlein.cli.screen import show_position
from tischlein.core.search import Variation


def hint(
    file: Annotated[Path, typer.Argument(help="A record.")],
    ply: PlyOption = None,
    bot: BotOption = "2s",
    best: Annotated[int, typer.Option(help="How many moves to show.", min=1)] = 5,
    seed: SeedOption = None,
    lang: LanguageOption = None,
) -> None:
    """Show the best moves in the final position of a record, or in any other, and the board after the best one.

    Examples:

    tischlein hint game.record

    tischlein hint game.record --ply 12 --bot level10 --best 3
    """
    console, language = Console(), choose_language(lang)
    words = own_words(language)
    record = read_record(file)
    state = record.state_at(-1 if ply is None else ply)
    if state.to_move is None:
        console.print(words("no-hint"))
        return
    with console.status(words("thinking", name=bot)):
        lines = make_bot(find_game(state.setup.game), bot, seed).analyse(state, state.to_move)
    show_position(console, state.play(lines[0].move), state.to_move, language)
    console.print(make_table(lines[:best], words("hint-move"), words("hint-value"), words("hint-continuation")))


def make_table(lines: list[Variation], move: str, value: str, continuation: str) -> Table:
    """Return the moves with what they are worth, as far as that is known, and how the game may go on."""
    table = Table(move, value, "#", continuation)
    for line in lines:
        worth = f"{100 * line.value:.0f} %" if line.is_sure else "–"
        table.add_row(line.move, worth, str(line.visits), "  ".join(line.continuation[:4]))
    return table
