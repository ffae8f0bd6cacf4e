"""The rules of Nim, compiled, and the State over them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import Dice, Position, compiled, record_type, roll
from tischlein.core.game import Encoding, Json, Kernel, Lines, Move, Outcome, Seat, Setup, Span, State
from tischlein.core.refusal import IllegalMove
from tischlein.core.svg import document, label
from tischlein.core.view import TableView, show_outcome
from tischlein.core.words import Words

NIM = record_type([("heap", np.int32), ("ply", np.int32)])


@compiled
def moves(position: Position, buffer: NDArray[np.int32]) -> int:
    """Write how many may be taken."""
    count = int(min(3, position.heap))  # R2
    for index in range(count):
        buffer[index] = index + 1
    return count


@compiled
def push(position: Position, code: int) -> None:
    """Take so many."""
    position.heap -= code
    position.ply += 1


@compiled
def playout(position: Position, dice: Dice) -> int:
    """Play at random to the end."""
    plies = 0
    while position.heap > 0:
        push(position, 1 + roll(dice, min(3, position.heap)))
        plies += 1
    return plies


@compiled
def playouts(position: Position, count: int, dice: Dice) -> int:
    """Play many games."""
    heap, ply = position.heap, position.ply
    plies = 0
    for _ in range(count):
        plies += playout(position, dice)
        position.heap, position.ply = heap, ply
    return plies


@compiled
def perft(position: Position, depth: int) -> int:
    """Count sequences."""
    if depth == 0:
        return 1
    total = 0
    for code in range(1, min(3, position.heap) + 1):
        position.heap -= code
        total += perft(position, depth - 1)
        position.heap += code
    return total


class NimState(State):
    """How many are left, and after how many plies."""

    def __init__(self, setup: Setup, heap: int, ply: int) -> None:
        self.setup = setup
        self.heap, self.ply = heap, ply

    @property
    def position(self) -> NDArray[Any]:
        """For compiled code."""
        return np.array([(self.heap, self.ply)], dtype=NIM)

    def key(self) -> tuple[Any, ...]:
        return self.heap, self.ply

    @property
    def to_move(self) -> Seat | None:
        return (self.setup.first + self.ply) % self.seats if self.heap else None

    def legal_moves(self) -> Sequence[Move]:
        return ["1", "2", "3"][: self.heap]

    def play(self, move: Move) -> Self:
        if move.strip() not in ("1", "2", "3"):
            raise IllegalMove("tischlein.games.nim", "R4-unreadable", text=move)
        if int(move) > self.heap:
            raise IllegalMove("tischlein.games.nim", "R2-too-many", left=self.heap)
        return type(self)(self.setup, self.heap - int(move), self.ply + 1)

    def outcome(self) -> Outcome | None:
        if self.heap:
            return None
        last = (self.setup.first + self.ply - 1) % self.seats
        sign = 1 if self.setup.options.get("last", "wins") == "wins" else -1
        scores = [sign * (seat == last) for seat in range(self.seats)]  # R3
        return Outcome.ranked(scores, scores)

    def view(self, seat: Seat | None) -> Json:
        table: TableView = {
            "game": "nim",
            "variant": self.setup.variant,
            "seats": self.seats,
            "first": self.setup.first,
            "options": dict(self.setup.options),
            "ply": self.ply,
            "to_move": self.to_move,
            "outcome": show_outcome(self.outcome()),
        }
        return {**table, "heap": self.heap}

    def sample(self, seat: Seat, rng: random.Random) -> Self:
        return self

    def lines(self, seat: Seat | None, words: Words) -> Lines:
        return [[Span(words("heap", count=self.heap)), Span("|" * self.heap, "red")]]

    def svg(self, seat: Seat | None, words: Words) -> str:
        return document(100, 100, words("title"), [label(50, 50, str(self.heap), 40)])


class NimEncoding(Encoding):
    """Three actions; one plane with the heap."""

    actions = 3
    planes = ("heap",)
    shape = (1, 1, 1)

    def index(self, move: Move) -> int:
        return int(move) - 1

    def move(self, index: int) -> Move:
        return str(index + 1)

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        return np.full(self.shape, state.view(seat)["heap"], dtype=np.float32)


KERNEL = Kernel(
    position=lambda state: state.position[0],
    buffer=3,
    moves=moves,
    push=push,
    playout=playout,
    playouts=playouts,
    perft=perft,
    encode=lambda _state, move: int(move),
    decode=lambda _state, code: str(code),
)
