"""`tischlein dataset`: games of a bot against itself as a data set to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tischlein import BadSetup
from tischlein.arena.selfplay import Lesson
from tischlein.bots.levels import NAMES
from tischlein.cli.completion import complete_bot, complete_game, complete_variant
from tischlein.cli.executor import ProcessesOption, RayOption, make_executor, show_progress
from tischlein.cli.options import OptionOption, read_options


def dataset(
    game: Annotated[str, typer.Argument(help="The game's id.", autocompletion=complete_game)],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the Parquet files.")],
    bot: Annotated[str, typer.Option(help=f"Who plays: {NAMES}.", autocompletion=complete_bot)] = "200sims",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    variant: Annotated[str | None, typer.Option(help="The variant.", autocompletion=complete_variant)] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: OptionOption = None,
    surprise: Annotated[
        float, typer.Option(help="How often a random move is played instead, so that games differ.", min=0, max=1)
    ] = 0.1,
    a_file: Annotated[int, typer.Option("--games-a-file", help="How many games a file holds.", min=1)] = 20,
    processes: ProcessesOption = 1,
    ray: RayOption = None,
    seed: Annotated[int, typer.Option(help="The seed of the first game; each has the next one.")] = 0,
) -> None:
    """Play a bot against itself and keep every position, what the search thought and how it ended, as Parquet.

    A run that was stopped goes on where it was when it is started again.

    Examples:

    tischlein dataset blokus --variant duo --bot 200sims --games 1000 --processes 2 -o duo

    tischlein dataset blockers --variant expert --games 10000 --ray 10.0.0.7:6379 -o expert
    """
    try:
        from tischlein.arena.dataset import write_dataset  # noqa: PLC0415 - pyarrow is an extra
    except ModuleNotFoundError:
        raise BadSetup("tischlein.work", "no-library", field="dataset", library="pyarrow", extra="data") from None

    lesson = Lesson(game, bot, variant, seats, read_options(option), surprise, seed)
    console = Console()
    with make_executor(ray, processes) as executor:
        show_progress(write_dataset(output, lesson, games, executor, a_file), console)
    console.print(f"{output}", highlight=False)
