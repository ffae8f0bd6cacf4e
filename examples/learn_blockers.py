"""Learn Blockers! expert with PyTorch on `tischlein.batch`: a small network that beats random moves within minutes.

    python examples/learn_blockers.py                          # two minutes, then a chart in learn_blockers.svg
    python examples/learn_blockers.py --data expert            # first learns from a data set of `tischlein dataset`

Policy gradient (REINFORCE with a learned baseline) in self-play: many games at once, one network for both seats, and
whatever brought a lead, or the win, becomes more likely. `batch.look()` gives what is legal and what the seat sees, in
one call, `batch.merits()` how the seats stand.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tischlein.arena.charts import Mark, draw_chart
from tischlein.arena.contest import estimate
from tischlein.arena.dataset import read_dataset
from tischlein.batch import Batch, Sight
from tischlein.games.blockers.pieces import CELLS, tiles_for
from tischlein.games.blockers.tensors.encoding import PAIRS

KINDS_OF_TILES = 4
"""Four tiles fit a cell: its number, its letter, its symbol and the joker."""

POINT = 0.1
"""What a point more than the other one's is worth; the win is worth 1."""

FADING = 0.9
"""What a reward is worth a move earlier: what a move is good for shows within a few."""

TITLE = "Blockers! expert, learned by playing against itself"


class Network(nn.Module):
    """What a seat sees goes in; out come a number for each action, and what the seat may expect.

    Two convolutions look at every cell and at what lies around it, so all cells share what is learned at one of them.
    A network without them had learned nothing after a minute.
    """

    def __init__(self, batch: Batch, width: int = 32) -> None:
        super().__init__()
        pictures, numbers = batch.encoding.pictures, batch.encoding.shape[0] - batch.encoding.pictures
        self.near, self.far = nn.Conv2d(pictures, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        self.score = nn.Linear(numbers, width)
        self.shape = batch.encoding.shape[1:]
        colours, self.places = find_places(batch.encoding.actions)
        self.policy = nn.Conv2d(width, colours * KINDS_OF_TILES, 1)
        self.value = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1), nn.Tanh())

    def forward(self, pictures: NDArray[np.uint8], numbers: NDArray[np.float32]) -> tuple[Tensor, Tensor]:
        """Return a number for each action and the value."""
        cells, summary = self.look(torch.from_numpy(pictures).float(), torch.from_numpy(numbers))
        return self.judge(cells), self.value(summary).squeeze(1)

    def look(self, pictures: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return what is known of every cell, and of the whole board."""
        score = self.score(numbers)
        cells = torch.relu(self.far(torch.relu(self.near(pictures) + score[:, :, None, None])))
        return cells, torch.cat([cells.mean((2, 3)), score], dim=1)

    def judge(self, cells: Tensor) -> Tensor:
        """Return a number for each action."""
        numbers: Tensor = self.policy(cells).flatten(1)[:, self.places]
        return numbers

    def choose(self, sight: Sight) -> Tensor:
        """Draw an action in each game."""
        with torch.no_grad():
            logits, _ = self(sight.pictures, sight.numbers)
        choice: Any = torch.distributions.Categorical(logits=hide(logits, sight.masks))
        actions: Tensor = choice.sample()
        return actions


def find_places(actions: int) -> tuple[int, Tensor]:
    """Return how many colours actions name, and the place of each action among colours, kinds of tiles and cells."""
    colours, size = actions // len(PAIRS), KINDS_OF_TILES * len(CELLS)
    places = [tiles_for(cell).index(tile) * len(CELLS) + CELLS.index(cell) for tile, cell in PAIRS]
    return colours, torch.tensor([colour * size + place for colour in range(colours) for place in places])


def hide(logits: Tensor, masks: NDArray[np.bool_]) -> Tensor:
    """Return the numbers of legal actions; others are never chosen."""
    return logits.masked_fill(~torch.from_numpy(masks), -1e9)


def play(network: Network, batch: Batch) -> list[tuple[Sight, Tensor, Tensor]]:
    """Play all games to their end; return what was seen, done and gained, step by step, the last one first."""
    batch.reset()
    steps = []
    while (batch.to_move >= 0).any():
        sight, mover, before = batch.look(), batch.to_move, find_lead(batch)
        actions = network.choose(sight)
        won = batch.step(actions.numpy()).rewards[:, 0]
        steps.append((sight, actions, mover, won + POINT * (find_lead(batch) - before)))
    gained, found = np.zeros(len(batch)), []
    for sight, actions, mover, reward in reversed(steps):
        gained = reward + FADING * gained  # of seat 0; what one gains the other loses
        own = np.select([mover == 0, mover == 1], [gained, -gained], np.nan)
        found.append((sight, actions, torch.from_numpy(own).float()))
    return found


def find_lead(batch: Batch) -> NDArray[np.float64]:
    """Return how many points seat 0 would be ahead if the games ended now."""
    merits = batch.merits()
    lead: NDArray[np.float64] = (merits[:, 0] - merits[:, 1]) / 1000
    return lead


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: Batch) -> None:
    """Play once and make what won more likely."""
    for sight, actions, gained in play(network, batch):
        going = ~torch.isnan(gained)
        logits, value = network(sight.pictures[going], sight.numbers[going])
        choice: Any = torch.distributions.Categorical(logits=hide(logits, sight.masks[going]))
        gain = gained[going]
        loss = -(choice.log_prob(actions[going]) * (gain - value.detach())).mean()
        loss = loss + nn.functional.mse_loss(value, gain) - 0.01 * choice.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def imitate(network: Network, optimizer: torch.optim.Optimizer, folder: Path) -> None:
    """Go once through a data set: play what its search played, expect what came of it."""
    for positions in read_dataset(folder):
        logits, value = network(positions.pictures, positions.numbers)
        loss = nn.functional.cross_entropy(hide(logits, positions.masks), torch.from_numpy(positions.policies))
        loss = loss + nn.functional.mse_loss(value, torch.from_numpy(positions.values))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()


def measure(network: Network, batch: Batch) -> tuple[float, float]:
    """Return the per cent of wins against random moves, half of the games from each seat, and its 95 % error."""
    batch.reset()
    ours = np.arange(len(batch)) % 2
    gained = np.zeros(len(batch))
    while (batch.to_move >= 0).any():
        actions = np.where(batch.to_move == ours, network.choose(batch.look()).numpy(), batch.sample())
        gained += batch.step(actions).rewards[np.arange(len(batch)), ours]
    share, error = estimate(((gained + 1) / 2)[:, None].tolist())
    return 100 * share, 100 * error


def main() -> None:
    """Learn, tell how strong it is, and draw a chart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120, help="of processor time")
    parser.add_argument("--updates", type=int, default=10**9, help="stop after so many, however fast they are")
    parser.add_argument("--games", type=int, default=128, help="how many at once")
    parser.add_argument("--judged", type=int, default=2000, help="games against random moves at the end")
    parser.add_argument("--data", type=Path, help="a folder written by `tischlein dataset blockers --variant expert`")
    parser.add_argument("--output", type=Path, default=Path("learn_blockers.svg"))
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)  # small networks only lose time by more
    batch = Batch("blockers", options.games, "expert", seed=1, auto_reset=False)
    test = Batch("blockers", 500, "expert", seed=2, auto_reset=False)
    network = Network(batch)
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    if options.data:
        imitate(network, optimizer, options.data)
    begin, updates, marks = time.process_time(), 0, [Mark(0, *measure(network, test))]
    print(f"before: wins {marks[0].y:.1f} ± {marks[0].error:.1f} %", flush=True)
    while updates < options.updates and time.process_time() - begin < options.seconds:
        learn(network, optimizer, batch)
        updates += 1
        if updates % 10 == 0:
            marks.append(Mark(time.process_time() - begin, *measure(network, test)))
            wins = f"{marks[-1].y:.1f} ± {marks[-1].error:.1f} %"
            print(f"{marks[-1].x:6.1f} s  {updates} updates  wins {wins}", flush=True)
    share, error = measure(network, Batch("blockers", options.judged, "expert", seed=3, auto_reset=False))
    print(f"after {updates} updates it wins {share:.1f} ± {error:.1f} % of {options.judged} games against random moves")
    options.output.write_text(
        draw_chart(TITLE, "seconds of processor time", "% of wins against random moves", [marks], lines=True),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
