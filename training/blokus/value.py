"""Learning the value net: what a position promises to each colour, from searches of many games.

The model is the network of `engine/value_net.py` in PyTorch. It learns the mean lead that the search expected at a
position, mixed with the lead that the game ended with. That says more than the result alone, and the search has looked
ahead besides; the result knows what the search's playouts misjudge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tischlein.core.compiled import Dice, Position, Workspace, compiled, new_dice, roll
from tischlein.games.blokus.engine.value_net import (
    DENSE,
    HIDDEN,
    INPUTS_OF_A_COLOUR,
    KINDS,
    POINTS,
    STAGES,
    ValueNet,
    collect_inputs,
    count_inputs,
    stage_of,
)
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.rules import POSITION, copy, push
from training.fitting import Fitter

from .samples import Sample, first_position, results_of, split

BATCH = 256
GROUP = 200
"""Positions of so many games are shuffled together."""
MOST_INPUTS = 4 * (20 * 20 + INPUTS_OF_A_COLOUR)


@dataclass(frozen=True, slots=True)
class ValueRecipe:
    """How to fit a value net."""

    epochs: int = 10
    rate: float = 0.002
    seed: int = 1
    result: float = 0.0
    """How much of the target is the result of the game."""
    one_in: int = 2
    """Every time that a game is followed, one position in so many counts: neighbours are much alike."""


class Positions(NamedTuple):
    """Inputs and targets of some positions, as arrays or as tensors."""

    inputs: NDArray[np.int32]  # of all positions, one after the other
    starts: NDArray[np.int64]  # by position: its first input
    stages: NDArray[np.int64]
    leads: NDArray[np.float32]  # by position and colour, counted from the one to move: of the search, in points
    results: NDArray[np.float32]  # the same: at the end of the game


class ValueModel(nn.Module):
    """The network; what a kind of cell means everywhere is learned once, and for each place what differs."""

    def __init__(self, width: int, colours: int, seed: int) -> None:
        super().__init__()
        draw = torch.Generator().manual_seed(seed)
        self.cells = width * width

        def normal(spread: float, *shape: int) -> Tensor:
            return torch.normal(0.0, spread, shape, generator=draw)

        self.rows = nn.Parameter(torch.zeros(count_inputs(width, colours), HIDDEN))
        self.common = nn.Parameter(normal(0.03, colours * KINDS, HIDDEN))
        self.bias = nn.Parameter(torch.zeros(HIDDEN))
        self.dense = nn.Parameter(normal(0.25, HIDDEN, DENSE).repeat(STAGES, 1, 1))
        self.dense_bias = nn.Parameter(torch.zeros(STAGES, DENSE))
        self.output = nn.Parameter(normal(0.12, DENSE, colours).repeat(STAGES, 1, 1))
        self.output_bias = nn.Parameter(torch.zeros(STAGES, colours))

    def table(self) -> Tensor:
        """Return the row of every input."""
        shared = self.common.repeat(self.cells, 1)
        return self.rows + functional.pad(shared, (0, 0, 0, len(self.rows) - len(shared)))

    def forward(self, inputs: Tensor, starts: Tensor, stages: Tensor) -> Tensor:
        """Return leads in tens of points, by position and colour."""
        sums = functional.embedding_bag(inputs, self.table(), starts, mode="sum")
        accumulator = torch.relu(sums + self.bias)
        dense = torch.relu(torch.einsum("bi,bij->bj", accumulator, self.dense[stages]) + self.dense_bias[stages])
        return torch.einsum("bi,bij->bj", dense, self.output[stages]) + self.output_bias[stages]

    def export(self, rmse: NDArray[np.float32]) -> ValueNet:
        """Return the network as the engine has it."""
        parts = (self.table(), self.bias, self.dense, self.dense_bias, self.output, self.output_bias)
        return ValueNet(*(*(part.detach().numpy().copy() for part in parts), rmse))

    def load(self, net: ValueNet) -> None:
        """Take over what the engine has."""
        parts = (self.rows, self.bias, self.dense, self.dense_bias, self.output, self.output_bias)
        with torch.no_grad():
            self.common.zero_()
            for part, numbers in zip(parts, net[:-1], strict=True):
                part.copy_(torch.from_numpy(numbers))


# ------------------------------------------------------------------ positions of games


@compiled
def _note_positions(
    start: Position,
    position: Position,
    played: NDArray[np.uint16],
    lengths: NDArray[np.int64],
    firsts: NDArray[np.int64],
    games: NDArray[np.int64],
    one_in: int,
    dice: Dice,
    workspace: Workspace,
    inputs: NDArray[np.int32],
    starts: NDArray[np.int64],
    stages: NDArray[np.int64],
    found: NDArray[np.int64],
) -> tuple[int, int]:
    """Write the inputs of one position in so many; `found` gets game, ply and colour. Return how many of both."""
    count, used = 0, 0
    for game in games:
        copy(start, position)
        for ply in range(lengths[game]):
            if roll(dice, one_in) == 0:
                # Duo looks the same in a mirror; with four colours the order of turns would run backwards there.
                mirrored = position.colours == 2 and roll(dice, 2) == 1
                noted = collect_inputs(position, mirrored, workspace)
                inputs[used : used + noted] = workspace.inputs[:noted]
                starts[count], stages[count] = used, stage_of(position)
                found[count, 0], found[count, 1], found[count, 2] = game, firsts[game] + ply, position.turn
                count += 1
                used += noted
            push(position, int(played[game, ply]))
    return count, used


class Reader:
    """Turns games of a sample into positions."""

    def __init__(self, kind: str, sample: Sample, seed: int) -> None:
        self._sample, self._results = sample, results_of(kind, sample)
        self._start, self._board = first_position(kind), np.zeros(1, dtype=POSITION)[0]
        self._sides = np.array(self._start.side[: int(self._start.colours)], dtype=np.int64)
        self._dice, self._workspace = new_dice(seed), new_workspace()

    def read(self, games: NDArray[np.int64], one_in: int) -> Positions:
        """Return one position in so many of some games."""
        sample = self._sample
        most = int(sample.lengths[games].sum())
        inputs, starts = np.empty(most * MOST_INPUTS, dtype=np.int32), np.empty(most, dtype=np.int64)
        stages, found = np.empty(most, dtype=np.int64), np.empty((most, 3), dtype=np.int64)
        places = self._start, self._board, sample.played, sample.lengths, sample.firsts, games, one_in
        count, used = _note_positions(*places, self._dice, self._workspace, inputs, starts, stages, found)
        game, ply, turn = found[:count].T
        colours = (turn[:, None] + np.arange(len(self._sides))) % len(self._sides)
        sides = self._sides[colours]
        leads = np.take_along_axis(sample.leads[ply], sides, axis=1)
        results = np.take_along_axis(self._results[game], sides, axis=1)
        return Positions(inputs[:used].copy(), starts[:count], stages[:count], leads, results)


def batches(positions: Positions, rng: np.random.Generator | None = None) -> Iterator[Positions]:
    """Yield the positions in parts, shuffled if there is something to shuffle with."""
    count = len(positions.starts)
    order = np.arange(count) if rng is None else rng.permutation(count)
    ends = np.append(positions.starts[1:], len(positions.inputs))
    for first in range(0, count, BATCH):
        chosen = order[first : first + BATCH]
        parts = [positions.inputs[positions.starts[at] : ends[at]] for at in chosen]
        starts = np.concatenate(([0], np.cumsum([len(part) for part in parts])[:-1])).astype(np.int64)
        rest = (positions.stages[chosen], positions.leads[chosen], positions.results[chosen])
        yield Positions(np.concatenate(parts), starts, *rest)


# ------------------------------------------------------------------ fitting


class Errors(NamedTuple):
    """The errors of the lead of the colour to move (RMSE, in points)."""

    by_stage: NDArray[np.float32]
    search: float
    result: float


def expect(model: nn.Module, batch: Positions) -> Tensor:
    """Return what a model says about positions, in tens of points."""
    tensors = (torch.from_numpy(part) for part in (batch.inputs.astype(np.int64), batch.starts, batch.stages))
    expected: Tensor = model(*tensors)
    return expected


def errors_of(model: nn.Module, reader: Reader, games: NDArray[np.int64]) -> Errors:
    """Return how far off a model is, from what the search said and from what the games ended with."""
    squares, counts, squares_of_results = np.zeros(STAGES), np.zeros(STAGES), 0.0
    with torch.no_grad():
        for first in range(0, len(games), GROUP):
            for batch in batches(reader.read(games[first : first + GROUP], 1)):
                leads = POINTS * expect(model, batch).numpy()[:, 0]
                np.add.at(squares, batch.stages, (leads - batch.leads[:, 0]) ** 2)
                np.add.at(counts, batch.stages, 1)
                squares_of_results += float(((leads - batch.results[:, 0]) ** 2).sum())
    by_stage = np.sqrt(squares / np.maximum(counts, 1)).astype(np.float32)
    whole = counts.sum()
    return Errors(by_stage, float(np.sqrt(squares.sum() / whole)), float(np.sqrt(squares_of_results / whole)))


def fit_value(kind: str, sample: Sample, recipe: ValueRecipe) -> tuple[ValueNet, float]:
    """Return a network that predicts the search, and its error on games that it has not seen, in points."""
    start = first_position(kind)
    model = ValueModel(int(start.width), int(start.colours), recipe.seed)
    fitter = Fitter(model, recipe.rate, {"rows": 1.0})  # what a place has for itself fades, unless it is needed
    reader, rng = Reader(kind, sample, recipe.seed), np.random.default_rng(recipe.seed)
    learned_from, held_out = split(len(sample.lengths))
    for epoch in range(recipe.epochs):
        rng.shuffle(learned_from)
        for first in range(0, len(learned_from), GROUP):
            done = (epoch + first / len(learned_from)) / recipe.epochs
            for batch in batches(reader.read(learned_from[first : first + GROUP], recipe.one_in), rng):
                target = torch.from_numpy((1 - recipe.result) * batch.leads + recipe.result * batch.results) / POINTS
                fitter.step(functional.mse_loss(expect(model, batch), target), done)
        errors = errors_of(fitter.mean, reader, held_out)
        print(f"epoch {epoch + 1}: off by {errors.search:.3f} points, {errors.result:.3f} from results", flush=True)
    return fitter.mean.export(np.maximum(errors.by_stage, 1)), errors.search
