"""Every rule by its number, with the examples and counts that are known."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tischlein.core.game import Setup
from tischlein.core.record import Record
from tischlein.core.refusal import IllegalMove
from tischlein.core.testkit import check_perft, fast_perft, perft
from tischlein.games.blokus import GAME, rules
from tischlein.games.blokus.game import BlokusState
from tischlein.games.blokus.pieces import PIECES, SHAPES
from tischlein.games.blokus.tables import SHAPE_CORNERS, WAY_STARTS

HERE = Path(__file__).parent
PERFT = sorted((HERE / "perft").glob("*.record"))


def new(variant: str = "classic", first: int = 0, **options: str) -> BlokusState:
    state = GAME.new(variant, options=options, first=first)
    assert isinstance(state, BlokusState)
    return state


def play(state: BlokusState, *moves: str) -> BlokusState:
    for move in moves:
        state = state.play(move)
    return state


def refusal(state: BlokusState, move: str) -> IllegalMove:
    before = state.key()
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert state.key() == before
    return refused.value


def turn(state: BlokusState) -> str | None:
    colour: str | None = state.view(None)["turn"]
    return colour


def read(name: str) -> Record:
    return Record.parse((HERE / f"golden/{name}.record").read_text(encoding="utf-8"))


def final(name: str) -> BlokusState:
    state = read(name).final_state()
    assert isinstance(state, BlokusState)
    return state


# ------------------------------------------------------------------ material and turn


def test_r1_there_are_21_pieces_of_89_squares_that_lie_in_91_ways() -> None:
    assert Counter(piece.size for piece in PIECES) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
    assert sum(piece.size for piece in PIECES) == 89
    assert len(SHAPES) == len(set(SHAPES)) == 91
    assert sum(map(len, SHAPES)) == 414
    names = "1 2 I3 V3 I4 L4 O T4 Z4 F I5 L5 N P T5 U V5 W X Y Z5"
    assert [piece.name for piece in PIECES] == names.split()


def test_r1_there_are_30433_placements() -> None:
    assert GAME.encoding("classic", 4).actions == 30_433
    assert GAME.encoding("duo", 2).actions == 13_729


@pytest.mark.parametrize("move", ["a20,c20", "a20,b19", "a20,a19,a18,a17,a16,a15", "a20,b20,c20,d20,f20"])
def test_r1_only_pieces_can_be_placed(move: str) -> None:
    assert refusal(new(), move).code == "R1-shape"


def test_r2_colours_play_in_their_order_clockwise_from_the_first_seat() -> None:
    state = new(first=2)
    seen = []
    for corner in ("a20", "t20", "t1", "a1"):
        seen.append((state.to_move, turn(state)))
        state = state.play(corner)
    assert seen == [(2, "blue"), (3, "yellow"), (0, "red"), (1, "green")]
    assert (state.to_move, turn(state)) == (2, "blue")


def test_r3_each_piece_is_placed_once() -> None:
    state = play(new(), "a20", "t20", "t1", "a1")
    illegal = refusal(state, "b19")
    assert (illegal.code, illegal.details["piece"]) == ("R3-placed", "1")
    assert turn(state.play("b19,b18")) == "yellow"


def test_r3_a_piece_may_be_turned_and_flipped() -> None:
    for move in ("a20,a19,a18,a17,b17", "a20,b20,c20,d20,a19", "a20,a19,b20,c20,d20"):
        assert new().play(move).view(None)["last"]["piece"] == "L5"


def test_r4_a_piece_lies_on_the_board() -> None:
    for state, move, outside in (
        (new(), "t20,u20", "u20"),
        (new(), "a20,a21", "a21"),
        (new("duo"), "n10,o10", "o10"),
        (new("duo"), "e14,e15", "e15"),
    ):
        illegal = refusal(state, move)
        assert (illegal.code, illegal.details["square"]) == ("R4-board", outside)


def test_r4_a_piece_lies_on_free_squares() -> None:
    state = play(new("duo"), "e10", "j5,i5,h5,g5,f5", "f9,f8,f7,f6")
    assert turn(state) == "yellow"
    illegal = refusal(state, "e6,f6")
    assert (illegal.code, illegal.details["square"]) == ("R4-occupied", "f6")


def test_r4_a_piece_stays_where_it_lies() -> None:
    boards = [state.view(None)["board"] for state in read("classic").states()]
    for before, after in pairwise(boards):
        for old, new_row in zip(before, after, strict=True):
            assert all(one in (".", other) for one, other in zip(old, new_row, strict=True))


# ------------------------------------------------------------------ where a piece may lie


def test_r5_the_first_piece_covers_the_own_corner() -> None:
    state = new()
    for corner in ("a20", "t20", "t1", "a1"):
        assert len(state.legal_moves()) == 58
        assert all(corner in move.split(",") for move in state.legal_moves())
        illegal = refusal(state, "k10")
        assert (illegal.code, illegal.details["starts"]) == ("R5-start", corner)
        state = state.play(corner)


def test_r5_another_colours_corner_does_not_count() -> None:
    assert refusal(new(), "a1").code == "R5-start"


def test_r5_with_free_corners_any_free_corner_will_do() -> None:
    state = new(corners="free")
    assert len(state.legal_moves()) == 4 * 58
    state = state.play("a1,a2")
    assert len(state.legal_moves()) == 3 * 58
    illegal = refusal(state, "k10")
    assert (illegal.code, illegal.details["starts"]) == ("R5-start", "a20, t20, t1")
    assert refusal(state, "a1").code == "R4-occupied"
    state = play(state, "t1", "t20")
    assert len(state.legal_moves()) == 58
    assert all("a20" in move.split(",") for move in state.legal_moves())


def test_r5_a_free_corner_counts_for_the_first_piece_only() -> None:
    state = play(new(corners="free"), "a1", "t1", "t20", "a20")
    assert all("b2" in move.split(",") for move in state.legal_moves())
    alone = play(new("duo", corners="free"), "e10", "j5")
    assert refusal(alone, "j6,j7").code == "R6-corner"


def test_r5_after_the_first_round_no_start_square_is_free() -> None:
    for variant, corners in (("classic", ("t1", "a20", "a1", "t20")), ("duo", ("j5", "e10"))):
        state = play(new(variant, corners="free"), *corners)
        owners = [state.position.owner[cell] for cell in state.position.starts[0]]
        assert all(owners)


def drawn_example() -> BlokusState:
    """The example of the rules page, moved to the start square of violet: B and the single square lie."""
    return play(new("duo"), "e10,f10,f9", "j5", "g8", "k4,k3,k2")


def test_r6_a_piece_touches_an_own_corner() -> None:
    state = drawn_example()
    assert turn(play(state, "h9,h10,i10,j10")) == "yellow"
    after = play(state, "h9,h10,i10,j10", "l1,m1")
    assert refusal(after, "j7,j8").code == "R6-corner"


def test_r6_a_corner_of_another_colour_does_not_count() -> None:
    state = play(new("duo"), "e10", "j5")
    assert refusal(state, "k4,k3").code == "R6-corner"


def test_r7_a_piece_touches_no_own_edge() -> None:
    illegal = refusal(drawn_example(), "f7,f8")
    assert (illegal.code, illegal.details["square"]) == ("R7-edge", "f8")


def test_r7_a_corner_does_not_excuse_an_edge() -> None:
    state = play(new("duo"), "e10,e9", "j5")
    illegal = refusal(state, "f8,f9,g8")
    assert (illegal.code, illegal.details["square"]) == ("R7-edge", "f9")
    assert turn(state.play("f8,g8,h8")) == "yellow"


def test_r7_other_colours_may_be_touched_along_edges() -> None:
    state = play(new("duo"), "e10", "j5,i5,h5,g5,f5", "f9,f8,f7,f6")
    assert state.view(None)["board"][-6][5] == "v"
    assert state.view(None)["board"][-5][5] == "y"


# ------------------------------------------------------------------ the end and the score


def test_r8_a_colour_that_can_place_nothing_is_skipped_for_good() -> None:
    states = list(read("classic").states())
    colours = [piece["colour"] for piece in states[-1].view(None)["placed"]]
    order = ["blue", "yellow", "red", "green"]
    skipped = False
    for ply, colour in enumerate(colours[1:], start=1):
        expected = order[(order.index(colours[ply - 1]) + 1) % 4]
        if colour != expected:
            skipped = True
            assert expected not in colours[ply:]
            row = next(row for row in states[ply].view(None)["colours"] if row["id"] == expected)
            assert row["out"]
    assert skipped


def test_r8_there_is_no_passing() -> None:
    for word in ("pass", "-", ""):
        assert refusal(new(), word).rule == "R16"


def test_r9_the_game_ends_when_nobody_can_place() -> None:
    state = final("classic")
    assert state.to_move is None
    assert state.legal_moves() == []
    assert state.outcome() is not None
    assert refusal(state, "a1").code == "R9-over"
    assert all(row["out"] for row in state.view(None)["colours"])


def test_r9_nobody_can_place_at_the_end() -> None:
    record = read("duo")
    assert all(state.to_move is not None for state in list(record.states())[:-1])


def set_rest(state: BlokusState, colour: int, left: str, latest: str = "F") -> None:
    """Leave a colour with some pieces, on a copy that no game can reach by moves."""
    names = [piece.name for piece in PIECES]
    numbers = [names.index(name) for name in left.split()]
    state.position.placed[colour] = (1 << 21) - 1 - sum(1 << number for number in numbers)
    state.position.rest[colour] = sum(PIECES[number].size for number in numbers)
    state.position.latest[colour] = names.index(latest)


def end_as_in_the_example(variant: str, **options: str) -> BlokusState:
    """The final example of the original rules: what is left, not where it lies."""
    state = new(variant, first=1 if variant == "two" else 0, **options)
    set_rest(state, 0, "", latest="1")
    set_rest(state, 1, "I4 O")
    set_rest(state, 2, "I3 I4 L4 O T4 F")
    set_rest(state, 3, "V3 I4 O Z4 W")
    state.position.turn = -1
    return state


def scores(state: BlokusState) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.scores


def test_r10_squares_left_over_cost_a_point_and_everything_placed_brings_a_bonus() -> None:
    assert scores(end_as_in_the_example("classic")) == (20, -8, -24, -20)


def test_r10_the_bonus_is_15_unless_the_single_square_comes_last() -> None:
    state = new()
    set_rest(state, 0, "", latest="X")
    assert rules.score(state.position, 0) == 15
    assert rules.score(state.position, 1) == -89
    set_rest(state, 0, "1", latest="X")
    assert rules.score(state.position, 0) == -1


def test_r10_a_whole_game_with_both_bonuses() -> None:
    rows = {row["id"]: row for row in final("two-bonus").view(None)["colours"]}
    assert (rows["blue"]["bonus"], rows["blue"]["reason"], rows["blue"]["score"]) == (20, "single-last", 20)
    assert (rows["red"]["bonus"], rows["red"]["reason"], rows["red"]["score"]) == (15, "all", 15)
    assert rows["yellow"]["score"] == -rows["yellow"]["squares"] < 0
    assert rows["yellow"]["reason"] is None


def test_r11_the_highest_score_wins() -> None:
    outcome = end_as_in_the_example("classic").outcome()
    assert outcome is not None
    assert outcome.places == (1, 2, 4, 3)


def test_r11_equal_scores_share_a_place() -> None:
    state = end_as_in_the_example("classic")
    set_rest(state, 3, "L4 T4")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2, 4, 2)


# ------------------------------------------------------------------ variants


def test_r12_partners_sit_opposite_and_add_their_scores() -> None:
    state = end_as_in_the_example("teams")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (-4, -28, -4, -28)
    assert outcome.winners == (0, 2)
    view = new("teams", first=1).view(None)
    assert [row["colours"] for row in view["scores"]] == [["green"], ["blue"], ["yellow"], ["red"]]
    assert [row["scoring"] for row in view["scores"]] == [["yellow", "green"], ["blue", "red"]] * 2


def test_r13_two_players_have_two_colours_each() -> None:
    state = end_as_in_the_example("two")
    assert scores(state) == (-28, -4)
    state = new("two", first=1)
    seen = []
    for corner in ("a20", "t20", "t1", "a1"):
        seen.append(state.to_move)
        state = state.play(corner)
    assert seen == [1, 0, 1, 0]


def test_r13_two_own_colours_are_strangers() -> None:
    for state in read("two").states():
        board = state.view(None)["board"]
        if any("br" in row or "rb" in row for row in board):
            return
    pytest.fail("blue and red never touch in this record; choose another")


def test_r14_the_fourth_colour_goes_round_the_table() -> None:
    placed = final("three").view(None)["placed"]
    first = read("three").setup.first
    seats = [piece["seat"] for piece in placed if piece["colour"] == "green"]
    assert seats == [(first + number) % 3 for number in range(len(seats))]
    assert len(seats) > 6


def test_r14_the_fourth_colour_is_placed_even_by_a_seat_whose_own_colour_is_out() -> None:
    found = False
    for name in ("three", "three-blue"):
        for state in read(name).states():
            view = state.view(None)
            if view["to_move"] is not None:
                acting = next(row for row in view["colours"] if row["id"] == view["turn"])
                own = next(row for row in view["colours"] if row["seat"] == view["to_move"])
                found |= acting["seat"] is None and own["out"]
    assert found


def test_r14_the_score_of_the_fourth_colour_is_ignored() -> None:
    state = end_as_in_the_example("three")
    assert scores(state) == (20, -8, -24)
    assert [row["counts"] for row in state.view(None)["colours"]] == [True, True, True, False]


@pytest.mark.parametrize(
    ("fourth", "owners"),
    [
        ("green", [2, 0, 1, None]),
        ("blue", [None, 2, 0, 1]),
        ("yellow", [2, None, 0, 1]),
        ("red", [2, 0, None, 1]),
    ],
)
def test_r14_any_colour_can_be_the_fourth(fourth: str, owners: list[int | None]) -> None:
    state = new("three", first=2, fourth=fourth)
    assert [row["seat"] for row in state.view(None)["colours"]] == owners
    assert state.to_move == 2


def test_r15_duo_is_played_on_14_by_14_squares_from_two_inner_squares() -> None:
    state = new("duo", first=1)
    assert (state.to_move, turn(state)) == (1, "violet")
    assert len(state.legal_moves()) == 414
    assert all("e10" in move.split(",") for move in state.legal_moves())
    state = state.play("e10")
    assert (state.to_move, turn(state)) == (0, "yellow")
    assert len(state.legal_moves()) == 414
    assert all("j5" in move.split(",") for move in state.legal_moves())
    assert len(state.view(None)["board"]) == 14


def test_r15_with_free_start_squares_violet_chooses() -> None:
    state = new("duo", corners="free")
    assert len(state.legal_moves()) == 828
    state = state.play("j5")
    assert len(state.legal_moves()) == 414
    assert all("e10" in move.split(",") for move in state.legal_moves())


# ------------------------------------------------------------------ notation


def test_r16_squares_may_come_in_any_order_case_and_spacing() -> None:
    state = new("duo")
    after = state.play("e10,e9,f9")
    for text in ("f9,e10,e9", "E10 E9 F9", " e9 , f9,e10 ", "e9,  F9 e10"):
        assert state.play(text) == after
        assert state.canonical(text) == "e9,e10,f9"
    assert after.view(None)["last"]["move"] == "e9,e10,f9"


@pytest.mark.parametrize("text", ["", "e", "10", "e0", "e05", "e10,", "e10;e9", "e100", "ä1", "e10,,e9", "e１"])
def test_r16_what_cannot_be_read_is_refused(text: str) -> None:
    assert refusal(new("duo"), text).code == "R16-unreadable"


def test_r16_each_square_is_named_once() -> None:
    illegal = refusal(new("duo"), "e10,e9,e10")
    assert (illegal.code, illegal.details["square"]) == ("R16-twice", "e10")


# ------------------------------------------------------------------ counts


@pytest.mark.compiled
@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    check_perft(GAME, Record.parse(path.read_text(encoding="utf-8")), deepest=9)


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_perft_through_the_public_state(path: Path) -> None:
    record = Record.parse(path.read_text(encoding="utf-8"))
    state = record.final_state()
    for depth in (1, 2):
        if int(record.tags[f"Perft {depth}"]) < 200:
            assert perft(state, depth) == fast_perft(GAME, state, depth) == int(record.tags[f"Perft {depth}"])
    assert len(state.legal_moves()) == fast_perft(GAME, state, 1) == int(record.tags["Perft 1"])


def test_no_list_of_moves_can_overflow() -> None:
    """Open contacts times the ways through each, over all sets of pieces that a colour may have placed.

    Each piece adds its corners as contacts, and each but the first uses one up. Two neighbours of a contact that
    meet at the own corner are always closed.
    """
    corners, ways = [], []
    for piece in PIECES:
        shape = set(piece.shape)
        edges = {(x + a, y + b) for x, y in shape for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        diagonal = {(x + a, y + b) for x, y in shape for a in (1, -1) for b in (1, -1)}
        corners.append(len(diagonal - edges - shape))
        lying = [(set(way), x, y) for way in piece.shapes for x, y in way]
        ways.append(sum((x - 1, y) not in way and (x, y - 1) not in way for way, x, y in lying))
    sets = np.arange(1, 1 << 21)
    contacts, through = np.ones_like(sets), np.zeros_like(sets)
    for number in range(21):
        bit = sets >> number & 1
        contacts += bit * (corners[number] - 1)
        through += (1 - bit) * ways[number]
    assert (contacts * through).max() == rules.MOST_MOVES
    assert max(2 * 414, 4 * 58) < rules.MOST_MOVES
    assert max(corners) == SHAPE_CORNERS.shape[1]
    assert WAY_STARTS[1] == 414
    assert rules.POSITION["lists"].shape == (4, rules.MOST_MOVES + 414)


def test_a_crowded_list_is_tidied_before_it_overflows() -> None:
    state = read("classic").state_at(9)
    kernel = GAME.kernel("classic")
    position, crowded = kernel.position(state), kernel.position(state)
    buffer = np.zeros(kernel.buffer, dtype=np.int32)
    kernel.moves(position, buffer)
    code, following = int(buffer[0]), (int(position.turn) + 1) % 4
    assert position.fresh[following] >= 0  # its newest corners are still to be added
    dead = int(position.played[0])  # where a piece lies, none can be placed again
    crowded.lists[following, crowded.counts[following] :] = dead
    crowded.counts[following] = rules.MOST_MOVES + 1
    kernel.push(position, code)
    kernel.push(crowded, code)
    assert sorted(buffer[: kernel.moves(crowded, buffer)]) == sorted(buffer[: kernel.moves(position, buffer)])
    assert crowded.counts[following] == kernel.moves(position, buffer)


def test_setups_without_options_mean_the_defaults() -> None:
    state = GAME.start(Setup("blokus", "three", 3))
    assert state.view(None)["options"] == {"corners": "fixed", "fourth": "green"}
    assert state.view(None)["colours"][3]["seat"] is None
