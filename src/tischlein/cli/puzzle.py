"""`tischlein puzzle`: new puzzles with exactly one solution, and the puzzle of the day."""

from __future__ import annotations

import datetime
import random
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tischlein.core.words import words
from tischlein.puzzles import LEVELS, Puzzle, draw_lines, make_daily, make_puzzle

from .language import LanguageOption, choose_language
from .options import SeedOption
from .screen import paint
from .solve import write_layout

app = typer.Typer(help="Make puzzles with exactly one solution.", no_args_is_help=True)

OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where to: a picture if the name ends with .svg, else text.")
]
SolutionOption = Annotated[bool, typer.Option("--solution", help="Show the solution too.")]


@app.command()
def new(
    size: Annotated[str, typer.Option(help="Rows x columns, such as 6x8, 8x10 or 15x16.")] = "8x10",
    level: Annotated[str, typer.Option(help=f"How hard: {', '.join(LEVELS)}.")] = "medium",
    seed: SeedOption = None,
    output: OutputOption = None,
    solution: SolutionOption = False,
    lang: LanguageOption = None,
) -> None:
    """Make a puzzle: some pieces are given, and there is one way to place the others.

    Examples:

    tischlein puzzle new --size 8x10 --level hard -o hard.puzzle

    tischlein puzzle new --size 5x6 --level easy --seed 7 --solution
    """
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size.strip().lower(), flags=re.ASCII)
    if not found:
        raise typer.BadParameter(f"{size!r} is not of the form 8x10", param_hint="--size")
    language = choose_language(lang)
    texts, used = words("tischlein.puzzles", language), random.randrange(2**32) if seed is None else seed
    with Console(stderr=True).status(texts("making")):
        puzzle = make_puzzle(int(found[1]), int(found[2]), level, used)
    assert puzzle is not None
    _show(puzzle, texts("made", seed=str(used), **_describe(puzzle, language)), solution)
    _write(output, puzzle, {"Level": puzzle.level, "Seed": str(used)}, language)


@app.command()
def daily(
    date: Annotated[str | None, typer.Option(help="Another day than today, such as 2026-11-15.")] = None,
    output: OutputOption = None,
    solution: SolutionOption = False,
    lang: LanguageOption = None,
) -> None:
    """Show the puzzle of the day, the same for everyone: easy on Mondays, hard on Sundays.

    Examples:

    tischlein puzzle daily -o today.puzzle

    tischlein puzzle daily --date 2026-12-24 --solution
    """
    try:
        day = datetime.date.today() if date is None else datetime.date.fromisoformat(date)
    except ValueError:
        raise typer.BadParameter(f"{date!r} is not a day like 2026-11-15", param_hint="--date") from None
    language = choose_language(lang)
    texts = words("tischlein.puzzles", language)
    with Console(stderr=True).status(texts("making")):
        puzzle = make_daily(day)
    assert puzzle is not None
    _show(puzzle, texts("daily", date=day.isoformat(), **_describe(puzzle, language)), solution)
    _write(output, puzzle, {"Level": puzzle.level, "Date": day.isoformat()}, language)


def _describe(puzzle: Puzzle, language: str) -> dict[str, str | int]:
    challenge = puzzle.challenge
    level = words("tischlein.puzzles", language)(f"level-{puzzle.level}")
    return {"size": challenge.size, "level": level, "givens": len(challenge.givens), "pieces": challenge.pieces}


def _show(puzzle: Puzzle, headline: str, solution: bool) -> None:
    console = Console(highlight=False)
    console.print(headline, style="bold")
    console.print(paint(draw_lines(puzzle.layout)), soft_wrap=True, end="")
    for colour, hand in puzzle.challenge.hands.items():
        if left := puzzle.layout.left(colour):
            console.print(f"{colour}: {' '.join(left)} ({len(left)}/{len(hand)})")
    if solution:
        console.print(paint(draw_lines(puzzle.layout.place_all(puzzle.solution))), soft_wrap=True, end="")


def _write(path: Path | None, puzzle: Puzzle, notes: dict[str, str], language: str) -> None:
    if path is not None:
        write_layout(path, puzzle.layout, language, notes)
        Console(highlight=False).print(words("tischlein.puzzles", language)("saved", file=str(path)), soft_wrap=True)
