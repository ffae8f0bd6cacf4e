"""Which functions a portable engine offers: those that Python calls in a short session, with the types it uses."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np

from tischlein.batch import Batch
from tischlein.core.compiled import Compiled, new_dice
from tischlein.core.game import Game, State
from tischlein.core.testkit import cases
from tischlein.puzzles import CHALLENGES, Challenge, Layout, Placement, Tutor, make_puzzle, solve
from tischlein.puzzles import warm_up as warm_up_puzzles
from tischlein.puzzles.blokus.reasons import find_reason
from tischlein.puzzles.blokus.solvers.cover import Cover
from tischlein.puzzles.blokus.solvers.pack import Pack

typed: Any = numba  # its parts are made at run time
types = typed.types
PLIES = 6
SEARCHED_PLIES = 7
SIMULATIONS, FEW = 24, 4
"""Of the strongest level, whose tree should be deep enough to follow lines, and of the others."""


class Export(NamedTuple):
    """A compiled function and the types of its arguments."""

    function: Compiled
    types: tuple[Any, ...]


class Session:
    """Notes which compiled functions Python calls, and with what."""

    def __init__(self, package: str) -> None:
        self._package = package
        self.exports: dict[Export, None] = {}

    def __enter__(self) -> Session:
        session = self

        def call(function: Compiled, *arguments: Any) -> Any:
            if function.name.startswith(session._package):
                session.exports[Export(function, tuple(map(border_type, arguments)))] = None
            return function.numba(*arguments)

        self._given = Compiled.__call__
        setattr(Compiled, "__call__", call)  # noqa: B010
        return self

    def __exit__(self, *_error: object) -> None:
        setattr(Compiled, "__call__", self._given)  # noqa: B010


def border_type(value: Any) -> Any:
    """Return the type of an argument: numbers in 64 bits, arrays in order and writable."""
    if isinstance(value, bool | np.bool_):
        return types.boolean
    if isinstance(value, np.uint64):
        return types.uint64
    if isinstance(value, int | np.integer):
        return types.int64
    if isinstance(value, float | np.floating):
        return types.float64
    return _in_order(typed.typeof(value))


def _in_order(kind: Any) -> Any:
    if isinstance(kind, types.Array):
        return kind.copy(layout="C", readonly=False)
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types([_in_order(part) for part in kind], getattr(kind, "instance_class", None))
    return kind


def play_session(game: Game) -> None:
    """Use everything that people and bots use, in every variant."""
    for variant in game.variants.values():
        for seats in variant.seats:
            state = game.new(variant.id, seats, seed=1)
            _use_kernel(game, state)
            _use_search(game, state)
            _play_to_the_end(game, state)


def _play_to_the_end(game: Game, state: State) -> None:
    rng, ply = random.Random(1), 0
    while state.to_move is not None:
        state = state.sample(state.to_move, rng)
        if ply % SEARCHED_PLIES == 0:  # late positions need things that early ones do not
            search = game.search(state, 1, game.levels[-1].settings)
            search.run(4)
            search.variations()
            game.remark_on(state, state.legal_moves()[0])
        state = state.play(state.canonical(rng.choice(state.legal_moves())))
        state.view(0)
        state.outcome()
        ply += 1


def _use_kernel(game: Game, state: State) -> None:
    kernel = game.kernel(state.setup.variant)
    position, dice = kernel.position(state), new_dice(1)
    kernel.moves(position, np.empty(kernel.buffer, np.int32))
    kernel.push(position, kernel.encode(state, state.legal_moves()[0]))
    kernel.playouts(position, 1, dice)
    kernel.playout(position, dice)
    kernel.perft(kernel.position(state), 1)


def _use_search(game: Game, state: State) -> None:
    rng = random.Random(1)
    for level in game.levels:
        now = state
        search = game.search(now, 1, level.settings)
        for _ in range(PLIES):
            search.run(SIMULATIONS if level is game.levels[-1] else FEW)
            now = now.play(search.variations()[0].move)
            if now.to_move is None:
                break
            search.is_decided(1)
            if not search.advance(now):
                search = game.search(now.sample(now.to_move, rng), 1, level.settings)


def solve_session() -> None:
    """Use everything that solo challenges use."""
    for as_in_the_game in (False, True):
        warm_up_puzzles(as_in_the_game)
    few = Challenge("own", 20, 20, {"blue": ("1", "2", "I3")}, as_in_the_game=True)
    find_reason(Layout(few).place("blue", "a20"))
    lying = Placement("blue", ((0, 0), (1, 0), (2, 0), (3, 0)))
    packing, covering = Pack(Layout(few)), Cover(Layout(Challenge("own", 4, 2, {"blue": ("I4",), "red": ("I4",)})), 0)
    packing.run()
    packing.begin_anew()
    covering.run()
    covering.begin_anew()
    covering.count(1, 1, [lying])
    covering.is_forced([], refuting=True)


# ------------------------------------------------------------------ all the rest, to see what is compiled twice


def use_everything(game: Game) -> None:
    """Use rules, kernel, batch and searches with every variant, number of seats and option."""
    for case in cases(game):
        state = game.new(case.variant, case.seats, case.options, seed=1)
        kernel, rng = game.kernel(case.variant), random.Random(1)
        position = kernel.position(state)
        kernel.playouts(position, 1, new_dice(1))
        kernel.perft(position, 2)
        for ply in range(13):
            if state.to_move is None:
                break
            state.view(state.to_move)
            if ply in (0, 12):
                _use_levels(game, state.sample(state.to_move, rng))
            state = state.play(rng.choice(state.legal_moves()))
        kernel.playout(position, new_dice(2))
        kernel.moves(position, np.empty(kernel.buffer, np.int32))
    batch = Batch(game, 2, seed=1)
    batch.step(batch.sample())
    batch.masks()
    batch.observe()


def _use_levels(game: Game, state: State) -> None:
    for level in game.levels:
        search = game.search(state, 1, level.settings)
        search.run(2)
        search.variations()


def use_all_puzzles() -> None:
    """Solve, ask and make puzzles of every kind."""
    for challenge in CHALLENGES.values():
        begun = Layout(challenge)
        solved = solve(begun, 1, lambda progress: progress.slices < 40) or begun
        Tutor(challenge).status(Layout(challenge, {}, solved.placements[:-2]), 0.2)
    make_puzzle(4, 5, "easy", 1)
    make_puzzle(5, 6, "medium", 1)


def find_repeated(package: str) -> list[str]:
    """Return the functions of a package that were compiled more than once so far."""
    return [function.name for function in _find_compiled(package) if len(function.numba.signatures) > 1]


def _find_compiled(package: str) -> Iterator[Compiled]:
    for name, module in sorted(sys.modules.items()):
        if name.startswith(package):
            for value in vars(module).values():
                if isinstance(value, Compiled) and value.py_func.__module__ == name:
                    yield value
