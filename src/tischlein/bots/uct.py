"""UCT for every game: the general search over a kernel, so that a game has levels without writing a search.

Selection is UCB1, evaluation a random playout. With more than two seats each seat maximises its own share of the win
(max^n). Hidden tiles are dealt anew for every simulation, and all deals share one tree in which only the moves that
are legal in the present deal can be chosen (information-set MCTS with determinisation).

The tree is plain Python, because it cannot know the game when it is compiled; rules and playouts are the kernel's.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np

from tischlein.core.compiled import Position, new_dice
from tischlein.core.game import Game, Move, State
from tischlein.core.kernel import Kernel, copy_position
from tischlein.core.search import Level, Search, Variation, stays_ahead

LEVELS = (
    *(Level(2.0, simulations) for simulations in (2, 6, 15, 40, 100, 250, 600, 1500, 3500)),
    Level(5.0, 8_000, thrifty=True),
)
"""For a game without levels of its own: a weak level looks at little, and so overlooks much."""

EXPLORATION = 0.7
"""c in c * sqrt(ln N / n), for values from 0 to 1: half of what UCB1 was proven with."""

MOST_NODES = 250_000
"""A tree as large as that goes on counting, but grows no more."""

NODE_BYTES = 400
"""About what a node takes, with its shares and its place among the children."""


class Node:
    """What is known of a move: how often it was tried and could have been, and what each seat got of it in all."""

    __slots__ = ("available", "children", "shares", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.available = 0
        self.shares = [0.0] * seats
        self.children: dict[int, Node] = {}


class UctSearch(Search):
    """A search for the seat to move. `exploration` is the only setting."""

    def __init__(self, game: Game, state: State, seed: int, settings: Mapping[str, float]) -> None:
        if state.to_move is None:
            raise ValueError("the game is over: nobody is to move")
        if unknown := sorted(set(settings) - {"exploration"}):
            raise ValueError(f"the general search has no setting {unknown[0]!r}")
        self._exploration = settings.get("exploration", EXPLORATION)
        self._state, self._seat, self._secret = state, state.to_move, game.secret
        self._kernel: Kernel = game.kernel(state.setup.variant)
        self._position = self._kernel.position(state)
        self._buffer = np.empty(self._kernel.buffer, np.int32)
        self._moves = self._legal(self._position)
        self._root, self._nodes = Node(state.seats), 1
        self._rng, self._dice = random.Random(seed), new_dice(seed)

    def run(self, simulations: int) -> None:
        """Search on."""
        for _ in range(simulations):
            self._simulate(self._deal())

    @property
    def proven(self) -> bool:
        """Whether there is only one move."""
        return len(self._moves) == 1

    @property
    def nbytes(self) -> int:
        """About how much memory the tree takes."""
        return NODE_BYTES * self._nodes

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change the choice."""
        return self.proven or stays_ahead((child.visits for child in self._root.children.values()), simulations)

    def variations(self) -> list[Variation]:
        """Return all moves, the most visited first."""
        unseen = Node(self._state.seats)
        tried = [(code, self._root.children.get(code, unseen)) for code in self._moves]
        tried.sort(key=lambda pair: (-pair[1].visits, -self._worth(pair[1])))
        return [
            Variation(self._kernel.decode(self._state, code), self._worth(node), node.visits, self._follow(code))
            for code, node in tried
        ]

    def _worth(self, node: Node) -> float:
        return node.shares[self._seat] / node.visits if node.visits else 0.5

    def _follow(self, code: int) -> tuple[Move, ...]:
        """Return how the game may go on after a first move: what was tried most, as far as it was tried often."""
        node, state, moves = self._root.children.get(code), self._state, list[Move]()
        while node is not None and node.visits >= 10:
            state = state.play(self._kernel.decode(state, code))
            legal = self._legal(self._kernel.position(state))
            known = [(node.children[code].visits, code) for code in legal if code in node.children]
            if not known:
                break
            code = max(known)[1]
            moves.append(self._kernel.decode(state, code))
            node = node.children[code]
        return tuple(moves)

    def _deal(self) -> Position:
        """Return a position to play with: this one, with all that the seat cannot see dealt anew."""
        if self._secret:
            return self._kernel.position(self._state.sample(self._seat, self._rng))
        return copy_position(self._position)

    def _legal(self, position: Position) -> list[int]:
        codes: list[int] = self._buffer[: self._kernel.moves(position, self._buffer)].tolist()
        return codes

    def _simulate(self, position: Position) -> None:
        node, path = self._root, [self._root]
        while codes := self._legal(position):
            code = self._select(node, codes, self._kernel.to_move(position))
            self._kernel.push(position, code)
            known = node.children.get(code)
            if known is None:
                if self._nodes < MOST_NODES:
                    self._nodes += 1
                    path.append(node.children.setdefault(code, Node(self._state.seats)))
                self._kernel.playout(position, self._dice)
                break
            node = known
            path.append(node)
        shares = self._share(position)
        for node in path:
            node.visits += 1
            for seat, share in enumerate(shares):
                node.shares[seat] += share

    def _select(self, node: Node, codes: list[int], seat: int) -> int:
        """Return the legal move with the highest upper bound; one that was never tried is worth what its parent is."""
        untried, chosen, highest = [], -1, -1.0
        for code in codes:
            child = node.children.get(code)
            if child is None:
                untried.append(code)
                continue
            child.available += 1
            bound = child.shares[seat] / child.visits + self._explore(child.available, child.visits)
            if bound > highest:
                chosen, highest = code, bound
        if untried and node.visits:
            mean = node.shares[seat] / node.visits
            if mean + self._explore(node.visits, 1) < highest:
                return chosen
        return self._rng.choice(untried) if untried else chosen

    def _explore(self, chances: int, visits: int) -> float:
        return self._exploration * math.sqrt(math.log(chances + 1) / visits)

    def _share(self, position: Position) -> list[float]:
        """Return each seat's share of the win: those who tie for the first place divide it."""
        results = [self._kernel.result(position, seat) for seat in range(self._state.seats)]
        best = max(results)
        return [(result == best) / results.count(best) for result in results]
