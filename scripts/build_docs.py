"""Builds the documentation site: the pages of docs/, the rules of every game, and a reference from the docstrings.

The pages stay where they are read on a code host too; here they are copied together, and links that lead out of docs/
are turned to where their targets are copied. No font, script or picture comes from elsewhere, and a link that leads
nowhere ends the build.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import griffe
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "tischlein",
    "tischlein.batch",
    "tischlein.client",
    "tischlein.collection",
    "tischlein.animation",
    "tischlein.core.game",
    "tischlein.core.kernel",
    "tischlein.core.record",
    "tischlein.core.match",
    "tischlein.bots",
    "tischlein.bots.analysis",
    "tischlein.study",
    "tischlein.arena.charts",
    "tischlein.arena.contest",
    "tischlein.arena.selfplay",
    "tischlein.arena.dataset",
    "tischlein.puzzles",
    "tischlein.work.resumable",
    "tischlein.adapters.pettingzoo",
    "tischlein.adapters.openspiel",
)
ORDER = {
    "Start": ("tour.md", "README.md"),
    "How to": ("research.md", "gtp.md", "adding-a-game.md", "operations.md", "platforms.md"),
    "What it is": ("architecture.md", "protocol.md", "record-format.md", "engine.md", "puzzles.md", "study.md"),
    "Measured": ("benchmarks.md", "experiments.md"),
}
ELSEWHERE = {"web/README.md": "web.md", "training/README.md": "training.md", "LICENSE": "LICENSE"}
"""What pages link to and is no page of docs/, and what it is called here."""

SHIM = '<script src="https://unpkg.com/iframe-worker/shim"></script>'
"""What the theme puts into each page so that its search works in pages that are opened as files."""


class Examples(griffe.Extension):
    """Examples in docstrings, `>>>`, as code: Markdown would take them for quotations."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put each example into a block of its own."""
        if obj.docstring:
            block = r"^>>> (?:.+\n?)+"
            fenced = re.sub(
                block, lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value, flags=re.M
            )
            obj.docstring.value = fenced


def gather(folder: Path) -> list[dict[str, list[str]]]:
    """Copy every page into a folder and return the menu."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (folder / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "README.md").rename(folder / "index.md")
    for source, name in ELSEWHERE.items():
        shutil.copy(ROOT / source, folder / name)
    rules = sorted((ROOT / "src/tischlein/games").glob("*/rules.*.md"))
    for page in rules:
        shutil.copy(page, folder / f"{page.parent.name}-{page.name}")
    for module in MODULES:
        page = folder / "reference" / f"{module}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(f"# {module}\n\n::: {module}\n", encoding="utf-8")
    for page in folder.glob("*.md"):
        page.write_text(turn_links(page.read_text(encoding="utf-8")), encoding="utf-8")
    known = {name for names in ORDER.values() for name in names} | {"index.md"}
    rule_pages = [f"{page.parent.name}-{page.name}" for page in rules]
    rest = sorted(page.name for page in folder.glob("*.md") if page.name not in known and page.name not in rule_pages)
    menu = [
        {
            title: [
                name.replace("README", "index")
                for name in names
                if (ROOT / "docs" / name).exists() or name == "README.md"
            ]
        }
        for title, names in ORDER.items()
    ]
    reference = [f"reference/{module}.md" for module in MODULES]
    return [*menu, {"Rules": rule_pages}, {"Reference": reference}, {"More": rest}]


def turn_links(text: str) -> str:
    """Return a page whose links lead to the copies."""
    text = re.sub(r"\]\((?:\.\./)?docs/", "](", text)
    text = re.sub(r'(src|href)="(?:\.\./)?docs/', r'\1="', text)
    text = re.sub(r"\]\((?:\.\./)?src/tischlein/games/(\w+)/rules\.", r"](\1-rules.", text)
    text = re.sub(r"\]\((?:\.\./)?README\.md", "](index.md", text)
    for source, name in ELSEWHERE.items():
        text = text.replace(f"](../{source}", f"]({name}")
    return re.sub(r"\]\(\.\./(examples|CONTRIBUTING|CHANGELOG)", r"](\1", text)


def work_without_network(site: Path) -> None:
    """Let the search of the pages that are opened as files use a copy of its worker instead of a script from elsewhere.

    A browser starts no worker from a file, but starts one from a text.
    """
    (worker,) = site.glob("assets/javascripts/workers/search.*.js")
    source = json.dumps(worker.read_text(encoding="utf-8")).replace("</", "<\\/")
    shim = f"""if (location.protocol === "file:") {{
  const source = URL.createObjectURL(new Blob([{source}], {{ type: "text/javascript" }}))
  window.Worker = class extends Worker {{ constructor() {{ super(source) }} }}
}}
"""
    (site / "assets/javascripts/shim.js").write_text(shim, encoding="utf-8")
    for page in site.rglob("*.html"):
        root = "../" * (len(page.relative_to(site).parts) - 1)
        here = f'<script src="{root}assets/javascripts/shim.js"></script>'
        page.write_text(page.read_text(encoding="utf-8").replace(SHIM, here), encoding="utf-8")
    (site / "404.html").unlink()  # its links are right only at the root of a host


def main() -> None:
    """Build the site into the folder that is named."""
    target = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "docs"
        menu = gather(folder)
        options = {"show_root_heading": False, "show_source": False, "extensions": [f"{__file__}:Examples"]}
        python = {"paths": [str(ROOT / "src")], "options": options}
        settings = {
            "site_name": "Tischlein",
            "docs_dir": str(folder),
            "site_dir": str(target),
            "nav": menu,
            "use_directory_urls": False,
            "strict": True,
            "validation": {"links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn"}},
            "theme": {"name": "material", "font": False, "features": ["navigation.sections", "content.code.copy"]},
            "plugins": ["search", "offline", {"mkdocstrings": {"handlers": {"python": python}}}],
            "markdown_extensions": ["admonition", "tables", "toc", "pymdownx.highlight", "pymdownx.superfences"],
        }
        file = Path(name) / "mkdocs.yml"
        file.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
        config = load_config(str(file))
        build(config)
        work_without_network(target)
    print(target / "index.html")


if __name__ == "__main__":
    main()
