"""The page as plain files that need no server: for any web space, in any folder."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec

from tischlein.core.refusal import BadSetup

from .page import FOLDER
from .routes import all_games

LEFT_OUT = ("home.*.html", "stamp")
"""The home pages that are drawn already know only a server's addresses."""


def export_site(folder: Path, page: Path = FOLDER) -> None:
    """Write the page into a folder that is new or empty. Raises BadSetup if it is neither, or no page was built."""
    if not (page / "index.html").is_file():
        raise BadSetup("tischlein.server", "no-page")
    if folder.is_dir() and any(folder.iterdir()):
        raise BadSetup("tischlein.server", "folder-not-empty", folder=str(folder))
    shutil.copytree(page, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    index = folder / "index.html"
    text = index.read_text(encoding="utf-8").replace("<html ", '<html data-site="static" ', 1)
    index.write_text(re.sub(r'\b(src|href)="/', r'\1="./', text), encoding="utf-8")
    games = folder / "api" / "games"
    games.parent.mkdir()
    games.write_bytes(msgspec.json.encode(all_games()))
