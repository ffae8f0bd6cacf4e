"""`tischlein rules`: the rules of a game, or one of them."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from tischlein import find_game
from tischlein.cli.completion import complete_game
from tischlein.cli.language import LanguageOption, choose_language


def rules(
    game: Annotated[str, typer.Argument(help="The game's id.", autocompletion=complete_game)],
    number: Annotated[str | None, typer.Argument(help="Only this rule, such as R4.")] = None,
    lang: LanguageOption = None,
) -> None:
    """Show the rules of a game, or one rule by its number.

    Examples:

    tischlein rules planken

    tischlein rules blokus R4 --lang de
    """
    page = read_page(game, choose_language(lang))
    if number is not None:
        page = find_rule(page, number)
    Console().print(Markdown(page))


def read_page(game_id: str, language: str) -> str:
    """Return a game's rules page."""
    find_game(game_id)
    return files(f"tischlein.games.{game_id}").joinpath(f"rules.{language}.md").read_text(encoding="utf-8")


def find_rule(page: str, number: str) -> str:
    """Return one rule of a page, from its heading to the next."""
    found = re.search(rf"^## {re.escape(number.upper())} .*?(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    if found is None:
        numbers = re.findall(r"^## (R\d+) ", page, flags=re.MULTILINE)
        raise typer.BadParameter(f"there is no {number}; there are {numbers[0]} to {numbers[-1]}", param_hint="NUMBER")
    return found[0]
