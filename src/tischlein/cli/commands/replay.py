"""`tischlein replay`: look at a game again, move by move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tischlein import Record
from tischlein.cli.files import read_record
from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.cli.options import PlyOption, SeatOption, read_seat
from tischlein.cli.screen import seat_names, show_outcome, show_position
from tischlein.core.game import Seat, State


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    ply: PlyOption = None,
    seat: SeatOption = None,
    lang: LanguageOption = None,
) -> None:
    """Show a position of a record. At a terminal and without --ply, walk through the game.

    Examples:

    tischlein replay game.record

    tischlein replay game.record --ply 12 --seat 2
    """
    console, language = Console(), choose_language(lang)
    record = read_record(file)
    states = list(record.states())
    eye = read_seat(seat, record.setup.seats)
    if ply is not None or not sys.stdin.isatty():
        _show(console, record, states, record.ply(-1 if ply is None else ply), eye, language)
    else:
        _walk(console, record, states, eye, language)


def _walk(console: Console, record: Record, states: list[State], eye: Seat | None, language: str) -> None:
    """Let the reader step through the game: Enter forward, b back, a number jumps, q ends."""
    words, at = own_words(language), 0
    while True:
        console.clear()
        _show(console, record, states, at, eye, language)
        try:
            answer = console.input(words("walk", last=len(record.moves)) + " ").strip().lower()
        except EOFError:
            return
        if answer.startswith("q"):
            return
        wanted = int(answer) if answer.isdigit() else at - 1 if answer.startswith("b") else at + 1
        at = max(0, min(wanted, len(record.moves)))


def _show(console: Console, record: Record, states: list[State], ply: int, eye: Seat | None, language: str) -> None:
    names = seat_names(dict(record.tags), record.setup.seats, language)
    words, state = own_words(language), states[ply]
    show_position(console, state, eye, language)
    if ply:
        mover = states[ply - 1].to_move or 0
        console.print(words("played", ply=ply, name=names[mover], move=record.moves[ply - 1]), highlight=False)
    show_outcome(console, state, names, language)
