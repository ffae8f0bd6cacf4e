"""The compiled rules and the plain reference agree, in every variant, with every number of seats and every option."""

from __future__ import annotations

import random

import pytest

from tischlein.core.compiled import JIT
from tischlein.core.game import State
from tischlein.core.refusal import IllegalMove
from tischlein.core.testkit import Case, cases
from tischlein.games.planken import GAME
from tischlein.games.planken.notation import write
from tischlein.games.planken.tables import ACTIONS

from .reference import Reference
from .table import double

MIXED = [
    Case("standard", 2, {"line": "any", "deal": "random", "turning": "no", "stuck": "loses", "edge": "swap"}),
    Case("standard", 3, {"deal": "random", "turning": "no", "stuck": "loses", "staying": "yes"}),
    Case("teams", 4, {"deal": "random", "turning": "no", "stuck": "loses", "edge": "swap"}),
]
GAMES = 60 if JIT else 4


def compare(state: State, reference: Reference) -> None:
    assert list(state.legal_moves()) == reference.legal_moves()
    assert state.to_move == reference.to_move()
    outcome = state.outcome()
    assert (outcome and (list(outcome.places), list(outcome.scores))) == reference.outcome()


def try_moves(state: State, reference: Reference, rng: random.Random) -> None:
    """Legal or not, a move has the same fate in both, and the rule that is named is broken indeed."""
    strange = [write(rng.randrange(ACTIONS)) for _ in range(6)]
    strange += [write(rng.randrange(80)), "keep", *(vary(move, rng) for move in state.legal_moves()[:4])]
    before = state.key()
    for move in strange:
        broken = reference.broken_rules(move)
        if broken:
            with pytest.raises(IllegalMove) as refused:
                state.play(move)
            assert refused.value.rule in broken, move
        else:
            assert move in state.legal_moves()
            state.play(move)
    assert state.key() == before


def vary(move: str, rng: random.Random) -> str:
    """Return a move that is like a legal one but for a letter, so that it breaks the later rules too."""
    if move in ("keep", "swap", "stay"):
        return move
    at = rng.choice([place for place, letter in enumerate(move) if letter in "bcdefghijklmnopqrstuvwx123"])
    near = rng.choice("klmno" if move[at].isalpha() else "123")
    return move[:at] + near + move[at + 1 :]


@pytest.mark.parametrize("case", [*cases(GAME), *MIXED], ids=str)
def test_random_games_are_the_same(case: Case) -> None:
    rng = random.Random(str(case))
    for game in range(GAMES):
        state = GAME.new(case.variant, case.seats, case.options, seed=game)
        reference = double(state)
        while True:
            compare(state, reference)
            if rng.random() < 0.3:
                try_moves(state, reference, rng)
            if state.to_move is None:
                break
            move = choose(state, rng)
            state = state.play(move)
            reference.play(move)


def choose(state: State, rng: random.Random) -> str:
    """Return a random move; nails alone are set as often as planks are laid, for longer and fuller games."""
    moves = state.legal_moves()
    short = [move for move in moves if ":" not in move]
    return rng.choice(short if short and rng.random() < 0.5 else moves)
