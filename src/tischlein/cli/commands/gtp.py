"""`tischlein gtp`: an engine for other people's programs, over standard input and output."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from tischlein import find_game
from tischlein.bots.levels import NAMES
from tischlein.cli.options import SeedOption

GAME = "blokus"
"""The only game that a dialect of the protocol exists for."""


def gtp(
    game: Annotated[str, typer.Option(help="Game and variant; set_game changes the variant.", metavar="ID/VARIANT")],
    level: Annotated[int | None, typer.Option(help="Play at this level.", min=1)] = None,
    time: Annotated[
        float | None, typer.Option(help="Seconds of processor time a move, at full strength.", min=0.001)
    ] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations a move, at full strength.", min=1)] = None,
    game_time: Annotated[
        float | None,
        typer.Option(help="Seconds of processor time of each seat for a whole game, at full strength.", min=0.01),
    ] = None,
    bot: Annotated[str | None, typer.Option(help=f"Any player by name: {NAMES}.")] = None,
    threads: Annotated[int, typer.Option(help="How many threads think.", min=1)] = 1,
    seed: SeedOption = None,
) -> None:
    """Speak the Go Text Protocol as Pentobi does, so that its twogtp can run a match between the two.

    Without a level, a time, simulations or a bot it plays at the highest level. A referee can set a clock for the game
    by time_settings and time_left.

    Examples:

    tischlein gtp --game blokus/two --level 6

    tischlein gtp --game blokus/duo --time 1.0 --threads 2

    tischlein gtp --game blokus/classic --game-time 5
    """
    name = name_bot(level, time, simulations, bot, game_time) or f"level{len(find_game(GAME).levels)}"
    variant = read_variant(game)
    # The dialect loads the compiler; a wrong option is told without it.
    from tischlein.adapters.blokus_gtp import BlokusEngine  # noqa: PLC0415
    from tischlein.adapters.gtp import serve  # noqa: PLC0415

    engine = BlokusEngine(variant, name, seed, threads, game_time)
    engine.warm_up()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    serve(engine, sys.stdin, sys.stdout)


def name_bot(
    level: int | None, time: float | None, simulations: int | None, bot: str | None, game_time: float | None = None
) -> str | None:
    """Return the player that the options name; None if they leave it open."""
    named = [
        text
        for value, text in (
            (level, f"level{level}"),
            (time, f"{time or 0:.3f}s"),
            (simulations, f"{simulations}sims"),
            (bot, bot),
            (game_time, None),  # the strongest, who divides the time
        )
        if value is not None
    ]
    if len(named) > 1:
        raise typer.BadParameter("choose one of --level, --time, --game-time, --simulations and --bot")
    return named[0] if named else None


def read_variant(text: str) -> str | None:
    """Return the variant of `game/variant`; None for the game's first."""
    game_id, _, variant = text.partition("/")
    if game_id != GAME:
        raise typer.BadParameter(f"only {GAME} is played over this protocol, not {game_id!r}", param_hint="--game")
    return variant or None
