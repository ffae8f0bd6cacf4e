"""`tischlein export-site`: the page as files for any web space."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export_site(
    folder: Annotated[Path, typer.Argument(help="A folder that is new or empty.", show_default=False)],
) -> None:
    """Write a site that needs no server: solo, on one device, and against programs.

    Put the folder on any web space, at any address. What needs a server, such as friends by link, is not offered there.

    Example: tischlein export-site site && python -m http.server --directory site
    """
    # Loaded here because the server's libraries take longer to load than most commands take.
    from tischlein.server.http.site import export_site  # noqa: PLC0415

    export_site(folder)
