"""Learning the policies: how good moves look before they are tried, from how often searches visited them.

The model is the linear policy of `engine/linear_policy.py` and, if it is wanted, the network of `engine/policy_net.py`
on top of it, in PyTorch; both are fitted together (cross-entropy to the visits). Two searches of an early position
seldom agree on the best move: only over many positions does it show what good ones have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tischlein.core.compiled import Dice, Position, Workspace, compiled, new_dice, roll
from tischlein.games.blokus.engine.linear_policy import (
    CELL_FEATURES,
    CLOSED,
    COVERED,
    EDGE_COUNT,
    OPENED,
    PHASES,
    LinearPolicy,
    extract_features,
    phase_of,
)
from tischlein.games.blokus.engine.policy_net import PLACES, Policy, PolicyNet, empty_policy_net
from tischlein.games.blokus.engine.value_net import (
    HIDDEN,
    INPUTS_OF_A_COLOUR,
    KINDS,
    collect_inputs,
    count_inputs,
    find_orientation,
)
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.rules import MOST_MOVES, POSITION, copy, push, tidy, whole
from tischlein.games.blokus.tables import (
    A1,
    CELLS,
    CORNER_COUNT,
    ORIGIN_BITS,
    ORIGIN_MASK,
    PIECE_COUNT,
    SHAPE_CELLS,
    SHAPE_CORNERS,
    SHAPE_EDGES,
    SHAPE_PIECE,
    SHAPE_SIZE,
    STRIDE,
)
from training.fitting import Fitter

from .samples import Looks, first_position, split

BATCH = 64
GROUP = 1024
"""Positions that are read and shuffled together."""
MOST_INPUTS = 4 * (20 * 20 + INPUTS_OF_A_COLOUR)


@dataclass(frozen=True, slots=True)
class PolicyRecipe:
    """How to fit the policies."""

    epochs: int = 10
    rate: float = 0.003
    seed: int = 1
    network: bool = True
    """Whether there is a network besides the linear policy."""


def _list_offsets() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return by shape what a move adds up, as three times the cell plus how it meets it; and what counts."""
    rows: list[list[int]] = []
    for shape in range(len(SHAPE_PIECE)):
        met = (
            (SHAPE_CELLS[shape, : SHAPE_SIZE[shape]], 0),
            (SHAPE_CORNERS[shape, : CORNER_COUNT[shape]], 1),
            (SHAPE_EDGES[shape, : EDGE_COUNT[shape]], 2),
        )
        rows.append([3 * int(cell) + kind for cells, kind in met for cell in cells])
    longest = max(map(len, rows))
    counts = np.array([[at < len(row) for at in range(longest)] for row in rows])
    return np.array([row + [0] * (longest - len(row)) for row in rows], dtype=np.int64), counts


OFFSETS, COUNTS = _list_offsets()


class Choices(NamedTuple):
    """Positions, and how often their moves were visited; moves and inputs of all positions one after the other."""

    phases: NDArray[np.int64]
    features: NDArray[np.float32]  # by position, cell and feature
    squares: NDArray[np.int64]  # by position and cell: its square as the colour to move sees it, if it is free
    inputs: NDArray[np.int32]
    input_starts: NDArray[np.int64]  # by position, and the end
    codes: NDArray[np.int64]
    wanted: NDArray[np.float32]  # by move: its share of the visits
    move_starts: NDArray[np.int64]  # by position, and the end


class PolicyModel(nn.Module):
    """Both policies; what a kind of cell means everywhere is learned once, and for each place what differs."""

    met: Tensor

    def __init__(self, width: int, colours: int, weights: LinearPolicy, recipe: PolicyRecipe) -> None:
        super().__init__()
        draw = torch.Generator().manual_seed(recipe.seed)
        self.cells, self.network = width * width, recipe.network
        self.weights = nn.Parameter(torch.from_numpy(weights.copy()))
        self.rows = nn.Parameter(torch.zeros(count_inputs(width, colours), HIDDEN))
        self.common = nn.Parameter(torch.normal(0.0, 0.05, (colours * KINDS, HIDDEN), generator=draw))
        self.bias = nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.covered, self.opened = (
            nn.Parameter(torch.normal(0.0, 0.03, (HIDDEN, 1), generator=draw).repeat(1, self.cells)) for _ in range(2)
        )
        self.pieces = nn.Parameter(torch.zeros(HIDDEN, PIECE_COUNT))
        met = torch.zeros(CELL_FEATURES, 3)
        for kind, features in enumerate((COVERED, OPENED, CLOSED)):
            met[features, kind] = 1
        self.register_buffer("met", met)

    def table(self) -> Tensor:
        """Return the row of every input."""
        shared = self.common.repeat(self.cells, 1)
        return self.rows + functional.pad(shared, (0, 0, 0, len(self.rows) - len(shared)))

    def forward(self, choices: Choices) -> Tensor:
        """Return the logits of all moves."""
        phases = torch.from_numpy(choices.phases)
        own = self.weights[phases]
        worth = torch.bmm(torch.from_numpy(choices.features), own[:, :CELL_FEATURES, None] * self.met)
        pieces = own[:, CELL_FEATURES:]
        if self.network:
            starts = torch.from_numpy(choices.input_starts[:-1])
            inputs = torch.from_numpy(choices.inputs.astype(np.int64))
            sums = functional.embedding_bag(inputs, self.table(), starts, mode="sum")
            hidden = torch.relu(sums + self.bias)
            squares = torch.from_numpy(choices.squares)
            said = [
                functional.pad(hidden @ part, (0, 1)).gather(1, squares) for part in (self.covered, self.opened)
            ]  # cells that are taken have the square after the last, about which nothing is said
            worth = worth + functional.pad(torch.stack(said, dim=2), (0, 1))
            pieces = pieces + hidden @ self.pieces
        shapes, origins = choices.codes >> ORIGIN_BITS, choices.codes & ORIGIN_MASK
        boards = np.repeat(np.arange(len(phases)), np.diff(choices.move_starts))
        places = (boards * 3 * CELLS + 3 * origins)[:, None] + OFFSETS[shapes]
        places[~COUNTS[shapes]] = len(phases) * 3 * CELLS  # adds nothing
        met = functional.pad(worth.flatten(), (0, 1))[torch.from_numpy(places)].sum(dim=1)
        of_piece = torch.from_numpy(boards * PIECE_COUNT + SHAPE_PIECE[shapes])
        return met + pieces.flatten()[of_piece]

    def export(self) -> Policy:
        """Return both policies as the engine has them."""
        weights = self.weights.detach().numpy().copy()
        if not self.network:
            return Policy(weights, empty_policy_net())
        parts = (self.table(), self.bias, self.covered, self.opened, self.pieces)
        return Policy(weights, PolicyNet(*(part.detach().numpy().copy() for part in parts)))

    def load(self, policy: Policy) -> None:
        """Take over what the engine has."""
        parts = (self.rows, self.bias, self.covered, self.opened, self.pieces)
        with torch.no_grad():
            self.weights.copy_(torch.from_numpy(policy.weights))
            self.common.zero_()
            for part, numbers in zip(parts, policy.net, strict=True):
                part.copy_(torch.from_numpy(numbers))


# ------------------------------------------------------------------ positions of games


@compiled
def _note_choice(
    position: Position,
    mirrored: bool,
    workspace: Workspace,
    features: NDArray[np.float32],
    squares: NDArray[np.int64],
) -> int:
    """Write features and squares of all cells; return how many inputs hold. The list of moves is tidied."""
    tidy(position, position.turn)
    extract_features(position, position.turn, workspace)
    features[:] = workspace.features
    width, places = whole(position.width), PLACES[find_orientation(position, mirrored)]
    squares[:] = width * width
    for row in range(width):
        for column in range(width):
            cell = A1 + STRIDE * row + column
            if position.owner[cell] == 0:
                squares[cell] = places[row * width + column]
    return collect_inputs(position, mirrored, workspace)


@compiled
def _read(
    start: Position,
    position: Position,
    looks: Looks,
    games: NDArray[np.int64],
    workspace: Workspace,
    dice: Dice,
    choices: Choices,
) -> int:
    """Write the positions of some games where the search has looked; return how many they are."""
    count, wanted = 0, np.zeros(1 << 16, dtype=np.float32)
    choices.input_starts[0], choices.move_starts[0] = 0, 0
    for game in games:
        copy(start, position)
        for ply in range(looks.from_ply[game] + looks.counts[game]):
            row = looks.firsts[game] + ply - looks.from_ply[game]
            if ply >= looks.from_ply[game] and looks.visits[row, 1] > 0:
                mirrored = position.colours == 2 and roll(dice, 2) == 1
                noted = _note_choice(position, mirrored, workspace, choices.features[count], choices.squares[count])
                choices.phases[count] = phase_of(position, position.turn)
                first, move = choices.input_starts[count], choices.move_starts[count]
                choices.inputs[first : first + noted] = workspace.inputs[:noted]
                total = np.float32(looks.visits[row].sum())
                for rank in range(looks.codes.shape[1]):
                    if looks.visits[row, rank] > 0:
                        wanted[looks.codes[row, rank]] = looks.visits[row, rank] / total
                listed = position.lists[position.turn]
                for i in range(position.counts[position.turn]):
                    choices.codes[move + i], choices.wanted[move + i] = listed[i], wanted[listed[i]]
                for rank in range(looks.codes.shape[1]):
                    wanted[looks.codes[row, rank]] = 0
                count += 1
                choices.input_starts[count] = first + noted
                choices.move_starts[count] = move + position.counts[position.turn]
            if ply < looks.lengths[game]:
                push(position, int(looks.played[game, ply]))
    return count


class ChoiceReader:
    """Turns games into positions with what the search has visited there."""

    def __init__(self, kind: str, looks: Looks, seed: int) -> None:
        self._looks, self._start, self._board = looks, first_position(kind), np.zeros(1, dtype=POSITION)[0]
        self._dice, self._workspace = new_dice(seed), new_workspace()

    def read(self, games: NDArray[np.int64]) -> Choices:
        """Return the positions of some games."""
        most = int(self._looks.counts[games].sum())
        choices = Choices(
            np.empty(most, dtype=np.int64),
            np.empty((most, CELLS, CELL_FEATURES), dtype=np.float32),
            np.empty((most, CELLS), dtype=np.int64),
            np.empty(most * MOST_INPUTS, dtype=np.int32),
            np.empty(most + 1, dtype=np.int64),
            np.empty(most * MOST_MOVES, dtype=np.int64),
            np.empty(most * MOST_MOVES, dtype=np.float32),
            np.empty(most + 1, dtype=np.int64),
        )
        count = _read(self._start, self._board, self._looks, games, self._workspace, self._dice, choices)
        return take(choices, np.arange(count))

    def groups(self, games: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Yield games that have about as many positions as are read together."""
        size = max(1, int(GROUP / max(1.0, float(self._looks.counts[games].mean()))))
        for first in range(0, len(games), size):
            yield games[first : first + size]


def take(choices: Choices, chosen: NDArray[np.int64]) -> Choices:
    """Return some of the positions."""

    def pick(numbers: NDArray[Any], starts: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        parts = [numbers[starts[at] : starts[at + 1]] for at in chosen]
        return np.concatenate(parts), np.concatenate(([0], np.cumsum([len(part) for part in parts])))

    phases, features, squares = choices.phases[chosen], choices.features[chosen], choices.squares[chosen]
    inputs, input_starts = pick(choices.inputs, choices.input_starts)
    codes, move_starts = pick(choices.codes, choices.move_starts)
    wanted, _ = pick(choices.wanted, choices.move_starts)
    return Choices(phases, features, squares, inputs, input_starts, codes, wanted, move_starts)


def cross_entropies(logits: Tensor, choices: Choices) -> Tensor:
    """Return the cross-entropy of each position."""
    starts = torch.from_numpy(choices.move_starts)
    counts = starts.diff()
    boards = torch.repeat_interleave(torch.arange(len(counts)), counts)
    ranks = torch.arange(len(logits)) - starts[:-1][boards]
    blank = torch.full((len(counts), int(counts.max())), -torch.inf)
    chances = torch.log_softmax(blank.index_put((boards, ranks), logits), dim=1)[boards, ranks]
    return -torch.zeros(len(counts)).index_add(0, boards, torch.from_numpy(choices.wanted) * chances)


# ------------------------------------------------------------------ fitting


def errors_of(model: nn.Module, reader: ChoiceReader, games: NDArray[np.int64]) -> tuple[NDArray[np.float64], float]:
    """Return the cross-entropy that a model leaves, by phase and in all."""
    sums, counts = np.zeros(PHASES), np.zeros(PHASES)
    with torch.no_grad():
        for group in reader.groups(games):
            choices = reader.read(group)
            for first in range(0, len(choices.phases), BATCH):
                batch = take(choices, np.arange(first, min(first + BATCH, len(choices.phases))))
                np.add.at(sums, batch.phases, cross_entropies(model(batch), batch).numpy())
                np.add.at(counts, batch.phases, 1)
    return sums / np.maximum(counts, 1), float(sums.sum() / counts.sum())


def fit_policy(kind: str, looks: Looks, weights: LinearPolicy, recipe: PolicyRecipe) -> tuple[Policy, float]:
    """Return policies that predict the search, and the cross-entropy at positions that they have not seen."""
    start = first_position(kind)
    model = PolicyModel(int(start.width), int(start.colours), weights, recipe)
    fitter = Fitter(model, recipe.rate, {"rows": 1.0, "covered": 0.3, "opened": 0.3, "pieces": 0.3})
    reader, rng = ChoiceReader(kind, looks, recipe.seed), np.random.default_rng(recipe.seed)
    learned_from, held_out = split(len(looks.lengths))
    for epoch in range(recipe.epochs):
        rng.shuffle(learned_from)
        seen = 0
        for group in reader.groups(learned_from):
            done = (epoch + seen / len(learned_from)) / recipe.epochs
            seen += len(group)
            choices = reader.read(group)
            order = rng.permutation(len(choices.phases))
            for first in range(0, len(order), BATCH):
                batch = take(choices, order[first : first + BATCH])
                fitter.step(cross_entropies(model(batch), batch).mean(), done)
        by_phase, error = errors_of(fitter.mean, reader, held_out)
        print(f"epoch {epoch + 1}: cross-entropy {error:.4f}, by phase {by_phase.round(3)}", flush=True)
    return fitter.mean.export(), error
