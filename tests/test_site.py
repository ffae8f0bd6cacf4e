"""The documentation as a web site: it is built by one command, and every link in it leads somewhere."""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent


class Page(HTMLParser):
    """What a page links to, what it fetches, and which places in it have a name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links, self.fetched, self.names = set[str](), set[str](), set[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value for key, value in attrs if value}
        self.names |= {given[key] for key in ("id", "name") if key in given}
        found = {given[key] for key in ("href", "src") if key in given}
        self.links |= found
        if tag != "a":
            self.fetched |= found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    folder = tmp_path_factory.mktemp("site").resolve()
    command = [sys.executable, str(ROOT / "scripts/build_docs.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {path: Page(path) for path in folder.rglob("*.html")}


def test_every_link_of_the_site_leads_somewhere(site: dict[Path, Page]) -> None:
    missing = []
    for path, page in site.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            names = site[target].names if target in site else {parts.fragment}
            if not target.exists() or (parts.fragment and unquote(parts.fragment) not in names):
                missing.append(f"{path.name}: {link}")
    assert len(site) > 30
    assert missing == []


def test_the_site_needs_no_network(site: dict[Path, Page]) -> None:
    assert [link for page in site.values() for link in page.fetched if urlsplit(link).netloc] == []


def test_the_reference_shows_examples_as_code(site: dict[Path, Page]) -> None:
    (batch,) = (path for path in site if path.name == "tischlein.batch.html")
    text = batch.read_text(encoding="utf-8")
    assert "<blockquote>" not in text
    assert 'class="gp"' in text, "the >>> of an example"
