"""`tischlein warmup`: compile everything now, so that nobody waits later."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from tischlein import find_game, game_ids
from tischlein.bots.warmup import warm_up


def warmup(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; by default all.")] = None,
) -> None:
    """Compile the rules and the bots once; later starts take them from the cache.

    Examples:

    tischlein warmup

    tischlein warmup blokus
    """
    console = Console(highlight=False)
    for game_id in games or game_ids():
        game = find_game(game_id)
        with console.status(f"{game.title} …"):
            seconds = warm_up(game)
        console.print(f"{game.title}: {seconds:.1f} s")
