"""Learning what `foresight.py` foresees: `python -m tischlein.games.blokus.appraisal two`.

The search, as it is now, plays quick games against itself. From some of their positions a few moves are played as in a
playout or at random, so that there are poor positions among them too, and the rest of the game is played out many
times. Then the weights are fitted so that the traits of the colours foretell the mean lead of one side over another.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, new_dice, roll

from . import GAME
from .foresight import STAGES, TRAITS, Glass, Outlook, new_glass, note_traits, stage_of
from .game import BlokusState
from .playouts import Room, begin_playout, draw_answer, new_room, play_out
from .rules import POSITION, copy, push, score, tidy
from .search import BlokusThinker

QUICK = 60
"""Simulations a move in the games that the positions are taken from."""
FROM_A_GAME = 6
ASIDE = 4
"""Up to so many moves, less one, are played away from the game, and as often from each position."""
RIDGE = 5.0


class Sample(NamedTuple):
    """Positions with their traits and what came of them."""

    stages: NDArray[np.int64]
    traits: NDArray[np.float32]  # by position, side and trait: added up over the colours of the side
    points: NDArray[np.float64]  # by position and side: the mean of the playouts
    spreads: NDArray[np.float64]  # by position: variance of the lead of the first side over the second


@compiled
def _stray(position: Position, moves: int, room: Room, dice: Dice) -> None:
    """Play a few moves, every fourth at random."""
    for _ in range(moves):
        if position.turn < 0:
            return
        begin_playout(position, room)
        code = draw_answer(position, room, dice)
        if roll(dice, 4) == 0:
            tidy(position, position.turn)
            code = int(position.lists[position.turn, roll(dice, position.counts[position.turn])])
        push(position, code)


@compiled
def _play_out_often(
    position: Position, room: Room, dice: Dice, board: Position, playouts: int, points: NDArray[np.float64]
) -> float:
    """Add up the mean points of each side, and return the variance of the first side's lead over the second."""
    mean, square, totals = 0.0, 0.0, np.zeros(4)
    for _ in range(playouts):
        copy(position, board)
        play_out(board, room, dice)
        totals[:] = 0
        for colour in range(board.colours):
            totals[board.side[colour]] += score(board, colour)
        points += totals / playouts
        lead = totals[0] - totals[1]
        mean += lead / playouts
        square += lead**2 / playouts
    return square - mean**2


@compiled
def _appraise(
    start: Position,
    boards: NDArray[np.void],
    moves: int,
    playouts: int,
    room: Room,
    dice: Dice,
    glass: Glass,
    points: NDArray[np.float64],
) -> tuple[int, float]:
    """Look at a position some moves away and play it out; return its stage (-1: the game is over) and the spread."""
    position = boards[0]
    copy(start, position)
    _stray(position, moves, room, dice)
    if position.turn < 0:
        return -1, 0.0
    note_traits(position, glass)
    return stage_of(position), _play_out_often(position, room, dice, boards[1], playouts, points)


def _positions_of_a_game(variant: str, rng: random.Random) -> list[Position]:
    """Return some positions of a quick game of the search against itself."""
    state, positions = GAME.new(variant, first=0), []
    while state.to_move is not None:
        assert isinstance(state, BlokusState)
        positions.append(state.position)
        thinker = BlokusThinker(state, rng.randrange(2**32), {"nodes": 60_000})
        thinker.think(QUICK)
        state = state.play(thinker.lines()[0].move)
    return rng.sample(positions, FROM_A_GAME)


def collect(variant: str, games: int, playouts: int, seed: int) -> Sample:
    """Play games and appraise positions near them."""
    rng, dice, room, glass = random.Random(seed), new_dice(seed), new_room(), new_glass()
    boards = np.zeros(2, dtype=POSITION)
    stages, traits, points, spreads = [], [], [], []
    for number in range(games):
        for position in _positions_of_a_game(variant, rng):
            for moves in range(ASIDE):
                means = np.zeros(4)
                stage, spread = _appraise(position, boards, moves, playouts, room, dice, glass, means)
                if stage < 0:
                    continue
                sums = np.zeros((4, TRAITS), dtype=np.float32)
                np.add.at(sums, boards[0]["side"], glass.traits)
                stages.append(stage)
                traits.append(sums)
                points.append(means)
                spreads.append(spread)
        if number % 20 == 19:
            print(f"{number + 1} games", flush=True)
    return Sample(np.array(stages), np.array(traits), np.array(points), np.array(spreads))


def fit(sample: Sample, sides: int, fewest: int = 80) -> Outlook:
    """Return weights that foretell the mean lead of a side over each other one, by stage.

    A stage with too few positions takes the weights of the one before.
    """
    outlook = np.zeros((STAGES, TRAITS + 1))
    pairs = [(one, other) for one in range(sides) for other in range(one)]
    for stage in range(STAGES):
        here = sample.stages == stage
        if here.sum() < fewest:
            outlook[stage] = outlook[stage - 1]
            continue
        traits = np.concatenate([sample.traits[here, one] - sample.traits[here, other] for one, other in pairs])
        leads = np.concatenate([sample.points[here, one] - sample.points[here, other] for one, other in pairs])
        scale = traits.std(axis=0) + 1e-6
        scaled = (traits / scale).astype(np.float64)
        weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(TRAITS), scaled.T @ leads)
        off = (scaled @ weights - leads).std()
        outlook[stage] = *(weights / scale), np.sqrt(off**2 + sample.spreads[here].mean())
        right = np.corrcoef(scaled @ weights, leads)[0, 1]
        print(f"stage {stage}: {here.sum()} positions, r = {right:.2f}, off by {off:.1f}", flush=True)
    return outlook.astype(np.float32)


def save_outlook(kind: str, learned: Outlook, recipe: str) -> None:
    """Put weights into the file beside this one, with the command that made them."""
    path = Path(__file__).parent / "foresight.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"recipe": {}, "weights": {}}
    known["recipe"][kind] = recipe
    known["weights"][kind] = [[round(float(weight), 3) for weight in row] for row in learned]
    path.write_text(json.dumps(known) + "\n", encoding="utf-8")


def main() -> None:
    """Learn the weights of one variant and put them into the file."""
    parser = argparse.ArgumentParser(description="Learn from playouts what a position of Blokus promises.")
    parser.add_argument("kind", choices=("two", "classic", "duo"))
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--playouts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    sides = 4 if chosen.kind == "classic" else 2
    learned = fit(collect(chosen.kind, chosen.games, chosen.playouts, chosen.seed), sides)
    options = " ".join(f"--{name} {getattr(chosen, name)}" for name in ("games", "playouts", "seed"))
    save_outlook(chosen.kind, learned, f"appraisal {chosen.kind} {options}")


if __name__ == "__main__":
    main()
