"""Single-observer information-set MCTS (Cowling et al.) with PUCT selection and the linear policy as prior.

Every simulation deals the hidden tiles anew (a determinization), walks down one tree that all deals share, adds a node,
and lets the policy play the game to its end. A move of others exists only in the deals in which they hold the tile, so
each node counts how often it was available, and the priors are those of the deal at hand. Each seat maximises its own
value (max^n).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Memory, Position, compiled, new_dice, new_memory, record_type, roll
from tischlein.core.numeric import exp
from tischlein.core.search import Search, Variation, fill_settings, stays_ahead
from tischlein.games.blockers.rules import POSITION

from .determinize import determinize, exclusions, known_position
from .group_index import GROUP_INDEX, index_groups
from .learned import weights_for, without_others
from .linear_policy import POLICY, RESULT, evaluate, play_move, rollout, score_game

if TYPE_CHECKING:
    from tischlein.games.blockers.game import BlockersState

NODE = record_type(
    [
        ("code", np.int64),  # the move that leads here
        ("first_child", np.int64),  # 0 for none, since the root is nobody's child
        ("next_sibling", np.int64),  # or 0
        ("visits", np.int64),
        ("availability", np.int64),  # simulations in which it was legal when its parent was visited
        ("value_sum", np.float64),  # for the seat that moves here
    ]
)

CODES = 5 << 12
"""All codes of moves are below."""
MAX_DEPTH = 128
HASH_MULTIPLIER = 0x9E3779B1
"""An odd number that moves the bits of a small one far apart."""
DISCARDED_ROLLS = 8
"""After so many throws nothing shows any more that two seeds were alike."""

SEARCH_PARAMETERS = record_type(
    [
        ("exploration", np.float64),  # the weight of the priors against the values found (c in PUCT)
        ("margin_weight", np.float64),  # the part of a value that is points and not the win
        ("max_depth", np.int64),  # plies that the tree may have
        ("fpu_reduction", np.float64),  # first-play urgency: how far below its parent's value an untried move starts
    ]
)
DEFAULTS = {"exploration": 1.0, "margin_weight": 0.3, "max_depth": 96, "fpu_reduction": 0.1, "ignore_others": 0}
"""What holds where a level says nothing; `ignore_others` takes away all features that look at the other seats."""


class SearchWorkspace(NamedTuple):
    """All that a search knows and all memory that it needs; arrays of one where not said otherwise."""

    nodes: NDArray[np.void]  # the tree; the first is the root
    parameters: NDArray[np.void]
    weights: NDArray[np.float64]  # of the policy
    root: NDArray[np.void]  # what the seat knows of the position
    excluded: NDArray[np.int64]  # see `exclusions`
    root_index: NDArray[np.void]
    root_policy: NDArray[np.void]
    position: NDArray[np.void]  # of the simulation, with its index and policy
    group_index: NDArray[np.void]
    policy: NDArray[np.void]
    path: NDArray[np.int64]  # by ply: the node
    movers: NDArray[np.int64]  # by ply: who moved there
    places: NDArray[np.int64]  # by code of a move: its node while children are compared, else 0
    result: NDArray[np.void]
    dice: Dice


def new_workspace(
    root: NDArray[np.void], weights: NDArray[np.float64], parameters: NDArray[np.void], memory: Memory
) -> SearchWorkspace:
    """Return a workspace in which the root is indexed and evaluated."""
    workspace = SearchWorkspace(
        nodes=memory.zeros(1024, NODE),
        parameters=memory.take(parameters),
        weights=memory.take(weights),
        root=memory.take(root),
        excluded=memory.take(exclusions(root[0])),
        root_index=memory.zeros(1, GROUP_INDEX),
        root_policy=memory.zeros(1, POLICY),
        position=memory.zeros(1, POSITION),
        group_index=memory.zeros(1, GROUP_INDEX),
        policy=memory.zeros(1, POLICY),
        path=memory.zeros(MAX_DEPTH, np.int64),
        movers=memory.zeros(MAX_DEPTH, np.int64),
        places=memory.zeros(CODES, np.int64),
        result=memory.zeros(1, RESULT),
        dice=memory.zeros(1, np.uint64),
    )
    index_groups(workspace.root[0], workspace.root_index[0])
    evaluate(workspace.root[0], workspace.root_index[0], workspace.weights, False, workspace.root_policy[0])
    return workspace


@compiled
def run_simulations(workspace: SearchWorkspace, node_count: int, simulations: int, seed: int) -> int:
    """Search on and return how many nodes are in use; there must be room for one more in each simulation.

    The seat's own moves do not depend on the deal, so the first is selected before it: the n-th try of every move
    is made with the n-th deal, and moves are compared by their worth and not by the luck of their deals.
    """
    nodes, path, movers, dice = workspace.nodes, workspace.path, workspace.movers, workspace.dice
    parameters, weights, places = workspace.parameters[0], workspace.weights, workspace.places
    position, group_index, policy = workspace.position[0], workspace.group_index[0], workspace.policy[0]
    for _ in range(simulations):
        chosen, child = select(nodes, 0, workspace.root_policy[0], places, parameters)
        code = workspace.root_policy[0].code[chosen]
        workspace.position[0] = workspace.root[0]
        workspace.group_index[0] = workspace.root_index[0]
        set_dice(dice, seed, nodes[child].visits if child != 0 else 0)
        determinize(position, workspace.root[0].turn, workspace.excluded, dice)
        length = 0
        while True:
            expanded = child == 0
            if expanded:
                child = node_count
                node_count += 1
                add_child(nodes, path[length], child, code)
            length += 1
            path[length] = child
            movers[length] = position.turn
            play_move(position, group_index, code)
            if expanded or position.turn < 0 or length >= parameters.max_depth:
                break
            evaluate(position, group_index, weights, False, policy)
            chosen, child = select(nodes, child, policy, places, parameters)
            code = policy.code[chosen]
        rollout(position, group_index, weights, policy, dice)
        score_game(position, workspace.result[0])
        backpropagate(workspace.result[0], nodes, path, movers, length, parameters.margin_weight)
    return node_count


@compiled
def set_dice(dice: Dice, seed: int, number: int) -> None:
    """Set the dice for the deal with this number."""
    dice[0] = np.uint64(seed ^ number * HASH_MULTIPLIER) << np.uint64(1) | np.uint64(1)
    for _ in range(DISCARDED_ROLLS):
        roll(dice, 2)


@compiled
def backpropagate(
    result: Position,
    nodes: NDArray[np.void],
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: int,
    margin_weight: float,
) -> None:
    """Add the result of a game to the nodes on its path."""
    nodes[0].visits += 1
    for step in range(1, length + 1):
        share, margin = result.share[movers[step]], result.margin[movers[step]]
        nodes[path[step]].visits += 1
        nodes[path[step]].value_sum += terminal_value(share, margin, margin_weight)


@compiled
def terminal_value(share: float, margin: float, weight: float) -> float:
    """Return the value of an end, 0 to 1: mostly the win, and a little by how many points."""
    return (1 - weight) * share + weight / (1 + exp(-margin / 2))


@compiled
def add_child(nodes: NDArray[np.void], parent: int, child: int, code: int) -> None:
    """Make a fresh node."""
    nodes[child].code = code
    nodes[child].first_child = 0
    nodes[child].next_sibling = nodes[parent].first_child
    nodes[child].visits = 0
    nodes[child].availability = 1
    nodes[child].value_sum = 0.0
    nodes[parent].first_child = child


@compiled
def select(
    nodes: NDArray[np.void],
    parent: int,
    policy: Position,
    places: NDArray[np.int64],
    parameters: Position,
) -> tuple[int, int]:
    """Return the index of the move to try next (PUCT), and its node or 0."""
    child = nodes[parent].first_child
    tried, found = 0, 0.0
    while child != 0:
        places[nodes[child].code] = child
        tried += nodes[child].visits
        found += nodes[child].value_sum
        child = nodes[child].next_sibling
    untried = max(found / tried - parameters.fpu_reduction, 0.0) if tried else 0.5
    best, chosen, chosen_child = -1.0, 0, 0
    for index in range(policy.count):
        child = places[policy.code[index]]
        visits, availability, value = 0, nodes[parent].visits + 1, untried
        if child != 0:
            nodes[child].availability += 1
            visits, availability = nodes[child].visits, nodes[child].availability
            value = nodes[child].value_sum / visits
        value += parameters.exploration * policy.probability[index] * sqrt(availability) / (1 + visits)
        if value > best:
            best, chosen, chosen_child = value, index, child
    child = nodes[parent].first_child
    while child != 0:
        places[nodes[child].code] = 0
        child = nodes[child].next_sibling
    return chosen, chosen_child


class BlockersSearch(Search):
    """A search at one position, for the seat that is to move."""

    def __init__(self, state: BlockersState, seed: int, settings: Mapping[str, float]) -> None:
        self._state = state
        chosen = fill_settings(settings, DEFAULTS | {"candidates": 0})
        parameters = np.zeros(1, SEARCH_PARAMETERS)
        for name in SEARCH_PARAMETERS.names or ():
            parameters[name] = chosen[name]
        weights = weights_for(state.setup.variant, state.seats)
        self._memory = new_memory(run_simulations)
        self._workspace = new_workspace(
            known_position(state._array, state.position.turn),
            without_others(weights) if chosen["ignore_others"] else weights,
            parameters,
            self._memory,
        )
        self._seed = int(new_dice(seed)[0]) >> 2
        self._node_count = 1
        if 0 < chosen["candidates"] < self._root_policy.count:
            self._overlook(seed, int(chosen["candidates"]))

    def _overlook(self, seed: int, candidates: int) -> None:
        """Leave only some of the moves at the root, drawn at random, as somebody does who overlooks things."""
        import random  # noqa: PLC0415 - compiled code has dice of its own

        policy = self._root_policy
        seen = sorted(random.Random(seed).sample(range(int(policy.count)), candidates))
        for column in (policy.code, policy.logit, policy.probability, policy.features):
            column[:candidates] = column[seen]
        policy.count = candidates

    def run(self, simulations: int) -> None:
        """Search on, in compiled code that leaves other threads running."""
        needed = self._node_count + simulations
        if needed > len(self._nodes):
            larger = self._memory.zeros(2 * needed, NODE)
            larger[: self._node_count] = self._nodes[: self._node_count]
            self._workspace = self._workspace._replace(nodes=larger)
        self._node_count = run_simulations(self._workspace, self._node_count, simulations, self._seed)

    @property
    def _nodes(self) -> NDArray[np.void]:
        return self._workspace.nodes

    @property
    def _root_policy(self) -> Position:
        return self._workspace.root_policy[0]

    def variations(self) -> list[Variation]:
        """Return the moves that were tried, the most tried first; before any simulation all of them by their prior."""
        found = self._children(0)
        if not found:
            policy = self._root_policy
            order = np.argsort(-policy.probability[: policy.count], kind="stable")
            return [Variation(self._state.move(int(policy.code[index])), 0.5, 0) for index in order]
        return [
            Variation(self._state.move(int(node["code"])), _value(node), int(node["visits"]), self._continuation(index))
            for index, node in found
        ]

    @property
    def proven(self) -> bool:
        """Whether there is only one move."""
        return bool(self._root_policy.count < 2)

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change which move is tried most."""
        return self.proven or stays_ahead((int(node["visits"]) for _, node in self._children(0)), simulations)

    def _children(self, parent: int) -> list[tuple[int, np.void]]:
        """Return a node's children with their numbers, best first."""
        found, child = [], int(self._nodes[parent]["first_child"])
        while child:
            found.append((child, self._nodes[child]))
            child = int(self._nodes[child]["next_sibling"])
        return sorted(found, key=lambda pair: (-int(pair[1]["visits"]), -_value(pair[1]), int(pair[1]["code"])))

    def _continuation(self, parent: int) -> tuple[str, ...]:
        """Return how the game may go on: the most tried moves, as long as they were tried more than once."""
        moves = []
        children = self._children(parent)
        while children and children[0][1]["visits"] > 1:
            moves.append(self._state.move(int(children[0][1]["code"])))
            children = self._children(children[0][0])
        return tuple(moves)


def _value(node: np.void) -> float:
    return float(node["value_sum"] / node["visits"])
