"""Exercises from games: positions with exactly one good answer, by a clear margin that a longer search confirms.

    for exercise in make_exercises("planken", "standard", seed=7):
        print(exercise.kind, exercise.answer)

A game of two bots is played; wherever the first look says that one move stands out, every rival move is searched by
itself, eight times as long. How hard an exercise is follows from how long the engine must look to find the answer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tischlein.bots.levels import make_bot
from tischlein.core.game import Game, Move, Seat, State
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.core.registry import find_game
from tischlein.core.search import Variation

from .practice import RATING

LOOK, CONFIRM = 400, 3_200
"""Simulations of the first look at a position, and of each search that confirms it."""

MARGIN, SURE = 0.15, 0.98
"""How much better than every other move the answer must be; from which value on a win counts as sure."""

RIVALS = 3
"""Of the other moves, so many of the best are searched by themselves."""

DEPTHS = (25, 100, LOOK, CONFIRM)
"""Budgets at which the engine is asked again; the least that finds the answer says how hard it is."""

RATING_BY_DEPTH = 200.0
SURPRISE = 0.15
"""How often a random move is played, so that games differ and somebody makes mistakes."""

KINDS = ("win", "hold", "best")
"""What is asked: the only move that wins, the only one that does not lose, or the one that is clearly better."""


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One exercise. The position is the one after the record's last move, seen by the seat to move."""

    id: str
    record: str
    seat: Seat
    answer: Move
    kind: str
    margin: float
    depth: int
    rating: float

    @property
    def state(self) -> State:
        """The position."""
        return Record.parse(self.record).final_state()


@dataclass(frozen=True, slots=True)
class _Judged:
    answer: Move
    value: float
    rival: float

    @property
    def kind(self) -> str:
        if self.value >= SURE > self.rival:
            return "win"
        return "hold" if self.rival <= 1 - SURE < self.value else "best"


def make_exercises(game_id: str, variant: str | None = None, seed: int = 0) -> Iterator[Exercise]:
    """Play one game between two bots and yield the exercises that it holds. The same seed gives the same ones."""
    game, rng = find_game(game_id), random.Random(seed)
    setup = game.setup(variant, None, None, seed)
    if setup.seats != 2:  # with more, what is good for one says little about another
        raise BadSetup("tischlein.core", "bad-setup", field="seats", value=str(setup.seats), allowed="2")
    state, moves = game.start(setup), list[Move]()
    while (seat := state.to_move) is not None:
        lines = _search(game, state, LOOK, seed)
        if _stands_out(lines) and (judged := _confirm(game, state, lines, seed)) is not None:
            depth = _find_depth(game, state, judged.answer, seed)
            rating = RATING + RATING_BY_DEPTH * (math.log2(depth / DEPTHS[0]) / 2 - 1)
            name, margin = f"{game_id}-{setup.variant}-{seed}-{len(moves)}", round(judged.value - judged.rival, 3)
            position = Record(setup, tuple(moves)).text()
            yield Exercise(name, position, seat, judged.answer, judged.kind, margin, depth, rating)
        moves.append(rng.choice(state.legal_moves()) if rng.random() < SURPRISE else lines[0].move)
        state = state.play(moves[-1])


def _search(game: Game, state: State, simulations: int, seed: int) -> list[Variation]:
    assert state.to_move is not None, "somebody moves"
    return make_bot(game, f"{simulations}sims", seed).analyse(state, state.to_move)


def _stands_out(lines: Sequence[Variation]) -> bool:
    """Return whether a closer look is worth its time: the others are worse by half of the margin at least."""
    return len(lines) > RIVALS and max(line.value for line in lines[1 : 1 + RIVALS]) <= lines[0].value - MARGIN / 2


def _confirm(game: Game, state: State, lines: Sequence[Variation], seed: int) -> _Judged | None:
    """Search the first move and its rivals by themselves; None unless the first is clearly better than all of them."""
    closer = _search(game, state, CONFIRM, seed)
    if closer[0].move != lines[0].move:
        return None
    rivals = {line.move for line in (*lines[1 : 1 + RIVALS], *closer[1 : 1 + RIVALS])}
    value = _value_of(game, state, closer[0].move, seed)
    rival = max(_value_of(game, state, move, seed) for move in sorted(rivals))
    return _Judged(closer[0].move, value, rival) if value - rival >= MARGIN else None


def _value_of(game: Game, state: State, move: Move, seed: int) -> float:
    """Return what a move is worth to the seat that plays it, by a search of the position after it."""
    after, seat = state.play(move), state.to_move
    outcome = after.outcome()
    if outcome is not None:
        return (seat in outcome.winners) / len(outcome.winners)
    value = _search(game, after, CONFIRM, seed)[0].value
    return value if after.to_move == seat else 1.0 - value


def _find_depth(game: Game, state: State, answer: Move, seed: int) -> int:
    found = (depth for depth in DEPTHS if _search(game, state, depth, seed)[0].move == answer)
    return next(found, DEPTHS[-1])


# ------------------------------------------------------------------ files


def write_exercises(exercises: Iterable[Exercise]) -> str:
    """Return exercises as text, one on each line."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in exercises)


def read_exercises(source: Path | str) -> list[Exercise]:
    """Return the exercises of a file, or of a text. Raises msgspec's error for what is none."""
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    return [msgspec.json.decode(line, type=Exercise) for line in text.splitlines()]
