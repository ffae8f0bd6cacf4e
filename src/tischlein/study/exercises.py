"""Exercises from games: positions with exactly one good answer, by a clear margin that a longer search confirms.

    for exercise in make_exercises("planken", "standard", seed=7):
        print(exercise.kind, exercise.answer)

A game of two bots is played; wherever the first look says that one move stands out, its rivals are searched by
themselves, eight times as long; where the answer wins, these are all moves that are not proven to lose. How hard an
exercise is follows from how long the engine must look to find the answer, and from the length of a proven win.
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

RATING_BY_DEPTH, RATING_BY_TURN = 200.0, 60.0
"""How much harder it is to be found by looking four times as long, and by a win that takes a turn longer."""

SURPRISE = 0.15
"""How often a random move is played, so that games differ and somebody makes mistakes."""

DATA = Path(__file__).parent / "data"
"""The exercises that come along, a file for each game; the page has the same ones."""

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
    turns: int
    """How many more own turns a proven win takes after the answer; 0 if nothing is proven."""

    @property
    def kind(self) -> str:
        if self.value >= SURE > self.rival:
            return "win"
        return "hold" if self.rival <= 1 - SURE < self.value else "best"


def make_exercises(game_id: str, variant: str | None = None, seed: int = 0) -> Iterator[Exercise]:
    """Play one game between two bots and yield the exercises that it holds. The same seed gives the same ones.

    Raises BadSetup for a variant that two cannot play.
    """
    game, rng = find_game(game_id), random.Random(seed)
    setup = game.setup(variant, 2, None, seed)  # with more seats, what is good for one says little about another
    state, moves = game.start(setup), list[Move]()
    while (seat := state.to_move) is not None:
        lines = _search(game, state, LOOK, seed)
        if _stands_out(lines) and (judged := _confirm(game, state, lines, seed)) is not None:
            depth = _find_depth(game, state, judged.answer, seed)
            looked = math.log2(depth / DEPTHS[0]) / 2 - 1
            rating = RATING + RATING_BY_DEPTH * looked + RATING_BY_TURN * judged.turns
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
    value, rival = _value_of(game, state, closer[0].move, seed), 0.0
    for move in _find_rivals(lines, closer, value >= SURE):
        rival = max(rival, _value_of(game, state, move, seed))
        if value - rival < MARGIN:
            return None
    turns = (len(closer[0].continuation) + 1) // 2 if closer[0].proven and value >= SURE else 0
    return _Judged(closer[0].move, value, rival, turns)


def _find_rivals(lines: Sequence[Variation], closer: Sequence[Variation], wins: bool) -> list[Move]:
    """Return the moves that the answer must beat, the best first: where it wins, all that are not proven to lose."""
    best = [line.move for line in (*closer[1 : 1 + RIVALS], *lines[1 : 1 + RIVALS])]
    rest = [line.move for line in closer[1:] if wins and not (line.proven and line.value <= 1 - SURE)]
    return [move for move in dict.fromkeys([*best, *rest]) if move != closer[0].move]


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
