"""`tischlein draw`: a picture of a position, or of a whole game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tischlein.animation import WIDTH, make_gif, make_png, make_webp
from tischlein.cli.files import read_record, write_bytes
from tischlein.cli.language import LanguageOption, choose_language
from tischlein.cli.options import PlyOption, SeatOption, read_seat

FILMS = {".gif": make_gif, ".webp": make_webp}
KINDS = (".svg", ".png", *FILMS)


def draw(
    file: Annotated[Path, typer.Argument(help="A record.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Where to: .svg, .png, or .gif or .webp for the whole game; by default SVG to standard output.",
        ),
    ] = None,
    ply: PlyOption = None,
    seat: SeatOption = None,
    seconds: Annotated[float, typer.Option(help="How long a GIF or WebP shows a move.", min=0.02)] = 0.7,
    width: Annotated[int, typer.Option(help="How wide it is, in pixels, unless it is SVG.", min=64, max=4096)] = WIDTH,
    lang: LanguageOption = None,
) -> None:
    """Draw the final position of a record, or any other; or the whole game as an animated GIF or WebP.

    Examples:

    tischlein draw game.record -o end.svg

    tischlein draw game.record --ply 12 --seat 1 -o rack.png

    tischlein draw game.record --seconds 0.5 -o game.gif
    """
    record, language = read_record(file), choose_language(lang)
    eye, kind = read_seat(seat, record.setup.seats), output.suffix.lower() if output else ".svg"
    if kind not in KINDS:
        raise typer.BadParameter(f"no picture is called {kind!r}; there are {', '.join(KINDS)}", param_hint="--output")
    if kind in FILMS and output is not None:
        if ply is not None:
            raise typer.BadParameter(f"{kind} shows the whole game", param_hint="--ply")
        write_bytes(output, FILMS[kind](record, eye, language, seconds, width))
        return
    picture = record.state_at(-1 if ply is None else ply).svg(eye, language)
    if output is None:
        sys.stdout.write(picture)
    else:
        write_bytes(output, make_png(picture, width) if kind == ".png" else picture.encode())
