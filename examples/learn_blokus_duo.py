"""Learn Blokus Duo from nothing, in two minutes on one core, with NumPy alone.

    python examples/learn_blokus_duo.py                 # two minutes, then a chart in learn_blokus_duo.svg

The policy is small enough to read. A placement is as good as the sum of what its squares are worth, plus something
for its piece. What a square is worth is seen in the 5 by 5 squares around it, on five planes of the observation:
own and other pieces, own and other contacts, own start. In all 125 + 196 + 42 numbers, all 0 at first, when every
placement is as good as any other.

It plays against itself in a `tischlein.batch` of many games and is taught by REINFORCE: whatever the winner chose
becomes a little more likely, whatever the loser chose a little less. No search, no human games, no knowledge of the
rules beyond the list of legal placements.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from tischlein.arena.charts import Mark, draw_chart
from tischlein.arena.contest import estimate
from tischlein.batch import Batch
from tischlein.games.blokus.pieces import PIECES

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

SIZE, WINDOW = 14, 5
SEEN = (
    "squares of colour 0",
    "squares of colour 1",
    "free squares at a corner and at no edge of colour 0",
    "free squares at a corner and at no edge of colour 1",
    "start squares of colour 0",
)
KERNEL = len(SEEN) * WINDOW * WINDOW
PLACE = SIZE * SIZE
COUNT = KERNEL + PLACE + 2 * len(PIECES)
"""How many numbers a policy has: a window, a place on the board, and two for each piece, early and late."""


class Placements:
    """What the actions of an encoding cover: up to five squares each, and which piece it is."""

    def __init__(self, moves: list[str]) -> None:
        squares = [[SIZE * (int(name[1:]) - 1) + ord(name[0]) - ord("a") for name in move.split(",")] for move in moves]
        self.squares = np.array([(row + [PLACE] * 5)[:5] for row in squares])  # one more square that is worth nothing
        shapes = {frozenset(shape): number for number, piece in enumerate(PIECES) for shape in piece.shapes}
        self.piece = np.array([shapes[_move_to_corner(row)] for row in squares])


def _move_to_corner(squares: list[int]) -> frozenset[tuple[int, int]]:
    left, bottom = min(square % SIZE for square in squares), min(square // SIZE for square in squares)
    return frozenset((square % SIZE - left, square // SIZE - bottom) for square in squares)


@dataclass
class Choices:
    """All legal actions of many games, one after the other, with their probabilities."""

    game: Integers
    action: Integers
    share: Floats
    windows: Floats
    late: Floats


class Policy:
    """Chooses placements."""

    def __init__(self, batch: Batch, numbers: Floats | None = None) -> None:
        encoding = batch.encoding
        self.numbers = np.zeros(COUNT, np.float32) if numbers is None else numbers
        self._placements = Placements([encoding.move(action) for action in range(encoding.actions)])
        self._planes = [encoding.planes.index(name) for name in SEEN]
        self._left = [encoding.planes.index(f"colour 0 has {piece.name} left") for piece in PIECES]

    def weigh(self, batch: Batch) -> Choices:
        """Return how likely each legal action of each game is."""
        planes, masks = batch.observe(), batch.masks()
        game, action = np.nonzero(masks)
        edge = WINDOW // 2
        padded = np.pad(planes[:, self._planes], ((0, 0), (0, 0), (edge, edge), (edge, edge)))
        windows = sliding_window_view(padded, (WINDOW, WINDOW), axis=(2, 3))
        windows = np.ascontiguousarray(windows.transpose(0, 2, 3, 1, 4, 5)).reshape(len(batch), PLACE, KERNEL)
        late = 1 - planes[:, self._left, 0, 0].mean(axis=1)
        worth = np.zeros((len(batch), PLACE + 1), np.float32)
        worth[:, :PLACE] = windows @ self.numbers[:KERNEL] + self.numbers[KERNEL : KERNEL + PLACE]
        early_piece, late_piece = self.numbers[KERNEL + PLACE :].reshape(2, -1)
        piece = self._placements.piece[action]
        score = worth[game[:, None], self._placements.squares[action]].sum(axis=1)
        score += early_piece[piece] + late_piece[piece] * late[game]
        first = np.flatnonzero(np.diff(game, prepend=-1))
        score -= np.repeat(np.maximum.reduceat(score, first), np.diff(first, append=len(game)))
        share = np.exp(score)
        share /= np.bincount(game, share, len(batch))[game]
        return Choices(game, action, share.astype(np.float32), windows, late)

    def draw(self, choices: Choices, count: int, rng: np.random.Generator) -> Integers:
        """Return where in the list of choices each game's choice stands; -1 for games that are over."""
        ends = np.cumsum(choices.share, dtype=np.float64)
        games = choices.game[np.flatnonzero(np.diff(choices.game, prepend=-1))]
        begins = np.searchsorted(choices.game, games)
        lows = np.where(begins > 0, ends[begins - 1], 0.0)
        lasts = np.searchsorted(choices.game, games, side="right") - 1
        drawn = np.full(count, -1, np.int64)
        aims = lows + rng.random(len(games)) * (ends[lasts] - lows)
        drawn[games] = np.clip(np.searchsorted(ends, aims), begins, lasts)
        return drawn

    def gradients(self, choices: Choices, drawn: Integers) -> Floats:
        """Return by game in which direction each number makes its choice more likely."""
        games = len(drawn)
        push = -choices.share
        push[drawn] += 1
        squares = self._placements.squares[choices.action]
        cells = (choices.game[:, None] * (PLACE + 1) + squares).ravel()
        worth = np.bincount(cells, np.repeat(push, 5), games * (PLACE + 1)).reshape(games, PLACE + 1)[:, :PLACE]
        pieces = choices.game * len(PIECES) + self._placements.piece[choices.action]
        piece = np.bincount(pieces, push, games * len(PIECES)).reshape(games, len(PIECES))
        kernel = np.einsum("gsk,gs->gk", choices.windows, worth.astype(np.float32), optimize=True)
        return np.hstack([kernel, worth, piece, piece * choices.late[:, None]]).astype(np.float32)


@dataclass
class Teacher:
    """REINFORCE with Adam: remembers for each game and seat where its choices point, until the game is decided."""

    games: int
    rate: float = 0.03
    traces: Floats = field(init=False)
    mean: Floats = field(init=False)
    square: Floats = field(init=False)
    updates: int = 0

    def __post_init__(self) -> None:
        self.traces = np.zeros((self.games, 2, COUNT), np.float32)
        self.mean, self.square = np.zeros(COUNT, np.float32), np.zeros(COUNT, np.float32)

    def play(self, policy: Policy, batch: Batch, steps: int, rng: np.random.Generator) -> Floats:
        """Play so many moves in all games and return which way the policy should go."""
        gradient, ended = np.zeros(COUNT, np.float32), 0
        for _ in range(steps):
            seat = batch.to_move
            choices = policy.weigh(batch)
            drawn = policy.draw(choices, len(batch), rng)
            self.traces[np.arange(len(batch)), seat] += policy.gradients(choices, drawn)
            step = batch.step(choices.action[drawn])
            over = np.flatnonzero(step.over)
            gradient += np.einsum("gs,gsc->c", step.rewards[over], self.traces[over]).astype(np.float32)
            self.traces[over] = 0
            ended += len(over)
        return gradient / np.float32(max(ended, 1))

    def update(self, policy: Policy, gradient: Floats) -> None:
        """Take a step of Adam."""
        self.updates += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.99 * self.square + 0.01 * gradient**2
        mean, square = self.mean / (1 - 0.9**self.updates), self.square / (1 - 0.99**self.updates)
        policy.numbers = policy.numbers + self.rate * mean / (np.sqrt(square) + 1e-6)


def beat_random(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """Return the per cent of wins against random moves, half of the games from each seat, and its 95 % error."""
    batch, rng = Batch("blokus", games, "duo", seed=seed, auto_reset=False), np.random.default_rng(seed)
    own = np.arange(games) % 2
    total = np.zeros(games)
    while (batch.to_move >= 0).any():
        choices, actions = policy.weigh(batch), batch.sample()
        drawn = policy.draw(choices, games, rng)
        ours = (batch.to_move == own) & (drawn >= 0)
        actions[ours] = choices.action[drawn[ours]]
        total += batch.step(actions).rewards[np.arange(games), own]
    share, error = estimate(((total + 1) / 2)[:, None].tolist())
    return 100 * share, 100 * error


def learn(seconds: float, updates: int | None, seed: int, games: int = 128) -> tuple[Policy, list[Mark]]:
    """Learn for some time, or so many updates, and return the policy and how it did over time."""
    batch, rng = Batch("blokus", games, "duo", seed=seed), np.random.default_rng(seed)
    policy, teacher = Policy(batch), Teacher(games)
    marks, spent, next_look = [Mark(0, *beat_random(policy, 400, seed + 1))], 0.0, 2.0
    while spent < seconds and (updates is None or teacher.updates < updates):
        begin = time.process_time()
        teacher.update(policy, teacher.play(policy, batch, 8, rng))
        spent += time.process_time() - begin
        if spent > next_look:
            next_look *= 1.5
            marks.append(Mark(spent, *beat_random(policy, 400, seed + 1)))
            wins = f"{marks[-1].y:5.1f} ± {marks[-1].error:.1f} %"
            print(f"{spent:6.1f} s   {8 * games * teacher.updates:9,} moves   {wins} against random")
    marks.append(Mark(spent, *beat_random(policy, 400, seed + 2)))
    return policy, marks


def main() -> None:
    """Learn, say how it went, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=120, help="how long to learn, in processor time")
    parser.add_argument("--updates", type=int, help="stop after so many updates of 8 moves in 128 games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("learn_blokus_duo.svg"), help="the chart")
    arguments = parser.parse_args()
    policy, marks = learn(arguments.seconds, arguments.updates, arguments.seed)
    wins, error = beat_random(policy, 2000, arguments.seed + 3)
    print(f"After {marks[-1].x:.0f} s it wins {wins:.1f} ± {error:.1f} % of 2,000 games against random moves.")
    title = "Blokus Duo, learned by playing against itself"
    chart = draw_chart(title, "seconds of processor time", "% of wins against random moves", [marks], lines=True)
    arguments.output.write_text(chart, encoding="utf-8")
    weights = {"planes": SEEN, "numbers": policy.numbers.round(4).tolist()}
    arguments.output.with_suffix(".json").write_text(json.dumps(weights), encoding="utf-8")


if __name__ == "__main__":
    main()
