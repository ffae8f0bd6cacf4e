"""Makes one learned file: `python -m training.blokus.make value-two --folder DIR`.

The table says what each file is made of, with amounts and seeds. Games and close looks are kept in the folder and go
on where they were stopped; they are played with what the engine knows today, so each file comes out a little different
when that has changed. `training/manifest.json` has the hashes of the files that are shipped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tischlein.games.blokus.engine.policy_net import save_policy_net
from tischlein.games.blokus.engine.value_net import save_value_net
from tischlein.work.resumable import Executor, LocalExecutor, complete
from training import manifest

from .nets import SHIPPED, save_linear_policy, shipped_nets
from .policy import PolicyRecipe, fit_policy
from .samples import load, load_looks
from .selfplay import CloseLooks, Games, look_closely, play_games
from .value import ValueRecipe, fit_value

T = TypeVar("T")

GAMES_IN_A_FILE = 100


@dataclass(frozen=True, slots=True)
class Value:
    """A value net, from files of a hundred quick games."""

    kind: str
    files: int
    simulations: int
    recipe: ValueRecipe


@dataclass(frozen=True, slots=True)
class Policies:
    """The linear policy and perhaps a policy net, from close looks at positions of quick games."""

    kind: str
    files: int
    simulations: int
    looks: int
    """For each file."""
    close: int
    """Simulations of a close look."""
    recipe: PolicyRecipe


RECIPES: dict[str, Value | Policies] = {
    # The engine uses every policy net that is there: a recipe makes one only where it is stronger with it.
    "value-classic": Value("classic", 62, 48, ValueRecipe(epochs=10, seed=1, result=0.1)),
    "value-two": Value("two", 32, 48, ValueRecipe(epochs=12, seed=1, result=0.1)),
    "value-duo": Value("duo", 90, 60, ValueRecipe(epochs=12, seed=17)),
    "policy-classic": Policies("classic", 39, 48, 200, 800, PolicyRecipe(epochs=8, seed=1)),
    "policy-two": Policies("two", 10, 48, 500, 800, PolicyRecipe(epochs=10, seed=1, network=False)),
    "policy-duo": Policies("duo", 15, 80, 800, 4000, PolicyRecipe(epochs=12, seed=31)),
}


def make(name: str, folder: Path, executor: Executor, target: Path = SHIPPED) -> float:
    """Make a file, and return its error on what was kept apart."""
    recipe, command = RECIPES[name], f"python -m training.blokus.make {name}"
    nets, numbers = shipped_nets(recipe.kind), range(1, recipe.files + 1)
    games = [Games(recipe.kind, nets, recipe.simulations, number, GAMES_IN_A_FILE) for number in numbers]
    _complete(folder / "games", {task.file: task for task in games}, play_games, executor)
    played = [folder / "games" / task.file for task in games]
    if isinstance(recipe, Value):
        value_net, error = fit_value(recipe.kind, load(played), recipe.recipe)
        save_value_net(recipe.kind, value_net, command, target)
        return error
    looks = [
        CloseLooks(recipe.kind, nets, recipe.close, number, recipe.looks, path.read_bytes())
        for number, path in zip(numbers, played, strict=True)
    ]
    _complete(folder / "looks", {task.file: task for task in looks}, look_closely, executor)
    seen = load_looks([folder / "looks" / task.file for task in looks])
    policy, error = fit_policy(recipe.kind, seen, nets.policy.weights, recipe.recipe)
    save_linear_policy(recipe.kind, policy.weights, command, target)
    if recipe.recipe.network:
        save_policy_net(recipe.kind, policy.net, command, target)
    return error


def _complete(folder: Path, tasks: dict[str, T], function: Callable[[T], bytes], executor: Executor) -> None:
    for done, whole in complete(folder, tasks, function, executor):
        print(f"{folder.name}: {done} of {whole} files", flush=True)


def main(words: list[str]) -> None:
    """Make a file among those that are shipped, and write its hash down."""
    parser = argparse.ArgumentParser(description="Make a learned file of Blokus.")
    parser.add_argument("name", choices=sorted(RECIPES))
    parser.add_argument("--folder", type=Path, required=True, help="for games and close looks")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args(words)
    error = make(chosen.name, chosen.folder, LocalExecutor(chosen.workers))
    manifest.update()
    print(f"{chosen.name}: error {error:.4f} on what was kept apart")


if __name__ == "__main__":
    main(sys.argv[1:])
