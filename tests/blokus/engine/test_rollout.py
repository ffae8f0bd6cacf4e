"""Rollouts of Blokus: the moves of a contact stand together, answers are found, and draws are fair."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tischlein import find_game
from tischlein.core.compiled import new_dice
from tischlein.games.blokus import notation, rules
from tischlein.games.blokus.engine import rollout
from tischlein.games.blokus.engine.workspace import new_workspace
from tischlein.games.blokus.pieces import Square
from tischlein.games.blokus.tables import A1, STRIDE, cell_of

GAME = find_game("blokus")
NEIGHBOURS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


def play_randomly(variant: str, plies: int, seed: int = 1) -> Any:
    """Return a position some random plies into a game; large pieces first, so that games last."""
    rng, state = random.Random(seed), GAME.new(variant, seed=seed, first=0)
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        largest = max(move.count(",") for move in moves)
        state = state.play(rng.choice([move for move in moves if move.count(",") == largest]))
    return state


def legal_codes(position: Any) -> set[int]:
    buffer = np.zeros(rules.BUFFER, dtype=np.int32)
    return set(buffer[: rules.moves(position, buffer)].tolist())


def cells_of(code: int) -> set[int]:
    return {cell_of(square) for square in notation.read(notation.write(code))}


def corners_of(squares: list[Square]) -> set[Square]:
    own = set(squares)
    beside = {(x + a, y + b) for x, y in own for a, b in NEIGHBOURS}
    return {(x + a, y + b) for x, y in own for a in (1, -1) for b in (1, -1)} - beside


def answers(position: Any) -> dict[int, int]:
    """Return by square cell what covering it is worth, the slow way: from the squares of the last three moves."""
    colour, worth = int(position.turn), {}
    on_board = {(x, y) for x in range(int(position.width)) for y in range(int(position.width))}

    def is_open(square: Square, who: int) -> bool:
        return square in on_board and not int(position.board[cell_of(square)]) >> who & 1

    for ply in range(max(0, int(position.ply) - 3), int(position.ply)):
        other = int(position.played_by[ply])
        if other == colour or (position.side[other] == position.side[colour] and position.side[colour] >= 0):
            continue
        for x, y in corners_of(notation.read(notation.write(int(position.played[ply])))):
            if is_open((x, y), other):
                for square in ((x + a, y + b) for a, b in NEIGHBOURS):
                    if is_open(square, other) and is_open(square, colour):
                        cell = cell_of(square)
                        worth[cell] = 1 + (int(position.board[cell]) >> (4 + colour) & 1)
    return worth


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
@pytest.mark.parametrize("plies", [0, 3, 9, 24])
def test_the_moves_of_a_contact_stand_together(variant: str, plies: int) -> None:
    """Every legal move is listed with a contact that it covers, before and after tidying."""
    for seed in range(3):
        position = play_randomly(variant, plies, seed).position.copy()
        colour, legal = int(position.turn), legal_codes(position)
        for _ in range(2):
            listed = set()
            for number in range(int(position.contacts[colour])):
                first = int(position.contact_starts[colour, number])
                codes = position.lists[colour, first : rules.contact_end(position, colour, number)].tolist()
                assert all(int(position.contact_cells[colour, number]) in cells_of(code) for code in codes)
                listed |= set(codes)
            assert legal <= listed
            assert legal_codes(position) == legal
            rules.tidy(position, colour)
            assert set(position.lists[colour, : position.counts[colour]].tolist()) == legal


@pytest.mark.compiled
def test_tidying_a_mixed_list_keeps_what_is_legal() -> None:
    """A uniform draw mixes the moves of all contacts; new contacts come after that."""
    for seed in range(6):
        position, dice = play_randomly("duo", 4, seed).position.copy(), new_dice(seed)
        for _ in range(8):
            rules.push(position, rules.draw(position, dice))
        for colour in range(2):
            if rules.can_place(position, colour):
                position.turn = colour
                legal = legal_codes(position)
                rules.tidy(position, colour)
                assert set(position.lists[colour, : position.counts[colour]].tolist()) == legal


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_cells_are_valued_as_the_squares_of_the_last_moves_say(variant: str) -> None:
    workspace = new_workspace()
    for plies in (0, 1, 5, 14, 22):
        position = play_randomly(variant, plies).position
        rollout.value_cells(position, workspace.answer_values)
        expected = answers(position)
        for row in range(int(position.width)):
            for column in range(int(position.width)):
                cell = A1 + STRIDE * row + column
                closed = int(position.board[cell]) >> int(position.turn) & 1
                assert workspace.answer_values[cell] == (rollout.CLOSED_CELL if closed else expected.get(cell, 0))


@pytest.mark.compiled
@pytest.mark.parametrize("variant", list(GAME.variants))
def test_the_best_answer_is_played(variant: str) -> None:
    """Looking only at contacts near recent moves misses no move that covers more of their corners."""
    workspace, dice, answered = new_workspace(), new_dice(1), 0
    for seed in range(8):
        position = play_randomly(variant, 5, seed).position.copy()
        rollout.begin_rollout(position, workspace)
        while position.turn >= 0:
            worth = answers(position)
            best = {code: min(5, sum(worth.get(cell, 0) for cell in cells_of(code))) for code in legal_codes(position)}
            code = rollout.draw_answer(position, workspace, dice)
            assert best[code] == max(best.values())
            answered += best[code] > 0
            rules.push(position, code)
            rollout.stamp_reach(position, int(position.ply) - 1, workspace)
    assert answered > 50


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["draw_answer", "draw_from_all"])
def test_draws_prefer_large_pieces(name: str) -> None:
    """With nothing to answer, every move has its share: a square more makes it five times as likely."""
    state, dice, workspace, sizes = GAME.new("classic", first=0), new_dice(1), new_workspace(), Counter[int]()
    for _ in range(4_000):
        position = state.position.copy()  # type: ignore[attr-defined]
        rollout.begin_rollout(position, workspace)
        drawn = (
            rollout.draw_answer(position, workspace, dice)
            if name == "draw_answer"
            else rollout.draw_from_all(position, dice)
        )
        sizes[notation.write(drawn).count(",") + 1] += 1
    by_size = Counter(move.count(",") + 1 for move in state.legal_moves())
    total = sum(count * 5**size for size, count in by_size.items())
    for size, count in by_size.items():
        assert abs(sizes[size] / 4_000 - count * 5**size / total) < 0.02


@pytest.mark.compiled
def test_draws_from_the_whole_list_have_their_shares() -> None:
    state = play_randomly("duo", 16)
    dice, chosen = new_dice(1), Counter[str]()
    for _ in range(3_000):
        chosen[notation.write(rollout.draw_from_all(state.position.copy(), dice))] += 1
    shares = {move: 5 ** (move.count(",") + 1) for move in state.legal_moves()}
    for move, share in shares.items():
        assert abs(chosen[move] / 3_000 - share / sum(shares.values())) < 0.03


@pytest.mark.compiled
def test_stamps_begin_anew_before_they_run_out() -> None:
    """A game after the last stamp finds the same answers as the first."""
    workspace, position = new_workspace(), play_randomly("two", 12).position
    drawn = []
    for clock in (0, rollout.LAST_STAMP):
        workspace.clock = clock
        again = position.copy()
        rollout.roll_out(again, workspace, new_dice(5))
        drawn.append(again.played.tolist())
    assert drawn[0] == drawn[1]
    assert workspace.clock < rollout.LAST_STAMP


def test_playing_out_works_without_the_compiler() -> None:
    position = play_randomly("duo", 20).position.copy()
    rollout.roll_out(position, new_workspace(), new_dice(2))
    assert position.turn == -1
