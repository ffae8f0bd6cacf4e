"""The compiled rules against the reference, on random games of every variant, seat count and option."""

import random
from collections.abc import Sequence

import pytest

from tischlein.core.compiled import JIT
from tischlein.core.game import State
from tischlein.core.refusal import IllegalMove
from tischlein.games.blockers import GAME
from tischlein.games.blockers.pieces import COLOURS, TILES

from .reference import CELLS, Reference
from .skip_game import moves_until_skip, skip_setup

CASES = [
    *(("basic", seats, {"scoring": scoring}) for seats in (2, 3, 4, 5) for scoring in ("blockers", "uptown")),
    *(
        ("expert", 2, {"scoring": scoring, "own-colour": own})
        for scoring in ("blockers", "uptown")
        for own in ("yes", "no")
    ),
    ("basic", 3, {"colours": "violet red blue"}),
    ("expert", 2, {"colours": "blue red green yellow"}),
]

OFTEN = 1.0 if JIT else 0.15  # how many of the positions are compared


def new_reference(state: State) -> Reference:
    setup = state.setup
    return Reference(setup.variant, setup.seats, setup.first, setup.options, setup.deal)


def compare(state: State, reference: Reference) -> None:
    assert state.to_move == reference.turn
    assert list(state.legal_moves()) == reference.legal_moves()
    view = state.view(None)
    assert view["skipped"] == sorted(reference.skips)
    assert [score["points"] for score in view["scores"]] == [reference.points(seat) for seat in range(state.seats)]
    outcome = state.outcome()
    assert (outcome is None) == (reference.turn is not None)
    if outcome is not None:
        assert outcome.places == reference.places()
        assert outcome.scores == tuple(reference.points(seat) for seat in range(state.seats))


def compare_refusals(state: State, reference: Reference, rng: random.Random, count: int) -> None:
    """Try random placements, most of them with tiles and cells that nearly fit."""
    for _ in range(count):
        colour, cell = rng.choice(COLOURS), rng.choice(CELLS)
        tile = rng.choice(reference.racks.get(colour, TILES) if rng.random() < 0.8 else TILES)
        broken = reference.broken_rule(colour, tile, cell)
        move = f"{cell[0]}{cell[1]}:{colour}-{tile}"
        if broken is None:
            assert state.canonical(move) == reference.write(colour, tile, cell)
        else:
            with pytest.raises(IllegalMove) as caught:
                state.play(move)
            assert caught.value.rule == broken


def choose(moves: Sequence[str], reference: Reference, rng: random.Random, style: str) -> str:
    """Return a random move; "builder" likes to grow groups, "taker" likes to take: other boards than by chance."""
    if style == "builder":
        grown = [move for move in moves if reference.points_after(move) <= reference.points(reference.turn or 0)]
        return rng.choice(grown or moves)
    if style == "taker":
        taking = [move for move in moves if reference.read(move)[2] in reference.board]
        return rng.choice(taking or moves)
    return rng.choice(moves)


@pytest.mark.parametrize(
    "style",
    ["chance", pytest.param("builder", marks=pytest.mark.compiled), pytest.param("taker", marks=pytest.mark.compiled)],
)
@pytest.mark.parametrize(("variant", "seats", "options"), CASES)
def test_random_games(variant: str, seats: int, options: dict[str, str], style: str) -> None:
    rng = random.Random(f"{variant} {seats} {options} {style}")
    state = GAME.new(variant, seats, options, seed=rng.randrange(1000))
    reference = new_reference(state)
    while reference.turn is not None:
        if rng.random() < OFTEN:
            compare(state, reference)
            compare_refusals(state, reference, rng, 5)
        move = choose(state.legal_moves(), reference, rng, style)
        state = state.play(move)
        reference.play(move)
    compare(state, reference)
    compare_refusals(state, reference, rng, 5)


def test_a_game_with_skips() -> None:
    state, rng = GAME.start(skip_setup()), random.Random(9)
    reference = new_reference(state)
    for move in [*moves_until_skip(), "A7:A", "D8:8", "B9:triangle", "H4:joker"]:
        state = state.play(move)
        reference.play(move)
        if reference.skips or rng.random() < OFTEN:
            compare(state, reference)
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        state = state.play(move)
        reference.play(move)
        if rng.random() < OFTEN:
            compare(state, reference)
    compare(state, reference)


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "seats", "options"), CASES)
def test_many_random_games(variant: str, seats: int, options: dict[str, str]) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        state = GAME.new(variant, seats, options, seed=seed)
        reference = new_reference(state)
        while state.to_move is not None:
            if rng.random() < 0.5:
                compare(state, reference)
            move = rng.choice(state.legal_moves())
            state = state.play(move)
            reference.play(move)
        compare(state, reference)
