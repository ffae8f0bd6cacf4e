"""Everything people read, in German and English, from one set of Fluent files.

A package that speaks has `text.de.ftl` and `text.en.ftl` beside its code; the web page reads the same files.

Fluent's own runtime for Python brings the plurals and calendars of every language with it (36 MB); two languages that
both know no more than "one" and "other" need a page of code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fluent.syntax import ast

LANGUAGES = ("de", "en")

Detail: TypeAlias = str | int


class Words:
    """The texts of one package in one language: `words("tischlein.games.blokus", "de")("title")`."""

    def __init__(self, package: str, language: str) -> None:
        # Imported here because most programs never show a sentence and Fluent is slow to load.
        from fluent.syntax import FluentParser, ast  # noqa: PLC0415

        self.package = package
        self.language = language
        source = files(package).joinpath(f"text.{language}.ftl").read_text(encoding="utf-8")
        entries = FluentParser(with_spans=False).parse(source).body
        self._messages = {entry.id.name: entry.value for entry in entries if isinstance(entry, ast.Message)}

    def __contains__(self, key: str) -> bool:
        return self._messages.get(key) is not None

    def __call__(self, key: str, /, **details: Detail) -> str:
        """Return the text for `key`; a missing text or detail is a mistake of the program."""
        pattern = self._messages.get(key)
        if pattern is None:
            raise KeyError(f"{self.package} has no text {key!r} in {self.language!r}")
        try:
            return self._fill(pattern, details)
        except KeyError as missing:
            raise KeyError(f"{key!r} of {self.package} in {self.language!r}: {missing.args[0]}") from None

    def _fill(self, pattern: ast.Pattern, details: Mapping[str, Detail]) -> str:
        return "".join(self._say(element, details) for element in pattern.elements)

    def _say(self, node: ast.SyntaxNode, details: Mapping[str, Detail]) -> str:
        from fluent.syntax import ast  # noqa: PLC0415

        match node:
            case ast.TextElement() | ast.StringLiteral() | ast.NumberLiteral():
                return node.value
            case ast.Placeable():
                return self._say(node.expression, details)
            case ast.VariableReference():
                return self._write(_find(node, details))
            case ast.MessageReference():
                return self(node.id.name, **details)
            case ast.SelectExpression(selector=ast.VariableReference() as selector):
                return self._fill(_choose(node.variants, _find(selector, details)), details)
        raise NotImplementedError(f"{type(node).__name__} in a text of {self.package}")

    def _write(self, value: Detail) -> str:
        """Return a value as text; numbers with the language's separator of thousands."""
        if isinstance(value, str):
            return value
        grouped = f"{value:,}"
        return grouped.replace(",", ".") if self.language == "de" else grouped


def _find(reference: ast.VariableReference, details: Mapping[str, Detail]) -> Detail:
    name = reference.id.name
    if name not in details:
        raise KeyError(f"{name} is missing")
    return details[name]


def _choose(variants: Sequence[ast.Variant], value: Detail) -> ast.Pattern:
    """Return the variant for a value: its own, that of its plural, or the default."""
    by_key = {str(vars(variant.key).get("name") or vars(variant.key)["value"]): variant.value for variant in variants}
    default = next(variant.value for variant in variants if variant.default)
    plural = "" if isinstance(value, str) else "one" if value == 1 else "other"
    return by_key.get(str(value)) or by_key.get(plural) or default


@cache
def words(package: str, language: str = "en") -> Words:
    """Return the texts of a package; each file is read once."""
    return Words(package, language)
