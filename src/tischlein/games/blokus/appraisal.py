"""Learning what `foresight.py` foresees: `python -m tischlein.games.blokus.appraisal two`.

The search, as it is now, plays quick games against itself, and now and then a move is drawn at random, so that there
are poor positions among the others. In each position the mean lead of the games that the search played out there is
what the network learns to foretell (squares of the error; Adam for the steps). That says far more than the result of
the one game that was played on, and the search has looked ahead besides. Games kept apart show how well it went.
"""

from __future__ import annotations

import argparse
import random
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from . import GAME, notation
from .foresight import (
    HIDDEN,
    KINDS,
    POINTS,
    SECOND,
    STAGES,
    Glass,
    Net,
    new_glass,
    new_net,
    note_inputs,
    rows_by_place,
    run_net,
    save_net,
    stage_of,
)
from .game import BlokusState
from .rules import POSITION, copy, push
from .search import LONGEST_GAME, BlokusThinker
from .training import Steps

EARLY = 6
"""The first moves are drawn by how often they were tried, so that games differ."""
DRAWN, STRAYED = 0.3, 0.12
"""So are later ones now and then; some of these are drawn from all moves with a piece of four or five squares."""

OFTEN = 2
"""Each time that a game is followed, one position in so many counts; neighbours are much alike."""
BATCH = 8


class Sample(NamedTuple):
    """Games of the search against itself."""

    played: NDArray[np.uint16]  # by game and ply
    lengths: NDArray[np.int64]  # by game
    leads: NDArray[np.float32]  # by game, ply and side: what the search expected

    def pick(self, games: NDArray[np.int64]) -> Sample:
        """Return some of the games."""
        return Sample(self.played[games], self.lengths[games], self.leads[games])


# ------------------------------------------------------------------ playing


def _draw_move(state: BlokusState, thinker: BlokusThinker, rng: random.Random) -> str:
    """Return the move that was tried most, or a drawn one."""
    tried, chance = thinker.tried(), rng.random()
    if chance < STRAYED:
        moves = state.legal_moves()
        return rng.choice([move for move in moves if move.count(",") >= 3] or moves)
    visits = tried["visits"].tolist()
    drawn = chance < DRAWN or state.position.ply < EARLY
    at = rng.choices(range(len(visits)), visits)[0] if drawn else visits.index(max(visits))
    return notation.write(int(tried["code"][at]))


def _play_game(
    variant: str, simulations: int, foresight: float, rng: random.Random
) -> tuple[BlokusState, list[NDArray[np.float64]]]:
    """Play a game and return its end, and the expected leads at each ply."""
    state, leads = GAME.new(variant, first=0), []
    assert isinstance(state, BlokusState)
    while state.to_move is not None:
        thinker = BlokusThinker(state, rng.randrange(2**32), {"nodes": 60_000, "foresight": foresight})
        thinker.think(simulations)
        leads.append(thinker.expected_leads())
        state = state.play(_draw_move(state, thinker, rng))
    return state, leads


def collect(variant: str, games: int, simulations: int, seed: int, foresight: float = 1) -> Sample:
    """Let the search play against itself."""
    rng, lengths = random.Random(seed), np.zeros(games, dtype=np.int64)
    played = np.zeros((games, LONGEST_GAME), dtype=np.uint16)
    expected = np.zeros((games, LONGEST_GAME, 4), dtype=np.float32)
    for game in range(games):
        state, leads = _play_game(variant, simulations, foresight, rng)
        lengths[game] = len(leads)
        played[game, : len(leads)] = state.position.played[: len(leads)]
        expected[game, : len(leads)] = leads
        if game % 100 == 99:
            print(f"{game + 1} games", flush=True)
    return Sample(played, lengths, expected)


# ------------------------------------------------------------------ learning


@compiled
def note_slopes(net: Net, stage: int, count: int, glass: Glass, slope: Net) -> None:
    """Add up how the loss grows with each number; `glass.last` says by how much the leads are too high."""
    second_slope = np.zeros(SECOND, dtype=np.float32)
    hidden_slope = np.zeros(HIDDEN, dtype=np.float32)
    for j in range(SECOND):
        for step in range(net.last.shape[2]):
            slope.last[stage, j, step] += glass.last[step] * glass.second[j]
            second_slope[j] += glass.last[step] * net.last[stage, j, step]
        if glass.second[j] <= 0:
            second_slope[j] = 0
        slope.second_bias[stage, j] += second_slope[j]
    for step in range(net.last.shape[2]):
        slope.last_bias[stage, step] += glass.last[step]
    for k in range(HIDDEN):
        if glass.hidden[k] > 0:
            for j in range(SECOND):
                slope.second[stage, k, j] += second_slope[j] * glass.hidden[k]
                hidden_slope[k] += second_slope[j] * net.second[stage, k, j]
        slope.bias[k] += hidden_slope[k]
    for i in range(count):
        row = slope.rows[glass.inputs[i]]
        for k in range(HIDDEN):
            row[k] += hidden_slope[k]


@compiled
def follow_games(
    start: Position,
    position: Position,
    sample: Sample,
    often: int,
    net: Net,
    glass: Glass,
    dice: Dice,
    slope: Net,
    seen: NDArray[np.float64],
) -> None:
    """Add up slopes over one position in `often`; `seen` gets by stage how many, squared errors and squared leads."""
    for game in range(len(sample.lengths)):
        copy(start, position)
        for ply in range(sample.lengths[game]):
            if roll(dice, often) == 0:
                stage, colours = stage_of(position), position.colours
                # Duo looks the same in a mirror; with four colours the order of turns would run backwards there.
                count = note_inputs(position, colours == 2 and roll(dice, 2) == 1, glass)
                run_net(net, stage, count, glass)
                leads = sample.leads[game, ply]
                for step in range(colours):
                    glass.last[step] -= leads[position.side[(position.turn + step) % colours]] / POINTS
                seen[stage, 0] += 1
                seen[stage, 1] += (POINTS * glass.last[0]) ** 2
                seen[stage, 2] += leads[position.side[position.turn]] ** 2
                note_slopes(net, stage, count, glass, slope)
            push(position, int(sample.played[game, ply]))


class Learner:
    """A network that learns. What a kind of cell means everywhere is learned once, and for each place what differs."""

    def __init__(self, start: Position, seed: int) -> None:
        self._start, self._board = start, np.zeros(1, dtype=POSITION)[0]
        self._glass, self._dice = new_glass(), new_dice(seed)
        self._shape = int(start.width), int(start.colours)
        rng, net = np.random.default_rng(seed), new_net(*self._shape)
        common = np.zeros((self._shape[1] * KINDS, HIDDEN), dtype=np.float32)
        for part, spread in ((common, 0.03), (net.second, 0.25), (net.last, 0.12)):
            part[:] = rng.normal(0, spread, part.shape[-2:] if part.ndim == 3 else part.shape)
        self._steps = Steps([common, *net[:-1]])

    def _merge(self, parts: list[NDArray[np.float32]]) -> Net:
        """Return the network of some parts."""
        rows = parts[1].copy()
        rows_by_place(rows, *self._shape)[:] += parts[0]
        return Net(*[rows, *parts[2:], np.ones(STAGES, dtype=np.float32)])

    def learn(self, sample: Sample, rate: float) -> None:
        """Take one step."""
        slope, seen = new_net(*self._shape), np.zeros((STAGES, 3))
        net = self._merge(self._steps.parts)
        follow_games(self._start, self._board, sample, OFTEN, net, self._glass, self._dice, slope, seen)
        slopes = [rows_by_place(slope.rows, *self._shape).sum(axis=0), *slope[:-1]]
        self._steps.parts[1] *= 1 - rate  # what a place has for itself fades, unless it is needed
        self._steps.take([part / max(seen[:, 0].sum(), 1) for part in slopes], rate)

    def judge(self, sample: Sample) -> tuple[Net, NDArray[np.float64]]:
        """Return the mean of the last networks, which knows how far off it is, and how far leads are from zero."""
        net, seen = self._merge(self._steps.means), np.zeros((STAGES, 3))
        slope, dice = new_net(*self._shape), new_dice(1)
        follow_games(self._start, self._board, sample, 1, net, self._glass, dice, slope, seen)
        off, leads = np.sqrt(seen[:, 1:] / np.maximum(seen[:, :1], 1)).T
        net.off[:] = np.maximum(off, 1)
        return net, leads


def fit(variant: str, sample: Sample, rounds: int, seed: int = 1, rate: float = 0.002) -> Net:
    """Return a network that foretells the search; every twentieth game is kept apart to see how well."""
    learner = Learner(GAME.kernel(variant).position(GAME.new(variant, first=0)), seed)
    games, rng = np.arange(len(sample.lengths)), np.random.default_rng(seed)
    apart, rest = sample.pick(games[::20]), games[games % 20 > 0]
    for number in range(rounds):
        rng.shuffle(rest)
        for first, end in pairwise([*range(0, len(rest), BATCH), len(rest)]):
            learner.learn(sample.pick(rest[first:end]), rate * (1 - 0.95 * (number + first / len(rest)) / rounds))
        net, leads = learner.judge(apart)
        print(f"round {number + 1}: by stage off by {net.off.round(1)} points of {leads.round(1)}", flush=True)
    return net


def main() -> None:
    """Learn the network of one kind of game and put it into its file."""
    parser = argparse.ArgumentParser(description="Learn from searches what a position of Blokus promises.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--foresight", type=int, default=1, help="0: the search that teaches foresees nothing yet")
    chosen = parser.parse_args()
    sample = collect(chosen.kind, chosen.games, chosen.simulations, chosen.seed, chosen.foresight)
    net = fit(chosen.kind, sample, chosen.rounds, chosen.seed)
    names = ("games", "simulations", "rounds", "seed", "foresight")
    options = " ".join(f"--{name} {getattr(chosen, name)}" for name in names)
    save_net(chosen.kind, net, f"appraisal {chosen.kind} {options}")


if __name__ == "__main__":
    main()
