"""Everything that the documents show in Python runs, and every link leads somewhere."""

import doctest
import importlib
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/tischlein/games/*/*.md")])
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


MODULES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "src/tischlein").rglob("*.py"))
    if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]
"""Modules whose docstrings show what to type."""

MAPS = [ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md", ROOT / "docs/engine.md", ROOT / "web/README.md"]
"""Pages that say what is where."""


@pytest.mark.compiled
@pytest.mark.parametrize("block", BLOCKS)
def test_python_blocks_run(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block, {"__name__": "__main__"})


@pytest.mark.compiled
@pytest.mark.parametrize("name", MODULES)
def test_what_docstrings_show_is_what_comes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text)
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


@pytest.fixture(scope="module")
def places() -> set[str]:
    """Return every file and folder of this repository, with and without what follows the dot."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = {Path(name) for name in listed if (ROOT / name).exists()}
    bare = {file.parent / file.name.split(".")[0] for file in files}
    return {"/" + path.as_posix() for path in files | bare | {folder for file in files for folder in file.parents}}


@pytest.mark.parametrize("page", MAPS, ids=lambda page: page.name)
def test_the_maps_name_what_is_there(page: Path, places: set[str]) -> None:
    """A path may begin at any folder, and hold `<id>` or the like, and `*`, for anything."""
    named = set(re.findall(r"`([\w.<>*-]+(?:/[\w.<>*-]+)+)/?`", page.read_text(encoding="utf-8")))
    made = {name for name in named if name.startswith("build/") or name.endswith("server/page")}
    patterns = {name: re.sub(r"<\w+>|\\\*", "[^/]*", re.escape(name)) for name in named - made}
    text = "\n".join(places)
    missing = [name for name, found in patterns.items() if not re.search(f"/{found}$", text, re.MULTILINE)]
    assert missing == []
