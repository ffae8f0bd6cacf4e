"""`tischlein play`: a game at this terminal, against programs or with friends at one keyboard."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tischlein import Match, Record, find_game, game_ids
from tischlein.bots.levels import NAMES, find_level, levels_of, usual_bot
from tischlein.bots.own import check_player
from tischlein.bots.warmup import warm_up_in_background
from tischlein.cli.completion import complete_game, complete_players, complete_variant
from tischlein.cli.files import last_game, read_record
from tischlein.cli.language import LanguageOption, choose_language, game_words, own_words
from tischlein.cli.options import OptionOption, SeedOption, read_options, read_players, split_player
from tischlein.cli.session import Session
from tischlein.core.game import Game


def play(
    game: Annotated[
        str | None, typer.Argument(help="The game's id; without it, Tischlein asks.", autocompletion=complete_game)
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(help="The variant; by default the usual one for that many.", autocompletion=complete_variant),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help=f"Who sits where, with commas: human, {NAMES}, module.object, gtp(COMMAND), each with :NAME; or only "
            "how many seats.",
            autocompletion=complete_players,
        ),
    ] = None,
    option: OptionOption = None,
    seed: SeedOption = None,
    resume: Annotated[
        str | None, typer.Option(help='Go on with a saved game: a file, or "last".', metavar="FILE")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Where the game is kept after every move.", show_default="as the last game")
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Play a game in the terminal. Every move is saved at once; nothing is lost.

    Examples:

    tischlein play blokus

    tischlein play blockers --seats human:Anna,human:Ben

    tischlein play planken --seats human,random,random --option line=any

    tischlein play blokus --variant duo --seats "human,gtp(pentobi-gtp --level 5)"

    tischlein play --resume last
    """
    language, console = choose_language(lang), Console()
    if resume is not None:
        path = last_game() if resume == "last" else Path(resume)
        if not path.exists():
            raise typer.BadParameter(f"there is no saved game {path}", param_hint="--resume")
        record = read_record(path)
        players = None if seats is None else read_players(seats)
        if players is not None and len(players) != record.setup.seats:
            raise typer.BadParameter(f"there are {record.setup.seats} seats", param_hint="--seats")
        sit_down(console, record, save or path, language, players)
    elif game is None:
        ask_and_play(language)
    else:
        record = set_up(find_game(game), variant, seats, read_options(option), seed)
        sit_down(console, record, save or last_game(), language, [*record.tags.values()])


def set_up(game: Game, variant: str | None, seats: str | None, options: dict[str, str], seed: int | None) -> Record:
    """Return the record of a new game before its first move, with who sits where in its tags."""
    only_number = seats is not None and seats.strip().isdigit()
    players = [] if seats is None or only_number else read_players(seats)
    for kind, _ in map(split_player, players):
        if kind != "human":
            check_player(game, kind)
    count = int(seats or 0) if only_number else len(players) or None
    setup = game.setup(variant, count, options, seed)
    players = players or ["human", *[usual_bot(game)] * (setup.seats - 1)]
    return Record(setup, tags={f"Seat {seat}": player for seat, player in enumerate(players)})


def sit_down(console: Console, record: Record, path: Path, language: str, players: Sequence[str] | None = None) -> None:
    """Play a game from where its record ends.

    Players that are programs of somebody's must be named by who starts this, not by a file that may come from anywhere.
    """
    game, tags = find_game(record.setup.game), dict(record.tags)
    if players is None:
        for seat in range(record.setup.seats):
            kind, _ = split_player(tags.get(f"Seat {seat}", "human"))
            if kind != "human":
                find_level(game, kind)
    else:
        tags |= {f"Seat {seat}": player for seat, player in enumerate(players)}
        record = replace(record, tags=tags)
    with console.status(own_words(language)("setting-the-table")):
        match = Match(record)
    warm_up_in_background()
    Session(console, match, path, language).run()


def ask_and_play(language: str) -> None:
    """Ask for game, variant and people, one question each with a sensible answer ready, and play."""
    words, console = own_words(language), Console(highlight=False)
    choices = [(game_id, variant) for game_id in game_ids() for variant in find_game(game_id).variants.values()]
    console.print(words("welcome"), style="bold")
    for number, (game_id, variant) in enumerate(choices, start=1):
        name = game_words(game_id, language)(f"variant-{variant.id}")
        numbers = words("seats", numbers=", ".join(map(str, sorted(variant.seats))))
        console.print(f"{number:>3}  {find_game(game_id).title}: {name} ({numbers})")
    saved = last_game()
    if saved.exists():
        console.print(f"  0  {words('continue-last')}")
    try:
        chosen = ask_number(console, words("which-game"), 1, 0 if saved.exists() else 1, len(choices))
        if chosen == 0:
            sit_down(console, read_record(saved), saved, language)
            return
        game_id, variant = choices[chosen - 1]
        count = variant.seats[0]
        if len(variant.seats) > 1:
            count = ask_number(console, words("how-many-seats"), count, min(variant.seats), max(variant.seats))
        people = ask_number(console, words("how-many-people"), 1, 0, count)
        bot, top = "random", len(levels_of(find_game(game_id)))
        if people < count:
            bot = f"level{ask_number(console, words('how-strong', top=top), 4, 1, top)}"
    except EOFError:
        return
    players = ",".join(["human"] * people + [bot] * (count - people))
    sit_down(console, set_up(find_game(game_id), variant.id, players, {}, None), saved, language)


def ask_number(console: Console, question: str, default: int, lowest: int, highest: int) -> int:
    """Ask until the answer is a number in range; an empty answer means the default."""
    while True:
        answer = console.input(f"{question} [{default}] ", markup=False).strip()
        if not answer:
            return default
        if answer.isdigit() and lowest <= int(answer) <= highest:
            return int(answer)
        print(f"{lowest}-{highest}", file=sys.stderr)
