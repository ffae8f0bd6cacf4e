"""`tischlein games`: all games, variants and options."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from tischlein import find_game, game_ids
from tischlein.cli.language import LanguageOption, choose_language, game_words, own_words
from tischlein.core.game import Game


def games(lang: LanguageOption = None) -> None:
    """List all games with their variants and options.

    Examples:

    tischlein games --lang de
    """
    language = choose_language(lang)
    console = Console(highlight=False)
    for game_id in game_ids():
        _describe_game(console, find_game(game_id), language)


def _describe_game(console: Console, game: Game, language: str) -> None:
    words, own = game_words(game.id, language), own_words(language)

    def print_indented(text: str, indent: int, style: str = "") -> None:
        console.print(Padding(Text(text, style), (0, 0, 0, indent)))

    print_indented(f"{game.title} ({game.id})", 0, "bold underline")
    for variant in game.variants.values():
        seats = own("seats", numbers=", ".join(map(str, sorted(variant.seats))))
        print_indented(f"{variant.id}: {words(f'variant-{variant.id}')} ({seats})", 2, "bold")
        print_indented(words(f"variant-{variant.id}-about"), 4)
        for option in variant.options:
            print_indented(f"--option {option.id}=…  {words(f'option-{option.id}')}", 4)
            for value in option.values:
                default = f" ({own('default')})" if value == option.default else ""
                print_indented(f"{value}: {words(f'option-{option.id}-{value}')}{default}", 6, "dim")
    console.print()
