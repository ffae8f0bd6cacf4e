"""All that was learned for a kind of game, as one thing that can be stored, sent to a worker and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tischlein.games.blokus.engine import learned
from tischlein.games.blokus.engine.learned import read_numbers, save_numbers
from tischlein.games.blokus.engine.linear_policy import LinearPolicy, load_linear_policy
from tischlein.games.blokus.engine.policy_net import Policy, PolicyNet, empty_policy_net, load_policy_net
from tischlein.games.blokus.engine.search import BlokusSearch
from tischlein.games.blokus.engine.value_net import ValueNet, load_value_net
from tischlein.games.blokus.game import BlokusState

from .samples import first_position

SHIPPED = Path(learned.__file__).parent / "data"
"""Where the engine finds what was learned."""


class Nets(NamedTuple):
    """The policies and the value net of a kind of game."""

    policy: Policy
    value_net: ValueNet

    def search(self, state: BlokusState, seed: int, settings: dict[str, float]) -> BlokusSearch:
        """Return a search with these nets."""
        return BlokusSearch(state, seed, settings, self.policy, self.value_net)


def shipped_nets(kind: str) -> Nets:
    """Return what the engine plays with."""
    start = first_position(kind)
    width, sides = int(start.width), int(start.sides)
    return Nets(Policy(load_linear_policy(width, sides), load_policy_net(width, sides)), load_value_net(width, sides))


def save_nets(kind: str, nets: Nets, recipe: str, folder: Path) -> None:
    """Put nets into the files that the engine reads; where there is no policy net there is no file for it."""
    folder.mkdir(parents=True, exist_ok=True)
    save_linear_policy(kind, nets.policy.weights, recipe, folder)
    if len(nets.policy.net.rows):
        save_numbers(f"policy_net-{kind}", nets.policy.net._asdict(), recipe, folder)
    save_numbers(f"value_net-{kind}", nets.value_net._asdict(), recipe, folder)


def load_nets(kind: str, folder: Path) -> Nets:
    """Return the nets of a folder."""
    known = json.loads((folder / "linear_policy.json").read_text(encoding="utf-8"))["weights"][kind]
    net, path = empty_policy_net(), folder / f"policy_net-{kind}.npz"
    if path.exists():
        with path.open("rb") as file:
            net = PolicyNet(**read_numbers(file))
    with (folder / f"value_net-{kind}.npz").open("rb") as file:
        return Nets(Policy(np.array(known, dtype=np.float32), net), ValueNet(**read_numbers(file)))


def save_linear_policy(kind: str, weights: LinearPolicy, recipe: str, folder: Path = SHIPPED) -> None:
    """Put weights into the file of all kinds of games, with the command that made them."""
    path = folder / "linear_policy.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"weights": {}, "recipe": {}}
    known["recipe"][kind] = [recipe]
    known["weights"][kind] = [[round(float(weight), 3) for weight in row] for row in weights]
    path.write_text(json.dumps(known) + "\n", encoding="utf-8")
