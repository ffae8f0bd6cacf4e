"""What exactly one move does in Planken legen, proven by the solver: to win, or not to lose within so many turns."""

from __future__ import annotations

from tischlein.core.game import Move
from tischlein.core.search import Variation
from tischlein.core.task import Task
from tischlein.games.planken.engine.search import PlankenSearch
from tischlein.games.planken.game import PlankenState

from .coach import Proof

FEWEST_TURNS = 2
"""A line that is completed at once, or must be stopped at once, is no riddle."""

LOOK = 400
"""Simulations that tell which moves are likely to spoil a task, so that they are tried first."""


def find_task(state: PlankenState) -> Task | None:
    """Return the only move that wins, if all others are proven to lose; or else the only one that lasts."""
    if state.seats != 2 or state.to_move is None or len(state.legal_moves()) == 1:
        return None
    before = Proof(state)
    if before.plies_to_win is None:
        return _find_hold(state, before)
    turns = (before.plies_to_win + 1) // 2
    answer = before.variations()[0].move
    others = [line.move for line in _look(state) if line.move != answer]
    if turns >= FEWEST_TURNS and all(_loses_within(state, move) is not None for move in others):
        return Task("win", answer, turns, turns)
    return None


def _look(state: PlankenState) -> list[Variation]:
    search = PlankenSearch(state, 0, {})
    search.run(LOOK)
    return search.variations()


def _loses_within(state: PlankenState, move: Move) -> int | None:
    """Return within how many plies after a move the other side is proven to win; None if that is not proven."""
    after = state.play(move)
    if after.to_move is None:
        outcome = after.outcome()
        return 0 if outcome is not None and state.to_move not in outcome.winners else None
    return None if after.to_move == state.to_move else Proof(after).plies_to_win


def _find_hold(state: PlankenState, before: Proof) -> Task | None:
    """Return the only move that is not proven to lose, if it is proven not to lose as fast as the slowest other one."""
    lines = before.variations()
    if sum(not line.proven for line in lines) != 1:
        return None
    answer = next(line.move for line in lines if not line.proven)
    losses = [_loses_within(state, line.move) for line in lines if line.move != answer]
    plies = max((loss for loss in losses if loss is not None), default=0)
    turns = (plies + 1) // 2
    if None in losses or turns < FEWEST_TURNS or not _lasts(state, answer, plies):
        return None
    return Task("hold", answer, turns, turns)


def _lasts(state: PlankenState, move: Move, plies: int) -> bool:
    """Return whether it is proven that the other side cannot win within so many plies after a move."""
    after = state.play(move)
    if after.to_move is None or after.to_move == state.to_move:
        return False
    return Proof(after, plies).cannot_win
