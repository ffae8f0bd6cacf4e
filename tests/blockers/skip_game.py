"""A true game in which red can place nothing for a while.

Blue runs from A4 around the left edge to I4, green inside it from B4 to H4, and red fills the pocket that is left.
With 1, 2, 3, star and heart on its rack red needs a cell in the first three columns, and there every blue and
every green tile holds its group together.
"""

from __future__ import annotations

from tischlein.core.game import Setup

from .positions import deal_with

RED = "C3:C D3:D E3:E F3:F G3:G A6:6 B7:7 C8:8 D9:9 E5:5 F5:plus G7:note H8:H I9:I C7:triangle"
GREEN = "C2:C D2:D E2:E F2:F G2:G B2:B H2:H B3:3 H3:moon B4:circle H4:clover A9:9 E7:7 I6:6 D5:5"
BLUE = "A1:A B1:B C1:C D1:D E1:E F1:F G1:G H1:H I1:I A2:2 A3:star I2:moon I3:3 A4:circle I4:clover"
RED_RACK = "1 2 3 star heart"
GREEN_LATER = "A7:A B9:triangle F8:8 D6:plus I7:I G9:note D7:diamond F4:4 E9:joker"
BLUE_LATER = "D8:8 E8:diamond F7:7 G8:note H6:6 I8:joker C9:9 B5:5 F6:plus"


def moves_of(text: str) -> list[str]:
    return text.split()


def skip_setup() -> Setup:
    """Return a set-up in which these tiles come in this order."""
    racks = {
        "red": " ".join(["1 2 3 star", *(move[3:] for move in RED.split()), "heart"]),
        "green": " ".join(move[3:] for move in (GREEN + " " + GREEN_LATER).split()),
        "blue": " ".join(move[3:] for move in (BLUE + " " + BLUE_LATER).split()),
    }
    return Setup("blockers", "basic", 3, 0, {"scoring": "blockers"}, deal_with(racks, list(racks)))


def moves_until_skip() -> list[str]:
    """Return fifteen rounds, after which it would be red's turn."""
    rounds = zip(moves_of(RED), moves_of(GREEN), moves_of(BLUE), strict=True)
    return [move for round_ in rounds for move in round_]


def moves_until_stuck() -> list[str]:
    """Return the moves that finish green and blue while red stays stuck."""
    rounds = zip(moves_of(GREEN_LATER), moves_of(BLUE_LATER), strict=True)
    return [move for round_ in rounds for move in round_]
