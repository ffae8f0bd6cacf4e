"""Somebody has gone: after a while the others may go on without them, with a bot or not at all."""

import pytest

from tischlein.core.refusal import Refusal
from tischlein.core.registry import find_game
from tischlein.server.table.events import Closed, Entry, Gone
from tischlein.server.table.names import clean_name
from tischlein.server.table.table import BotChair, Person, Table, Terms

MINUTES = 10 * 60_000


def table(seats: int) -> Table:
    setup = find_game("planken").setup(seats=seats, seed=1, first=0)
    return Table("t", setup, Terms(tuple(Person(f"P{seat}") for seat in range(seats)), 0))


def test_a_bot_plays_on_for_somebody_who_has_gone() -> None:
    before = table(2)
    with pytest.raises(Refusal) as refusal:
        before.claim(1, 0, True, MINUTES - 1, MINUTES)
    assert refusal.value.code == "not-gone"
    event = before.claim(1, 0, True, MINUTES, MINUTES)
    after = before.after(Entry(1, MINUTES, "r", event))
    assert isinstance(after.chairs[0], BotChair)
    assert after.bot_to_move is not None
    assert after.result is None
    assert after.resigned[0] == Person("P0"), "a rematch asks them"


@pytest.mark.parametrize("seats", [2, 3])
def test_or_the_game_is_over_and_who_has_gone_has_lost(seats: int) -> None:
    before = table(seats)
    after = before.after(Entry(1, MINUTES, "r", before.claim(1, 0, False, MINUTES, MINUTES)))
    assert after.result is not None
    assert after.result.reason == "gone"
    assert after.result.winners == tuple(range(1, seats))


def test_only_whose_turn_it_is_can_be_gone() -> None:
    before = table(3)
    for seat, gone in ((1, 2), (0, 0), (1, 7)):
        with pytest.raises(Refusal):
            before.claim(seat, gone, True, MINUTES, MINUTES)
    moved = before.after(Entry(1, 5000, "m", before.play(0, 0, before.match.legal_moves()[0], 5000)))
    with pytest.raises(Refusal):
        moved.claim(0, 1, True, MINUTES, MINUTES)
    assert moved.claim(0, 1, True, MINUTES + 5000, MINUTES) == Gone(1, True)


def test_the_operator_ends_a_game() -> None:
    before = table(2)
    event = before.close()
    assert event == Closed(-1)
    after = before.after(Entry(1, 5, "o", event))
    assert after.result is not None
    assert after.result.reason == "closed"
    with pytest.raises(Refusal):
        after.close()


@pytest.mark.parametrize("name", ["Fuck", "F u c k", "fück you", "N4zi", "Admin", "4dmin", "A d o l f Hitler", "hure"])
def test_some_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_name(name)
    assert refusal.value.code == "rude-name"


@pytest.mark.parametrize("name", ["Anna", "Nazım", "Scunthorpe", "Jan Admiraal", "Hurer", "张伟", "", "R2D2"])
def test_others_are_not(name: str) -> None:
    assert clean_name(name) == name
