"""`tischlein analyse`: where a game was won and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tischlein import Record, find_game
from tischlein.arena.charts import draw_game
from tischlein.bots.analysis import assess, look_through
from tischlein.bots.levels import make_bot
from tischlein.cli.executor import make_progress
from tischlein.cli.files import read_record, write_text
from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.cli.options import BotOption, SeedOption
from tischlein.cli.screen import seat_names, show_position
from tischlein.core.words import Words
from tischlein.core.words import words as words_of
from tischlein.study.report import PHASES, Report, make_report


def analyse(
    file: Annotated[Path, typer.Argument(help="A record.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where the graph goes, as SVG.")] = None,
    pictures: Annotated[
        Path | None,
        typer.Option(help="A folder for the graph and, of each turning point, the played and the better move, as SVG."),
    ] = None,
    bot: BotOption = "0.5s",
    seed: SeedOption = None,
    lang: LanguageOption = None,
) -> None:
    """Go through a game move by move: what each was worth, how exactly everybody played, and why the chances turned.

    Examples:

    tischlein analyse game.record

    tischlein analyse game.record --bot 3s -o game.svg

    tischlein analyse game.record --pictures report
    """
    console, language = Console(), choose_language(lang)
    words, record = own_words(language), read_record(file)
    names = seat_names(dict(record.tags), record.setup.seats, language)
    game = find_game(record.setup.game)
    steps = look_through(record, make_bot(game, bot, seed))
    with make_progress(console, transient=True) as bar:
        thoughts = list(bar.track(steps, len(record.moves), description=words("analysing")))
    found = assess(record, thoughts)
    table = Table("#", words("hint-seat"), words("hint-move"), words("hint-value"), "", words("hint-better"))
    for one in found:
        better = f"{one.best.move} ({100 * one.best.value:.0f} %)" if one.mark else ""
        worth = f"{100 * one.value:.0f} %" if one.best.is_sure else "–"
        table.add_row(str(one.ply), names[one.seat], one.played, worth, one.mark, better)
    console.print(table)
    report = make_report(record, found, language)
    study = words_of("tischlein.study", language)
    _print_accuracy(console, report, names, words, study)
    for point in report.turning_points:
        head, *others = point.lines(names[point.seat], study)
        console.print(head, style="bold", highlight=False)
        console.print("\n".join(others), highlight=False, markup=False)
    if report.turning_points:
        worst = max(report.turning_points, key=lambda point: point.before - point.after)
        show_position(console, record.state_at(worst.ply - 1).play(worst.better), worst.seat, language)
        console.print(words("was-better", ply=worst.ply, name=names[worst.seat], move=worst.better), highlight=False)
    graph = draw_game(found, names, game.title, words_of("tischlein.arena", language))
    if output is not None:
        write_text(output, graph)
        console.print(words("drawn-to", file=str(output)), highlight=False)
    if pictures is not None:
        for name, picture in (("graph", graph), *_draw_turning_points(record, report, language)):
            write_text(pictures / f"{name}.svg", picture)
        console.print(words("pictures-in", folder=str(pictures)), highlight=False)


def _draw_turning_points(record: Record, report: Report, language: str) -> Iterator[tuple[str, str]]:
    """Yield the boards after what was played and after what was better, with their names."""
    for point in report.turning_points:
        before = record.state_at(point.ply - 1)
        for name, move in (("played", point.played), ("better", point.better)):
            yield f"{point.ply}-{name}", before.play(move).svg(point.seat, language)


def _print_accuracy(console: Console, report: Report, names: Sequence[str], words: Words, study: Words) -> None:
    """Print how exactly each seat played, in all and phase by phase."""
    table = Table(words("hint-seat"), study("accuracy"), *(study(f"phase-{phase}") for phase in PHASES))
    for seat, name in enumerate(names):
        row = [report.accuracy[seat], *(report.by_phase[phase][seat] for phase in PHASES)]
        table.add_row(name, *("–" if value is None else f"{value:.0f} %" for value in row))
    console.print(table)
