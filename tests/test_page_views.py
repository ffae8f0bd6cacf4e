"""The page's types of a view have the same keys as the views: view.ts against the golden views that view.py made."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tischlein.core.view import TableView

ROOT = Path(__file__).parent.parent
PAGES = {path.parent.name: path for path in (ROOT / "web/src/games").glob("*/view.ts")}
PAGES |= {"nim": ROOT / "tests/nim/page/view.ts"}

INTERFACE = re.compile(r"^export interface (\w+)[^{]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (?:readonly )?(\w+)\??: ([^;]+);", re.MULTILINE)

Interfaces = dict[str, dict[str, str]]


def read_interfaces(path: Path) -> Interfaces:
    """Return the fields of every interface of a file, with their types as text."""
    return {name: dict(FIELD.findall(body)) for name, body in INTERFACE.findall(path.read_text(encoding="utf-8"))}


def compare(value: Any, name: str, known: Interfaces, inherited: frozenset[str] = frozenset()) -> None:
    """Compare the keys of an object with an interface, and so on with the interfaces that its fields name."""
    fields = known[name]
    assert set(value) - inherited == set(fields) - inherited, f"{name} in view.ts has other keys than the view"
    for key, kind in fields.items():
        inner = [word for word in re.findall(r"\w+", kind) if word in known]
        if len(inner) == 1:
            for part in find_objects(value[key], is_map="Record<" in kind):
                compare(part, inner[0], known)


def find_objects(value: Any, is_map: bool) -> list[dict[str, Any]]:
    """Return the objects in a field: itself, those of a list, or the values of a map."""
    if isinstance(value, dict) and not is_map:
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for part in parts for found in find_objects(part, is_map=False)]


@pytest.mark.parametrize("game", sorted(PAGES))
def test_the_page_knows_the_keys_of_every_golden_view(game: str) -> None:
    known = read_interfaces(PAGES[game])
    golden = sorted((ROOT / "tests" / game / "golden").glob("*.json"))
    assert golden
    for path in golden:
        view = json.loads(path.read_text(encoding="utf-8"))
        compare(view, "View", known, inherited=frozenset(TableView.__annotations__))
