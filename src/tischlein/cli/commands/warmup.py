"""`tischlein warmup`: compile everything now, so that nobody waits later."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer
from rich.console import Console

from tischlein import BadSetup, find_game, game_ids
from tischlein.bots.warmup import warm_up
from tischlein.core.compiled import HAS_LLVM, use_native
from tischlein.puzzles import warm_up as warm_up_puzzles
from tischlein.work.resumable import LocalExecutor

SOLO = "solo"


def warmup(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; by default all, and solo.")] = None,
    processes: Annotated[int | None, typer.Option(help="How many at once; by default all processors.", min=1)] = None,
) -> None:
    """Compile the rules, the bots and the solo tutor once; later starts take them from the cache.

    Examples:

    tischlein warmup

    tischlein warmup blokus
    """
    if not HAS_LLVM:
        raise BadSetup("tischlein.work", "no-library", field="warmup", library="llvmlite", extra="native")
    parts = games or [*game_ids(), SOLO]
    titles = ["Solo" if part == SOLO else find_game(part).title for part in parts]
    console = Console(highlight=False)
    count = min(processes or os.cpu_count() or 1, len(parts))
    with console.status(f"{', '.join(titles)} …"):
        compiled = LocalExecutor(count).map(compile_part, parts) if count > 1 else enumerate(map(compile_part, parts))
        for number, seconds in compiled:
            console.print(f"{titles[number]}: {seconds:.1f} s")


def compile_part(part: str) -> float:
    """Compile a game, or the solo tutor, and return how many seconds that took."""
    begin = time.monotonic()
    use_native()
    if part == SOLO:
        for as_in_the_game in (False, True):
            warm_up_puzzles(as_in_the_game)
    else:
        warm_up(find_game(part))
    return time.monotonic() - begin
