"""The six challenges: which pieces, which contacts, which order; and the option of the first two."""

from collections.abc import Iterable

import pytest

from tischlein import BadSetup, IllegalMove, find_game
from tischlein.puzzles.blokus.challenge import CHALLENGES, ORDER, SIZE_OF, Layout


def lay(challenge: str, moves: Iterable[tuple[str, str]], **options: str) -> Layout:
    layout = Layout(CHALLENGES[challenge], options)
    for colour, move in moves:
        layout = layout.place(colour, move)
    return layout


def refuse(layout: Layout, colour: str, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        layout.place(colour, move)
    assert refused.value.text("de")
    assert refused.value.text("en")
    return refused.value.code


@pytest.mark.parametrize(
    ("challenge", "pieces", "squares"),
    [("s1", 84, 356), ("s2", 84, 356), ("s3", 20, 80), ("s4", 20, 80), ("s5", 48, 240), ("s6", 48, 240)],
)
def test_material(challenge: str, pieces: int, squares: int) -> None:
    row = CHALLENGES[challenge]
    assert row.pieces == pieces
    assert sum(SIZE_OF[piece] for hand in row.hands.values() for piece in hand) == squares
    if not row.as_in_the_game:
        assert row.columns * row.rows == squares, "the rectangle is filled"


def test_s1_follows_the_rules_of_the_game() -> None:
    layout = lay("s1", [("blue", "a20,b20"), ("yellow", "t20"), ("red", "t1"), ("green", "a1")])
    assert refuse(layout, "blue", "a19") == "R7-edge"
    assert refuse(layout, "blue", "j10") == "R6-corner"
    assert refuse(Layout(CHALLENGES["s1"]), "blue", "j10") == "R5-start"
    assert refuse(layout, "blue", "a20") == "S-occupied"
    assert refuse(layout, "blue", "c19,d19") == "S-placed"
    assert layout.place("blue", "c19").left("blue")[0] == "I3"


def test_order_strict_is_the_default() -> None:
    assert ORDER.default == "strict"
    layout = lay("s1", [("blue", "a20")])
    assert refuse(layout, "blue", "b19,c19") == "S-turn"
    assert refuse(layout, "red", "t1") == "S-turn"


def test_order_free_lets_any_colour_place() -> None:
    layout = lay("s1", [("red", "t1"), ("red", "s2,r2"), ("blue", "a20")], order="free")
    assert [placement.colour for placement in layout.placements] == ["red", "red", "blue"]
    assert refuse(layout, "red", "t2,t3,t4") == "R7-edge"


def test_an_order_that_does_not_exist_is_refused() -> None:
    for options in ({"order": "wild"}, {"speed": "fast"}):
        with pytest.raises(BadSetup):
            Layout(CHALLENGES["s1"], options)
    with pytest.raises(BadSetup):
        Layout(CHALLENGES["s3"], {"order": "free"})


def test_s2_places_the_large_ones_first() -> None:
    layout = Layout(CHALLENGES["s2"])
    assert refuse(layout, "blue", "a20,a19,a18,a17") == "S-descending"
    assert len(layout.place("blue", "a16,a17,a18,a19,a20").placements) == 1


def test_s3_lets_equal_colours_touch_and_s4_does_not() -> None:
    first = ("blue", "a1,b1,c1,d1")
    assert len(lay("s3", [first, ("blue", "a2,b2,c2,c3")]).placements) == 2
    assert refuse(lay("s4", [first]), "blue", "a2,b2,c2,c3") == "S-edge"
    assert len(lay("s4", [first, ("red", "a2,b2,c2,c3")]).placements) == 2
    assert len(lay("s4", [first, ("blue", "e2,f2,g2,g3")]).placements) == 2, "corners may touch"


@pytest.mark.parametrize(
    ("challenge", "colour", "move", "code"),
    [
        ("s3", "blue", "a1,b1,c1", "S-piece"),
        ("s3", "blue", "a1,c1,e1,g1", "S-piece"),
        ("s3", "violet", "a1,b1,c1,d1", "S-colour"),
        ("s3", "blue", "h8,i8,j8,k8", "S-board"),
        ("s5", "red", "a12,a13,a14,a15,a16", "S-board"),
        ("s5", "red", "l1,m1,n1,o1,p1", None),
        ("s6", "green", "a1,b1", "S-piece"),
    ],
)
def test_pieces_and_boards(challenge: str, colour: str, move: str, code: str | None) -> None:
    layout = Layout(CHALLENGES[challenge])
    if code is None:
        assert layout.place(colour, move).placements[0].piece == "I5"
    else:
        assert refuse(layout, colour, move) == code


def test_solved_means_every_piece() -> None:
    layout = lay("s3", [("blue", "a1,b1,c1,d1"), ("red", "e1,f1,g1,h1")])
    assert not layout.solved
    assert len(layout.left("blue")) == 4
    everything = Layout(layout.challenge, {}, layout.placements * 10)
    assert everything.solved


def test_taking_back() -> None:
    layout = lay("s3", [("blue", "a1,b1,c1,d1"), ("red", "e1,f1,g1,h1")])
    assert [placement.colour for placement in layout.take_back("a1,b1,c1,d1").placements] == ["red"]
    with pytest.raises(IllegalMove, match="does not lie"):
        layout.take_back("a2,b2,c2,d2")
    chain = lay("s1", [("blue", "a20"), ("blue", "b19,c19"), ("blue", "d18,e18,f18")], order="free")
    with pytest.raises(IllegalMove) as refused:
        chain.take_back("b19,c19")
    assert refused.value.code == "R6-corner", "what hangs on a piece keeps it there"
    assert len(chain.take_back("d18,e18,f18").placements) == 2


def test_with_turn_knows_the_corners_of_that_colour() -> None:
    state = find_game("blokus").new("classic", first=0).play("a20")
    again = state.with_turn(0).play("b19,c19")  # type: ignore[attr-defined]
    assert again.to_move == 1
