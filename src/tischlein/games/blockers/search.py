"""The search: an information-set tree over the seat's own knowledge, with the learned policy in and below it.

Every simulation deals the hidden tiles anew, walks down one tree that all deals share, adds a node, and lets the
policy play the game to its end. A move of others exists only in the deals in which they hold the tile, so each node
counts how often it could have been chosen (Cowling et al., single-observer ISMCTS), and the policy's chances are
those of the deal at hand. Each seat strives for its own value (max^n).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, record_type, roll
from tischlein.core.thinker import Line, Thinker, stays_ahead

from .hidden import deal_anew, exclusions, known_position
from .policy import CHOICE, finish, judge, play, weigh
from .rules import POSITION
from .sight import SIGHT, look
from .weights import weights_for, without_others

if TYPE_CHECKING:
    from .game import BlockersState

NODE = record_type(
    [
        ("code", np.int64),  # the move that leads here
        ("child", np.int64),  # the first one; 0 for none, since the root is nobody's child
        ("next", np.int64),  # the next child of the same parent, or 0
        ("visits", np.int64),
        ("chances", np.int64),  # simulations in which it was legal when its parent was visited
        ("value", np.float64),  # summed up, for the seat that moves here
    ]
)

CODES = 5 << 12
"""All codes of moves are below."""
DEEPEST = 128
SPREAD = 0x9E3779B1
"""An odd number that moves the bits of a small one far apart."""
WARM_UP = 8
"""After so many throws nothing shows any more that two seeds were alike."""

SETTINGS = record_type(
    [
        ("curiosity", np.float64),  # how much the policy's chances count against what was found
        ("margin", np.float64),  # the part of a value that is points and not the win
        ("depth", np.int64),  # plies that the tree may have
        ("unseen", np.float64),  # how much less than its parent a move is worth before it was tried
    ]
)
DEFAULTS = {"curiosity": 1.0, "margin": 0.3, "depth": 96, "unseen": 0.1}


@compiled
def simulate(
    known: Position,
    excluded: NDArray[np.int64],
    nodes: NDArray[np.void],
    used: int,
    simulations: int,
    weights: NDArray[np.float64],
    settings: Position,
    seed: int,
) -> int:
    """Search on and return how many nodes are in use; there must be room for one more in each simulation.

    The seat's own moves do not depend on the deal, so the first is selected before it: the n-th try of every move
    is made with the n-th deal, and moves are compared by their worth and not by the luck of their deals.
    """
    positions, sights = np.empty(1, POSITION), np.empty(2, SIGHT)
    first, choices = np.empty(1, CHOICE), np.empty(1, CHOICE)
    look(known, sights[1])
    weigh(known, sights[1], weights, False, first[0])
    path, movers = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    places = np.zeros(CODES, np.int64)
    dice = np.zeros(1, np.uint64)
    for _ in range(simulations):
        chosen, child = select(nodes, 0, first[0], places, settings)
        code = first[0].code[chosen]
        positions[0] = known
        sights[0] = sights[1]
        set_dice(dice, seed, nodes[child].visits if child != 0 else 0)
        deal_anew(positions[0], known.turn, excluded, dice)
        length = 0
        while True:
            grown = child == 0
            if grown:
                child = used
                used += 1
                add_child(nodes, path[length], child, code)
            length += 1
            path[length] = child
            movers[length] = positions[0].turn
            play(positions[0], sights[0], code)
            if grown or positions[0].turn < 0 or length >= settings.depth:
                break
            weigh(positions[0], sights[0], weights, False, choices[0])
            chosen, child = select(nodes, child, choices[0], places, settings)
            code = choices[0].code[chosen]
        finish(positions[0], sights[0], weights, choices[0], dice)
        give_back(positions[0], nodes, path, movers, length, settings.margin)
    return used


@compiled
def set_dice(dice: Dice, seed: int, number: int) -> None:
    """Set the dice for the deal with this number."""
    dice[0] = np.uint64(seed ^ number * SPREAD) << np.uint64(1) | np.uint64(1)
    for _ in range(WARM_UP):
        roll(dice, 2)


@compiled
def give_back(
    position: Position,
    nodes: NDArray[np.void],
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: int,
    margin: float,
) -> None:
    """Add how a game ended to the nodes on its path."""
    shares, margins = np.zeros(5), np.zeros(5)
    judge(position, shares, margins)
    nodes[0].visits += 1
    for step in range(1, length + 1):
        nodes[path[step]].visits += 1
        nodes[path[step]].value += worth(shares[movers[step]], margins[movers[step]], margin)


@compiled
def worth(share: float, margin: float, weight: float) -> float:
    """Return the value of an end, 0 to 1: mostly the win, and a little by how many points."""
    return (1 - weight) * share + weight / (1 + math.exp(-margin / 2))


@compiled
def add_child(nodes: NDArray[np.void], parent: int, child: int, code: int) -> None:
    """Make a fresh node."""
    nodes[child].code = code
    nodes[child].child = 0
    nodes[child].next = nodes[parent].child
    nodes[child].visits = 0
    nodes[child].chances = 1
    nodes[child].value = 0.0
    nodes[parent].child = child


@compiled
def select(
    nodes: NDArray[np.void],
    parent: int,
    choice: Position,
    places: NDArray[np.int64],
    settings: Position,
) -> tuple[int, int]:
    """Return the place of the move to try next, and its node or 0."""
    child = nodes[parent].child
    tried, found = 0, 0.0
    while child != 0:
        places[nodes[child].code] = child
        tried += nodes[child].visits
        found += nodes[child].value
        child = nodes[child].next
    untried = max(found / tried - settings.unseen, 0.0) if tried else 0.5
    best, chosen, chosen_child = -1.0, 0, 0
    for index in range(choice.count):
        child = places[choice.code[index]]
        visits, chances, value = 0, nodes[parent].visits + 1, untried
        if child != 0:
            nodes[child].chances += 1
            visits, chances = nodes[child].visits, nodes[child].chances
            value = nodes[child].value / visits
        value += settings.curiosity * choice.chance[index] * math.sqrt(chances) / (1 + visits)
        if value > best:
            best, chosen, chosen_child = value, index, child
    child = nodes[parent].child
    while child != 0:
        places[nodes[child].code] = 0
        child = nodes[child].next
    return chosen, chosen_child


class Search(Thinker):
    """A search at one position, for the seat that is to move."""

    def __init__(self, state: BlockersState, seed: int, settings: Mapping[str, float]) -> None:
        self._state = state
        self._known = known_position(state._array, state.position.turn)
        self._excluded = exclusions(self._known[0])
        weights = weights_for(state.setup.variant, state.seats)
        self._weights = without_others(weights) if settings.get("selfish") else weights
        self._settings = np.zeros(1, SETTINGS)
        for name, value in DEFAULTS.items():
            self._settings[name] = settings.get(name, value)
        self._seed = int(new_dice(seed)[0]) >> 2
        self._nodes = np.zeros(1024, NODE)
        self._used = 1
        self._choice = np.zeros(1, CHOICE)
        sight = np.zeros(1, SIGHT)
        look(self._known[0], sight[0])
        weigh(self._known[0], sight[0], self._weights, False, self._choice[0])

    def think(self, simulations: int) -> None:
        """Search on, in compiled code that leaves other threads running."""
        if self._used + simulations > len(self._nodes):
            grown = np.zeros(2 * (self._used + simulations), NODE)
            grown[: self._used] = self._nodes[: self._used]
            self._nodes = grown
        self._used = simulate(
            self._known[0],
            self._excluded,
            self._nodes,
            self._used,
            simulations,
            self._weights,
            self._settings[0],
            self._seed,
        )

    def lines(self) -> list[Line]:
        """Return the moves that were tried, the most tried first; before any thinking all of them by their chance."""
        found = self._children(0)
        if not found:
            choice = self._choice[0]
            order = np.argsort(-choice.chance[: choice.count], kind="stable")
            return [Line(self._state.move(int(choice.code[index])), 0.5, 0) for index in order]
        return [
            Line(self._state.move(int(node["code"])), _value(node), int(node["visits"]), self._continuation(index))
            for index, node in found
        ]

    @property
    def settled(self) -> bool:
        """Whether there is only one move."""
        return bool(self._choice[0].count < 2)

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change which move is tried most."""
        return self.settled or stays_ahead((int(node["visits"]) for _, node in self._children(0)), simulations)

    def _children(self, parent: int) -> list[tuple[int, np.void]]:
        """Return a node's children with their numbers, best first."""
        found, child = [], int(self._nodes[parent]["child"])
        while child:
            found.append((child, self._nodes[child]))
            child = int(self._nodes[child]["next"])
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
    return float(node["value"] / node["visits"])
