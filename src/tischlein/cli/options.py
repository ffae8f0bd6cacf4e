"""Options that several commands share."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from tischlein.bots.levels import NAMES

from .completion import complete_bot, complete_option

SeedOption = Annotated[int | None, typer.Option(help="The seed of all chance; without it, each time another.")]
OptionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-O",
        metavar="NAME=VALUE",
        help="A rule that can be played in several ways; repeatable.",
        autocompletion=complete_option,
    ),
]
BotOption = Annotated[str, typer.Option(help=f"Who thinks: {NAMES}.", autocompletion=complete_bot)]
PlyOption = Annotated[
    int | None, typer.Option(help="The position after so many moves; negative numbers count from the end.")
]
SeatOption = Annotated[
    int | None, typer.Option(help="See with the eyes of this seat, counted from 1; without it, as an onlooker.", min=1)
]


def read_options(pairs: list[str] | None) -> dict[str, str]:
    """Return `name=value` pairs as a mapping."""
    options = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not sign:
            raise typer.BadParameter(f"{pair!r} is not of the form NAME=VALUE", param_hint="--option")
        options[name.strip()] = value.strip()
    return options


def read_players(text: str) -> list[str]:
    """Return who sits where; commas separate, but not within a command in brackets."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", text)]


def split_player(player: str) -> tuple[str, str]:
    """Return the kind of a player and its name, which may follow a colon."""
    found = re.fullmatch(r"(gtp\(.*\)|[^:]*):?(.*)", player)
    assert found is not None, "everything fits"
    return found[1], found[2]


def read_seat(number: int | None, seats: int) -> int | None:
    """Return the seat for a number as people count, from 1."""
    if number is not None and number > seats:
        raise typer.BadParameter(f"there are {seats} seats", param_hint="--seat")
    return None if number is None else number - 1
