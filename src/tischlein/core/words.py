"""Everything people read, in German and English, from one set of Fluent files.

A package that speaks has `text.de.ftl` and `text.en.ftl` beside its code; the web page reads the same files.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeAlias

LANGUAGES = ("de", "en")

Detail: TypeAlias = str | int


class Words:
    """The texts of one package in one language: `words("tischlein.games.blokus", "de")("title")`."""

    def __init__(self, package: str, language: str) -> None:
        # Imported here because most programs never show a sentence and Fluent is slow to load.
        from fluent.runtime import FluentBundle, FluentResource  # noqa: PLC0415

        self.package = package
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        source = files(package).joinpath(f"text.{language}.ftl").read_text(encoding="utf-8")
        self._bundle.add_resource(FluentResource(source))

    def __contains__(self, key: str) -> bool:
        return self._bundle.has_message(key)

    def __call__(self, key: str, /, **details: Detail) -> str:
        """Return the text for `key`; a missing text or detail is a mistake of the program."""
        if key not in self:
            raise KeyError(f"{self.package} has no text {key!r} in {self.language!r}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise KeyError(f"{key!r} of {self.package} has no value in {self.language!r}")
        text, errors = self._bundle.format_pattern(pattern, details)
        if errors:
            raise KeyError(f"{key!r} of {self.package} in {self.language!r}: {errors[0]}")
        return str(text)


@cache
def words(package: str, language: str = "en") -> Words:
    """Return the texts of a package; each file is read once."""
    return Words(package, language)
