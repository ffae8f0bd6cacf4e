"""Packings: S1 and S2 from the start and from the middle, dead ends proven, bit boards against the rules."""

import random

import numpy as np
import pytest

from tischlein import find_game
from tischlein.games.blokus.notation import read
from tischlein.games.blokus.pieces import PIECES
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles import CHALLENGES, Layout, Placement, solve
from tischlein.puzzles.blokus.reasons import find_reason
from tischlein.puzzles.blokus.solvers.arrange import arrange
from tischlein.puzzles.blokus.solvers.beam import Beam
from tischlein.puzzles.blokus.solvers.boards import (
    MOST_PLACES,
    count_places,
    list_places,
    list_shapes,
    new_workspace,
    put,
    read_board,
    read_placement,
    write_move,
)
from tischlein.puzzles.blokus.solvers.pack import Pack
from tischlein.puzzles.blokus.solvers.search import Search

from .layouts import cut, packed, play_randomly, solution_of
from .reference import can_be_packed

FIRST = [("blue", "a20,b20"), ("yellow", "t20"), ("red", "t1,s1,r1"), ("green", "a1"), ("blue", "c19")]


def lay(name: str, *moves: tuple[str, str]) -> Layout:
    layout = Layout(CHALLENGES[name])
    for colour, move in moves:
        layout = layout.place(colour, move)
    return layout


def finish(search: Search) -> Search:
    while not search.settled:
        search.run()
    return search


def test_places_on_bit_boards_are_the_legal_moves() -> None:
    layout = Layout(CHALLENGES["s1"], {"order": "free"}).place_all(lay("s1", *FIRST).placements)
    board, left = read_board(layout)
    moves = np.zeros(MOST_PLACES, dtype=np.int64)
    for number, colour in enumerate(FOUR_COLOURS):
        for piece in range(0, len(PIECES), 4):
            if not left[number] >> piece & 1:
                continue
            count = list_places(board, list_shapes(), number, piece, True, new_workspace().fits, moves)
            listed = sorted(read_placement(number, move).move for move in moves[:count].tolist())
            assert listed == layout.legal_moves(colour, PIECES[piece].name)
            assert count_places(board, list_shapes(), number, piece)[1] == count


@pytest.mark.compiled
def test_places_on_bit_boards_agree_with_the_rules_of_blokus() -> None:
    """`put` and `list_places` are a fast copy of the rules: compared at every ply of whole games of Blokus."""
    positions = 0
    for seed in range(40):
        rng, state = random.Random(seed), find_game("blokus").new("classic", 4, seed=seed)
        board, left = read_board(Layout(CHALLENGES["s1"]))
        moves, fits = np.zeros(MOST_PLACES, dtype=np.int64), new_workspace().fits
        while state.to_move is not None:
            legal = list(state.legal_moves())
            colour = FOUR_COLOURS.index(str(state.view(None)["turn"]))
            positions += 1
            listed = []
            for piece in range(len(PIECES)):
                if left[colour] >> piece & 1:
                    count = list_places(board, list_shapes(), colour, piece, True, fits, moves)
                    listed += [read_placement(colour, move).move for move in moves[:count].tolist()]
            assert sorted(listed) == legal
            move = rng.choice(legal)
            placed = Placement(FOUR_COLOURS[colour], tuple(sorted(read(move))))
            put(board, list_shapes(), colour, write_move(placed))
            left[colour] &= ~(1 << [piece.name for piece in PIECES].index(placed.piece))
            state = state.play(move)
    assert positions > 2000


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["s1", "s2"])
def test_solutions_pass_the_checker_and_differ(name: str) -> None:
    first, second = solution_of(name, 0), solution_of(name, 1)
    assert Layout(CHALLENGES[name]).place_all(first.placements).solved
    assert set(first.placements) != set(second.placements)
    assert solve(Layout(CHALLENGES[name]), 1) == second


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["s1", "s2"])
@pytest.mark.parametrize("pieces", [7, 30, 50, 66, 79])
def test_cuts_are_completed(name: str, pieces: int) -> None:
    layout = cut(name, pieces, 2)
    solved = solve(layout, 5)
    assert solved is not None
    assert solved.solved
    assert solved.placements[:pieces] == layout.placements


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["s1", "s2"])
def test_the_proof_agrees_with_trying_every_order(name: str) -> None:
    rng, dead = random.Random(1), 0
    for seed in range(3):
        for pieces in (79, 80):
            layout = play_randomly(cut(name, pieces, seed), 2, rng)
            search = finish(Pack(layout))
            assert (search.found is not None) == can_be_packed(layout)
            dead += search.exhausted
    layout = cut(name, 78)
    assert finish(Pack(layout)).found is not None


@pytest.mark.parametrize("name", ["s1", "s2"])
def test_both_searches_end_a_packing(name: str) -> None:
    layout = packed(name, 79)
    for search in (Beam(layout, 0), Pack(layout)):
        found = finish(search).found
        assert found is not None
        ordered = arrange(layout, found)
        assert ordered is not None
        assert layout.place_all(ordered).solved


@pytest.mark.compiled
def test_free_order_is_completed_too() -> None:
    blue = [placement for placement in solution_of("s1", 3).placements if placement.colour == "blue"]
    layout = Layout(CHALLENGES["s1"], {"order": "free"}).place_all(blue[:15])
    solved = solve(layout, 0)
    assert solved is not None
    assert solved.solved


def test_a_careful_step_of_the_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tischlein.puzzles.blokus.solvers.beam.WIDTHS", (2,))
    monkeypatch.setattr("tischlein.puzzles.blokus.solvers.beam.CAREFUL", 1)
    beam = finish(Beam(packed("s1", 81), 0))
    assert beam.found is not None
    assert len(beam.found) == 3


def test_a_dead_packing_is_proven_twice() -> None:
    layout = play_randomly(packed("s1", 72), 8, random.Random(0))
    reason = find_reason(layout)
    assert reason is not None
    assert reason.details == {"colour": "blue", "piece": "I3"}
    assert finish(Pack(layout)).exhausted
    assert not can_be_packed(layout)


def test_arranging_refuses_what_hangs_on_nothing() -> None:
    solved = packed("s2", 84)
    assert solved.solved
    empty = Layout(CHALLENGES["s2"])
    shuffled = random.Random(0).sample(solved.placements, 84)
    ordered = arrange(empty, shuffled)
    assert ordered is not None
    assert empty.place_all(ordered).solved
    without_start = [placement for placement in solved.placements if (0, 19) not in placement.squares]
    assert arrange(empty, without_start) is None
