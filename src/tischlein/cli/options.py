"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from tischlein.bots.roster import NAMES

SeedOption = Annotated[int | None, typer.Option(help="The seed of all chance; without it, each time another.")]
OptionOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-O", metavar="NAME=VALUE", help="A rule that can be played in several ways; repeatable."),
]
BotOption = Annotated[str, typer.Option(help=f"Who thinks: {NAMES}.")]
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


def read_seat(number: int | None, seats: int) -> int | None:
    """Return the seat for a number as people count, from 1."""
    if number is not None and number > seats:
        raise typer.BadParameter(f"there are {seats} seats", param_hint="--seat")
    return None if number is None else number - 1
