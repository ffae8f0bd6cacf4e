"""`tischlein games`: all games, variants and options."""

from __future__ import annotations

from rich.console import Console

from tischlein import find_game, game_ids
from tischlein.core.game import Game

from .language import LanguageOption, choose_language, game_words, own_words


def games(lang: LanguageOption = None) -> None:
    """List all games with their variants and options.

    Example: tischlein games --lang de
    """
    language = choose_language(lang)
    console = Console(highlight=False)
    for game_id in game_ids():
        _describe_game(console, find_game(game_id), language)


def _describe_game(console: Console, game: Game, language: str) -> None:
    words, own = game_words(game.id, language), own_words(language)
    console.print(f"[bold]{game.title}[/]  [dim]{game.id}[/]")
    for variant in game.variants.values():
        seats = ", ".join(map(str, sorted(variant.seats)))
        console.print(f"  [bold]{variant.id:<9}[/] {words(f'variant-{variant.id}')} ({own('seats', numbers=seats)})")
        console.print(f"            {words(f'variant-{variant.id}-about')}", style="dim")
        for option in variant.options:
            console.print(f"            --option {option.id}=…  {words(f'option-{option.id}')}")
            for value in option.values:
                default = f" ({own('default')})" if value == option.default else ""
                console.print(f"              {value:<12} {words(f'option-{option.id}-{value}')}{default}")
    console.print()
