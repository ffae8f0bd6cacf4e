"""`tischlein arena`: let bots play each other, and say who is stronger and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tischlein.bots.arena import Contest, results, run_contest
from tischlein.bots.roster import NAMES

from .options import OptionOption, read_options


def arena(
    game: Annotated[str, typer.Argument(help="The game's id.")],
    bots: Annotated[str, typer.Option(help=f"Who plays, with commas: {NAMES}.")],
    games: Annotated[int, typer.Option(help="How many games each pair plays.", min=1)] = 20,
    variant: Annotated[str | None, typer.Option(help="The variant.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: OptionOption = None,
    time: Annotated[
        float | None, typer.Option(help="Give every bot the same processor time a move, in seconds.", min=0)
    ] = None,
    lone: Annotated[bool, typer.Option("--lone", help="The first of a pair sits alone against the other.")] = False,
    processes: Annotated[int, typer.Option(help="How many games at once.", min=1)] = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The folder for the records.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
) -> None:
    """Let bots play matches: swapped seats, the same deals, every game kept as a record.

    A run that was stopped goes on where it was when it is started again.

    Examples:

    tischlein arena blokus --bots level5,level4,level3 --games 40 --variant duo

    tischlein arena blockers --bots level8,level5 --lone --seats 4 --variant basic --processes 2
    """
    names = tuple(name.strip() for name in bots.split(","))
    if len(names) < 2:
        raise typer.BadParameter("a match needs two", param_hint="--bots")
    contest = Contest(game, names, games, variant, seats, read_options(option), lone, seed, time)
    folder = output or Path("arena") / "-".join(filter(None, (game, variant)))
    console = Console()
    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), console=console)
    with bar:
        task = bar.add_task("games")
        for done, total in run_contest(contest, folder, processes):
            bar.update(task, completed=done, total=total)
    table = Table("", "", "games", "share of wins", "Elo")
    for result in results(contest, folder):
        elo, low, high = result.elo
        share = f"{100 * result.share:.1f} ± {100 * result.error:.1f} %"
        table.add_row(*result.pair, str(result.games), share, f"{elo:+.0f} ({low:+.0f} to {high:+.0f})")
    console.print(table)
    console.print(f"{folder}", highlight=False)
