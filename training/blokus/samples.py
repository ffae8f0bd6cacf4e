"""Games of the search against itself, as files: what was played, and what the search found at every ply.

A file holds some games. Networks are learned from such files, so they are kept outside the repository and never
changed; what made them is in their names: simulations a move and the number of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Position, Workspace, compiled
from tischlein.games.blokus import GAME
from tischlein.games.blokus.engine.search import score_sides
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.rules import LONGEST_GAME, POSITION, copy, push

KINDS_OF_GAME = ("classic", "two", "duo")

RANKED = 24
"""So many of the moves that were visited most are kept at every ply."""

HELD_OUT = 20
"""One game in so many is kept apart, to see how well others are foretold."""


class Sample(NamedTuple):
    """Some games; plies of all games stand one after the other."""

    lengths: NDArray[np.int64]  # by game
    played: NDArray[np.uint16]  # by game and ply
    leads: NDArray[np.float32]  # by ply and side: the mean lead in the search
    codes: NDArray[np.uint16]  # by ply and rank: the moves that were visited most
    visits: NDArray[np.uint16]
    values: NDArray[np.float16]

    @property
    def firsts(self) -> NDArray[np.int64]:
        """By game: its first ply among those of all games."""
        return np.concatenate(([0], np.cumsum(self.lengths)[:-1]))

    def looks(self) -> Looks:
        """Return the search at every ply, as something to learn policies from."""
        nothing = np.zeros(len(self.lengths), dtype=np.int64)
        return Looks(self.played, self.lengths, nothing, self.lengths, self.firsts, self.codes, self.visits)


class Looks(NamedTuple):
    """Games, and what the search visited at some plies of each, from one on."""

    played: NDArray[np.uint16]  # by game and ply
    lengths: NDArray[np.int64]  # by game
    from_ply: NDArray[np.int64]  # by game: the first ply that was looked at
    counts: NDArray[np.int64]  # by game: how many plies were
    firsts: NDArray[np.int64]  # by game: where what was seen begins
    codes: NDArray[np.uint16]  # by look and rank
    visits: NDArray[np.uint16]


def load(files: Sequence[Path | IO[bytes]]) -> Sample:
    """Return the games of several files."""
    parts: list[Sample] = []
    for file in files:
        with np.load(file) as stored:
            numbers = {name: stored[name] for name in Sample._fields}
        numbers["lengths"] = numbers["lengths"].astype(np.int64)
        numbers["leads"] = numbers["leads"].astype(np.float32)
        parts.append(Sample(**numbers))
    return Sample(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def load_looks(files: Sequence[Path | IO[bytes]]) -> Looks:
    """Return close looks at single positions, of several files."""
    parts = []
    for file in files:
        with np.load(file) as stored:
            parts.append([stored[name] for name in ("played", "plies", "codes", "visits")])
    played, plies, codes, visits = (np.concatenate(column) for column in zip(*parts, strict=True))
    lengths, one = plies.astype(np.int64), np.ones(len(plies), dtype=np.int64)
    return Looks(played, lengths, lengths, one, np.arange(len(plies)), codes, visits)


def split(games: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of the games to learn from, and of those that are kept apart."""
    numbers = np.arange(games)
    return numbers[numbers % HELD_OUT > 0], numbers[numbers % HELD_OUT == 0]


def first_position(kind: str) -> Position:
    """Return the empty board of a kind of game."""
    return GAME.kernel(kind).position(GAME.new(kind, first=0))


@compiled
def _follow(
    start: Position,
    position: Position,
    played: NDArray[np.uint16],
    lengths: NDArray[np.int64],
    workspace: Workspace,
    results: NDArray[np.float32],
) -> None:
    """Write by game and side the lead at the end."""
    for game in range(len(lengths)):
        copy(start, position)
        for ply in range(lengths[game]):
            push(position, int(played[game, ply]))
        score_sides(position, workspace)
        for side in range(position.sides):
            results[game, side] = workspace.leads[side]


def results_of(kind: str, sample: Sample) -> NDArray[np.float32]:
    """Return by game and side the lead that it ended with."""
    results = np.zeros((len(sample.lengths), 4), dtype=np.float32)
    assert sample.played.shape[1] == LONGEST_GAME
    board, workspace = np.zeros(1, dtype=POSITION)[0], new_workspace()
    _follow(first_position(kind), board, sample.played, sample.lengths, workspace, results)
    return results
