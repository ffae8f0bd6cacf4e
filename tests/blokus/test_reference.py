"""The game and the slow reference agree: on whose turn it is, on every legal move, on refusals and on the scores."""

from __future__ import annotations

import random

import pytest

from tischlein.core.game import State
from tischlein.core.refusal import IllegalMove
from tischlein.core.testkit import Case, cases
from tischlein.games.blokus import GAME

from .reference import PIECES, Piece, Table, slide, ways, write

CASES = [*cases(GAME), Case("three", 3, {"fourth": "red", "corners": "free"})]


def read(move: str) -> Piece:
    return frozenset(("abcdefghijklmnopqrst".index(text[0]), int(text[1:]) - 1) for text in move.split(","))


def set_up(case: Case, seed: int) -> tuple[State, Table]:
    state = GAME.new(case.variant, case.seats, case.options, seed)
    return state, Table(case.variant, case.seats, state.setup.first, case.options)


def choose(moves: list[str], preference: int, rng: random.Random) -> str:
    """Any move, or by preference a large or a small piece: so games become short, long, open and closed."""
    picked = rng.sample(moves, min(len(moves), 1 + abs(preference)))
    return max(picked, key=lambda move: move.count(",") * preference)


def compare(state: State, table: Table) -> None:
    assert state.to_move == table.mover()
    assert state.view(None)["turn"] == table.turn
    assert list(state.legal_moves()) == sorted(map(write, table.moves))


def compare_refusals(state: State, table: Table, rng: random.Random, count: int) -> set[str]:
    """Throw random pieces on the board, often near the own colour, and compare what is said about them."""
    seen = set()
    pieces = sorted(PIECES, key=sorted)
    for _ in range(count):
        form = rng.choice(sorted(ways(rng.choice(pieces)), key=sorted))
        near = sorted(table.covered[table.turn]) if table.turn else []
        if rng.random() < 0.1:  # now and then something that is no piece
            form |= {(rng.randrange(4), rng.randrange(4)), (rng.randrange(4), rng.randrange(4))}
        anywhere = (rng.randrange(table.size), rng.randrange(table.size))
        x, y = rng.choice(near) if near and rng.random() < 0.7 else anywhere
        x, y = max(0, x + rng.randint(-2, 2)), max(0, y + rng.randint(-2, 2))
        squares = frozenset((min(19, a + x), b + y) for a, b in form)
        expected = table.fault(squares)
        text = write(squares)
        if expected is None:
            assert state.canonical(text) == text
        else:
            with pytest.raises(IllegalMove) as refused:
                state.play(text)
            assert refused.value.code == expected
            seen.add(expected)
    return seen


ENOUGH = 520
"""Positions to compare for each case."""


def play_and_compare(case: Case, seed: int, every: int, refusals: int) -> tuple[int, set[str]]:
    rng = random.Random(f"{case} {seed}")
    state, table = set_up(case, seed)
    preference = rng.choice((-3, 0, 0, 2, 6))
    compared, seen, ply = 0, set[str](), 0
    while state.to_move is not None:
        assert state.to_move == table.mover()
        if ply % every == 0:
            compare(state, table)
            seen |= compare_refusals(state, table, rng, refusals)
            compared += 1
        move = choose(sorted(map(write, table.moves)), preference, rng)
        state = state.play(move)
        table.play(read(move))
        ply += 1
    compare(state, table)
    seen |= compare_refusals(state, table, rng, 2)
    outcome = state.outcome()
    assert outcome is not None
    assert list(outcome.scores) == table.scores()
    assert outcome.places == tuple(1 + sum(other > own for other in table.scores()) for own in table.scores())
    return compared, seen


@pytest.mark.parametrize("case", CASES[1::2], ids=str)
def test_one_game_agrees_with_the_reference(case: Case) -> None:
    play_and_compare(case, seed=0, every=9, refusals=6)


@pytest.mark.compiled
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_position_of_more_games_agrees_with_the_reference(case: Case) -> None:
    """Every variant has at least two cases, so more than a thousand positions each."""
    compared, seed = 0, 0
    while compared < ENOUGH:
        seed += 1
        compared += play_and_compare(case, seed, every=1, refusals=6)[0]


def test_random_refusals_meet_every_rule_about_placing() -> None:
    seen = set[str]()
    seen |= play_and_compare(Case("duo", 2), seed=5, every=4, refusals=15)[1]
    state, table = set_up(Case("two", 2), 0)
    seen |= compare_refusals(state, table, random.Random(1), 60)
    assert seen == {"R1-shape", "R3-placed", "R4-board", "R4-occupied", "R5-start", "R6-corner", "R7-edge", "R9-over"}


def test_the_reference_knows_the_pieces() -> None:
    assert [sum(len(piece) == size for piece in PIECES) for size in range(1, 6)] == [1, 1, 2, 5, 12]
    assert sum(len(ways(piece)) for piece in PIECES) == 91
    assert all(slide(piece) == piece for piece in PIECES)
