"""`tischlein openings`: what the engine plays at the start of Blokus, and how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tischlein import new_game
from tischlein.bots.levels import NAMES
from tischlein.cli.command import Command, Group
from tischlein.cli.completion import complete_bot
from tischlein.cli.executor import ExecutorCommand, ProcessesOption, RayOption, make_executor, show_progress
from tischlein.cli.files import write_text
from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.cli.screen import show_position
from tischlein.study.openings import BOT, LEAST, REST, VARIANTS, Amount, find_openings, gather, play_games

app = typer.Typer(help="Openings of Blokus, from games of the engine.", no_args_is_help=True, cls=Group)

VariantArgument = Annotated[
    str, typer.Argument(help=f"The variant: {', '.join(VARIANTS)}.", autocompletion=lambda: list(VARIANTS))
]


@app.command(cls=Command)
def show(
    variant: VariantArgument,
    moves: Annotated[list[str] | None, typer.Argument(help="What has been played, move by move.")] = None,
    lang: LanguageOption = None,
) -> None:
    """Show a position and what was played from there: games, what the seat to move got of them, the engine's value.

    Examples:

    tischlein openings show duo

    tischlein openings show duo e10,f9,f10,g9,h9
    """
    console, language = Console(), choose_language(lang)
    words, openings = own_words(language), find_openings(variant)
    state = new_game("blokus", variant, first=0)
    for move in moves or []:
        state = state.play(move)
    show_position(console, state, None, language)
    table = Table(words("hint-move"), "", words("openings-games"), words("openings-result"), words("hint-value"))
    for choice in openings.choices(state):
        (piece,) = state.nicknames(choice.move)
        table.add_row(choice.move, piece, str(choice.games), f"{choice.result} %", f"{choice.value} %")
    console.print(table if table.row_count else words("openings-none"))
    made = openings.amount
    console.print(words("openings-of", games=made.games, bot=made.bot), style="dim", highlight=False)


@app.command(cls=ExecutorCommand)
def make(
    variant: VariantArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file for the openings.")],
    folder: Annotated[Path, typer.Option(help="The folder for the games; what is there is not played again.")],
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1000,
    bot: Annotated[str, typer.Option(help=f"Who chooses the first moves: {NAMES}.", autocompletion=complete_bot)] = BOT,
    rest: Annotated[str, typer.Option(help="Who plays on from there.", autocompletion=complete_bot)] = REST,
    least: Annotated[int, typer.Option(help="Leave out moves that fewer games played.", min=1)] = LEAST,
    processes: ProcessesOption = 1,
    ray: RayOption = None,
    seed: Annotated[int, typer.Option(help="The seed of the first game; each has the next one.")] = 0,
) -> None:
    """Let the engine play games and gather their openings.

    A run that was stopped goes on where it was when it is started again.

    Example:

    tischlein openings make duo --games 2000 --seed 1 --folder games -o openings-duo.txt
    """
    console, amount = Console(), Amount(variant, games, seed, bot, rest)
    with make_executor(ray, processes) as executor:
        show_progress(play_games(folder, amount, executor), console)
    openings = gather(folder, amount, least)
    write_text(output, openings.text())
    console.print(f"{output}: {len(openings)}", highlight=False)
