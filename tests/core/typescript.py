"""What Python says of games, for TypeScript to be compared with: `python -m tests.core.typescript GAME FILE [GAMES]`.

Games at random, in every variant, number of seats and option; of their positions: legal moves, views, texts that are
moves and texts that are not, searches, bots and samples. With a number, so many games in outline.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.core.ways import list_starts
from tischlein import State, find_game
from tischlein.bots.levels import levels_of, make_bot
from tischlein.core.game import Game, Setup
from tischlein.core.record import Record
from tischlein.core.refusal import Refusal

SEARCHED = 9
"""At one in so many positions a search and a bot are asked."""
NODES = 5_000
"""A small tree, where the search has that setting: memory that is not needed is not zeroed."""
SIMULATIONS = 30
QUICK_LEVELS = 6


def describe_refusal(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as the page knows it."""
    rule = getattr(refusal, "rule", None)
    source = refusal.package.removeprefix("tischlein.")
    return {"code": refusal.code, "source": source, "rule": rule, "details": dict(refusal.details)}


def judge(state: State, text: str) -> list[Any]:
    """Return what a text means here, or why it means nothing."""
    try:
        state.play(text)
    except Refusal as refusal:
        return [text, None, describe_refusal(refusal)]
    return [text, state.canonical(text), None]


def spoil(move: str, rng: random.Random) -> str:
    """Return nearly the same text."""
    at = rng.randrange(len(move))
    return rng.choice(
        (
            move[:at] + rng.choice("abcdefgmnx123456789 ,:-") + move[at + 1 :],
            move[:at] + move[at + 1 :],
            f"  {move.upper()} ",
            " ".join(reversed(move.replace(":", ",").split(","))),
            f"{move},{move}",
        )
    )


def describe_position(game: Game, state: State, ply: int, seen: list[str], rng: random.Random) -> dict[str, Any]:
    """Return all that is compared at a position."""
    seats = [None, *range(state.seats)] if game.secret else [None]
    legal = list(state.legal_moves())
    texts = [rng.choice(seen), *(spoil(rng.choice(seen), rng) for _ in range(3))]
    if legal:
        texts += [rng.choice(legal), spoil(rng.choice(legal), rng)]
    asked = state.to_move is not None and ply % SEARCHED == 1
    return {
        "legal": legal,
        "openings": list(game.find_openings(state)),
        "views": [[seat, state.view(seat)] for seat in seats],
        "texts": [judge(state, text) for text in texts if text],
        "search": describe_search(game, state, rng) if asked else None,
        "bot": describe_bot(game, state, rng) if asked and ply % (2 * SEARCHED) == 1 else None,
        "sample": describe_sample(state, rng) if asked and game.secret else None,
    }


def describe_search(game: Game, state: State, rng: random.Random) -> dict[str, Any]:
    """Return what a search finds."""
    seed, level = rng.randrange(1000), rng.randrange(len(game.levels))
    settings, own = dict(game.levels[level].settings), {}
    if game.id == "blokus":
        settings["nodes"] = own["nodes"] = NODES
    search = game.search(state, seed, settings)
    search.run(SIMULATIONS)
    lines = [dataclasses.asdict(line) for line in search.variations()]
    return {"seed": seed, "level": level, "simulations": SIMULATIONS, "lines": lines, **own}


def describe_bot(game: Game, state: State, rng: random.Random) -> dict[str, Any]:
    """Return what a bot plays at a level that no clock limits."""
    number, seed, seat = rng.randint(1, min(QUICK_LEVELS, len(levels_of(game)))), rng.randrange(1000), state.to_move
    assert seat is not None
    bot = make_bot(game, f"level{number}", seed, clock=lambda: 0.0)
    return {"level": f"level{number}", "seed": seed, "seat": seat, "move": bot.choose(state, seat)}


def describe_sample(state: State, rng: random.Random) -> dict[str, Any]:
    """Return a deal that a seat cannot tell from the true one."""
    seed, seat = rng.randrange(1000), rng.randrange(state.seats)
    return {"seed": seed, "seat": seat, "deal": dict(state.sample(seat, random.Random(seed)).setup.deal)}


def describe_game(game: Game, start: State, seed: int) -> dict[str, Any]:
    """Return one game, played at random."""
    rng, setup = random.Random(seed), start.setup
    state = game.new(setup.variant, setup.seats, setup.options, seed=seed)
    setup, moves, positions = state.setup, list[str](), list[dict[str, Any]]()
    seen = [*state.legal_moves()[:20]]
    while True:
        position = describe_position(game, state, len(moves), seen, rng)
        positions.append(position)
        if state.to_move is None:
            break
        position["move"] = rng.choice(position["openings"] or position["legal"])
        seen.append(position["move"])
        moves.append(position["move"])
        state = state.play(position["move"])
    positions[-1]["move"] = None
    return {
        "name": f"{setup.variant} {setup.seats} {dict(setup.options)} {seed}",
        "seed": seed,
        "setup": dataclasses.asdict(setup),
        "positions": positions,
        "record": Record(setup, tuple(moves), {"Event": "comparison"}).text(),
    }


def outline_game(game: Game, start: State, seed: int) -> dict[str, Any]:
    """Return one game, played at random: its record, a digest of all lists of legal moves, and the last views."""
    rng, digest, moves = random.Random(seed), hashlib.sha256(), list[str]()
    state = game.new(start.setup.variant, start.seats, start.setup.options, seed=seed)
    while state.to_move is not None:
        legal = state.legal_moves()
        digest.update(" ".join(legal).encode())
        moves.append(rng.choice(legal))
        state = state.play(moves[-1])
    setup = state.setup
    return {
        "name": f"{setup.variant} {setup.seats} {dict(setup.options)} {seed}",
        "seed": seed,
        "setup": dataclasses.asdict(setup),
        "positions": [*({"move": move} for move in moves), {"views": [[None, state.view(None)]], "move": None}],
        "legal": digest.hexdigest(),
        "record": Record(setup, tuple(moves), {"Event": "comparison"}).text(),
    }


def spoil_setups(game: Game) -> Iterator[Setup]:
    """Yield set-ups that cannot be, each for another reason."""
    for variant in game.variants.values():
        setup = game.setup(variant.id, seed=1)
        deal = dict(setup.deal)
        yield replace(setup, variant="none")
        yield replace(setup, seats=17)
        yield replace(setup, first=setup.seats)
        yield replace(setup, options={**setup.options, "colour": "grey"})
        yield replace(setup, options={**setup.options, variant.options[0].id: "none"})
        yield replace(setup, deal={**deal, "more": "1"})
        for key, value in deal.items():
            yield replace(setup, deal={name: other for name, other in deal.items() if name != key})
            yield replace(setup, deal={**deal, key: value.replace(value.split()[0], value.split()[1], 1)})
            yield replace(setup, deal={**deal, key: f"{value} none"})


def spoil_records(game: Game) -> Iterator[str]:
    """Yield texts that are no records, each for another reason, and some that are."""
    state = game.new(seed=1)
    text = Record(state.setup, tuple(state.legal_moves()[:2]), {"Event": "a game"}).text()
    yield from (text, "", text.replace("Tischlein", "Some"), text.replace("Seats: ", "Seats: x"))
    yield from (text.replace("2. ", "3. "), text.replace("Rules: 1", "Rules: 7"))
    yield text.replace("Variant:", "; Variant:")
    yield text.replace("Event:", "Seats:")
    yield text.replace("Event: a game", "nothing")
    yield text.replace("\n", "\r\n")
    yield text + "\nEvent: late\n"
    yield text.replace("Variant: ", "Variant: no")


def describe_refusals(game: Game) -> str:
    """Return what cannot be, and why, as a line."""
    setups = list[tuple[dict[str, Any], Any]]()
    for setup in spoil_setups(game):
        try:
            game.start(setup)
        except Refusal as refusal:
            setups.append((dataclasses.asdict(setup), describe_refusal(refusal)))
        else:
            setups.append((dataclasses.asdict(setup), None))
    records = list[tuple[str, Any]]()
    for text in spoil_records(game):
        try:
            Record.parse(text)
        except Refusal as refusal:
            records.append((text, describe_refusal(refusal)))
        else:
            records.append((text, None))
    return json.dumps({"setups": setups, "records": records})


def describe_games(game: Game, count: int) -> Iterator[str]:
    """Yield so many games of every kind as lines."""
    for start in list_starts(game):
        for seed in range(count):
            yield json.dumps(describe_game(game, start, seed))


def outline_games(game: Game, count: int) -> Iterator[str]:
    """Yield so many games in all, of each kind in turn, as lines."""
    for seed, start in zip(range(count), itertools.cycle(list_starts(game)), strict=False):
        yield json.dumps(outline_game(game, start, seed))


def main() -> None:
    """Write the games to a file."""
    game_id, file, *outlined = sys.argv[1:]
    game = find_game(game_id)
    with Path(file).open("w", encoding="utf-8") as lines:
        lines.write(describe_refusals(game) + "\n")
        for line in outline_games(game, int(outlined[0])) if outlined else describe_games(game, 1):
            lines.write(line + "\n")


if __name__ == "__main__":
    main()
