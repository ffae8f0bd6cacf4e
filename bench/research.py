"""What researchers wait for: stepping many games at once, reading them, PettingZoo's single steps, Ray's second worker.

`research:batch`, `research:collection`, `research:pettingzoo` and `research:ray` are its parts.

To compare with `blokus-gym`, set BLOKUS_GYM to a Python that has it (`pip install --no-deps blokus-gym`, with gym,
numpy, matplotlib and cython; its one use of torch, an empty board, is replaced by NumPy's).
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from tischlein import play_game
from tischlein.adapters import pettingzoo
from tischlein.arena.contest import Contest, run_contest
from tischlein.batch import Batch
from tischlein.collection import read_games, write_games
from tischlein.work.ray import RayExecutor

from .meter import seconds, show_rate

MANY = (
    # game, variant, games at once, goal of random moves a second
    ("blokus", "classic", 128, 500_000),
    ("blokus", "duo", 128, 500_000),
    ("blockers", "basic", 128, 500_000),
    ("planken", "standard", 128, 500_000),
)
FEW = 48
"""So many games have masks that fit into a processor's own cache."""

SINGLE = (("blokus", "classic"), ("blokus", "duo"), ("blockers", "basic"), ("planken", "standard"))

FOREIGN = """
import random, sys, time, types
import numpy
sys.modules["torch"] = types.SimpleNamespace(zeros=numpy.zeros, int32=numpy.int32)
from blokus_gym.envs import BlokusEnv
from blokus_gym.envs.game.blokus_game import BlokusGame
moves, play = [], BlokusGame.play
BlokusGame.play = lambda game: (moves.append(1), play(game))[1]
env, done = BlokusEnv(), True
moves.clear()
begin = time.process_time()
while time.process_time() - begin < 20:
    if done:
        env.reset()
    done = env.step(env.ai_sample_possible_index())[2]
print("moves a second", len(moves) / (time.process_time() - begin))
"""


def run(*chosen: str) -> None:
    """Print moves a second of processor time, games read, steps a second, and the ratio of two Ray workers to one."""
    parts = {"batch": _step_all, "collection": _read, "pettingzoo": _step_each, "ray": _scale}
    for name in chosen or parts:
        parts[name]()


def _step_all() -> None:
    rates = [_step_many(*row) for row in MANY]
    _compare(rates[0])


def _step_each() -> None:
    for game_id, variant in SINGLE:
        _step_one(game_id, variant)


def _read(count: int = 2000) -> None:
    """Read games of Duo from one file, as they are and replayed by the rules."""
    played = [play_game("blokus", "random", "random", variant="duo", seed=seed) for seed in range(20)]
    records = (played[number % len(played)] for number in range(count))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.record"
        write_games(path, records)
        taken = seconds(lambda: [None for _ in read_games(path)])
        show_rate("collection: games of Blokus Duo read", count / taken, 1_000, "games/s")
        taken = seconds(lambda: [record.final_state() for record in played])
        print(f"  {'... replayed by the rules':<52} {len(played) / taken:>12,.0f} games/s")


def _step_many(game_id: str, variant: str, count: int, goal: float) -> float:
    batch = Batch(game_id, count, variant, seed=1)

    def play() -> None:
        for _ in range(400):
            batch.step(batch.sample())

    play()
    rate = 400 * count / seconds(play)
    show_rate(f"batch, {game_id} {variant}: random moves, {count} games", rate, goal, "moves/s")
    for games in (count, FEW):
        _look(game_id, variant, games)
    masks = np.empty((count, batch.encoding.actions), np.bool_)
    planes = np.empty((count, *batch.encoding.shape), np.float32)
    taken = seconds(lambda: [(batch.masks(masks), batch.observe(out=planes)) for _ in range(20)]) / 20
    print(f"  {'':<6}{'and masks and planes of a position':<46} {count / taken:>12,.0f} positions/s")
    return rate


def _look(game_id: str, variant: str, count: int) -> None:
    batch = Batch(game_id, count, variant, seed=1)
    for _ in range(60):
        batch.step(batch.sample())
    sight = batch.new_sight()
    taken = seconds(lambda: [batch.look(out=sight) for _ in range(20)]) / 20
    show_rate(f"and look() at a position, {count} games", count / taken, 200_000, "positions/s")


def _compare(rate: float) -> None:
    python = os.environ.get("BLOKUS_GYM")
    if not python:
        print("  BLOKUS_GYM does not say where blokus-gym is")
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-c", FOREIGN]
        result = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder)
    other = float(result.stdout.split()[-1])
    print(f"  {'blokus-gym, four players: random moves':<52} {other:>12,.1f} moves/s")
    show_rate("ratio of the two", rate / other, 100, "times")


def _step_one(game_id: str, variant: str) -> None:
    env, rng, steps = pettingzoo.env(game_id, variant), np.random.default_rng(1), [0]

    def play() -> None:
        env.reset(seed=1)
        steps[0] = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"].view(np.bool_))
            env.step(None if terminated or truncated else int(rng.choice(legal)))
            steps[0] += not terminated

    play()
    rate = max(steps[0] / seconds(play, tries=1) for _ in range(10))
    show_rate(f"PettingZoo, {game_id} {variant}: one game", rate, 5_000, "steps/s")


def _scale() -> None:
    """Two workers against one, by the clock: the same games, after one that compiles."""
    taken = []
    for workers in (1, 2):
        contest = Contest("blokus", ("200sims", "100sims"), games=24, variant="duo")
        with tempfile.TemporaryDirectory() as folder, RayExecutor(workers=workers) as executor:
            list(run_contest(contest, Path(folder) / "warm", executor))
            begin = time.monotonic()
            list(run_contest(contest, Path(folder) / "games", executor))
            taken.append(time.monotonic() - begin)
        print(f"  {f'Ray, {workers} worker(s): 24 games of Blokus Duo':<52} {taken[-1]:>12,.2f} s")
    ratio = taken[0] / taken[1]
    print(f"  {'two workers to one (on an idle machine)':<52} {ratio:>12,.2f} {'times':<12} {ratio / 1.6:6.2f} x goal")
