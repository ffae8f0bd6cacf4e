"""`tischlein exercises`: positions with one good move, to find and to make."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console

from tischlein import BadSetup, IllegalMove, find_game
from tischlein.bots import make_bot
from tischlein.bots.analysis import assess, look_through
from tischlein.cli.command import Command, Group
from tischlein.cli.completion import complete_game, complete_variant
from tischlein.cli.executor import ExecutorCommand, ProcessesOption, RayOption, make_executor, make_progress
from tischlein.cli.files import read_record, write_text
from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.cli.options import SeedOption
from tischlein.cli.screen import show_position
from tischlein.core.task import BEST
from tischlein.core.words import Words
from tischlein.core.words import words as words_of
from tischlein.study import Card, Exercise, explain, make_own, read_exercises, review
from tischlein.study.exercises import complete_exercises, gather_exercises, write_exercises

GAMES_AT_ONCE, MOST_AT_ONCE = 4, 64
"""For each process, before it is counted whether there are enough: at first, and when many are known to be missing."""

app = typer.Typer(help="Exercises: find the one good move.", no_args_is_help=True, cls=Group)


@app.command(cls=ExecutorCommand)
def make(
    game: Annotated[str, typer.Argument(help="The game's id.", autocompletion=complete_game)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where they go, one on each line.")],
    variant: Annotated[str | None, typer.Option(help="The variant.", autocompletion=complete_variant)] = None,
    count: Annotated[int, typer.Option(help="How many.", min=1)] = 20,
    seed: SeedOption = 0,
    processes: ProcessesOption = 1,
    ray: RayOption = None,
    lang: LanguageOption = None,
) -> None:
    """Make exercises from games that the bots play. What a game holds stays in a folder beside the file: a run that was
    stopped goes on, and a larger count makes only what is missing. Of more than that, easy and hard ones are taken.

    Example:

    tischlein exercises make planken -o planken.jsonl --count 10000 --processes 8
    """
    console, words = Console(), own_words(choose_language(lang))
    folder, begin, at_once = output.with_name(output.name + ".games"), seed or 0, GAMES_AT_ONCE * processes
    first = begin
    if output.exists() and not folder.exists():
        raise BadSetup("tischlein.cli", "exercises-not-ours", file=str(output), folder=folder.name)
    read, found = set[Path](), set[str]()
    with make_executor(ray, processes) as executor, make_progress(console, transient=True) as progress:
        task = progress.add_task(words("making-exercises"), total=count)
        while len(found) < count:
            games = range(first, first + at_once)
            for _ in complete_exercises(folder, find_game(game).id, variant, games, executor):
                fresh = set(folder.glob("*.jsonl")) - read
                read |= fresh
                found.update(one.id for path in fresh for one in read_exercises(path))
                progress.update(task, completed=len(found))
            first += at_once
            missing = (count - len(found)) * (first - begin) // max(1, len(found))
            at_once = processes * max(GAMES_AT_ONCE, min(missing // processes, MOST_AT_ONCE))
    write_text(output, write_exercises(gather_exercises(folder, count)))
    console.print(words("exercises-made", count=count, file=str(output)), highlight=False)


@app.command(cls=Command)
def own(
    file: Annotated[Path, typer.Argument(help="A record of a finished game.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where they go, one on each line.")],
    seat: Annotated[int | None, typer.Option(help="Whose mistakes; everybody's if left out.", min=1)] = None,
    level: Annotated[str, typer.Option(help="Who looks for mistakes: a level, 0.5s or 2000sims.")] = "400sims",
    lang: LanguageOption = None,
) -> None:
    """Make exercises from the mistakes in a game: where most was lost and exactly one move was good.

    Example:

    tischlein exercises own game.record -o mistakes.jsonl --seat 1
    """
    console, words = Console(), own_words(choose_language(lang))
    record = read_record(file)
    bot = make_bot(find_game(record.setup.game), level)
    mistakes = assess(record, list(look_through(record, bot)))
    found = list(make_own(record, mistakes, None if seat is None else seat - 1))
    if found:
        known = read_exercises(output) if output.exists() else []
        every = {one.id: one for one in (*known, *found)}
        write_text(output, write_exercises(every.values()))
    console.print(words("exercises-made", count=len(found), file=str(output)), highlight=False)


@app.command(cls=Command)
def train(
    file: Annotated[Path, typer.Argument(help="Exercises, as `make` writes them.")],
    count: Annotated[int, typer.Option(help="How many at most.", min=1)] = 10,
    lang: LanguageOption = None,
) -> None:
    """Train the exercises that are due today. What was solved comes again later each time, what was not comes soon.

    Example:

    tischlein exercises train planken.jsonl
    """
    console, language = Console(), choose_language(lang)
    words, today = own_words(language), date.today()
    exercises, cards = read_exercises(file), _read_cards()
    due = [one for one in exercises if cards.get(one.id, Card(today)).due <= today][:count]
    if not due:
        console.print(words("exercise-none", date=str(min(cards[one.id].due for one in exercises))), highlight=False)
    unkept = ""
    for number, one in enumerate(due, start=1):
        console.print(words("exercise-of", number=number, count=len(due)), highlight=False)
        solved = _ask(console, one, words, language)
        cards[one.id] = review(cards.get(one.id, Card(today)), solved, today)
        try:
            _write_cards(cards)
        except OSError as error:  # without a home one can train all the same
            unkept = words("not-saved", file=str(_cards_file()), reason=error.strerror or str(error))
    if unkept:
        console.print(unkept, highlight=False)


def _ask(console: Console, one: Exercise, words: Words, language: str) -> bool:
    """Show an exercise and return whether it was solved at the first try."""
    state = one.state
    show_position(console, state, one.seat, language)
    package = "tischlein.study" if one.kind == BEST else f"tischlein.games.{state.setup.game}"
    console.print(words_of(package, language)(f"exercise-{one.kind}", count=one.goal), highlight=False)
    while True:
        answer = typer.prompt(words("exercise-ask"))
        if answer.strip() == "?":
            for sentence in explain(state, one.answer, language)[:1]:
                console.print(sentence.text, highlight=False)
            continue
        try:
            solved = answer.strip() != "!" and state.canonical(answer) == one.answer
        except IllegalMove as refusal:
            console.print(refusal.text(language), highlight=False)
            continue
        console.print(words("exercise-right" if solved else "exercise-wrong", move=one.answer), highlight=False)
        for sentence in explain(state, one.answer, language):
            console.print(f"  {sentence.text}", highlight=False)
        return solved


def _cards_file() -> Path:
    return user_data_path("tischlein") / "exercises.json"


def _read_cards() -> dict[str, Card]:
    path = _cards_file()
    stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: Card(date.fromisoformat(due), *rest) for name, (due, *rest) in stored.items()}


def _write_cards(cards: dict[str, Card]) -> None:
    stored = {name: [card.due.isoformat(), *card[1:]] for name, card in cards.items()}
    write_text(_cards_file(), json.dumps(stored, indent=1) + "\n")
