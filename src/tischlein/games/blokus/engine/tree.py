"""The search tree: nodes in one array, the root first, children side by side, values as their mover sees them.

A simulation walks down with `select`, adds children one by one, and notes results on the way back. A node
also keeps RAVE statistics: what became of its move when it was played later in the same game (all moves as first).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import compiled, record_type
from tischlein.core.numeric import log
from tischlein.games.blokus.rules import whole

NODE = record_type(
    [
        ("code", np.int32),  # the move that leads here
        ("first", np.int32),  # where the children start; 0 while there are none
        ("children", np.int32),  # how many there are
        ("prior", np.float32),  # how likely the policy took the move to be before it was tried
        ("visits", np.float32),
        ("value", np.float32),  # sum of the results for whoever made the move that leads here
        ("rave_visits", np.float32),  # how often the move was seen later in a game; soon counts more than late
        ("rave_value", np.float32),  # sum of those results, weighed in the same way
    ]
)

PRIOR_VISITS = 3.0
"""A new move begins with so many visits at the mean value of its siblings, so that one result does not decide."""


@compiled
def make_node(nodes: NDArray[Any], node: int, code: int, prior: float) -> None:
    """Make a node new: its move, how likely it looks, and nothing known about it."""
    nodes[node].code = code
    nodes[node].prior = prior
    nodes[node].first = 0
    nodes[node].children = 0
    nodes[node].visits = 0
    nodes[node].value = 0
    nodes[node].rave_visits = 0
    nodes[node].rave_value = 0


@compiled
def find_child(nodes: NDArray[Any], node: int, code: int) -> int:
    """Return the child that a move leads to, 0 if there is none."""
    first = nodes[node].first
    for child in range(first, first + nodes[node].children):
        if nodes[child].code == code:
            return whole(child)
    return 0


@compiled
def keep_subtree(nodes: NDArray[Any], node: int, target: NDArray[Any]) -> int:
    """Copy a node and all below it to another array, where it becomes the root; return how many nodes that are."""
    target[0] = nodes[node]
    used = 1
    parent = 0
    while parent < used:
        if target[parent].first > 0:
            first = target[parent].first
            target[parent].first = used
            for child in range(first, first + target[parent].children):
                target[used] = nodes[child]
                used += 1
        parent += 1
    return used


@compiled
def select(nodes: NDArray[Any], node: int, exploration: float, rave_weight: float) -> int:
    """Return the child to try next: what it is worth so far, plus what it may yet be worth.

    `rave_weight` is what a RAVE visit counts for, compared with a visit.
    """
    first = nodes[node].first
    last = first + nodes[node].children
    visits, value = 0.0, 0.0
    for child in range(first, last):
        visits += np.float64(nodes[child].visits)
        value += np.float64(nodes[child].value)
    parent_value = value / visits if visits > 0 else 0.5
    bonus = exploration * np.sqrt(visits + 1) * log(visits + 2)
    best, best_worth = first, -1e9
    for child in range(first, last):
        known = np.float64(nodes[child].visits) + rave_weight * np.float64(nodes[child].rave_visits) + PRIOR_VISITS
        worth = np.float64(nodes[child].value) + rave_weight * np.float64(nodes[child].rave_value)
        worth = (worth + PRIOR_VISITS * parent_value + bonus * np.float64(nodes[child].prior)) / known
        if worth > best_worth:
            best, best_worth = child, worth
    return whole(best)


@compiled
def most_visited(nodes: NDArray[Any], node: int) -> int:
    """Return the child that was tried most; of equals the one that looked more likely."""
    first = nodes[node].first
    best = first
    for child in range(first + 1, first + nodes[node].children):
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].prior > nodes[best].prior):
            best = child
    return whole(best)
