"""Whether every level keeps its time: whole games of every variant and number of seats, by the clock."""

from __future__ import annotations

import time

from tischlein import Game, find_game, game_ids
from tischlein.bots.levels import levels_of, make_bot
from tischlein.bots.warmup import warm_up

QUICK = 6
"""The others' level, if they need not be as weak as the one that is measured."""


def run(level: str = "") -> None:
    """Print the longest and the mean move of all levels, or of one: it sits alone, on the other seats a quick one."""
    for game in map(find_game, game_ids()):
        warm_up(game)
        tables = [(variant.id, seats) for variant in game.variants.values() for seats in variant.seats]
        for number, known in enumerate(levels_of(game), start=1):
            for variant, seats in tables if level in ("", str(number)) else []:
                _show(
                    f"{game.id} {variant}, {seats} seats, level {number}",
                    known.seconds,
                    _play(game, variant, seats, number),
                )


def _play(game: Game, variant: str, seats: int, level: int) -> list[float]:
    """Play a game to the end and return how many seconds each move of seat 0 took."""
    taken: list[float] = []
    state = game.new(variant, seats, seed=level)
    bots = [make_bot(game, f"level{min(level, QUICK) if seat else level}", seed=seat) for seat in range(seats)]
    while state.to_move is not None:
        begin = time.monotonic()
        move = bots[state.to_move].choose(state, state.to_move)
        if state.to_move == 0:
            taken.append(time.monotonic() - begin)
        state = state.play(move)
    return taken


def _show(name: str, limit: float, taken: list[float]) -> None:
    longest, mean = max(taken), sum(taken) / len(taken)
    figures = f"{len(taken):>3} moves  longest {longest:5.2f} s  mean {mean:5.2f} s"
    print(f"  {name:<44} {figures}  {limit / longest:6.2f} x goal", flush=True)
