"""`tischlein arena`: let bots play each other, and say who is stronger and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tischlein.arena.contest import Contest, Result, results, run_contest
from tischlein.bots.levels import NAMES
from tischlein.cli.completion import complete_game, complete_players, complete_variant
from tischlein.cli.executor import ProcessesOption, RayOption, make_executor, show_progress
from tischlein.cli.language import LanguageOption, choose_language
from tischlein.cli.options import OptionOption, read_options, read_players
from tischlein.core.words import Words, words

if TYPE_CHECKING:
    from tischlein.arena.ratings import Standing


def arena(
    game: Annotated[str, typer.Argument(help="The game's id.", autocompletion=complete_game)],
    bots: Annotated[
        str,
        typer.Option(
            help=f"Who plays, with commas: {NAMES}, module.object, gtp(COMMAND).", autocompletion=complete_players
        ),
    ],
    games: Annotated[int, typer.Option(help="How many games each pair (or each table of --mixed) plays.", min=1)] = 20,
    variant: Annotated[str | None, typer.Option(help="The variant.", autocompletion=complete_variant)] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: OptionOption = None,
    time: Annotated[
        float | None, typer.Option(help="Give every bot the same processor time a move, in seconds.", min=0)
    ] = None,
    lone: Annotated[bool, typer.Option("--lone", help="The first of a pair sits alone against the other.")] = False,
    mixed: Annotated[bool, typer.Option("--mixed", help="As many different bots at a table as it has seats.")] = False,
    processes: ProcessesOption = 1,
    ray: RayOption = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The folder for the records.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    lang: LanguageOption = None,
) -> None:
    """Let bots play matches: swapped seats, the same deals, every game kept as a record.

    A run that was stopped goes on where it was when it is started again. Beside the records there is a leaderboard, as
    data and as a picture.

    Examples:

    tischlein arena blokus --bots level5,level4,level3 --games 40 --variant duo

    tischlein arena blokus --bots "level6,my_bots.greedy,gtp(pentobi-gtp --level 5)" --variant duo

    tischlein arena blockers --bots level10,level5 --lone --seats 4 --variant basic --processes 2

    tischlein arena blokus --bots level3,level4,level5,level6 --mixed --ray 10.0.0.7:6379
    """
    from tischlein.arena.ratings import rate, write_leaderboard  # noqa: PLC0415 - no other command needs ratings

    own = words("tischlein.arena", choose_language(lang))
    names = tuple(read_players(bots))
    if len(names) < 2:
        raise typer.BadParameter("a match needs two", param_hint="--bots")
    if lone and mixed:
        raise typer.BadParameter("nobody is alone at a mixed table", param_hint="--lone")
    contest = Contest(game, names, games, variant, seats, read_options(option), lone, seed, time, mixed)
    folder = output or Path("arena") / "-".join(filter(None, (game, variant)))
    console = Console()
    with make_executor(ray, processes) as executor:
        show_progress(run_contest(contest, folder, executor), console)
    standings = rate(contest, folder)
    if not mixed:
        console.print(_tell_pairs(results(contest, folder), own))
    if mixed or len(names) > 2:
        console.print(_tell_ratings(standings, own))
    write_leaderboard(standings, folder, own)
    console.print(f"{folder}", highlight=False)


def _tell_pairs(found: list[Result], own: Words) -> Table:
    table = Table("", "", own("games"), own("share-of-wins"), own("elo"))
    for result in found:
        elo, low, high = result.elo
        share = f"{100 * result.share:.1f} ± {100 * result.error:.1f} %"
        if result.even != 0.5:
            share += f" ({own('even', share=f'{100 * result.even:.0f} %')})"
        table.add_row(*result.pair, str(result.games), share, f"{elo:+.0f} ({low:+.0f} … {high:+.0f})")
    return table


def _tell_ratings(standings: list[Standing], own: Words) -> Table:
    table = Table(own("bot"), own("rating"), own("games"), own("share-of-wins"), own("seconds"))
    for standing in standings:
        seconds = "" if standing.seconds is None else f"{standing.seconds:.4f}"
        rating = f"{standing.rating:.1f} ± {standing.error:.1f}"
        table.add_row(standing.bot, rating, str(standing.games), f"{100 * standing.wins:.1f} %", seconds)
    return table
