"""Every rule by its number, with the examples of the rules page and every known position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tischlein.core.compiled import Position
from tischlein.core.game import State
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.games.planken import GAME
from tischlein.games.planken.pieces import ORDERS, PLANKS, count_middles

from .table import BALANCED, begin, play

UPRIGHT = "RGB:m1 RBG:n1 m2 n2 m3"
LEVEL = "RGB:m1 m2 GBR:n1 n2 BRG:o1"

FULL = "BGR:m3 m2 RGB:l1 GBR:k2 k1 RBG:j1 l3 m1 j2 l2 j3 k3"
"""Two seats with all nails set on four planks; no field is free."""

LOOSE = "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3"
"""Two seats with all nails set on five planks; l1, l3 and j2 are free, and l2 alone holds plank l."""

SKIPPED = "RBG:m1 RBG:l3 BGR:k3 GBR:n2 RBG:j2 GRB:o1 RGB:i2 GRB:h3 GRB:p3 n3 BRG:q3 BGR:r3"
"""Seat 0 has no plank, and each of its nails holds a plank alone; seat 1 has two nails on n and a plank."""

OUT_OF_FIELDS = "BRG:m2 m1 m3 BGR:n1 n3 n2 RBG:o1 o3 o2 BGR:l2 l3 l1"
"""Three seats; seat 0 has a green and a blue nail but no plank, and no field is free."""

BLOCKED = "BGR:m2 GBR:n1 BRG:o1 GRB:p3 GRB:q1 GRB:r2 RBG:l1 GBR:k1 RBG:s1 RGB:t1 RGB:u3 RGB:v3"
"""Twelve planks with one nail each."""


def refuse(state: State, move: str) -> str:
    """Return the code with which a move is refused; the state stays as it was."""
    before = state.key()
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert state.key() == before
    assert refused.value.text("de") != refused.value.text("en")
    return refused.value.code


def test_r1_material() -> None:
    assert Counter(PLANKS) == dict.fromkeys(("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"), 2)
    assert count_middles(PLANKS) == [4, 4, 4]
    assert all(ORDERS[number ^ 1] == plank[::-1] for number, plank in enumerate(ORDERS))
    hands = begin(4).view(None)["hands"]
    assert [hand["nails"] for hand in hands] == [{"red": 2, "green": 2, "blue": 2}] * 4
    assert [hand["shape"] for hand in hands] == ["round", "square", "triangle", "cross"]


@pytest.mark.parametrize(("seats", "shares"), [(2, [2, 2, 2]), (3, [1, 1, 2]), (4, [1, 1, 1])])
def test_r2_balanced_deal(seats: int, shares: list[int]) -> None:
    for seed in range(50):
        for turning in ("yes", "no"):
            deal = GAME.setup(seats=seats, seed=seed, options={"turning": turning}).deal
            stocks = [planks.split() for planks in deal.values()]
            assert list(deal) == [f"planks {seat}" for seat in range(seats)]
            assert all(sorted(count_middles(stock)) == shares for stock in stocks)
            assert Counter(plank for stock in stocks for plank in stock) == Counter(PLANKS)
            assert all(len(set(stock)) == len(stock) for stock in stocks)


def test_r2_random_deal() -> None:
    setups = [GAME.setup(seats=2, seed=seed, options={"deal": "random"}) for seed in range(50)]
    assert any(count_middles(setup.deal["planks 0"].split()) != [2, 2, 2] for setup in setups)
    for setup in setups:
        assert GAME.start(setup).legal_moves()


@pytest.mark.parametrize(
    ("seats", "options", "stocks"),
    [
        (2, {}, ("RGB BGR RBG GBR GRB BRG",)),
        (2, {}, ("RGB BGR RBG GBR GRB", "RGB BGR RBG GBR GRB BRG BRG")),
        (2, {}, ("RGB BGR RBG GBR GRB RRG", "RGB BGR RBG GBR GRB BRG")),
        (2, {}, ("RGB BGR RBG GBR GRB RGB", "RGB BGR RBG GBR GRB BRG")),
        (2, {}, ("RGB BGR RGB GBR GRB BRG", "RBG BGR RBG GBR GRB BRG")),
        (2, {"turning": "no"}, ("RGB RGB RBG GBR GRB BRG", "RGB BGR RBG GBR GRB BRG")),
        (2, {"turning": "no"}, ("RGB RGB RBG GBR GRB BRG", "BGR BGR RBG GBR GRB BRG")),
        (3, {}, ("RGB BGR RGB GRB", "BGR RBG GBR BRG", "RBG GBR GRB BRG")),
    ],
)
def test_r2_impossible_deals(seats: int, options: dict[str, str], stocks: tuple[str, ...]) -> None:
    with pytest.raises(BadSetup) as refused:
        begin(seats, stocks=stocks, options=options)
    assert refused.value.code == "bad-deal"
    assert refused.value.details["field"] == "deal"
    assert str(refused.value)


def test_r2_deals_that_only_some_tables_allow() -> None:
    uneven = ("RGB BGR RGB GBR GRB BRG", "RBG BGR RBG GBR GRB BRG")
    assert begin(stocks=uneven, options={"deal": "random"})
    assert begin(stocks=("RGB RGB RBG RBG GRB GRB", "rgb rgb rbg rbg grb grb"))
    assert begin(
        stocks=("RGB RGB RBG GBR GRB BRG", "BGR BGR RBG GBR GRB BRG"), options={"deal": "random", "turning": "no"}
    )


def test_r3_only_at_the_ends() -> None:
    state = play(begin(), "RGB:m1")
    assert {move[4] for move in state.legal_moves() if ":" in move} == {"l", "n"}
    assert refuse(state, "RGB:o1") == refuse(state, "RGB:m1") == "R3-end"
    assert refuse(begin(), "RGB:n1") == "R3-end"
    state = play(state, "RGB:n1 RGB:l1 RGB:o1")
    assert {move[4] for move in state.legal_moves() if ":" in move} == {"k", "p"}


def test_r3_nails_need_a_plank() -> None:
    assert refuse(begin(), "m1") == "R3-nothing"
    assert refuse(play(begin(), "RGB:m1"), "n1") == "R3-nothing"


def test_r3_twelve_planks_to_one_side_fit() -> None:
    state = begin(stocks=BALANCED[2])
    for column in "mlkjihgfedcb":
        state = state.play(next(move for move in state.legal_moves() if move[3:5] == f":{column}"))
        if state.to_move is None:
            break
    view = state.view(None)
    assert [place["column"] for place in view["board"]] == list("bcdefghijklm")
    assert view["ends"] == []


def test_r4_turning() -> None:
    assert {move[:3] for move in begin().legal_moves()} == set(ORDERS)
    one_way = ("RGB RBG GRB", "RGB RBG GRB", "BGR GBR BRG", "BGR GBR BRG")
    assert {move[:3] for move in begin(4, stocks=one_way).legal_moves()} == set(ORDERS)
    fixed = begin(4, stocks=one_way, options={"turning": "no"})
    assert {move[:3] for move in fixed.legal_moves()} == {"RGB", "RBG", "GRB"}
    assert refuse(fixed, "BGR:m1") == "R4-turned"
    assert play(fixed, "RGB:m1").view(None)["hands"][0]["stock"] == ["RBG", "GRB"]


def test_r5_own_planks_only() -> None:
    state = play(begin(4), "RGB:m1 RGB:n1 BGR:o1 BGR:p1")
    assert refuse(state, "BGR:q1") == "R5-stock"
    assert state.play("GRB:q1").view(None)["hands"][0]["stock"] == ["RBG"]


def test_r5_a_plank_or_not_and_always_a_nail() -> None:
    state = play(begin(), "RGB:m1")
    moves = state.legal_moves()
    assert [move for move in moves if ":" not in move] == ["m2", "m3"]
    assert len(moves) == 38  # two without a plank, 36 with one
    assert refuse(state, "RGB:m2") == "R3-end"  # the nail goes onto the new plank: its column is the plank's


def test_r6_colour_and_free_field() -> None:
    state = play(begin(), "RGB:m1 RGB:n1 m2 n2")
    assert refuse(state, "m1") == refuse(state, "n1") == "R6-taken"
    state = play(begin(), "RGB:m1 RGB:n2 RGB:o1 m2")
    assert refuse(state, "n1") == refuse(state, "RBG:p1") == "R6-spent"
    assert play(state, "n3").view(None)["hands"][0]["nails"] == {"red": 0, "green": 2, "blue": 1}


def test_r7_phases_by_seat() -> None:
    state = play(begin(), "RGB:m1 RGB:n1")
    assert refuse(state, "m1-n") == refuse(state, "RGB:m1-o") == "R7-early"
    state = play(begin(), LOOSE)
    assert [hand["phase"] for hand in state.view(None)["hands"]] == ["move", "move"]
    assert refuse(state, "l1") == refuse(state, "GRB:o1") == "R7-late"
    # A seat that was skipped still sets its nails while others move theirs.
    state = play(begin(3), OUT_OF_FIELDS + " BGR:p1 RGB:k1 k3 p2")
    assert [hand["phase"] for hand in state.view(None)["hands"]] == ["set", "move", "set"]


def test_r7_moving() -> None:
    state = play(begin(), LOOSE)
    assert [move for move in state.legal_moves() if ":" not in move] == ["j3-l", "k2-l", "m1-l", "m2-j", "n1-l"]
    assert refuse(state, "m3-l") == refuse(state, "l1-k") == refuse(state, "b1-j") == "R7-own"
    assert refuse(state, "l2-j") == "R7-last"
    assert refuse(state, "m2-m") == "R7-same"
    assert refuse(state, "m2-k") == "R6-taken"
    assert refuse(state, "m2-o") == "R3-nothing"
    assert refuse(state, "m2-j1") == "R6-colour"
    board = {place["column"]: place["nails"] for place in state.play("m2-j2").view(None)["board"]}
    assert board["m"] == [0, None, 1]
    assert board["j"] == [1, 0, 0]


def test_r7_staying_is_an_option() -> None:
    state = play(begin(), LOOSE)
    assert "stay" not in state.legal_moves()
    assert refuse(state, "stay") == "R7-stay"
    free = begin(options={"staying": "yes"})
    assert refuse(free, "stay") == "R7-stay"  # not before all nails are set
    state = play(free, LOOSE)
    assert state.legal_moves() == sorted([*play(begin(), LOOSE).legal_moves(), "stay"])
    after = state.play("stay")
    assert after.to_move != state.to_move
    assert after.view(None)["board"] == state.view(None)["board"]
    assert after.view(None)["skipped"] == []


def test_r9_who_may_stay_is_never_stuck() -> None:
    state = play(begin(options={"staying": "yes", "stuck": "loses"}), SKIPPED)
    assert state.to_move == 0
    assert state.legal_moves() == ["stay"]


def test_r10_staying_repeats_the_position() -> None:
    state = play(begin(options={"staying": "yes"}), LOOSE + " stay stay")
    assert state.view(None)["repeats"] == 2
    assert play(state, "stay stay").view(None)["ending"] == "repeated"


def test_r8_laying_in_the_second_phase() -> None:
    state = play(begin(), FULL)
    moves = state.legal_moves()
    assert all(":" in move and "-" in move for move in moves)
    assert len(moves) == 6 * 4 * 2  # six nails, two planks both ways up, two ends
    after = state.play("GBR:m3-n").view(None)
    assert after["board"][-1] == {"column": "n", "plank": "GBR", "nails": [None, None, 0]}
    assert after["board"][-2]["nails"] == [1, 1, None]
    assert refuse(state, "GBR:m3-n1") == "R6-colour"
    assert refuse(state, "RGB:m3-n") == "R5-stock"
    assert refuse(play(begin(), LOOSE), "RGB:l2-o") == "R7-last"


def test_r9_who_cannot_act_is_skipped() -> None:
    view = (state := play(begin(), SKIPPED)).view(None)
    assert view["to_move"] == 1
    assert view["skipped"] == [0]
    assert state.play("n2-i").to_move == 0  # two nails on i now: one of them may leave
    view = play(begin(3), OUT_OF_FIELDS).view(None)
    assert view["to_move"] == 1
    assert view["skipped"] == [0]


def test_r9_nobody_can_act() -> None:
    for state in (play(begin(), BLOCKED), play(begin(), SKIPPED + " RGB:n2-s")):
        assert state.view(None)["ending"] == "blocked"
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.places == (1, 1)
        assert outcome.scores == (0, 0)


@pytest.mark.parametrize(
    ("seats", "moves", "places"),
    [
        (2, SKIPPED, (2, 1)),
        (2, BLOCKED, (2, 1)),
        (3, OUT_OF_FIELDS, (3, 1, 1)),
        (4, "RBG:m1 m3 m2 GBR:n2 GRB:o2 o3 n3 o1 RGB:p3 p1 n1 p2", (3, 1, 3, 1)),
    ],
)
def test_r9_stuck_loses(seats: int, moves: str, places: tuple[int, ...]) -> None:
    state = play(begin(seats, options={"stuck": "loses"}), moves)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == tuple(int(place == 1) for place in places)
    assert state.view(None)["ending"] == "stuck"
    assert state.view(None)["stuck"] == 0


def test_r10_third_time_is_a_draw() -> None:
    there_and_back = " m2-j k1-l j2-m l1-k"
    state = play(begin(), LOOSE + there_and_back)
    assert state.view(None)["repeats"] == 2
    state = play(state, there_and_back.removesuffix(" l1-k"))
    assert state.view(None)["repeats"] == 2
    state = state.play("l1-k")
    assert state.view(None)["ending"] == "repeated"
    assert state.outcome() == play(begin(), BLOCKED).outcome()


def test_r10_placing_starts_anew() -> None:
    there_and_back = " m2-j k1-l j2-m l1-k"
    view = play(begin(), LOOSE + there_and_back + " RGB:m2-o RGB:n3-p").view(None)
    assert view["repeats"] == 1
    assert view["ending"] is None


def test_r10_other_side_to_move_is_another_position() -> None:
    # Seat 0 takes three moves to exchange its red nails, seat 1 two to go there and back: seat 1 is to move now.
    state = play(begin(), LOOSE + " k2-l k1-l m1-k l1-k l3-m")
    assert state.view(None)["board"] == play(begin(), LOOSE).view(None)["board"]
    assert state.to_move == 1
    assert state.view(None)["repeats"] == 1


def finish(seats: int, moves: str, line: str = "neighbouring") -> str | None:
    ending: str | None = play(begin(seats, options={"line": line}), moves).view(None)["ending"]
    return ending


def test_r11_lines_that_win() -> None:
    assert finish(2, UPRIGHT) == finish(2, LEVEL) == "line"
    assert play(begin(), UPRIGHT).view(None)["line"] == ["m1", "m2", "m3"]
    assert play(begin(), LEVEL).view(None)["line"] == ["m1", "n1", "o1"]
    assert finish(2, "RGB:m1 m2 GBR:l1 l2 BRG:n1") == "line"  # the middle one first


def test_r11_lines_that_do_not() -> None:
    assert finish(2, "RGB:m1 m2 GBR:n1 n2 RGB:o1") is None  # red, green, red
    assert finish(2, "RGB:m1 m2 GBR:n1 RGB:o2 BRG:p1") is None  # planks 1, 2 and 4
    assert finish(2, "RGB:m1 GBR:n1 BRG:o1 o2 o3") is None  # the green one is the opponent's
    assert finish(2, "RGB:m1 m2 RGB:n2 n1 GRB:o3") is None  # a diagonal
    assert finish(2, "RGB:m1 m2 GBR:n1 n2 RBG:o2") is None  # blue, but one lower


def test_r11_any_three_planks() -> None:
    moves = "RGB:m1 m2 GBR:n1 RGB:o2 BRG:p1"
    state = play(begin(options={"line": "any"}), moves)
    assert state.view(None)["ending"] == "line"
    assert state.view(None)["line"] == ["m1", "n1", "p1"]
    assert finish(2, "RGB:m1 m2 RGB:n2 n1 GRB:o3", line="any") is None
    assert finish(2, UPRIGHT, line="any") == "line"


def test_r11_also_in_the_second_phase() -> None:
    assert play(begin(), LOOSE + " BGR:m2-o").view(None)["line"] == ["m1", "n1", "o1"]
    assert play(begin(), LOOSE + " GRB:m1-i j1-l").view(None)["line"] == ["k3", "l3", "m3"]


def test_r11_lines_in_the_making() -> None:
    making = [hand["making"] for hand in play(begin(), "RGB:m1 RBG:n1 m2 n2").view(None)["hands"]]
    assert making == [[["m1", "m2", "m3"]], [["n1", "n2", "n3"]]]
    making = [hand["making"] for hand in play(begin(), "RGB:m1 m2 GBR:n1 BGR:l2").view(None)["hands"]]
    assert making == [[["l1", "m1", "n1"]], []]  # not upright: a nail of the other stands there
    gaps = play(begin(options={"line": "any"}), "RGB:m1 m2 GBR:n1 BGR:l2 m3 BRG:o2").view(None)
    assert gaps["hands"][0]["making"] == [["l1", "m1", "n1"], ["m1", "n1", "o1"]]
    assert gaps["hands"][1]["making"] == [["l2", "n2", "o2"], ["m2", "n2", "o2"]]


def test_r12_over_is_over() -> None:
    state = play(begin(), UPRIGHT)
    assert state.to_move is None
    assert list(state.legal_moves()) == []
    assert refuse(state, "n3") == refuse(state, "keep") == "R12-over"


@pytest.mark.parametrize(
    ("seats", "moves", "places"),
    [
        (2, UPRIGHT, (1, 2)),
        (3, "RGB:m1 RGB:n2 RBG:l3 m2 n1 l2 m3", (1, 2, 2)),
        (4, "RGB:m1 RGB:n2 BGR:l1 BGR:o1 m2 n1 l2 o2 m3", (1, 3, 1, 3)),
    ],
)
def test_r12_places_and_scores(seats: int, moves: str, places: tuple[int, ...]) -> None:
    outcome = play(begin(seats), moves).outcome()
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == tuple(int(place == 1) for place in places)


def test_r13_partners_do_not_share_lines() -> None:
    assert finish(4, "RGB:m1 RGB:n1 m2 n2 m3") is None  # two nails of one partner, one of the other
    hands = begin(4).view(None)["hands"]
    assert [hand["team"] for hand in hands] == [0, 1, 0, 1]
    state = play(begin(4, options={"turning": "no"}), "RGB:m1 RGB:n1")
    assert refuse(state, "RBG:o1") == "R4-turned"  # seat 2 has GBR; RBG is its partner's


def test_r14_swap() -> None:
    state = play(begin(options={"edge": "swap"}), "RGB:m1 RBG:n1 m2")
    assert state.to_move == 1
    assert list(state.legal_moves()) == ["keep", "swap"]
    assert state.view(None)["choice"]
    assert refuse(state, "m3") == "R14-choose"
    kept, swapped = state.play("keep"), state.play("swap")
    assert kept.to_move == 1
    assert swapped.to_move == 0
    assert kept.legal_moves() == swapped.legal_moves()
    assert (
        refuse(kept, "swap")
        == refuse(begin(options={"edge": "swap"}), "keep")
        == refuse(begin(), "keep")
        == "R14-nothing"
    )
    before, after = kept.view(None), swapped.view(None)
    assert [hand["shape"] for hand in after["hands"]] == ["square", "round"]
    assert [place["nails"] for place in before["board"]] == [[0, 0, None], [1, None, None]]
    assert [place["nails"] for place in after["board"]] == [[1, 1, None], [0, None, None]]
    assert before["hands"][0]["stock"] == after["hands"][1]["stock"]
    assert after["ply"] == 4
    won = play(swapped, "n2 m3").outcome()
    assert won is not None
    assert won.winners == (1,)


def test_r14_swap_in_teams() -> None:
    state = play(begin(4, first=2, options={"edge": "swap"}), "BGR:m1 BGR:n1 RGB:o1")
    assert state.to_move == 1
    swapped = state.play("swap")
    assert swapped.to_move == 0
    assert [hand["shape"] for hand in swapped.view(None)["hands"]] == ["square", "round", "cross", "triangle"]
    assert [place["nails"][0] for place in swapped.view(None)["board"]] == [3, 2, 1]
    order: list[int | None] = [swapped.to_move]
    for move in ("m2", "n2", "o2"):
        swapped = swapped.play(move)
        order.append(swapped.to_move)
    assert order == [0, 3, 2, 1]


def test_r14_not_for_three() -> None:
    with pytest.raises(BadSetup) as refused:
        GAME.setup("standard", 3, {"edge": "swap"})
    assert refused.value.details == {"field": "edge", "value": "swap", "allowed": "none"}
    with pytest.raises(BadSetup):
        begin(3, options={"edge": "swap"})


@pytest.mark.parametrize("text", [" rgb : M1 ", "RGBm1", "rgb:m1", "RGB:m1"])
def test_r15_other_ways_to_write(text: str) -> None:
    assert begin().canonical(text) == "RGB:m1"
    assert begin().play(text) == begin().play("RGB:m1")


def test_r15_a_moved_nail_may_name_its_field() -> None:
    state = play(begin(), LOOSE)
    assert state.canonical("M2 - J2") == "m2-j"
    assert state.play("m2-j2") == state.play("m2-j")


@pytest.mark.parametrize(
    "text", ["", "m", "m4", "y1", "a1", "RGB", "RRG:m1", "RGB:m", "m1-", "-m", "m1-m2-m3", "m1,m2"]
)
def test_r15_unreadable(text: str) -> None:
    assert refuse(begin(), text) == "R15-text"


# ------------------------------------------------------------------ known facts


def test_counts_of_the_opening() -> None:
    assert len(begin().legal_moves()) == 18
    assert len(begin(options={"turning": "no"}).legal_moves()) == 18
    for first in begin().legal_moves():
        replies = begin().play(first).legal_moves()
        assert len(replies) == 38
        assert sum(":" not in move for move in replies) == 2


def test_the_earliest_win_is_ply_five() -> None:
    assert play(begin(), UPRIGHT).view(None)["ply"] == 5
    level = [begin()]
    for _ in range(2):
        level = [state.play(move) for state in level[:40] for move in state.legal_moves()]
    assert all(state.to_move is not None for state in level)  # and nobody has three nails before ply 5


@pytest.mark.compiled
@pytest.mark.parametrize("first", ["RGB:m1", "RGB:m2"])
def test_twenty_replies_last_longer_than_ply_five(first: str) -> None:
    """So the starter cannot force a win by then."""
    position = GAME.kernel("standard").position(begin().play(first))
    assert sum(not _wins_by_ply_five(reply) for reply in _successors(position)) == 20


def _wins_by_ply_five(position: Position) -> bool:
    return any(
        all(any(last.winner == 0 for last in _successors(fourth)) for fourth in _successors(third))
        for third in _successors(position)
    )


def _successors(position: Position) -> Iterator[Position]:
    kernel = GAME.kernel("standard")
    buffer = np.zeros(kernel.buffer, np.int32)
    for code in buffer[: kernel.moves(position, buffer)].tolist():
        after = position.copy()
        kernel.push(after, code)
        yield after
