"""`tischlein convert`: from one file format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.files import known_suffixes, read_record, write_record


def convert(
    source: Annotated[Path, typer.Argument(help="A record, or a game in another format.")],
    target: Annotated[Path, typer.Argument(help="Where to; the ending of its name says which format.")],
) -> None:
    """Convert a game from one format to another: our own records, and .blksgf for Blokus.

    Examples:

    tischlein convert pentobi.blksgf game.record

    tischlein convert game.record game.blksgf
    """
    if target.suffix not in known_suffixes():
        raise typer.BadParameter(
            f"no format is called {target.suffix!r}; there are {', '.join(known_suffixes())}", param_hint="TARGET"
        )
    record = read_record(source)
    record.final_state()  # refuse a game that cannot be played before anything is written
    write_record(target, record)
