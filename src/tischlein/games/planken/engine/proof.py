"""The proof that the starter of a balanced game for two wins in at most 13 plies: every reply, answered by the search.

    python -m tischlein.games.planken.engine.proof

walks through all games in which the starter plays what the search chooses and the other seat plays anything. Positions
that are the same game up to symmetry are looked at once. Each step is a game that is played by the rules, so the proof
rests on nothing but them: a mistake of the search would end it with a game that is not won.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tischlein.core.game import State
from tischlein.games.planken import GAME
from tischlein.games.planken.game import PlankenState

from .symmetry import canonical_key

PLIES = 13
SIMULATIONS = 50_000
"""For one move at most; nearly all are settled with far fewer."""


class Refuted(Exception):
    """A game that the starter does not win in time."""


@dataclass(slots=True)
class Step:
    """One turn of the starter: how many positions it may come from, and what becomes of them."""

    ply: int
    positions: int
    won: int  # by this turn
    replies: int  # to the others


def prove(state: State, plies: int, simulations: int = SIMULATIONS) -> Iterable[Step]:
    """Yield the turns of the seat to move until all games are won. Raises Refuted if one is not, in so many plies."""
    frontier = {0: state}
    for ply in range(1, plies + 1, 2):
        step = Step(ply, len(frontier), 0, 0)
        following: dict[int, State] = {}
        for position in frontier.values():
            after = _answer(position, simulations)
            if after.to_move is None:
                step.won += 1
                continue
            for reply in after.legal_moves():
                reached = after.play(reply)
                if reached.to_move != position.to_move:
                    raise Refuted(after.text())
                step.replies += 1
                following.setdefault(_key(reached), reached)
        yield step
        frontier = following
        if not frontier:
            return
    raise Refuted(next(iter(frontier.values())).text())


def _answer(state: State, simulations: int) -> State:
    """Return the position after the move that the search chooses. Raises Refuted if it ends the game without a win."""
    search = GAME.search(state, 0, {"rollouts": 0})
    search.run(simulations)
    after = state.play(search.variations()[0].move)
    outcome = after.outcome()
    if outcome is not None and state.to_move not in outcome.winners:
        raise Refuted(after.text())
    return after


def _key(state: State) -> int:
    assert isinstance(state, PlankenState)
    return int(canonical_key(state.position, 0))


def main(show: Callable[[str], None] = print) -> None:
    """Prove it for the options that are asked for."""
    parser = argparse.ArgumentParser(description="Prove that the starter wins.")
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="for one move at most")
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE", help="as turning=no")
    chosen = parser.parse_args()
    options = dict(option.split("=", 1) for option in chosen.options)
    state = GAME.new("standard", 2, options, seed=0, first=0)
    for step in prove(state, chosen.plies, chosen.simulations):
        show(f"ply {step.ply}: {step.positions} positions, {step.won} won at once, {step.replies} replies to others")
    show(f"Proven: the starter wins in at most {chosen.plies} plies, whatever the reply.")


if __name__ == "__main__":
    main()
