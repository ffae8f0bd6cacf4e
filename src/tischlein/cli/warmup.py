"""`tischlein warmup`: compile everything now, so that nobody waits later."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from tischlein import find_game, game_ids
from tischlein.bots.warmup import warm_up
from tischlein.puzzles import warm_up as warm_up_puzzles


def warmup(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; by default all, and solo.")] = None,
) -> None:
    """Compile the rules, the bots and the solo tutor once; later starts take them from the cache.

    Examples:

    tischlein warmup

    tischlein warmup blokus
    """
    parts: dict[str, Callable[[], object]] = {
        game.title: partial(warm_up, game) for game in map(find_game, games or game_ids())
    }
    if not games:
        parts["Solo"] = lambda: list(map(warm_up_puzzles, (False, True)))
    console = Console(highlight=False)
    for title, compile_part in parts.items():
        begin = time.monotonic()
        with console.status(f"{title} …"):
            compile_part()
        console.print(f"{title}: {time.monotonic() - begin:.1f} s")
