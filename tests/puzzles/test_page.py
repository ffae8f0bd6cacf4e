"""What the page's engine is compared with is what the library says now."""

import json

import pytest

from .page import FILE, list_parts


@pytest.mark.compiled
def test_the_page_is_compared_with_what_the_library_says() -> None:
    """After a change: python -m tests.puzzles.page."""
    written = json.loads(FILE.read_text(encoding="utf-8"))
    for name, said in list_parts():
        assert written[name] == json.loads(json.dumps(said)), name
