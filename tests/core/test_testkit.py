"""The laws can fail: each of these broken games breaks exactly the law that should notice."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import NDArray

from tischlein import IllegalMove, Record, find_game
from tischlein.core import testkit
from tischlein.core.drawing import Drawing
from tischlein.core.game import Encoding, Game, Json, Move, Outcome, Seat, State
from tischlein.core.kernel import Kernel
from tischlein.core.kernel_state import PositionEncoding
from tischlein.core.testkit import Case, check_finished, check_laws, check_perft, divide, fast_perft, perft

NimState: Any = type(find_game("nim").new())
NIM: Any = find_game("nim")


class Unsorted(NimState):  # type: ignore[misc]
    def legal_moves(self) -> Sequence[Move]:
        return list(reversed(super().legal_moves()))


class Phantom(NimState):  # type: ignore[misc]
    def legal_moves(self) -> Sequence[Move]:
        return [*super().legal_moves(), "4"] if self.to_move is not None else []


class Lax(NimState):  # type: ignore[misc]
    def play(self, move: Move) -> Self:
        return super().play("1" if move == "pass" and self.to_move is not None else move)  # type: ignore[no-any-return]

    def canonical(self, move: Move) -> Move:
        return move


class Leaky(NimState):  # type: ignore[misc]
    def view(self, seat: Seat | None) -> Json:
        return super().view(seat) | {"id": id(self) if seat == 0 else 0}

    def sample(self, seat: Seat, rng: random.Random) -> Self:
        return type(self)(self.setup, self._array)


class Forgetful(NimState):  # type: ignore[misc]
    def key(self) -> tuple[Any, ...]:
        return ()


class Endless(NimState):  # type: ignore[misc]
    def play(self, move: Move) -> Self:
        return self


class Lopsided(NimState):  # type: ignore[misc]
    def outcome(self) -> Outcome | None:
        return None if self.to_move is not None else Outcome(tuple(range(2, 2 + self.seats)), (0,) * self.seats)


class Unspeakable(NimState):  # type: ignore[misc]
    def view(self, seat: Seat | None) -> Json:
        return super().view(seat) | {"pair": (1, 2)}


def with_state(kind: type[Any]) -> Game:
    """Return Nim with another State."""

    class Broken(type(NIM)):  # type: ignore[misc]
        def start(self, setup: Any) -> State:
            return kind.begin(setup)  # type: ignore[no-any-return]

    return Broken()


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Unsorted, "moves_are_sorted"),
        (Lax, "nothing_else_is_playable"),
        (Leaky, "samples_look_the_same"),
        (Forgetful, "nothing_else_is_playable|states_are_values"),
        (Lopsided, "outcomes_are_consistent"),
        (Unspeakable, "views_are_json"),
    ],
)
def test_a_broken_state_breaks_its_law(kind: type[Any], law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_state(kind)
    monkeypatch.setattr("tischlein.core.record.find_game", lambda _id: game)
    with pytest.raises(AssertionError) as broken:
        check_laws(game, Case("plain", 2), seed=1)
    assert any(name in broken.value.__notes__[0] for name in law.split("|"))


def test_a_phantom_move_is_noticed() -> None:
    with pytest.raises(IllegalMove):
        check_laws(with_state(Phantom), Case("plain", 2), seed=1)


def test_an_endless_game_is_noticed() -> None:
    with pytest.raises(AssertionError, match="does not end"):
        check_laws(with_state(Endless), Case("plain", 2), seed=1)


def test_an_empty_drawing_is_noticed() -> None:
    class Blank(type(NIM)):  # type: ignore[misc]
        def drawing(self) -> Drawing:
            return Drawing(lambda _view, _words: [], super().drawing().svg)

    with pytest.raises(AssertionError) as broken:
        check_laws(Blank(), Case("plain", 2), seed=1)
    assert "drawings_are_well_formed" in broken.value.__notes__[0]


def test_a_wrong_number_is_noticed() -> None:
    arguments = NIM.new().position.dtype, 4, int, str

    class Blurred(PositionEncoding):
        def index(self, move: Move) -> int:
            return 0

        def mask(self, state: State) -> NDArray[np.bool_]:
            return np.ones(3, dtype=np.bool_)

    class Broken(type(NIM)):  # type: ignore[misc]
        def encoding(self, variant: str, seats: int) -> Encoding:
            return Blurred(*arguments)

    with pytest.raises(AssertionError) as broken:
        check_laws(Broken(), Case("plain", 2), seed=1)
    assert "encoding_fits" in broken.value.__notes__[0]


def test_a_kernel_with_other_rules_is_noticed() -> None:
    class Broken(type(NIM)):  # type: ignore[misc]
        def kernel(self, variant: str) -> Kernel:
            good: Kernel = super().kernel(variant)
            return replace(good, moves=lambda _position, _buffer: 0)

    with pytest.raises(AssertionError) as broken:
        check_laws(Broken(), Case("plain", 2), seed=1)
    assert "kernel_agrees" in broken.value.__notes__[0]


def test_perft_counts_the_same_both_ways() -> None:
    state = NIM.new(seed=1)
    for depth in range(5):
        assert perft(state, depth) == fast_perft(NIM, state, depth)
    assert sum(divide(NIM, state, 3).values()) == perft(state, 3)


def test_a_wrong_perft_prints_the_divide() -> None:
    record = Record(NIM.setup(seed=1), tags={"Perft 1": "3", "Perft 2": "10"})
    check_perft(NIM, record, deepest=1)
    with pytest.raises(AssertionError, match=r"perft 2: 9, expected 10\n *1 3\n *2 3\n *3 3"):
        check_perft(NIM, record, deepest=2)


def test_a_confused_winner_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Confused(NimState):  # type: ignore[misc]
        def outcome(self) -> Outcome | None:
            right: Outcome | None = super().outcome()
            return right and Outcome.ranked([-score for score in right.scores], [-score for score in right.scores])

    game = with_state(Confused)
    monkeypatch.setattr("tischlein.core.record.find_game", lambda _id: game)
    heap = {"heap": "4"}
    record = Record(replace(NIM.setup(seed=1, first=0), deal=heap), ("1", "3"), {"Places": "2 1", "Scores": "0 1"})
    with pytest.raises(AssertionError):
        check_finished(record)
    monkeypatch.undo()
    check_finished(record)


def test_cases_name_every_option() -> None:
    names = [str(case) for case in testkit.cases(NIM)]
    assert names == [f"plain-{seats}{option}" for seats in (2, 3, 4) for option in ("", "-last=loses")]
