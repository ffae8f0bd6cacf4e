"""`tischlein perft`: count sequences of moves, to compare rules with other programs."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.console import Console

from tischlein import find_game
from tischlein.cli.completion import complete_game, complete_variant
from tischlein.cli.options import OptionOption, SeedOption, read_options
from tischlein.core import testkit


def perft(
    game: Annotated[str, typer.Argument(help="The game's id.", autocompletion=complete_game)],
    variant: Annotated[str, typer.Argument(help="The variant's id.", autocompletion=complete_variant)],
    depth: Annotated[int, typer.Argument(help="How many moves deep.", min=1)],
    seats: Annotated[int | None, typer.Option(help="How many seats; by default the variant's usual number.")] = None,
    option: OptionOption = None,
    seed: SeedOption = 0,
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count behind each first move.")] = False,
) -> None:
    """Count the sequences of legal moves from the start, up to a depth.

    Examples:

    tischlein perft blokus classic 3

    tischlein perft blockers basic 2 --seats 3 --seed 5 --divide
    """
    console = Console(highlight=False)
    rules = find_game(game)
    state = rules.new(variant, seats, read_options(option), seed, first=0)
    with console.status("compiling …"):
        testkit.fast_perft(rules, state, 1)
    for level in range(1, depth + 1):
        begin = time.perf_counter()
        with console.status(f"depth {level} …"):
            count = testkit.fast_perft(rules, state, level)
        console.print(f"{level:>3} {count:>16,}   {time.perf_counter() - begin:8.3f} s")
    if divide:
        for move, behind in testkit.divide(rules, state, depth).items():
            console.print(f"{move} {behind}", soft_wrap=True)
