"""`tischlein puzzle`: new puzzles with exactly one solution, one or many, and the puzzle of the day."""

from __future__ import annotations

import datetime
import random
import re
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from tischlein.cli.command import Command, Group
from tischlein.cli.executor import ExecutorCommand, ProcessesOption, RayOption, make_executor, show_progress
from tischlein.cli.language import LanguageOption, choose_language
from tischlein.cli.options import SeedOption
from tischlein.cli.screen import paint
from tischlein.core.words import words
from tischlein.puzzles import LEVELS, Puzzle, draw_lines, make_daily, make_puzzle, write_sheet
from tischlein.work.resumable import complete

from .solve import write_layout

app = typer.Typer(help="Make puzzles with exactly one solution.", no_args_is_help=True, cls=Group)

OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where to: a picture if the name ends with .svg, else text.")
]
SizeOption = Annotated[str, typer.Option(help="Rows x columns, such as 6x8, 8x10 or 15x16.")]
LevelOption = Annotated[str, typer.Option(help=f"How hard: {', '.join(LEVELS)}.")]
SolutionOption = Annotated[bool, typer.Option("--solution", help="Show the solution too.")]


@app.command(cls=Command)
def new(
    size: SizeOption = "8x10",
    level: LevelOption = "medium",
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
    rows, columns = _read_size(size)
    language = choose_language(lang)
    texts, used = words("tischlein.puzzles", language), random.randrange(2**32) if seed is None else seed
    with Console(stderr=True).status(texts("making")):
        puzzle = make_puzzle(rows, columns, level, used)
    assert puzzle is not None
    _show(puzzle, texts("made", seed=str(used), **_describe(puzzle, language)), solution)
    _write(output, puzzle, {"Level": puzzle.level, "Seed": str(used)}, language)


class Recipe(NamedTuple):
    """What a puzzle is made from."""

    rows: int
    columns: int
    level: str
    seed: int


@app.command(cls=ExecutorCommand)
def many(
    count: Annotated[int, typer.Option(help="How many puzzles.", min=1)] = 10,
    size: SizeOption = "8x10",
    level: LevelOption = "medium",
    seed: Annotated[int, typer.Option(help="The seed of the first; the next ones follow.", min=0)] = 1,
    processes: ProcessesOption = 1,
    ray: RayOption = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The folder for the puzzles.")] = None,
    lang: LanguageOption = None,
) -> None:
    """Make many puzzles, each a file of its own, on several processes or machines.

    A run that was stopped goes on with the puzzles that are missing when it is started again. The same seeds lead to
    the same puzzles, wherever they are made.

    Examples:

    tischlein puzzle many --count 100 --size 8x10 --level hard --processes 4 -o hard

    tischlein puzzle many --count 10000 --ray 10.0.0.7:6379 -o book
    """
    rows, columns = _read_size(size)
    recipes = [Recipe(rows, columns, level, seed + number) for number in range(count)]
    tasks = {f"{rows}x{columns}-{level}-{recipe.seed}.puzzle": recipe for recipe in recipes}
    folder, console = output or Path("puzzles"), Console()
    with make_executor(ray, processes) as executor:
        show_progress(complete(folder, tasks, make_sheet, executor), console)
    texts = words("tischlein.puzzles", choose_language(lang))
    console.print(texts("saved", file=str(folder)), soft_wrap=True, highlight=False)


def make_sheet(recipe: Recipe) -> str:
    """Return a puzzle as text, as it is written to a file."""
    puzzle = make_puzzle(*recipe)
    assert puzzle is not None
    return write_sheet(puzzle.layout, {"Level": puzzle.level, "Seed": str(recipe.seed)})


@app.command(cls=Command)
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


def _read_size(size: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size.strip().lower(), flags=re.ASCII)
    if not found:
        raise typer.BadParameter(f"{size!r} is not of the form 8x10", param_hint="--size")
    return int(found[1]), int(found[2])


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
