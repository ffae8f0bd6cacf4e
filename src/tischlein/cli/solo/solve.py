"""`tischlein solve`: solve a solo challenge, or say whether a layout can still be completed."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tischlein.cli.files import write_text
from tischlein.cli.language import LanguageOption, choose_language
from tischlein.cli.options import OptionOption, SeedOption, read_options
from tischlein.cli.screen import paint
from tischlein.core.words import Words, words
from tischlein.puzzles import (
    CHALLENGES,
    Layout,
    Progress,
    Status,
    Tutor,
    Verdict,
    draw_lines,
    draw_picture,
    name_challenge,
    read_sheet,
    write_sheet,
)


def solve(
    challenge: Annotated[str | None, typer.Argument(help=f"The challenge: {', '.join(CHALLENGES)}.")] = None,
    source: Annotated[Path | None, typer.Option("--from", help="Go on from the puzzle in this file.")] = None,
    seed: SeedOption = None,
    option: OptionOption = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to: a picture if the name ends with .svg, else text.")
    ] = None,
    status: Annotated[bool, typer.Option("--status", help="Only say whether it can be completed.")] = False,
    hint: Annotated[bool, typer.Option("--hint", help="Only say what to do next.")] = False,
    seconds: Annotated[
        float | None, typer.Option("--time", help="Give up after so many seconds; 2 for --status and --hint.", min=0)
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Solve one of the six solo challenges, or go on from a puzzle in a file.

    Examples:

    tischlein solve s6 --seed 4 -o s6.svg

    tischlein solve --from half.puzzle --status

    tischlein solve --from half.puzzle --hint
    """
    language = choose_language(lang)
    texts, console = words("tischlein.puzzles", language), Console(highlight=False)
    layout = _read_layout(challenge, source, option, texts)
    used = random.randrange(2**32) if seed is None else seed
    tutor = Tutor(layout.challenge, used)
    if hint:
        _show_hint(console, tutor, layout, 2.0 if seconds is None else seconds, texts)
        return
    begin = time.monotonic()
    limit = seconds if seconds is not None else 2.0 if status else float("inf")
    answer = _think(tutor, layout, limit, texts)
    if status or answer.verdict is not Verdict.SOLVABLE:
        _show_status(console, layout, answer, texts, language)
        raise typer.Exit(0 if status else 1)
    solved = layout.place_all(answer.witness)
    console.print(name_challenge(layout.challenge, language), style="bold")
    console.print(paint(draw_lines(solved)), soft_wrap=True, end="")
    taken = f"{time.monotonic() - begin:.2f}"
    console.print(texts("solved-with", seed=str(used), seconds=taken, tried=answer.tried))
    if output is not None:
        write_layout(output, solved, language)
        console.print(texts("saved", file=str(output)), soft_wrap=True)


def write_layout(path: Path, layout: Layout, language: str, notes: dict[str, str] | None = None) -> None:
    """Write a layout as a picture or as text, as the file's name asks for."""
    picture = path.suffix.lower() == ".svg"
    write_text(path, draw_picture(layout, language) if picture else write_sheet(layout, notes))


def _read_layout(challenge: str | None, source: Path | None, option: list[str] | None, texts: Words) -> Layout:
    if source is not None:
        layout = read_sheet(source.read_text(encoding="utf-8")).layout
        if challenge not in (None, layout.challenge.id):
            raise typer.BadParameter(f"{source} is a puzzle of {layout.challenge.id}", param_hint="CHALLENGE")
        return layout
    if challenge is None:
        raise typer.BadParameter(texts("choose-one"), param_hint="CHALLENGE")
    if challenge not in CHALLENGES:
        raise typer.BadParameter(f"{challenge!r}: {', '.join(CHALLENGES)}", param_hint="CHALLENGE")
    return Layout(CHALLENGES[challenge], read_options(option))


def _think(tutor: Tutor, layout: Layout, seconds: float, texts: Words) -> Status:
    """Ask the tutor, with a line that moves while it thinks, on standard error."""
    with Console(stderr=True).status(texts("solving", tried=0)) as line:

        def show(progress: Progress) -> bool:
            line.update(texts("solving", tried=progress.tried))
            return True

        return tutor.status(layout, seconds, show)


def _show_status(console: Console, layout: Layout, answer: Status, texts: Words, language: str) -> None:
    console.print(texts(f"verdict-{answer.verdict}"), style="bold")
    if answer.reason is not None:
        console.print(answer.reason.text(language))
    console.print(texts("pieces-left", count=layout.challenge.pieces - len(layout.lying)))


def _show_hint(console: Console, tutor: Tutor, layout: Layout, seconds: float, texts: Words) -> None:
    _think(tutor, layout, seconds, texts)
    hint = tutor.hint(layout, seconds)
    for code, placement in (("hint-place", hint.place), ("hint-take-back", hint.take_back)):
        if placement is not None:
            details = {"piece": placement.piece, "colour": placement.colour, "move": placement.move}
            console.print(texts(code, **details))
            return
    console.print(texts("hint-none"))
