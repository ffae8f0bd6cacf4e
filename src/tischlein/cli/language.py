"""Which language the terminal speaks, and the command line's own texts."""

from __future__ import annotations

import os
from contextvars import ContextVar
from enum import StrEnum
from typing import Annotated

import typer

from tischlein.core.words import LANGUAGES, Words, words


class Language(StrEnum):
    """The languages of Tischlein."""

    DE = "de"
    EN = "en"


_spoken: ContextVar[str | None] = ContextVar("spoken")

LanguageOption = Annotated[
    Language | None, typer.Option("--lang", help="The language; by default that of the system.", show_default=False)
]


def choose_language(wanted: str | None) -> str:
    """Return the wanted language, else the system's if we speak it, else English."""
    system = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    language = next((known for known in LANGUAGES if (wanted or system).startswith(known)), "en")
    _spoken.set(language)
    return language


def spoken_language() -> str:
    """Return what the command speaks, for a refusal that has left it."""
    return _spoken.get(None) or choose_language(None)


def own_words(language: str) -> Words:
    """Return the command line's texts."""
    return words("tischlein.cli", language)


def game_words(game_id: str, language: str) -> Words:
    """Return a game's texts."""
    return words(f"tischlein.games.{game_id}", language)
