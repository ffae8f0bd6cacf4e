"""What the coach can say, by the texts of a game: a new kind of sentence has no check until somebody writes one."""

from __future__ import annotations

import re
from importlib.resources import files

from tischlein.core.remark import Remark
from tischlein.core.words import words

LANGUAGES = ("de", "en")


def list_kinds(game_id: str) -> set[str]:
    """Return the codes of the sentences for which there is a text."""
    found = [
        set(re.findall(r"^(coach-[a-z-]+) =", read_text(game_id, language), re.MULTILINE)) for language in LANGUAGES
    ]
    assert found[0] == found[1]
    return found[0]


def read_text(game_id: str, language: str) -> str:
    return files(f"tischlein.games.{game_id}").joinpath(f"text.{language}.ftl").read_text(encoding="utf-8")


def check_words(game_id: str, remark: Remark) -> None:
    """A sentence names every number above one that was counted and the cell and pieces, and no other number."""
    known = {str(value) for value in remark.details.values()}
    named = {str(value) for key, value in remark.details.items() if key in ("cell", "piece", "pieces", "seat")}
    listed = "pieces" in remark.details  # pieces that are named are not numbered as well
    counted = {str(value) for value in remark.details.values() if isinstance(value, int) and value > 1 and not listed}
    for language in LANGUAGES:
        text = words(f"tischlein.games.{game_id}", language)(remark.code, **remark.details)
        numbers = set(re.findall(r"(?<!\w)\d+(?!\w)", text))
        assert text[-1] == "."
        assert "{" not in text
        assert counted <= numbers <= known, text
        assert all(name in text for name in named), text
