"""The policy net: what the whole board adds to the logits of the linear policy, which sees only what is near a move.

It has the inputs and the accumulator of the value net. Its heads give a logit for covering each square, one for opening
each at a corner, and one for placing each piece; the logit of a move is the sum over what it does, so the net runs once
for all moves. It was learned from searches (`training/blokus/policy.py`); for variants without a file the linear
policy stands alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, Workspace, compiled
from tischlein.games.blokus.rules import tidy, whole
from tischlein.games.blokus.tables import A1, PIECE_COUNT, STRIDE
from tischlein.games.blokus.variants import kind_of

from .learned import is_known, load_numbers, save_numbers
from .linear_policy import CELL_FEATURES, LinearPolicy, apply_linear_policy
from .value_net import HIDDEN, KINDS, SQUARES, accumulate, collect_inputs, count_inputs, find_orientation

PLACES = SQUARES // (KINDS * np.repeat([2, 4], 8)[:, None])
"""By `find_orientation`: the square that each square is turned to."""


class PolicyNet(NamedTuple):
    """Learned weights; also their gradients."""

    rows: NDArray[np.float32]  # by input and unit of the accumulator
    bias: NDArray[np.float32]
    covered: NDArray[np.float32]  # by unit of the accumulator and square
    opened: NDArray[np.float32]  # by unit and square
    pieces: NDArray[np.float32]  # by unit and piece


class Policy(NamedTuple):
    """What says how likely moves are before they are tried: the linear policy, and a net that may be empty."""

    weights: LinearPolicy
    net: PolicyNet


def new_policy_net(width: int, colours: int) -> PolicyNet:
    """Return a network for a kind of game, with all weights zero."""
    rows = np.zeros((count_inputs(width, colours), HIDDEN), dtype=np.float32)
    squares = width * width
    rest = (np.zeros((HIDDEN, size), dtype=np.float32) for size in (squares, squares, PIECE_COUNT))
    return PolicyNet(rows, np.zeros(HIDDEN, dtype=np.float32), *rest)


def empty_policy_net() -> PolicyNet:
    """Return what stands for no network at all."""
    return PolicyNet(*(part[:0] for part in new_policy_net(1, 1)))


@compiled
def _run_heads(net: PolicyNet, workspace: Workspace) -> None:
    """Note the logits of squares and pieces; unit by unit, which the processor does eight at a time."""
    logits, pieces = workspace.square_logits, workspace.phase_weights[CELL_FEATURES:]
    squares = net.covered.shape[1]
    for square in range(squares):
        logits[0, square] = logits[1, square] = 0
    for k in range(HIDDEN):
        weight = workspace.accumulator[k]
        if weight > 0:
            covered, opened, placed = net.covered[k], net.opened[k], net.pieces[k]
            for square in range(squares):
                logits[0, square] += weight * covered[square]
                logits[1, square] += weight * opened[square]
            for piece in range(PIECE_COUNT):
                pieces[piece] += weight * placed[piece]


@compiled
def _add_heads(position: Position, reflected: bool, workspace: Workspace) -> None:
    """Add the logits of squares to those of free cells."""
    width, places = whole(position.width), PLACES[find_orientation(position, reflected)]
    for row in range(width):
        for column in range(width):
            cell = A1 + STRIDE * row + column
            if position.owner[cell] == 0:
                square = places[row * width + column]
                workspace.cell_logits[cell, 0] += workspace.square_logits[0, square]
                workspace.cell_logits[cell, 1] += workspace.square_logits[1, square]


@compiled
def apply_policy(position: Position, reflected: bool, policy: Policy, workspace: Workspace) -> int:
    """Tidy the list of the colour to move and note what its logits are made of; return how many inputs are 1."""
    tidy(position, position.turn)
    apply_linear_policy(position, policy.weights, workspace)
    if len(policy.net.rows) == 0:
        return 0
    count = collect_inputs(position, reflected, workspace)
    accumulate(policy.net.rows, policy.net.bias, count, workspace)
    _run_heads(policy.net, workspace)
    _add_heads(position, reflected, workspace)
    return count


# ------------------------------------------------------------------ files


@cache
def load_policy_net(width: int, sides: int) -> PolicyNet:
    """Return the network for a variant; an empty one if none was learned."""
    name = f"policy_net-{kind_of(width, sides)}"
    return PolicyNet(**load_numbers(name)) if is_known(name) else empty_policy_net()


def save_policy_net(kind: str, net: PolicyNet, recipe: str, folder: Path | None = None) -> None:
    """Put a network into its file, with the command that made it; without a folder, among those that are shipped."""
    save_numbers(f"policy_net-{kind}", net._asdict(), recipe, folder)
