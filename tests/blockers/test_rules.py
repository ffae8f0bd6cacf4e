"""Every rule of the rules page by example; the names carry the numbers of the rules."""

import random

import pytest

from tischlein.core.game import State
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.games.blockers import GAME
from tischlein.games.blockers.game import BlockersState
from tischlein.games.blockers.pieces import CELL_NAMES, CELLS, COLOURS, SYMBOLS, TILES, cells_for, tiles_for

from .positions import finished, table
from .skip_game import RED_RACK, moves_until_skip, moves_until_stuck, skip_setup


def refusal(state: State, move: str) -> str:
    """Return the code with which a move is refused."""
    before = state.key()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert state.key() == before
    assert caught.value.text("de") != caught.value.text("en")
    return caught.value.code


def play_all(state: State, moves: list[str]) -> State:
    for move in moves:
        state = state.play(move)
    return state


def takeable(board: str) -> str:
    """Return the board with "o" where blue may take a red tile and "x" where it may not."""
    state = table(board, {"blue": "joker"}, turn=2)
    moves = state.legal_moves()
    rows = board.split()
    return " ".join(
        "".join(
            "." if letter == "." else "o" if f"{'ABCDEFGHI'[row]}{column}:joker" in moves else "x"
            for column, letter in enumerate(line, start=1)
        )
        for row, line in enumerate(rows)
    )


def test_r1_material() -> None:
    assert len(CELLS) == 81
    assert len(TILES) == len(set(TILES)) == 28
    assert len(COLOURS) * len(TILES) == 140
    assert [tile for tile in TILES if tile.isdigit()] == list("123456789")
    assert [tile for tile in TILES if len(tile) == 1 and tile.isalpha()] == list("ABCDEFGHI")
    assert len(SYMBOLS) == 9
    assert {"moon", "star", "circle", "triangle", "heart", "diamond"} < set(SYMBOLS)
    moon = [CELL_NAMES[cell] for cell in cells_for(TILES.index("moon"))]
    assert moon == ["G1", "G2", "G3", "H1", "H2", "H3", "I1", "I2", "I3"]


def test_r2_every_seat_has_a_colour_five_tiles_and_a_pile() -> None:
    for seats in (2, 3, 4, 5):
        state = GAME.new("basic", seats, seed=1)
        assert state.to_move == state.setup.first
        for seat, colour in enumerate(state.view(0)["colours"]):
            assert (colour["id"], colour["seat"]) == (COLOURS[seat], seat)
            assert (colour["rack_count"], colour["pile_count"]) == (5, 23)
            assert (colour["rack"] is None) == (seat != 0)


def test_r2_everybody_chooses_a_colour() -> None:
    state = GAME.new("basic", 3, {"colours": "violet blue"}, seed=1, first=0)
    assert [colour["id"] for colour in state.view(None)["colours"]] == ["violet", "blue", "red"]  # who does not choose
    plain = GAME.new("basic", 3, seed=1, first=0)
    assert state.legal_moves() == plain.legal_moves()  # a colour is no more than a colour
    move = state.legal_moves()[0]
    after = state.play(move.replace(":", ":violet-"))
    assert after.view(None)["last"]["colour"] == "violet"
    assert after == state.play(move)
    with pytest.raises(IllegalMove) as caught:
        state.play(move.replace(":", ":green-"))
    assert caught.value.rule == "R2"
    for wrong in ("violet violet", "pink"):
        with pytest.raises(BadSetup, match="colours"):
            GAME.new("basic", 3, {"colours": wrong})


def test_r12_two_choose_two_colours_each() -> None:
    state = GAME.new("expert", 2, {"colours": "blue red"}, seed=1, first=0)
    assert {colour["id"]: colour["seat"] for colour in state.view(None)["colours"]} == {
        "red": 0, "blue": 0, "green": 1, "yellow": 1,
    }  # fmt: skip
    assert {move.split(":")[1].split("-")[0] for move in state.legal_moves()} == {"red", "blue"}


def test_r2_turns_go_clockwise_from_the_start_player() -> None:
    state = GAME.new("basic", 5, seed=1, first=3)
    order = []
    for _ in range(7):
        order.append(state.to_move)
        state = state.play(state.legal_moves()[0])
    assert order == [3, 4, 0, 1, 2, 3, 4]


def test_r2_nobody_plays_the_colour_of_another() -> None:
    state = table(racks={"red": "G", "green": "G"})
    assert refusal(state, "G2:green-G") == "R2-colour"
    assert refusal(state, "G2:violet-G") == "R2-colour"
    assert state.play("G2:red-G") == state.play("G2:G")


def test_r3_one_tile_from_the_rack_then_one_from_the_pile() -> None:
    state = table(racks={"red": "1 2 3 4 5 moon"})
    assert refusal(state, "G2:moon") == "R3-rack"
    assert refusal(state, "I9:I") == "R3-rack"
    colour = state.play("G2:2").view(0)["colours"][0]
    assert colour["rack"] == ["1", "3", "4", "5", "moon"]
    assert (colour["pile_count"], colour["played"]) == (22, ["2"])


def test_r4_number_letter_symbol_joker() -> None:
    assert [TILES[tile] for tile in tiles_for(72)] == ["2", "G", "moon", "joker"]
    assert [len(cells_for(tile)) for tile in range(28)] == [9] * 27 + [81]
    state = table(racks={"blue": "2 G moon joker F"}, turn=2)
    assert sum(move.startswith("G2:") for move in state.legal_moves()) == 4
    assert len(state.legal_moves()) == 4 * 9 + 81


def test_r4_the_lone_yellow_tile_on_g2() -> None:
    board = ". . . . . . .y"
    for tile in ("moon", "G", "2", "joker"):
        after = table(board, {"blue": tile}, turn=2).play(f"G2:{tile}")
        assert after.view(None)["scores"][2]["taken_count"] == 1
    for tile in TILES:
        if tile not in ("moon", "G", "2", "joker"):
            assert refusal(table(board, {"blue": tile}, turn=2), f"G2:{tile}") == "R4-place"


def test_r5_never_on_the_own_colour() -> None:
    state = table(". . . . . . .r", {"red": "G"})
    assert refusal(state, "G2:G") == "R5-own"
    assert state.play("G3:G")


def test_r5_only_the_colour_of_a_laid_tile_matters() -> None:
    state = play_all(table(racks={"red": "A", "green": "1"}, seats=2), ["A1:A"])
    assert state.play("A1:1").view(None)["board"]["cells"]["A1"] == {"colour": "green", "tile": "1"}


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("r", "o"),  # single
        ("rr", "oo"),  # pair
        ("rrr", "oxo"),  # straight three
        ("rr r.", "xo o."),  # L of three: the corner
        ("rr rr", "oo oo"),
        (".r. rrr .r.", ".o. oxo .o."),  # plus of five
        ("rrr r.r rrr", "ooo o.o ooo"),  # ring of eight
        ("r. .r", "o. .o"),  # diagonal neighbours are two groups
        ("rr.. r.r. .rr.", "xo.. o.o. .ox."),  # two groups of three that touch at corners only
        ("rrr r.r r.r", "xxx x.x o.o"),  # a bow
        ("rrrr r..r rrr.", "xxxx x..o xxo."),  # a ring that is not closed
        ("rrrr. r..rr rrrr.", "oooo. o..xo oooo."),  # a ring with a tail
    ],
)
def test_r6_what_may_be_taken(board: str, expected: str) -> None:
    assert takeable(board) == expected


def test_r6_a_ring_around_the_whole_board_may_lose_any_tile() -> None:
    ring = " ".join(["r" * 9, *["r.......r"] * 7, "r" * 9])
    assert takeable(ring) == ring.replace("r", "o")


def test_r6_only_the_group_of_the_tile_is_tested() -> None:
    state = table("rgr g.. r..", {"blue": "joker"}, turn=2)
    assert state.play("A2:joker")
    assert refusal(table("rrr", {"blue": "2"}, turn=2), "A2:2") == "R6-split"


def test_r7_taking_is_free_while_an_empty_cell_fits() -> None:
    state = table("g", {"red": "A 1 star joker 2"})
    assert {"A1:A", "A2:A", "A1:1"} < set(state.legal_moves())


def test_r7_taking_is_compulsory_when_no_empty_cell_fits() -> None:
    full = " ".join(["gbgbgbgbg", "bgbgbgbgb"] * 4 + ["gbgbgbgb."])
    state = table(full, {"red": "1 2 3 A star"})
    assert state.to_move == 0
    assert len(state.legal_moves()) == 5 * 9
    assert all(state.play(move).view(None)["scores"][0]["taken_count"] == 1 for move in state.legal_moves())
    assert refusal(state, "pass") == "R16-notation"


def test_r7_who_can_place_nothing_is_skipped_and_draws_nothing() -> None:
    state = play_all(GAME.start(skip_setup()), moves_until_skip())
    assert state.to_move == 1
    view = state.view(0)
    assert view["skipped"] == [0]
    assert view["colours"][0]["rack"] == RED_RACK.split()
    assert view["colours"][0]["pile_count"] == 8
    state = play_all(state, ["A7:A", "D8:8"])
    assert (state.to_move, state.view(0)["skipped"]) == (1, [0])
    state = state.play("B9:triangle")
    assert (state.to_move, state.view(0)["skipped"]) == (2, [])
    state = state.play("H4:joker")  # takes the green end: H3 no longer holds anything together
    assert (state.to_move, state.legal_moves()) == (0, ["H3:3"])


def test_r8_taken_tiles_lie_open_and_stay() -> None:
    state = play_all(table(racks={"red": "A", "green": "1", "blue": "joker"}, seats=3), ["A1:A", "A1:1", "A1:joker"])
    for seat in (None, 0, 1, 2):
        scores = state.view(seat)["scores"]
        assert [score["taken"] for score in scores] == [{}, {"red": ["A"]}, {"green": ["1"]}]
    assert state.view(None)["last"]["took"] == "green"
    assert state.view(0)["colours"][0]["played"] == ["A"]
    assert "A" not in state.view(0)["colours"][0]["unseen"]


def test_r9_the_pile_is_empty_after_turn_23_and_the_game_over_after_turn_24() -> None:
    for seats in (2, 3, 4, 5):
        state, rng = GAME.new("basic", seats, seed=seats), random.Random(seats)
        for ply in range(24 * seats):
            if ply // seats in (0, 22, 23):
                seat = state.to_move
                assert state.outcome() is None
                assert (ply // seats == 23) == (state.view(seat)["colours"][seat]["pile_count"] == 0)
            state = state.play(rng.choice(state.legal_moves()))
        assert state.to_move is None
        assert state.outcome() is not None
        assert all((c["rack_count"], len(c["rack"])) == (4, 4) for c in state.view(None)["colours"])
        assert refusal(state, "G2:2") == "R9-over"


def test_r9_who_was_skipped_plays_on_alone() -> None:
    state = play_all(GAME.start(skip_setup()), [*moves_until_skip(), "A7:A", "D8:8", "B9:triangle", "H4:joker", "H3:3"])
    rng, movers = random.Random(4), []
    while state.to_move is not None:
        movers.append(state.to_move)
        state = state.play(rng.choice(state.legal_moves()))
    assert movers[-3:] == [2, 0, 0]
    assert state.view(None)["ply"] == 72


def test_r9_over_when_nobody_can_place_anything() -> None:
    state = play_all(GAME.start(skip_setup()), moves_until_skip() + moves_until_stuck())
    assert state.to_move is None
    assert state.legal_moves() == []
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (8, 9, 8)
    assert outcome.places == (1, 3, 1)
    assert state.view(1)["colours"][0]["rack"] == RED_RACK.split()
    assert state.view(1)["skipped"] == [0]


def points(state: State) -> list[int]:
    return [score["points"] for score in state.view(None)["scores"]]


def test_r10_the_count_of_the_original() -> None:
    board = "y.y.y.y.. ......... bb.b..... ......... gg.ggg..."
    state = table(board, seats=4, taken={3: "1blue 1green", 2: "2yellow"})
    assert points(state) == [0, 2, 4, 5]
    over = finished(table(board + " r.r.r.r.r r........ ..r......", seats=4, taken={3: "1blue 1green", 2: "2yellow"}))
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.scores[1:] == (2, 4, 5)
    assert outcome.winners == (1,)


def test_r10_equal_colours_count_once() -> None:
    assert points(table(seats=4, taken={1: "2red 2blue"}))[1] == 2
    score = table(seats=4, taken={1: "2red 2blue 1yellow"}).view(None)["scores"][1]
    assert (score["most"], score["most_colours"], score["taken_count"]) == (2, ["red", "blue"], 5)


def test_r10_uptown_counts_groups_only() -> None:
    state = table("r.r", seats=2, taken={0: "3green"}, options={"scoring": "uptown"})
    assert points(state) == [2, 0]
    assert points(table("r.r", seats=2, taken={0: "3green"})) == [5, 0]


def test_r11_fewer_taken_tiles_break_a_tie() -> None:
    board = "g.g.g.... ......... y.y.y.... ......... r.r.r.r.r b.b.b.b.b"
    outcome = finished(table(board, taken={1: "1red 1blue", 3: "1red"})).outcome()
    assert outcome is not None
    assert outcome.scores == (5, 4, 5, 4)
    assert outcome.places == (3, 2, 3, 1)


def test_r11_still_tied_share_the_win() -> None:
    outcome = finished(table("r.g", seats=2, taken={0: "1green", 1: "1red"})).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_r11_uptown_breaks_ties_by_taken_tiles() -> None:
    outcome = finished(table("r.g", seats=2, taken={0: "2green", 1: "1red"}, options={"scoring": "uptown"})).outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((1, 1), (2, 1))


def expert(board: str = "", racks: dict[str, str] | None = None, **more: object) -> BlockersState:
    return table(board, racks, variant="expert", seats=2, **more)  # type: ignore[arg-type]


def test_r12_two_colours_each_with_rack_and_pile() -> None:
    state = expert(racks={"red": "1 2 3 4 5", "yellow": "A B C D E"})
    assert [(c["id"], c["seat"], c["rack_count"], c["pile_count"]) for c in state.view(None)["colours"]] == [
        ("red", 0, 5, 23),
        ("green", 1, 5, 23),
        ("blue", 1, 5, 23),
        ("yellow", 0, 5, 23),
    ]
    assert len(state.legal_moves()) == 90
    assert refusal(state, "A1:yellow-1") == "R3-rack"
    assert refusal(state, "A1:green-1") == "R2-colour"
    after = state.play("A1:yellow-A").view(0)["colours"]
    assert [c["pile_count"] for c in after] == [23, 23, 23, 22]
    assert after[3]["rack"] == ["1", "B", "C", "D", "E"]


def test_r13_the_own_other_colour_may_be_taken_but_not_split() -> None:
    racks = {"red": "A", "yellow": "A"}
    state = expert("rygb.yyy.", racks)
    assert {"A2:red-A", "A3:red-A", "A4:red-A", "A6:red-A", "A8:red-A", "A1:yellow-A"} < set(state.legal_moves())
    assert state.play("A2:red-A").view(None)["scores"][0]["taken"] == {"yellow": ["1"]}
    assert refusal(state, "A1:red-A") == "R5-own"
    assert refusal(state, "A7:red-A") == "R6-split"


def test_r13_option_own_colour_protected() -> None:
    state = expert("rygb", {"red": "A", "yellow": "A"}, options={"own-colour": "no"})
    assert refusal(state, "A2:red-A") == "R13-own"
    assert refusal(state, "A1:yellow-A") == "R13-own"
    assert state.play("A3:red-A")
    assert state.play("A4:yellow-A")


def test_r14_a_colour_that_cannot_refill_is_closed_and_shown() -> None:
    state = expert(racks={"red": "1"}, placed={"red": 23})
    red = state.view(1)["colours"][0]
    assert (red["rack"], red["rack_count"], red["pile_count"], red["closed"]) == (None, 5, 0, False)
    tile = state.view(0)["colours"][0]["rack"][0]
    state = state.play(next(move for move in state.legal_moves() if move.endswith(f":red-{tile}")))
    red = state.view(1)["colours"][0]
    assert (len(red["rack"]), red["closed"], red["unseen"]) == (4, True, [])
    state = state.play(state.legal_moves()[0])
    assert not any("red" in move for move in state.legal_moves())
    assert refusal(state, f"A1:red-{red['rack'][0]}") == "R14-closed"


def test_r14_the_game_ends_when_all_four_are_closed() -> None:
    state, rng = GAME.new("expert", seed=5), random.Random(5)
    while state.to_move is not None:
        # Seat 0 plays red as long as it can, so that one colour closes early.
        moves = [move for move in state.legal_moves() if "red" in move] or state.legal_moves()
        state = state.play(rng.choice(moves))
    assert state.view(None)["ply"] == 96
    assert all(c["closed"] and c["rack_count"] == 4 for c in state.view(None)["colours"])


def test_r14_the_other_plays_on_alone() -> None:
    state = expert(placed={"red": 24, "yellow": 23, "green": 20, "blue": 24})
    for seat in (0, 1, 1, 1, 1):
        assert state.to_move == seat
        state = state.play(state.legal_moves()[0])
    assert state.to_move is None


def test_r15_both_colours_and_the_own_second_one_count() -> None:
    board = "r.r...... ......... yy.y.y..."
    score = expert(board, taken={0: "3yellow 2green 1blue"}).view(None)["scores"][0]
    assert (score["groups"], score["most"], score["points"], score["taken_count"]) == (5, 3, 8, 6)


def test_r15_two_own_colours_never_join() -> None:
    assert points(expert("ryry")) == [4, 0]


def test_r15_tie_by_taken_tiles() -> None:
    outcome = finished(expert("r.y.g.b", taken={0: "1green 1yellow", 1: "1green"})).outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((3, 3), (2, 1))


@pytest.mark.parametrize("text", ["G2:moon", "g2:MOON", " moon G2 ", "G2,moon", "red moon G2", "G2:red-moon"])
def test_r16_any_clear_way_to_write_is_understood(text: str) -> None:
    state = table(racks={"red": "moon"})
    assert state.canonical(text) == "G2:moon"
    assert state.play(text) == state.play("G2:moon")


@pytest.mark.parametrize(
    "text", ["", "G2", "moon", "G2:", "G2:moon:moon", "G0:moon", "J2:moon", "G2:sun", "G2 H2 moon"]
)
def test_r16_unreadable_moves(text: str) -> None:
    assert refusal(table(racks={"red": "moon"}), text) == "R16-notation"


def test_r16_two_colours_must_be_told_apart() -> None:
    state = expert(racks={"red": "moon"})
    assert refusal(state, "G2:moon") == "R16-colour"
    assert state.canonical("moon red g2") == "G2:red-moon"
