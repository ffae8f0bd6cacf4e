"""The learning run: `python -m training.blokus.learn KIND --folder DIR`, for hours, on all cores or on Ray.

A generation is: games of the search with the best nets so far, close looks at some of their positions, new nets fitted
to the games of the last generations, and a match at equal time, which decides whether they are the best from now on.
The folder is the only memory. Every step has a file, which appears when the step is complete; a run that was killed
goes on with what is missing. Nothing in the engine changes: `--install` puts the best nets of a folder into it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from tischlein.work.resumable import Executor, LocalExecutor, complete

from .match import Pair, judge, play_pair
from .nets import SHIPPED, Nets, load_nets, save_nets, shipped_nets
from .policy import PolicyRecipe, fit_policy
from .samples import KINDS_OF_GAME, load, load_looks
from .selfplay import CloseLooks, Games, look_closely, play_games
from .value import ValueRecipe, fit_value


@dataclass(frozen=True, slots=True)
class Plan:
    """The amounts of a run, which must stay the same when it goes on."""

    generations: int = 3
    files: int = 100
    """Files of games in a generation."""
    games: int = 100
    """Games in a file."""
    simulations: int = 48
    """For a move of these games."""
    looks: int = 100
    """Close looks for each file of games."""
    close: int = 800
    """Simulations of a close look."""
    window: int = 3
    """Nets are fitted to games of so many generations."""
    epochs: int = 12
    seeds: int = 2
    """Nets are fitted so many times; those with the least error are taken."""
    result: float = 0.0
    """How much of the target of the value net is the result of the game."""
    parts: str = "value policy"
    """What is fitted; the rest stays as it is, so that a match tells what a part is worth."""
    pairs: int = 100
    """Pairs of games in a match."""
    seconds: float = 0.03
    """Of processor time for a move in a match."""


class Run:
    """A learning run in a folder."""

    def __init__(self, kind: str, folder: Path, plan: Plan, executor: Executor) -> None:
        self._kind, self._folder, self._plan, self._executor = kind, folder, plan, executor
        folder.mkdir(parents=True, exist_ok=True)
        self._keep_plan()
        first = folder / "first"
        if not (first / "complete").exists():
            save_nets(kind, shipped_nets(kind), "as shipped", first)
            (first / "complete").touch()

    def _keep_plan(self) -> None:
        """Write the plan, or refuse one that is not that of the folder."""
        path, wanted = self._folder / "plan.json", {"kind": self._kind, **asdict(self._plan)}
        if not path.exists():
            _write(path, wanted)
        elif (known := json.loads(path.read_text(encoding="utf-8"))) != wanted:
            differ = ", ".join(name for name in wanted if known.get(name) != wanted[name])
            raise SystemExit(f"{self._folder} was begun with another plan ({differ}); go on with that, or elsewhere")

    def run(self) -> None:
        """Do all that is missing."""
        for generation in range(1, self._plan.generations + 1):
            self._play(generation)
            self._look(generation)
            self._fit(generation)
            self._compare(generation)

    def best(self, before: int | None = None) -> Path:
        """Return the folder of the best nets, of all or of the generations before one."""
        kept = self._folder / "first"
        for generation in range(1, before or self._plan.generations + 1):
            verdict = self._generation(generation) / "verdict.json"
            if verdict.exists() and json.loads(verdict.read_text(encoding="utf-8"))["better"]:
                kept = self._generation(generation) / "nets"
        return kept

    def _generation(self, number: int) -> Path:
        return self._folder / f"generation-{number:03}"

    def _best_nets(self, generation: int) -> Nets:
        return load_nets(self._kind, self.best(generation))

    def _numbers(self, generation: int) -> Iterable[int]:
        """Yield the numbers of the files of a generation; no other generation has the same."""
        first = 1 + (generation - 1) * self._plan.files
        return range(first, first + self._plan.files)

    def _play(self, generation: int) -> None:
        nets, plan = self._best_nets(generation), self._plan
        tasks = [Games(self._kind, nets, plan.simulations, at, plan.games) for at in self._numbers(generation)]
        folder = self._generation(generation) / "games"
        for done, whole in complete(folder, {task.file: task for task in tasks}, play_games, self._executor):
            self._log(f"generation {generation}: {done} of {whole} files of games")

    def _look(self, generation: int) -> None:
        nets, plan, folder = self._best_nets(generation), self._plan, self._generation(generation)
        if "policy" not in plan.parts:
            return
        files = sorted((folder / "games").glob("*.npz"))
        tasks = [
            CloseLooks(self._kind, nets, plan.close, number, plan.looks, path.read_bytes())
            for number, path in zip(self._numbers(generation), files, strict=True)
        ]
        for done, whole in complete(
            folder / "looks", {task.file: task for task in tasks}, look_closely, self._executor
        ):
            self._log(f"generation {generation}: {done} of {whole} files of close looks")

    def _files(self, generation: int, name: str) -> list[Path]:
        """Return the files of the last generations."""
        last = range(max(1, generation - self._plan.window + 1), generation + 1)
        return [path for number in last for path in sorted((self._generation(number) / name).glob("*.npz"))]

    def _fit(self, generation: int) -> None:
        folder = self._generation(generation)
        if (folder / "fitted.json").exists():
            return
        old = self._best_nets(generation)
        fitted = fit_nets(
            self._kind, self._files(generation, "games"), self._files(generation, "looks"), old, self._plan
        )
        save_nets(self._kind, fitted[0], f"learn {self._kind}, generation {generation}", folder / "nets")
        _write(folder / "fitted.json", fitted[1])
        self._log(f"generation {generation}: fitted, {fitted[1]}")

    def _compare(self, generation: int) -> None:
        folder, plan = self._generation(generation), self._plan
        if (folder / "verdict.json").exists():
            return
        new, old = load_nets(self._kind, folder / "nets"), self._best_nets(generation)
        pairs = [Pair(self._kind, new, old, number, seconds=plan.seconds) for number in range(plan.pairs)]
        for done, whole in complete(folder / "match", {pair.file: pair for pair in pairs}, play_pair, self._executor):
            self._log(f"generation {generation}: {done} of {whole} pairs of games")
        texts = [path.read_text(encoding="utf-8") for path in sorted((folder / "match").glob("*.json"))]
        verdict = judge(texts)
        _write(folder / "verdict.json", {**verdict._asdict(), "better": verdict.better})
        self._log(f"generation {generation}: {verdict}, {'kept' if verdict.better else 'not kept'}")

    def _log(self, text: str) -> None:
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}"
        print(line, flush=True)
        with (self._folder / "log.txt").open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def fit_nets(kind: str, games: list[Path], looks: list[Path], old: Nets, plan: Plan) -> tuple[Nets, dict[str, Any]]:
    """Return the best of the nets that several seeds make, and their errors on games that they have not seen."""
    seeds, nets, errors = range(1, plan.seeds + 1), old, {}
    if "value" in plan.parts:
        sample = load(games)
        values = [fit_value(kind, sample, ValueRecipe(plan.epochs, seed=seed, result=plan.result)) for seed in seeds]
        value, errors["points"] = min(values, key=lambda fitted: fitted[1])
        nets = nets._replace(value_net=value)
    if "policy" in plan.parts:
        seen = load_looks(looks)
        policies = [fit_policy(kind, seen, old.policy.weights, PolicyRecipe(plan.epochs, seed=seed)) for seed in seeds]
        policy, errors["cross_entropy"] = min(policies, key=lambda fitted: fitted[1])
        nets = nets._replace(policy=policy)
    return nets, {name: round(error, 4) for name, error in errors.items()}


def _write(path: Path, thing: object) -> None:
    fresh = path.with_name(path.name + ".part")
    fresh.write_text(json.dumps(thing, indent=1) + "\n", encoding="utf-8")
    fresh.replace(path)


def _make_executor(workers: int, ray: str | None) -> Executor:
    if ray is None:
        return LocalExecutor(workers)
    from tischlein.work.ray import RayExecutor  # noqa: PLC0415 - an extra

    return RayExecutor(None if ray == "local" else ray, workers)


def read_arguments(words: list[str]) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description="Learn the nets of a kind of Blokus by self-play.")
    parser.add_argument("kind", choices=KINDS_OF_GAME)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ray", help="address of a cluster, or: local")
    parser.add_argument("--install", action="store_true", help="only put the best nets into the engine")
    for field in fields(Plan):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """Learn, or install what was learned."""
    chosen = read_arguments(words)
    plan = Plan(**{field.name: getattr(chosen, field.name) for field in fields(Plan)})
    run = Run(chosen.kind, chosen.folder, plan, _make_executor(chosen.workers, chosen.ray))
    if chosen.install:
        command = f"python -m training.blokus.learn {' '.join(words)}"
        save_nets(chosen.kind, load_nets(chosen.kind, run.best()), command, SHIPPED)
    else:
        run.run()


if __name__ == "__main__":
    main(sys.argv[1:])
