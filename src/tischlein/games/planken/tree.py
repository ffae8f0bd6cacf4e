"""Many games from one position, guided by a tree of those that were played: for what cannot be proven.

Upper confidence bounds choose the way through the tree; each seat plays for itself, or for its team. From a leaf the
game is played on by players who see what can be completed at once, by themselves and by the next to move, and who
otherwise move at random.

Where all ways end, nobody needs to guess any more: whoever can win does, and whoever loses in any case holds out as
long as possible, which mostly means to stop the nearest threat. With three seats this says more than proofs, which
cannot know what somebody does who only chooses between the other two.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, record_type, roll

from .position import BUFFER, GOING_ON, LINE
from .rules import is_choice, moves, push, result, seat_of
from .solver import SEARCH_POSITION, SEARCH_ROOM
from .threats import can_finish, keep_forced

NODE = record_type(
    [
        ("total", np.float64),  # what the seat that moved here has got out of all visits: 1 for a win, 0.5 for a draw
        ("visits", np.int64),
        ("first", np.int32),  # the first child; children stand side by side
        ("children", np.int32),  # how many; -1 before they are made
        ("code", np.int32),  # the move that leads here
        ("seat", np.int8),  # who made it
        ("lost", np.int8),  # proven lost for that seat, and left alone
        ("fate", np.int8),  # 0 while open; else 1 + the seats that win from here, as bits
        ("end", np.int8),  # then: so many plies after the root
    ]
)

LONGEST_PATH = 48
LONGEST_PLAYOUT = 60
"""In plies; what takes longer counts as a draw. Path and playout have room in a record's memory of moves."""

assert LONGEST_PATH + LONGEST_PLAYOUT < SEARCH_ROOM

NEVER_ENDS = 1000
"""More plies than any path has."""

RIPE = 4
"""A leaf gets children when it has been visited so often: fewer nodes, and hardly a worse choice."""


class Grove(NamedTuple):
    """A tree and what is needed to walk through it."""

    tree: NDArray[Any]
    used: NDArray[np.int64]  # one number: how many nodes are in use
    path: NDArray[np.int64]
    work: NDArray[Any]  # one position


def new_grove(capacity: int) -> Grove:
    """Return a tree of one node, with room for more."""
    tree = np.zeros(capacity, NODE)
    tree["children"][:1] = -1
    return Grove(tree, np.ones(1, np.int64), np.zeros(LONGEST_PATH, np.int64), np.zeros(1, SEARCH_POSITION))


@compiled
def plant(root: NDArray[Any], grove: Grove) -> None:
    """Give the root a child for every move, in the order of the rules."""
    _grow(root[0], grove.tree, grove.used, 0)


@compiled
def forget(grove: Grove, index: int) -> None:
    """Leave a move of the root alone from now on: it is lost."""
    if grove.tree[0].children > 0:
        grove.tree[1 + index].lost = 1


def best_path(grove: Grove, index: int) -> list[int]:
    """Return the moves that were played most often after a move of the root."""
    node, path = grove.tree[1 + index], list[int]()
    while node.children > 0:
        node = max(grove.tree[node.first : node.first + node.children], key=lambda child: int(child.visits))
        if not node.visits:
            break
        path.append(int(node.code))
    return path


def visits_and_value(grove: Grove, index: int) -> tuple[int, float]:
    """Return how often a move of the root was played, and what it is worth, as the tree sees it: one imagined draw."""
    node = grove.tree[1 + index]
    visits, total = int(node.visits), float(node.total)
    if node.fate:
        total = visits * float(_worth(node.fate, node.seat))
    return visits, (total + 0.5) / (visits + 1)


def find_end(grove: Grove, index: int) -> int:
    """Return how a move of the root ends, if that is clear: the less, the better. 0 if it is open or a draw."""
    node = grove.tree[1 + index]
    worth = _worth(node.fate, node.seat) if node.fate else 0.5
    return 0 if worth == 0.5 else int(node.end) - NEVER_ENDS if worth else NEVER_ENDS - int(node.end)


@compiled
def simulate(root: NDArray[Any], grove: Grove, curiosity: float, decide: int, dice: Dice) -> None:
    """Play one game from the position at the root and note its result along the path."""
    tree, path, work = grove.tree, grove.path, grove.work
    work[0] = root[0]
    node = 0
    path[0] = node
    length = 1
    while work[0].ending == GOING_ON and length < LONGEST_PATH and not tree[node].fate:
        if tree[node].children < 0 and tree[node].visits >= RIPE:
            _grow(work[0], tree, grove.used, node)
        if tree[node].children <= 0:
            break
        node = _select(tree, node, curiosity)
        push(work[0], np.int64(tree[node].code))  # type: ignore[arg-type]
        _complete(work[0])
        path[length] = node
        length += 1
    fate = int(tree[node].fate)
    if not fate:
        if decide and work[0].ending != GOING_ON:
            tree[node].fate = _fate(work[0])
            tree[node].end = length
            _carry_up(tree, path, length)
        _play_on(work[0], dice)
        fate = _fate(work[0])
    for index in range(length):
        tree[path[index]].visits += 1
        tree[path[index]].total += _worth(fate, tree[path[index]].seat)


@compiled
def _fate(position: Position) -> int:
    """Return the seats that have won, as bits, and 1 more."""
    fate = 1
    for seat in range(position.seats):
        if result(position, seat) > 0:
            fate += 1 << seat
    return fate


@compiled
def _worth(fate: int, seat: int) -> float:
    return 0.5 if fate == 1 else float((fate - 1) >> seat & 1)


@compiled
def _carry_up(tree: NDArray[Any], path: NDArray[np.int64], length: int) -> None:
    """Say of all nodes above a new ending whether they are clear now."""
    for index in range(length - 2, -1, -1):
        node = path[index]
        chosen = _find_best_end(tree, node)
        if chosen < 0:
            return
        tree[node].fate = tree[chosen].fate
        tree[node].end = tree[chosen].end


@compiled
def _find_best_end(tree: NDArray[Any], node: int) -> int:
    """Return the child that is best for the mover: a quick win, or if all are clear a draw, or a late loss; or -1."""
    chosen, most, open_ways = -1, -1.0, 0
    for child in range(tree[node].first, tree[node].first + tree[node].children):
        if not tree[child].fate:
            open_ways += not tree[child].lost
            continue
        worth = _worth(tree[child].fate, tree[child].seat)
        merit = worth * 2 * NEVER_ENDS + (tree[child].end if worth < 1 else -tree[child].end)
        if merit > most:
            chosen, most = child, merit
    return -1 if open_ways and most < 1.5 * NEVER_ENDS else int(chosen)


@compiled
def _complete(position: Position) -> None:
    """End the game for a side that can complete a line now: whoever can, does."""
    if position.ending == GOING_ON and not is_choice(position) and can_finish(position, position.turn):
        position.ending = LINE
        position.winner = position.turn


@compiled
def _grow(position: Position, tree: NDArray[Any], used: NDArray[np.int64], node: int) -> None:
    """Make a node's children: all moves, or those that may spoil a threat."""
    buffer = np.empty(BUFFER, np.int32)
    count = moves(position, buffer)
    if node:  # at the root every move is looked at, for whoever wants to know
        count = _sift(position, buffer, count)
    first = used[0]
    if first + count > len(tree):
        return
    used[0] += count
    seat = seat_of(position, position.turn)
    tree[node].first = first
    tree[node].children = count
    for index in range(count):
        tree[first + index].code = buffer[index]
        tree[first + index].seat = seat
        tree[first + index].children = -1


@compiled
def _sift(position: Position, buffer: NDArray[np.int32], count: int) -> int:
    """Keep moves that may spoil the next side's threat; at least one."""
    if is_choice(position):
        return count
    return max(1, keep_forced(position, buffer, count))


@compiled
def _select(tree: NDArray[Any], node: int, curiosity: float) -> int:
    """Return the child with the best upper bound; each starts with one imagined draw."""
    first = tree[node].first
    chosen = first
    most = -1.0
    effort = curiosity * sqrt(log(tree[node].visits + 1.0))
    for child in range(first, first + tree[node].children):
        if tree[child].lost:
            continue
        trust = tree[child].visits + 1.0
        bound = (tree[child].total + 0.5) / trust + effort / sqrt(trust)
        if tree[child].fate:
            bound = _worth(tree[child].fate, tree[child].seat)
        if bound > most:
            most = bound
            chosen = child
    return int(chosen)


@compiled
def _play_on(position: Position, dice: Dice) -> None:
    """Play to the end, seeing what is one ply away."""
    buffer = np.empty(BUFFER, np.int32)
    for _ in range(LONGEST_PLAYOUT):
        if position.ending != GOING_ON:
            return
        count = _sift(position, buffer, moves(position, buffer))
        push(position, np.int64(buffer[roll(dice, count)]))  # type: ignore[arg-type]
        _complete(position)
