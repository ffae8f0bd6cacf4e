"""What the shell offers when somebody presses Tab: games, variants, options and players."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from tischlein import Game, Refusal, Variant, find_game, game_ids
from tischlein.bots.levels import levels_of
from tischlein.bots.uct import LEVELS


def complete_game(incomplete: str) -> list[str]:
    """Offer the games."""
    return _fitting(game_ids(), incomplete)


def complete_variant(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the variants of the game that was named, or of all."""
    return _fitting((variant.id for variant in _variants(ctx)), incomplete)


def complete_option(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the rule options with their values, as NAME=VALUE."""
    options = (option for variant in _variants(ctx) for option in variant.options)
    return _fitting((f"{option.id}={value}" for option in options for value in option.values), incomplete)


def complete_bot(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer a bot by name."""
    return _fitting(_bots(ctx), incomplete)


def complete_players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the next of several players that are separated by commas."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _fitting(["human", *_bots(ctx)], last)]


def _bots(ctx: typer.Context) -> list[str]:
    game = _game(ctx)
    levels = LEVELS if game is None else levels_of(game)
    return ["random", *(f"level{number}" for number in range(1, len(levels) + 1)), "0.5s", "2000sims"]


def _game(ctx: typer.Context) -> Game | None:
    try:
        return find_game(str(ctx.params["game"]))
    except (KeyError, Refusal):
        return None


def _variants(ctx: typer.Context) -> list[Variant]:
    game = _game(ctx)
    found = [variant for one in ([game] if game else map(find_game, game_ids())) for variant in one.variants.values()]
    chosen = [variant for variant in found if variant.id == ctx.params.get("variant")]
    return chosen or found


def _fitting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]
