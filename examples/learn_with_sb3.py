"""Learn Blockers! expert with MaskablePPO of sb3-contrib, to beat random moves clearly within minutes.

    python examples/learn_with_sb3.py                         # 60,000 steps, then a chart in learn_with_sb3.svg

sb3 knows one player; the other seat plays random moves. A stronger opponent is one of Tischlein's bots away. Who wins
is known after fifty moves; what each move did for the lead is known at once, and is a reward that teaches much sooner.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from learn_blockers import Network
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor, nn

from tischlein.arena.charts import Mark, draw_chart
from tischlein.arena.contest import estimate
from tischlein.batch import Batch

Seen = NDArray[np.float32]

POINT = 0.3
"""What a point more than the other one's is worth; the win is worth 1."""


class Seat(gymnasium.Env[Seen, np.int64]):
    """A seat at a game for two: the learner's, in turn the first and the second; the other one plays at random."""

    def __init__(self, game: str, variant: str, number: int) -> None:
        self.batch = Batch(game, 1, variant, seats=2, seed=number, auto_reset=False)
        self.ours = number % 2
        self.action_space = spaces.Discrete(self.batch.encoding.actions)
        self.observation_space = spaces.Box(0, 1, self._see().shape)

    def _see(self) -> Seen:
        sight = self.batch.look(self.ours)
        return np.concatenate([sight.pictures[0].ravel(), sight.numbers[0]], dtype=np.float32)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what is legal: MaskablePPO asks for it."""
        masks: NDArray[np.bool_] = self.batch.masks()[0]
        return masks

    def _lead(self) -> float:
        """Return how many points the learner would be ahead if the game ended now."""
        merits = self.batch.merits()[0] / 1000
        return float(merits[self.ours] - merits[1 - self.ours])

    def _let_the_other_play(self) -> float:
        won = 0.0
        while self.batch.to_move[0] not in (self.ours, -1):
            won = float(self.batch.step(self.batch.sample()).rewards[0, self.ours])
        return won

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game and play to the learner's turn."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        self.ours = 1 - self.ours
        self._let_the_other_play()
        return self._see(), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play the learner's move and what follows until its next turn."""
        before = self._lead()
        won = float(self.batch.step([action]).rewards[0, self.ours]) + self._let_the_other_play()
        return self._see(), won + POINT * (self._lead() - before), bool(self.batch.to_move[0] < 0), False, {}


class Cells(BaseFeaturesExtractor):
    """What sb3 calls features: the convolutions of `learn_blockers.py`, and their summary for the value."""

    def __init__(self, space: spaces.Box, batch: Batch) -> None:
        network = Network(batch)
        rows, columns = batch.encoding.shape[1:]
        super().__init__(space, network.policy.in_channels * (rows * columns + 2))
        self.network, self.shape = network, (batch.encoding.pictures, rows, columns)

    def forward(self, seen: Tensor) -> Tensor:
        """Return all cells and their summary, in one row."""
        size = int(np.prod(self.shape))
        cells, summary = self.network.look(seen[:, :size].reshape(-1, *self.shape), seen[:, size:])
        return torch.cat([cells.flatten(1), summary], dim=1)


class Actions(nn.Module):
    """The number of each action, found at its cell: what is learned at one cell holds at all."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, features: Tensor) -> Tensor:
        """Return a number for each action."""
        cells = features[:, : -2 * self.network.policy.in_channels]
        cells = cells.reshape(len(cells), self.network.policy.in_channels, *self.network.shape)
        numbers: Tensor = self.network.judge(cells)
        return numbers


class Policy(MaskableActorCriticPolicy):
    """sb3's own, but for the last layer: theirs would learn every cell by itself."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Actions(self.features_extractor.network)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=1e-5)


def measure(model: MaskablePPO, games: int) -> tuple[float, float]:
    """Return the per cent of wins against random moves, half of the games from each seat, and its 95 % error."""
    batch, ours = Batch("blockers", games, "expert", seed=99, auto_reset=False), np.arange(games) % 2
    gained = np.zeros(games)
    while (batch.to_move >= 0).any():
        sight = batch.look(ours)
        seen = np.concatenate([sight.pictures.reshape(games, -1), sight.numbers], axis=1, dtype=np.float32)
        masks = sight.masks | (batch.to_move != ours)[:, None]  # something must be allowed where nothing is asked
        actions, _ = model.predict(seen, action_masks=masks)
        actions = np.where(batch.to_move == ours, actions, batch.sample())
        gained += batch.step(actions).rewards[np.arange(games), ours]
    share, error = estimate(((gained + 1) / 2)[:, None].tolist())
    return 100 * share, 100 * error


def main() -> None:
    """Learn, tell how strong it is, and draw a chart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60_000, help="how many moves of the learner")
    parser.add_argument("--judged", type=int, default=2000, help="games against random moves at the end")
    parser.add_argument("--output", type=Path, default=Path("learn_with_sb3.svg"))
    options = parser.parse_args()
    torch.set_num_threads(1)  # small networks only lose time by more
    tables = DummyVecEnv([lambda number=number: Seat("blockers", "expert", number) for number in range(16)])  # type: ignore[misc]
    settings = {
        "features_extractor_class": Cells,
        "features_extractor_kwargs": {"batch": Batch("blockers", 1, "expert", seats=2)},
        "net_arch": [],
    }
    model = MaskablePPO(
        Policy,
        tables,
        learning_rate=2e-3,
        gamma=0.8,  # what a move is good for shows within a few
        gae_lambda=0.8,
        n_steps=128,
        batch_size=256,
        n_epochs=4,
        ent_coef=0.003,
        seed=1,
        device="cpu",
        policy_kwargs=settings,
    )
    begin, marks = time.process_time(), [Mark(0, *measure(model, 400))]
    while model.num_timesteps < options.steps:
        model.learn(min(10_000, options.steps), reset_num_timesteps=False)
        marks.append(Mark(time.process_time() - begin, *measure(model, 400)))
        wins = f"{marks[-1].y:.1f} ± {marks[-1].error:.1f} %"
        print(f"{marks[-1].x:6.1f} s  {model.num_timesteps} steps  wins {wins}", flush=True)
    share, error = measure(model, options.judged)
    wins = f"{share:.1f} ± {error:.1f} % of {options.judged} games against random moves"
    print(f"after {model.num_timesteps} steps it wins {wins}")
    title = "Blockers! expert, MaskablePPO against random moves"
    chart = draw_chart(title, "seconds of processor time", "% of wins against random moves", [marks], lines=True)
    options.output.write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
