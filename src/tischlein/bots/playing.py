"""A whole game between bots, in one call."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from tischlein.core.game import Game, Seat
from tischlein.core.match import Match
from tischlein.core.record import Record

from .bot import Bot
from .own import adopt, find_player


def play_game(
    game: Game,
    *bots: Any,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    first: Seat | None = None,
) -> Record:
    """Play a game; `tischlein.play_game` says how.

    Raises BadSetup for a table or a bot that does not exist, TypeError for a thing that is no bot, IllegalMove if one
    chooses such a move.
    """
    setup = game.setup(variant, len(bots), options, seed, first)
    rng = random.Random(seed)
    match = Match.begin(setup, {f"Seat {seat}": name_player(bot) for seat, bot in enumerate(bots)})
    with ExitStack() as stack:
        players = []
        for bot in bots:
            players.append(_sit_down(game, bot, rng.randrange(2**32)))
            if players[-1] is not bot:
                stack.callback(players[-1].close)
        while (seat := match.state.to_move) is not None:
            match.play(seat, match.ply, players[seat].choose(match.state, seat))
    return match.record


def name_player(bot: Any) -> str:
    """Return what a bot is called in a record: its name, or that of its function or class."""
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", type(bot).__name__))


def _sit_down(game: Game, bot: Any, seed: int) -> Bot:
    if isinstance(bot, str):
        return find_player(game, bot, seed)
    return bot if isinstance(bot, Bot) else adopt(bot, seed)
