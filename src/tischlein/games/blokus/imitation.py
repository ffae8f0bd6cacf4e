"""Learning how good moves look from the search: `python -m tischlein.games.blokus.imitation duo`.

The search plays quick games against itself, in which most moves are drawn, so that the positions differ. Some of them
it looks at closely, trying more moves than it usually does. The weights of `priors.py` and the network of `taste.py`
are fitted together, so that they foretell how often each move was tried (cross-entropy; Adam for the steps). Two close
looks at an early position seldom agree on the best move: only over many positions does it show what good ones have in
common. What was learned from one lesson helps the search in the next.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from . import GAME, notation
from .foresight import HIDDEN, KINDS, rows_by_place
from .game import BlokusState
from .priors import CELL_FEATURES, CLOSED, COVERED, EDGE_COUNT, FEATURES, OPENED, PHASES, Weights, appeal, phase_of
from .rules import MOST_MOVES, POSITION, copy, push, whole
from .search import LONGEST_GAME, BlokusThinker, weights_for
from .tables import (
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
from .taste import Eye, Taste, find_places, new_eye, new_taste, regard, save_taste, taste_for
from .training import Steps, save_weights

Priors = tuple[Weights, Taste]

CLOSELY = 0.25
"""So many positions are looked at closely."""
CLOSE = {"flat": 1.7, "narrow": 20, "nodes": 600_000}
QUICK = {"flat": 1.3, "narrow": 20, "nodes": 60_000}
QUICKLY = 80
"""Simulations for the other moves."""
STRAYED = 0.08
"""So many moves are drawn from all those with a large piece."""

BATCH = 32


class Sample(NamedTuple):
    """Games of the search against itself, and the visits of each move where it looked closely."""

    played: NDArray[np.uint16]  # by game and ply
    lengths: NDArray[np.int64]  # by game
    bounds: NDArray[np.int64]  # by game and ply: where the moves start, and where they end
    codes: NDArray[np.uint16]
    visits: NDArray[np.float32]


# ------------------------------------------------------------------ playing


def _draw_move(state: BlokusState, tried: NDArray[Any], rng: random.Random) -> str:
    """Return a move by how often it was tried, or now and then any large one."""
    if rng.random() < STRAYED:
        moves = state.legal_moves()
        return rng.choice([move for move in moves if move.count(",") >= 4] or moves)
    return notation.write(rng.choices(tried["code"].tolist(), tried["visits"].tolist())[0])


def collect(variant: str, games: int, simulations: int, seed: int, priors: Priors | None = None) -> Sample:
    """Let the search play against itself, with the priors that it has or others."""
    rng, played = random.Random(seed), np.zeros((games, LONGEST_GAME), dtype=np.uint16)
    bounds, lengths = np.zeros((games, LONGEST_GAME, 2), dtype=np.int64), np.zeros(games, dtype=np.int64)
    tried: list[NDArray[Any]] = []
    count = 0
    for game in range(games):
        state = GAME.new(variant, first=0)
        assert isinstance(state, BlokusState)
        while state.to_move is not None:
            closely = rng.random() < CLOSELY
            thinker = BlokusThinker(state, rng.randrange(2**32), CLOSE if closely else QUICK, priors)
            thinker.think(simulations if closely else QUICKLY)
            moves = thinker.tried()
            if closely:
                tried.append(moves)
                bounds[game, lengths[game]] = count, count + len(moves)
                count += len(moves)
            state = state.play(_draw_move(state, moves, rng))
            lengths[game] += 1
        played[game, : lengths[game]] = state.position.played[: lengths[game]]
        if game % 20 == 19:
            print(f"{game + 1} games, {len(tried)} positions", flush=True)
    codes = np.concatenate([moves["code"] for moves in tried]).astype(np.uint16)
    return Sample(played, lengths, bounds, codes, np.concatenate([moves["visits"] for moves in tried]))


def join(samples: Sequence[Sample]) -> Sample:
    """Return several samples as one."""
    counts = np.cumsum([0, *(len(sample.codes) for sample in samples)])
    parts = [sample._replace(bounds=sample.bounds + first) for sample, first in zip(samples, counts[:-1], strict=True)]
    return Sample(*(np.concatenate(part) for part in zip(*parts, strict=True)))


# ------------------------------------------------------------------ fitting


class Slope(NamedTuple):
    """How the loss grows with each number, and with what each cell and piece is worth in one position."""

    weights: NDArray[np.float32]
    taste: Taste
    worth: NDArray[np.float32]  # by cell, and whether it is covered, opened or closed
    pieces: NDArray[np.float32]


def new_slope(width: int, colours: int) -> Slope:
    """Return a slope that is flat."""
    sizes = (PHASES, FEATURES), (CELLS, 3), PIECE_COUNT
    weights, worth, pieces = (np.zeros(size, dtype=np.float32) for size in sizes)
    return Slope(weights, new_taste(width, colours), worth, pieces)


@compiled
def _compare(position: Position, wanted: NDArray[np.float64], eye: Eye, slope: Slope) -> float:
    """Note where the chances of moves differ from wanted ones (by code), and return the cross-entropy."""
    listed, count = position.lists[position.turn], whole(position.counts[position.turn])
    chances = np.zeros(MOST_MOVES)
    for i in range(count):
        chances[i] = appeal(int(listed[i]), eye.own, eye.sight)
    chances[:count] = np.exp(chances[:count] - chances[:count].max())
    chances[:count] /= chances[:count].sum()
    slope.worth[:], slope.pieces[:] = 0, 0
    loss = 0.0
    for i in range(count):
        code = int(listed[i])
        shape, origin, more = code >> ORIGIN_BITS, code & ORIGIN_MASK, np.float32(chances[i] - wanted[code])
        if wanted[code] > 0:
            loss -= wanted[code] * np.log(chances[i] + 1e-12)
        slope.pieces[SHAPE_PIECE[shape]] += more
        for k in range(SHAPE_SIZE[shape]):
            slope.worth[origin + SHAPE_CELLS[shape, k], 0] += more
        for k in range(CORNER_COUNT[shape]):
            slope.worth[origin + SHAPE_CORNERS[shape, k], 1] += more
        for k in range(EDGE_COUNT[shape]):
            slope.worth[origin + SHAPE_EDGES[shape, k], 2] += more
    return loss


@compiled
def _note_weights(position: Position, eye: Eye, slope: Slope) -> None:
    """Add to the slope of the weights."""
    features, own = eye.sight[0], slope.weights[phase_of(position, position.turn)]
    for row in range(-1, position.width + 1):
        for column in range(-1, position.width + 1):
            cell = A1 + STRIDE * row + column
            for kind, met in enumerate((COVERED, OPENED, CLOSED)):
                own[met] += slope.worth[cell, kind] * features[cell, met]
    own[CELL_FEATURES:] += slope.pieces


@compiled
def _note_taste(position: Position, reflected: bool, count: int, eye: Eye, slope: Slope) -> None:
    """Add to the slope of the network."""
    taste, hidden, width = eye.taste, eye.glass.hidden, whole(position.width)
    places = find_places(position, reflected)
    below = np.zeros(HIDDEN, dtype=np.float32)
    for row in range(width):
        for column in range(width):
            cell = A1 + STRIDE * row + column
            if position.owner[cell] == 0:
                square = places[row * width + column]
                slope.taste.covered[:, square] += slope.worth[cell, 0] * hidden
                slope.taste.opened[:, square] += slope.worth[cell, 1] * hidden
                below += slope.worth[cell, 0] * taste.covered[:, square]
                below += slope.worth[cell, 1] * taste.opened[:, square]
    for piece in range(PIECE_COUNT):
        slope.taste.pieces[:, piece] += slope.pieces[piece] * hidden
        below += slope.pieces[piece] * taste.pieces[:, piece]
    for k in range(HIDDEN):
        if hidden[k] <= 0:
            below[k] = 0
    slope.taste.bias[:] += below
    for i in range(count):
        slope.taste.rows[eye.glass.inputs[i]] += below


@compiled
def note_choice(
    position: Position, reflected: bool, codes: NDArray[np.uint16], visits: NDArray[np.float32], eye: Eye, slope: Slope
) -> float:
    """Add to the slope what one choice teaches, and return the cross-entropy."""
    wanted, total = np.zeros(1 << 16), np.sum(visits)
    for i in range(len(codes)):
        wanted[codes[i]] = visits[i] / total
    count = regard(position, reflected, eye)
    loss = _compare(position, wanted, eye, slope)
    _note_weights(position, eye, slope)
    _note_taste(position, reflected, count, eye, slope)
    return loss


@compiled
def follow_games(
    start: Position,
    position: Position,
    sample: Sample,
    games: NDArray[np.int64],
    eye: Eye,
    dice: Dice,
    slope: Slope,
    seen: NDArray[np.float64],
) -> None:
    """Add up slopes over some games; `seen` gets by phase the cross-entropy and the number of choices."""
    for game in games:
        copy(start, position)
        for ply in range(sample.lengths[game]):
            first, end = sample.bounds[game, ply]
            if end - first > 1:
                phase, reflected = phase_of(position, position.turn), position.colours == 2 and roll(dice, 2) == 1
                codes, visits = sample.codes[first:end], sample.visits[first:end]
                seen[phase, 0] += note_choice(position, reflected, codes, visits, eye, slope)
                seen[phase, 1] += 1
            push(position, int(sample.played[game, ply]))


class Learner:
    """Weights and a network that learn together; what a kind of cell means everywhere is learned once."""

    def __init__(self, variant: str, weights: Weights, seed: int) -> None:
        self._start, self._board = (np.zeros(1, dtype=POSITION) for _ in range(2))
        self._start[0] = GAME.kernel(variant).position(GAME.new(variant, first=0))
        self._dice, self._shape = new_dice(seed), (int(self._start[0].width), int(self._start[0].colours))
        rng, taste = np.random.default_rng(seed), new_taste(*self._shape)
        common = rng.normal(0, 0.05, (self._shape[1] * KINDS, HIDDEN)).astype(np.float32)
        taste.bias[:] = 0.1
        for part in (taste.covered, taste.opened):
            part[:] = rng.normal(0, 0.03, (HIDDEN, 1))
        self._steps = Steps([common, *taste, weights.copy()])

    def _merge(self, parts: Sequence[NDArray[np.float32]]) -> Priors:
        """Return what some parts make together."""
        rows = parts[1].copy()
        rows_by_place(rows, *self._shape)[:] += parts[0]
        return parts[-1].copy(), Taste(rows, *(part.copy() for part in parts[2:-1]))

    def _follow(self, sample: Sample, games: NDArray[np.int64], priors: Priors) -> tuple[Slope, NDArray[np.float64]]:
        slope, seen = new_slope(*self._shape), np.zeros((PHASES, 2))
        eye = new_eye(*priors)
        follow_games(self._start[0], self._board[0], sample, games, eye, self._dice, slope, seen)
        return slope, seen

    def learn(self, sample: Sample, games: NDArray[np.int64], rate: float) -> None:
        """Take one step."""
        slope, seen = self._follow(sample, games, self._merge(self._steps.parts))
        common = rows_by_place(slope.taste.rows, *self._shape).sum(axis=0)
        for part, fading in zip(self._steps.parts[1:-1], (1, 0, 0.3, 0.3, 0.3), strict=True):
            part[:] *= 1 - fading * rate  # what is not needed fades
        self._steps.take([part / max(seen[:, 1].sum(), 1) for part in (common, *slope.taste, slope.weights)], rate)

    def judge(self, sample: Sample, games: NDArray[np.int64]) -> tuple[Priors, NDArray[np.float64]]:
        """Return the mean of the last priors, and by phase the cross-entropy that they leave."""
        priors = self._merge(self._steps.means)
        _, seen = self._follow(sample, games, priors)
        return priors, seen[:, 0] / np.maximum(seen[:, 1], 1)


def fit(variant: str, sample: Sample, weights: Weights, rounds: int, seed: int = 1, rate: float = 0.003) -> Priors:
    """Return priors that foretell the search; every twentieth game is kept apart to see how well."""
    learner, rng = Learner(variant, weights, seed), np.random.default_rng(seed)
    games = np.arange(len(sample.lengths))
    apart, rest = games[::20], games[games % 20 > 0]
    for number in range(rounds):
        rng.shuffle(rest)
        for first in range(0, len(rest), BATCH):
            done = (number + first / len(rest)) / rounds
            learner.learn(sample, rest[first : first + BATCH], rate * (1 - 0.95 * done))
        priors, left = learner.judge(sample, apart)
        print(f"round {number + 1}: cross-entropy by phase {left.round(3)}", flush=True)
    return priors


def main() -> None:
    """Learn the priors of one variant from the search as it is now, and put them into their files."""
    parser = argparse.ArgumentParser(description="Learn the priors of Blokus from the search.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--lessons", type=int, default=3)
    parser.add_argument("--games", type=int, default=500, help="of each lesson")
    parser.add_argument("--simulations", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    start = GAME.kernel(chosen.kind).position(GAME.new(chosen.kind, first=0))
    width, sides = int(start.width), int(start.sides)
    weights = weights_for(width, sides)
    priors, samples = (weights, taste_for(width, sides)), []
    for lesson in range(chosen.lessons):
        samples.append(collect(chosen.kind, chosen.games, chosen.simulations, chosen.seed + lesson, priors))
        priors = fit(chosen.kind, join(samples), weights, chosen.rounds, chosen.seed)
    names = ("lessons", "games", "simulations", "rounds", "seed")
    recipe = f"imitation {chosen.kind} " + " ".join(f"--{name} {getattr(chosen, name)}" for name in names)
    save_weights(chosen.kind, priors[0], recipe, after=True)
    save_taste(chosen.kind, priors[1], recipe)


if __name__ == "__main__":
    main()
