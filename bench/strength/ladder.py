"""The ladder: each level against the one below, and the lowest against who follows one simple heuristic or none at all.

`scripts/bench ladder` plays all games and variants, `ladder:blokus:duo:2:60:1:6` says which, how many games a step, and
which levels. Games come in groups with the same deal, one for each arrangement of the seats.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from tischlein import Game, State, find_game, game_ids
from tischlein.arena.contest import estimate
from tischlein.bots.bot import Bot, RandomBot
from tischlein.bots.levels import levels_of, make_bot
from tischlein.core.search import Variation
from tischlein.games.blockers import rules as blockers_rules

PAIRED = {("blokus", "classic"), ("blokus", "teams"), ("planken", "teams")}
"""Where four sit and every other seat is the same player; else one sits alone against the others."""


def run(
    game: str = "", variant: str = "", seats: str = "", games: str = "60", low: str = "1", high: str = "99"
) -> None:
    """Print the steps of some ladders."""
    for found in [find_game(game)] if game else map(find_game, game_ids()):
        for kind in found.variants.values():
            for count in kind.seats if variant in ("", kind.id) else ():
                if seats in ("", str(count)):
                    _climb(found, kind.id, count, int(games), range(int(low), int(high) + 1))


def _climb(game: Game, variant: str, seats: int, games: int, levels: range) -> None:
    """Print each step of one ladder."""
    chosen = [number for number in levels if number <= len(levels_of(game))]
    steps = [(f"level{number}", f"level{number - 1}" if number > 1 else "heuristic") for number in chosen]
    if 1 in chosen:
        steps.insert(0, ("level1", "random"))
    for upper, lower in steps:
        begin = time.process_time()
        paired = seats == 2 or (game.id, variant) in PAIRED
        turns = 2 if paired else seats
        deals = [
            [play(game, variant, (upper, lower), _arrange(seats, turn, paired), deal) for turn in range(turns)]
            for deal in range(-(-games // turns))
        ]
        share, error = estimate(deals)
        even = 50 if paired else 100 / seats
        figures = f"{100 * share:5.1f} ± {100 * error:4.1f} %, even {even:.0f} %, {turns * len(deals)} games"
        took = time.process_time() - begin
        print(f"  {game.id} {variant} {seats}: {upper} against {lower:<8} {figures}, {took:.0f} s", flush=True)


def _arrange(seats: int, turn: int, paired: bool) -> list[int]:
    """Return who sits where: 0 the upper level, 1 the lower one."""
    return [(seat + turn) % 2 if paired else int(seat != turn) for seat in range(seats)]


def play(game: Game, variant: str, names: tuple[str, str], who: list[int], deal: int) -> float:
    """Return the upper level's share of the win."""
    state = game.new(variant, len(who), seed=deal, first=0)
    bots = [_make(game, names[one], 1000 * deal + 10 * who[0] + seat) for seat, one in enumerate(who)]
    while (seat := state.to_move) is not None:
        state = state.play(bots[seat].choose(state, seat))
    outcome = state.outcome()
    assert outcome is not None
    return sum(who[winner] == 0 for winner in outcome.winners) / len(outcome.winners)


def _make(game: Game, name: str, seed: int) -> Bot:
    return (
        HeuristicBot(HEURISTICS[game.id], seed)
        if name == "heuristic"
        else make_bot(game, name, seed, clock=time.process_time)
    )


class HeuristicBot(RandomBot):
    """Plays any of the moves that one simple heuristic likes best."""

    def __init__(self, heuristic: Callable[[State, str, int], float], seed: int) -> None:
        super().__init__(seed)
        self._heuristic = heuristic

    def analyse(self, state: State, seat: int, *_: object) -> list[Variation]:
        """Return all moves, the best first."""
        sample = state.sample(seat, random.Random(0))
        return sorted(super().analyse(state, seat), key=lambda line: -self._heuristic(sample, line.move, seat))


def _large_pieces(_: State, move: str, _seat: int) -> float:
    return move.count(",")


def _few_groups(state: State, move: str, seat: int) -> float:
    position = state.play(move).position  # type: ignore[attr-defined]
    own = [colour for colour in range(int(position.colours)) if position.owner[colour] == seat]
    return -sum(blockers_rules.count_groups(position, colour) for colour in own)


def _win(state: State, move: str, seat: int) -> float:
    outcome = state.play(move).outcome()
    return outcome is not None and seat in outcome.winners


HEURISTICS = {"blokus": _large_pieces, "blockers": _few_groups, "planken": _win}
"""Large pieces first; few groups of one's own; a win if there is one."""
