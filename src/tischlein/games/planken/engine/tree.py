"""Monte Carlo tree search (UCT, max^n): for what cannot be proven.

UCB1 chooses the way through the tree; each seat maximises its own result, or its team's. Rollouts see what can be
completed at once, by the side to move and by the next, and are otherwise random.

Where all ways end, values become exact (MCTS-Solver): whoever can win does, and whoever loses in any case holds out as
long as possible, which mostly means to stop the nearest threat. With three seats this says more than proofs, which
cannot know what somebody does who only chooses between the other two.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Memory, Position, compiled, record_type, roll
from tischlein.core.numeric import log
from tischlein.games.planken.rules import (
    GOING_ON,
    LINE,
    POSITION,
    copy_position,
    is_choice,
    moves,
    push,
    result,
    seat_of,
)
from tischlein.games.planken.tables import BUFFER

from .threats import can_finish, keep_forced

NODE = record_type(
    [
        ("total", np.float64),  # what the seat that moved here has got out of all visits: 1 for a win, 0.5 for a draw
        ("visits", np.int64),
        ("first", np.int32),  # the first child; children stand side by side
        ("children", np.int32),  # how many; -1 before they are made
        ("code", np.int32),  # the move that leads here
        ("seat", np.int8),  # who made it
        ("pruned", np.int8),  # proven lost for that seat, and left alone
        ("solved", np.int8),  # 0 while open; else 1 + the seats that win from here, as bits
        ("solved_depth", np.int8),  # then: so many plies after the root
    ]
)

MAX_TREE_DEPTH = 48
MAX_ROLLOUT = 60
"""In plies; what takes longer counts as a draw. Path and rollout have room in a record's memory of moves."""

UNSOLVED = 1000
"""A depth beyond any path: what is not solved."""

EXPAND_AT = 4
"""A leaf is expanded when it has so many visits: fewer nodes, and hardly a worse choice."""


class Tree(NamedTuple):
    """A tree and the workspace for walking through it."""

    nodes: NDArray[Any]
    used: NDArray[np.int64]  # one number: how many nodes are in use
    path: NDArray[np.int64]
    work: NDArray[Any]  # one position
    codes: NDArray[np.int32]  # its moves


def new_tree(capacity: int, memory: Memory) -> Tree:
    """Return a tree of one node, with room for more."""
    nodes = memory.zeros(capacity, NODE)
    nodes["children"][:1] = -1
    path, codes = memory.zeros(MAX_TREE_DEPTH, np.int64), memory.zeros(BUFFER, np.int32)
    return Tree(nodes, memory.take(np.ones(1, np.int64)), path, memory.zeros(1, POSITION), codes)


@compiled
def expand_root(root: NDArray[Any], tree: Tree) -> None:
    """Give the root a child for every move, in the order of the rules."""
    _expand(root[0], tree, 0)


@compiled
def prune_root_move(tree: Tree, index: int) -> None:
    """Search a move of the root no more: it is proven lost."""
    if tree.nodes[0].children > 0:
        tree.nodes[1 + index].pruned = 1


def most_visited_line(tree: Tree, index: int) -> list[int]:
    """Return the moves that were played most often after a move of the root."""
    node, path = tree.nodes[1 + index], list[int]()
    while node.children > 0:
        node = max(tree.nodes[node.first : node.first + node.children], key=lambda child: int(child.visits))
        if not node.visits:
            break
        path.append(int(node.code))
    return path


def visits_and_value(tree: Tree, index: int) -> tuple[int, float]:
    """Return how often a move of the root was played, and its value, with one prior visit: a draw."""
    node = tree.nodes[1 + index]
    visits, total = int(node.visits), float(node.total)
    if node.solved:
        total = visits * float(_value_of(np.int64(node.solved), np.int64(node.seat)))
    return visits, (total + 0.5) / (visits + 1)


def solved_rank(tree: Tree, index: int) -> int:
    """Return how good a solved move of the root is: the less, the better. 0 if it is not solved or a draw."""
    node = tree.nodes[1 + index]
    value = _value_of(np.int64(node.solved), np.int64(node.seat)) if node.solved else 0.5
    return 0 if value == 0.5 else int(node.solved_depth) - UNSOLVED if value else UNSOLVED - int(node.solved_depth)


@compiled
def simulate(root: NDArray[Any], tree: Tree, exploration: float, solve: int, dice: Dice) -> None:
    """Play one game from the position at the root and note its result along the path."""
    nodes, path, work = tree.nodes, tree.path, tree.work
    copy_position(root[0], work[0])
    node = 0
    path[0] = node
    length = 1
    while work[0].ending == GOING_ON and length < MAX_TREE_DEPTH and not nodes[node].solved:
        if nodes[node].children < 0 and nodes[node].visits >= EXPAND_AT:
            _expand(work[0], tree, node)
        if nodes[node].children <= 0:
            break
        node = _select(nodes, node, exploration)
        push(work[0], np.int64(nodes[node].code))  # type: ignore[arg-type]
        _adjudicate(work[0])
        path[length] = node
        length += 1
    result_bits = int(nodes[node].solved)
    if not result_bits:
        if solve and work[0].ending != GOING_ON:
            nodes[node].solved = _result_of(work[0])
            nodes[node].solved_depth = length
            _backpropagate_solved(nodes, path, length)
        _rollout(work[0], tree.codes, dice)
        result_bits = _result_of(work[0])
    for index in range(length):
        nodes[path[index]].visits += 1
        nodes[path[index]].total += _value_of(np.int64(result_bits), np.int64(nodes[path[index]].seat))


@compiled
def _result_of(position: Position) -> int:
    """Return the seats that have won, as bits, and 1 more."""
    result_bits = 1
    for seat in range(position.seats):
        if result(position, seat) > 0:
            result_bits += 1 << seat
    return result_bits


@compiled
def _value_of(result_bits: np.int64, seat: np.int64) -> float:
    return 0.5 if result_bits == 1 else float((result_bits - 1) >> seat & 1)


@compiled
def _backpropagate_solved(nodes: NDArray[Any], path: NDArray[np.int64], length: int) -> None:
    """Mark all nodes above a new ending that are solved now."""
    for index in range(length - 2, -1, -1):
        node = path[index]
        chosen = _best_solved_child(nodes, node)
        if chosen < 0:
            return
        nodes[node].solved = nodes[chosen].solved
        nodes[node].solved_depth = nodes[chosen].solved_depth


@compiled
def _best_solved_child(nodes: NDArray[Any], node: int) -> int:
    """Return the child that is best for the mover: a quick win, or if all are solved a draw, or a late loss; or -1."""
    chosen, most, open_ways = -1, -1.0, 0
    for child in range(nodes[node].first, nodes[node].first + nodes[node].children):
        if not nodes[child].solved:
            open_ways += not nodes[child].pruned
            continue
        value = _value_of(np.int64(nodes[child].solved), np.int64(nodes[child].seat))
        score = value * 2 * UNSOLVED + (nodes[child].solved_depth if value < 1 else -nodes[child].solved_depth)
        if score > most:
            chosen, most = child, score
    return -1 if open_ways and most < 1.5 * UNSOLVED else int(chosen)


@compiled
def _adjudicate(position: Position) -> None:
    """End the game for a side that can complete a line now: whoever can, does."""
    if position.ending == GOING_ON and not is_choice(position) and can_finish(position, position.turn):
        position.ending = LINE
        position.winner = position.turn


@compiled
def _expand(position: Position, tree: Tree, node: int) -> None:
    """Make a node's children: all moves, or those that may spoil a threat."""
    nodes, used, buffer = tree.nodes, tree.used, tree.codes
    count = moves(position, buffer)
    if node:  # at the root every move is looked at, for whoever wants to know
        count = _keep_relevant(position, buffer, count)
    first = used[0]
    if first + count > len(nodes):
        return
    used[0] += count
    seat = seat_of(position, position.turn)
    nodes[node].first = first
    nodes[node].children = count
    for index in range(count):
        nodes[first + index].code = buffer[index]
        nodes[first + index].seat = seat
        nodes[first + index].children = -1


@compiled
def _keep_relevant(position: Position, buffer: NDArray[np.int32], count: int) -> int:
    """Keep moves that may spoil the next side's threat; at least one."""
    if is_choice(position):
        return count
    return max(1, keep_forced(position, buffer, count))


@compiled
def _select(nodes: NDArray[Any], node: int, exploration: float) -> int:
    """Return the child with the best upper bound; each starts with one prior visit: a draw."""
    first = nodes[node].first
    chosen = first
    most = -1.0
    numerator = exploration * sqrt(log(nodes[node].visits + 1.0))
    for child in range(first, first + nodes[node].children):
        if nodes[child].pruned:
            continue
        visits = nodes[child].visits + 1.0
        bound = (nodes[child].total + 0.5) / visits + numerator / sqrt(visits)
        if nodes[child].solved:
            bound = _value_of(np.int64(nodes[child].solved), np.int64(nodes[child].seat))
        if bound > most:
            most = bound
            chosen = child
    return int(chosen)


@compiled
def _rollout(position: Position, buffer: NDArray[np.int32], dice: Dice) -> None:
    """Play to the end, seeing what is one ply away."""
    for _ in range(MAX_ROLLOUT):
        if position.ending != GOING_ON:
            return
        count = _keep_relevant(position, buffer, moves(position, buffer))
        push(position, np.int64(buffer[roll(dice, count)]))  # type: ignore[arg-type]
        _adjudicate(position)
