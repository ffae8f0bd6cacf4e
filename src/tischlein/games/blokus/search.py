"""The search of Blokus: a Monte Carlo tree with learned priors, hearsay about moves, and local playouts.

One simulation walks down the tree, adds the children of a position that was seen often enough, and tells everybody on
the way what becomes of the game. A small network foresees it when the position is new; when it is seen again, the rest
of the game is played out. What counts is whether it is won, and whether by more than usual. What a move was worth later
in a game is hearsay for the same move earlier (RAVE), which in Blokus, where most moves stay possible for long, is
worth nearly as much as a visit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll
from tischlein.core.game import State
from tischlein.core.thinker import Line, Thinker, stays_ahead
from tischlein.core.tree import find_child, keep_subtree, make_node, most_visited, new_tree, select

from . import notation
from .foresight import Net, foresee, net_for, new_net
from .game import BlokusState
from .playouts import Room, new_room, play_out
from .priors import CLOSED, COVERED, FEATURES, OPENED, PHASES, Weights, appeal
from .rules import MOST_MOVES, POSITION, can_place, copy, push, score, side_of, tidy
from .tables import ORIGIN_BITS, SHAPE_PIECE
from .taste import Eye, Taste, new_eye, no_taste, regard, taste_for
from .variants import kind_of

LONGEST_GAME = 84
EXPLAINED = 8
"""How many lines say how the game may go on."""
FEWEST = 20
"""So many games are played out before anything is foreseen."""
REMEMBERED = 100.0
"""As many leads of the last search count for what is usual in the next one."""
CODES = len(SHAPE_PIECE) << ORIGIN_BITS

DEFAULTS: Mapping[str, float] = {
    "exploration": 0.3,
    "trust": 0.7,  # what hearsay counts for, compared with a visit
    "score": 0.4,  # how much of a result is the lead rather than winning
    "ripe": 3,  # how often a position is visited before it gets children
    "narrow": 8.0,  # moves that look worse than the best by this much are not tried
    "flat": 1.0,  # how much less the looks of moves differ, so that more of them are tried
    "sight": 2,  # what priors see: 0 only the piece, 1 also the own corners and edges, 2 everything
    "foresight": 1,  # whether what is new is foreseen instead of played out
    "whim": 0.0,  # how much chance decides which moves look good at first
    "nodes": 2_000_000,
}


@cache
def weights_for(width: int, sides: int) -> Weights:
    """Return the weights of the priors for a variant."""
    known = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))["weights"]
    weights = np.array(known[kind_of(width, sides)], dtype=np.float32)
    assert weights.shape == (PHASES, FEATURES)
    return weights


# ------------------------------------------------------------------ one simulation


@compiled
def score_sides(position: Position, leads: NDArray[np.float64], won: NDArray[np.float64]) -> None:
    """Write for each side of a finished game its lead over the best other side, and its share of the win."""
    totals = np.zeros(4)
    for colour in range(position.colours):
        if position.side[colour] >= 0:
            totals[position.side[colour]] += score(position, colour)
    for side in range(position.sides):
        leads[side], equal = 1e9, 1
        for other in range(position.sides):
            if other != side:
                leads[side] = min(leads[side], totals[side] - totals[other])
                equal += totals[other] == totals[side]
        won[side] = 0.0 if leads[side] < 0 else 1.0 / equal


@compiled
def _grade(lead: float, won: float, share: float, usual: NDArray[np.float64]) -> float:
    """Return what a result is worth, 0 to 1: winning, and a lead above the usual one.

    `usual` keeps number, mean and squares of the leads so far, so that points count as much for a side that is far
    ahead or behind as in an even game; and the mean of what they were worth.
    """
    usual[0] += 1
    off = lead - usual[1]
    usual[1] += off / usual[0]
    usual[2] += off * (lead - usual[1])
    spread = max(np.sqrt(usual[2] / usual[0]), 1.0)
    worth = (1 - share) * won + share / (1 + np.exp(2 * (usual[1] - lead) / spread))
    usual[3] += (worth - usual[3]) / usual[0]
    return worth  # type: ignore[no-any-return]


@compiled
def _reward(position: Position, share: float, rewards: NDArray[np.float64], usual: NDArray[np.float64]) -> None:
    """Write what a finished game is worth to each side."""
    leads, won = np.zeros(4), np.zeros(4)
    score_sides(position, leads, won)
    for side in range(position.sides):
        rewards[side] = _grade(leads[side], won[side], share, usual[side])


@compiled
def _reward_foreseen(
    position: Position,
    share: float,
    off: float,
    leads: NDArray[np.float64],
    rewards: NDArray[np.float64],
    usual: NDArray[np.float64],
) -> None:
    """Write what foreseen leads, usually off by so much, are worth to each side; in the mean as much as playouts."""
    for side in range(position.sides):
        won = 1 / (1 + np.exp(-1.7 * leads[side] / off))
        worth = _grade(leads[side], won, share, usual[1, side])
        rewards[side] = worth - usual[1, side, 3] + usual[0, side, 3]


@compiled
def _expand(
    position: Position,
    nodes: NDArray[Any],
    node: int,
    used: NDArray[np.int64],
    eye: Eye,
    narrow: float,
    flat: float,
    whim: float,
    appeals: NDArray[np.float32],
    dice: Dice,
) -> None:
    """Give a node a child for every move that does not look hopeless."""
    colour = position.turn
    regard(position, False, eye)
    listed = position.lists[colour]
    best = np.float32(-1e9)
    for i in range(position.counts[colour]):
        appeals[i] = appeal(int(listed[i]), eye.own, eye.sight) / flat
        if whim > 0:  # with a weight of 1 the most appealing move is a draw by the priors (Gumbel)
            appeals[i] -= whim * np.log(-np.log((roll(dice, 1 << 24) + 0.5) / (1 << 24)))
        best = max(best, appeals[i])
    first = used[0]
    total = np.float32(0)
    for i in range(position.counts[colour]):
        if appeals[i] >= best - narrow and used[0] < len(nodes):
            prior = np.exp(appeals[i] - best)
            make_node(nodes, used[0], int(listed[i]), prior)
            total += prior
            used[0] += 1
    nodes[node].first = first
    nodes[node].children = used[0] - first
    for child in range(first, used[0]):
        nodes[child].prior /= total


@compiled
def _spread_hearsay(
    position: Position,
    start: int,
    nodes: NDArray[Any],
    path: NDArray[np.int64],
    depth: int,
    rewards: NDArray[np.float64],
    played_at: NDArray[np.uint8],
) -> None:
    """Tell the children of every node on the path what became of their moves, if they were played later.

    The later in the game, the less it counts.
    """
    for ply in range(start, position.ply):
        played_at[position.played_by[ply], position.played[ply]] = ply + 1
    for step in range(depth):
        colour = position.played_by[start + step]
        reward = rewards[side_of(position, int(position.played_from[start + step]))]
        first = nodes[path[step]].first
        for child in range(first, first + nodes[path[step]].children):
            later = np.int64(played_at[colour, nodes[child].code]) - 1 - start - step
            if later >= 0:
                weight = 1.0 - later / (position.ply - start - step)
                nodes[child].heard += weight
                nodes[child].hearsay += weight * reward
    for ply in range(start, position.ply):
        played_at[position.played_by[ply], position.played[ply]] = 0


@compiled
def search(
    root: Position,
    position: Position,
    nodes: NDArray[Any],
    used: NDArray[np.int64],
    dice: Dice,
    simulations: int,
    eye: Eye,
    settings: NDArray[np.float64],
    usual: NDArray[np.float64],
    room: Room,
    net: Net,
) -> None:
    """Run so many simulations from a position; `position` is room to play in, `used` counts the nodes."""
    exploration, trust, share, ripe, narrow, flat, whim, foresight = settings
    glass = eye.glass
    appeals = np.zeros(MOST_MOVES, dtype=np.float32)
    path = np.zeros(LONGEST_GAME + 1, dtype=np.int64)
    played_at = np.zeros((4, CODES), dtype=np.uint8)
    rewards = np.zeros(4)
    for _ in range(simulations):
        copy(root, position)
        node, depth = 0, 0
        while position.turn >= 0:
            if nodes[node].first == 0:
                # The less room is left, the longer it takes; the tree stays even instead of being cut off.
                if depth > 0 and nodes[node].visits * (len(nodes) - used[0]) < ripe * len(nodes):
                    break
                own_whim = whim if depth == 0 else 0.0
                _expand(position, nodes, node, used, eye, narrow, flat, own_whim, appeals, dice)
            node = select(nodes, node, exploration, trust)
            push(position, int(nodes[node].code))
            depth += 1
            path[depth] = node
        # What is new is foreseen, which is quick; what is seen again is worth a playout.
        new = nodes[node].visits == 0 and usual[0, 0, 0] >= FEWEST
        foreseen = foresight > 0 and new and position.turn >= 0
        if foreseen:
            off = foresee(position, net, glass)
            _reward_foreseen(position, share, off, glass.leads, rewards, usual)
        else:
            play_out(position, room, dice)
            _reward(position, share, rewards, usual[0])
        nodes[0].visits += 1
        for step in range(depth):
            side = side_of(position, int(position.played_from[root.ply + step]))
            nodes[path[step + 1]].visits += 1
            nodes[path[step + 1]].value += rewards[side]
        if trust > 0 and not foreseen:
            _spread_hearsay(position, root.ply, nodes, path, depth, rewards, played_at)


@compiled
def _update_lists(position: Position) -> None:
    """Bring the list of every colour up to date, so that no simulation has to."""
    for colour in range(position.colours):
        if can_place(position, colour):
            tidy(position, colour)


# ------------------------------------------------------------------ the thinker


class BlokusThinker(Thinker):
    """A search at one position of Blokus."""

    def __init__(
        self,
        state: BlokusState,
        seed: int,
        settings: Mapping[str, float],
        priors: tuple[Weights, Taste] | None = None,
    ) -> None:
        chosen = {**DEFAULTS, **settings}
        self._set_root(state)
        self._board = np.zeros(1, dtype=POSITION)
        self._nodes, self._spare = (new_tree(int(chosen["nodes"])) for _ in range(2))
        self._used = np.array([1], dtype=np.int64)
        self._dice = new_dice(seed)
        self._usual = np.zeros((2, 4, 4))  # of games played out, and of what was foreseen
        self._room = new_room()
        width, colours, sides = (int(self._root[name]) for name in ("width", "colours", "sides"))
        # The networks have never seen a colour start in another corner.
        familiar = not (self._root.starts != self._root.starts[:, :1]).any()
        weights, taste = priors or (weights_for(width, sides), taste_for(width, sides))
        whole_board = familiar and chosen["sight"] == 2
        self._eye = new_eye(_seen_weights(weights, int(chosen["sight"])), taste if whole_board else no_taste())
        chosen["foresight"] *= familiar
        self._net = net_for(width, sides) if chosen["foresight"] else new_net(width, colours)
        self._whim = chosen["whim"]
        names = ("exploration", "trust", "score", "ripe", "narrow", "flat", "whim", "foresight")
        self._settings = np.array([chosen[name] for name in names], dtype=np.float64)

    def _set_root(self, state: BlokusState) -> None:
        self._state = state
        self._root = state.position.copy()
        _update_lists(self._root)

    def advance(self, state: State) -> bool:
        """Go on at a later position of the same game, with the part of the tree that leads there."""
        if not isinstance(state, BlokusState) or state.setup != self._state.setup or self._whim > 0:
            return False
        before, now = self._state.key(), state.key()
        if now[: len(before)] != before or now == before:
            return False
        self._keep(now[len(before) :])
        self._set_root(state)
        fewer = np.minimum(1.0, REMEMBERED / np.maximum(self._usual[..., :1], 1.0))
        self._usual[..., (0, 2)] *= fewer
        return True

    def _keep(self, codes: tuple[int, ...]) -> None:
        """Keep what is known about the position after some moves, and forget the rest."""
        node = 0
        for code in codes:
            node = find_child(self._nodes, node, code)
            if node == 0:
                make_node(self._nodes, 0, 0, 0.0)
                self._used[0] = 1
                return
        self._used[0] = keep_subtree(self._nodes, node, self._spare)
        self._nodes, self._spare = self._spare, self._nodes

    def think(self, simulations: int) -> None:
        """Run so many simulations."""
        tree, usual = (self._nodes, self._used, self._dice, simulations), self._usual
        search(self._root, self._board[0], *tree, self._eye, self._settings, usual, self._room, self._net)

    def lines(self) -> list[Line]:
        """Return the moves by visits; the best few with what follows them most often."""
        if self._nodes[0]["children"] == 0:
            self.think(1)
        first = int(self._nodes[0]["first"])
        children = self._nodes[first : first + int(self._nodes[0]["children"])]
        order = np.lexsort((-children["prior"], -children["visits"]))
        visits = children["visits"][order].tolist()
        values = (children["value"][order] / np.maximum(children["visits"][order], 1)).clip(0, 1).tolist()
        moves = map(notation.write, children["code"][order].tolist())
        nodes = [first + int(place) for place in order[:EXPLAINED]]
        continuations = [self._follow(node) for node in nodes] + [()] * (len(order) - len(nodes))
        known = [value if count else 0.5 for value, count in zip(values, visits, strict=True)]
        return [Line(*line) for line in zip(moves, known, map(int, visits), continuations, strict=True)]

    def expected_leads(self) -> NDArray[np.float64]:
        """Return by side the mean lead over all simulations, played out or foreseen."""
        counts, means = self._usual[..., 0], self._usual[..., 1]
        expected: NDArray[np.float64] = (counts * means).sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
        return expected

    def tried(self) -> NDArray[Any]:
        """Return the moves that were tried, as nodes of the tree."""
        first = int(self._nodes[0]["first"])
        children = self._nodes[first : first + int(self._nodes[0]["children"])]
        return children[children["visits"] > 0].copy()

    @property
    def settled(self) -> bool:
        """Whether there is only one move that does not look hopeless."""
        return bool(self._nodes[0]["children"] == 1 and self._nodes[0]["visits"] > 0)

    def is_decided(self, simulations: int) -> bool:
        """Whether so many more simulations cannot change which move is tried most."""
        return self.settled or stays_ahead(self.tried()["visits"].tolist(), simulations)

    def _follow(self, node: int) -> tuple[str, ...]:
        """Return the moves that most often follow a node."""
        moves: list[str] = []
        while self._nodes[node]["children"] > 0:
            node = most_visited(self._nodes, node)
            if self._nodes[node]["visits"] == 0:
                break
            moves.append(notation.write(int(self._nodes[node]["code"])))
        return tuple(moves)


def _seen_weights(weights: Weights, sight: int) -> Weights:
    """Return the weights of somebody who sees only so much: a beginner looks at the pieces, then at the own corners."""
    seen = weights.copy()
    for hidden in ((COVERED, OPENED, CLOSED), (COVERED,), ())[sight]:
        seen[:, hidden] = 0
    return seen
