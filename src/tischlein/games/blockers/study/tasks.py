"""What exactly one move does in Blockers!: it joins groups, so that points get fewer; or it alone costs nothing.

Points are counted from the board and from what was taken, which everybody sees.
"""

from __future__ import annotations

from tischlein.core.game import Move
from tischlein.core.task import Task
from tischlein.games.blockers import rules
from tischlein.games.blockers.game import BlockersState

from .coach import remark_on

FEWEST_MOVES = 10
"""How many moves there must be to choose from."""


def find_task(state: BlockersState) -> Task | None:
    """Return the only move that wins a group, or else the only one that costs no point (R10: the fewest win)."""
    legal = state.legal_moves()
    if state.to_move is None or len(legal) < FEWEST_MOVES:
        return None
    costs = {move: count_cost(state, move) for move in legal}
    least = min(costs.values())
    answers = [move for move, cost in costs.items() if cost == least]
    if len(answers) > 1 or least > 0:
        return None
    joined = [remark.details["count"] for remark in remark_on(state, answers[0]) if remark.code == "coach-joins"]
    if least == 0:
        return Task("quiet", answers[0])
    return Task("group", answers[0], int(joined[0])) if joined else None


def count_cost(state: BlockersState, move: Move) -> int:
    """Return how many points more a move makes for the seat that plays it."""
    seat = state.to_move
    assert seat is not None, "somebody moves"
    return int(rules.points(state.play(move).position, seat)) - int(rules.points(state.position, seat))
