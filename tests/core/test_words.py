"""German and English say the same things, and everything that can be said has words."""

from importlib.resources import files

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from tischlein import find_game, game_ids
from tischlein.core.testkit import rule_numbers
from tischlein.core.words import LANGUAGES, words

PACKAGES = [
    "tischlein.core",
    "tischlein.cli",
    "tischlein.puzzles",
    "tischlein.arena",
    "tischlein.bots",
    "tischlein.work",
    "tischlein.server",
    *(f"tischlein.games.{game_id}" for game_id in game_ids()),
]


class Details(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def read_messages(package: str, language: str) -> dict[str, set[str]]:
    """Return every message with the details that it mentions."""
    source = files(package).joinpath(f"text.{language}.ftl").read_text(encoding="utf-8")
    messages = {}
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ast.Junk), f"{package} {language}: {entry.content}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in messages, f"{entry.id.name} stands twice"
            details = Details()
            details.visit(entry)
            messages[entry.id.name] = details.names
    return messages


@pytest.mark.parametrize("package", PACKAGES)
def test_languages_say_the_same(package: str) -> None:
    assert read_messages(package, "de") == read_messages(package, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_variant_and_option_has_words(game_id: str, language: str) -> None:
    game, own = find_game(game_id), words(f"tischlein.games.{game_id}", language)
    wanted = ["title"]
    for variant in game.variants.values():
        wanted += [f"variant-{variant.id}", f"variant-{variant.id}-about"]
        for option in variant.options:
            wanted += [f"option-{option.id}", f"option-{option.id}-about"]
            wanted += [f"option-{option.id}-{value}" for value in option.values]
    assert [key for key in wanted if key not in own] == []


@pytest.mark.parametrize("game_id", game_ids())
def test_rule_pages_have_the_same_numbers_in_order(game_id: str) -> None:
    numbers = [list(rule_numbers(game_id, language)) for language in LANGUAGES]
    assert numbers[0] == numbers[1] == [f"R{number}" for number in range(1, len(numbers[0]) + 1)]


def test_a_missing_text_or_detail_is_a_mistake() -> None:
    own = words("tischlein.core")
    with pytest.raises(KeyError, match="no text"):
        own("nothing")
    with pytest.raises(KeyError, match="line"):
        own("bad-line", text="x")


def test_numbers_and_plurals_are_the_languages_own() -> None:
    german, english = words("tischlein.cli", "de"), words("tischlein.cli", "en")
    assert [own("listed", shown=24, count=12_345).split(".")[0] for own in (german, english)] == [
        "24 von 12",
        "24 of 12,345 moves",
    ]
    assert english("listed", shown=0, count=0) == "No legal move has that in it."
    assert [german("won", names="A", count=count) for count in (1, 2)] == ["A gewinnt!", "A gewinnen!"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_can_be_said(package: str, language: str) -> None:
    """Nothing in the files is beyond what `Words` understands."""
    own, messages = words(package, language), read_messages(package, language)
    details = dict.fromkeys(set().union(*messages.values()), 1)
    assert all(own(key, **details) for key in messages)
