"""A table by itself: what people may do there, and what comes of it."""

import pytest

from tischlein.core.refusal import IllegalMove, OutOfTurn, Refusal
from tischlein.core.registry import find_game
from tischlein.server.table.clock import ClockTerms
from tischlein.server.table.events import Entry, Event
from tischlein.server.table.names import clean_name, shorten_name
from tischlein.server.table.table import AnyChair, BotChair, Open, Person, Table, Terms

ANNA, BEN, BOT, OPEN = Person("Anna"), Person("Ben"), BotChair("level1"), Open()


def set_up(game: str = "planken", *chairs: AnyChair, variant: str | None = None, **terms: object) -> Table:
    chairs = chairs or (ANNA, BEN)
    setup = find_game(game).setup(variant, len(chairs), seed=1, first=0)
    return Table("t", setup, Terms(chairs, 1000, **terms))  # type: ignore[arg-type]


def happen(table: Table, event: Event, at: int = 1000) -> Table:
    return table.after(Entry(table.version + 1, at, f"r{table.version}", event))


def play(table: Table, move: str | None = None, at: int = 1000) -> Table:
    seat = table.to_move
    assert seat is not None
    return happen(table, table.play(seat, table.match.ply, move or table.match.legal_moves()[0], at), at)


def ask(table: Table, seat: int, what: str, *same_device: int) -> Table:
    return happen(table, table.ask(seat, what, same_device, "next"))  # type: ignore[arg-type]


def refusal(action: object) -> str:
    with pytest.raises(Refusal) as raised:
        action()  # type: ignore[operator]
    return raised.value.code


def test_a_game_starts_when_no_seat_is_open() -> None:
    table = set_up("planken", ANNA, OPEN)
    assert (table.status, table.to_move) == ("waiting", None)
    assert refusal(lambda: table.play(0, 0, "x", 0)) == "not-started"
    table = happen(table, table.take(1, " Ben  Bär "))
    assert table.status == "playing"
    assert table.chairs[1] == Person("Ben Bär")


def test_a_taken_seat_is_refused() -> None:
    assert refusal(lambda: set_up().take(1, "Eve")) == "seat-taken"
    assert refusal(lambda: set_up().take(2, "Eve")) == "no-such-seat"
    assert refusal(lambda: set_up().take(-1, "Eve")) == "no-such-seat"


def test_an_event_leaves_the_table_before_as_it_was() -> None:
    before = set_up("planken", ANNA, OPEN, clock=ClockTerms(60))
    after = play(happen(before, before.take(1, "Ben")), at=5000)
    assert (before.version, before.match.ply, before.status, before.movers) == (0, 0, "waiting", [])
    assert before.clock is not None
    assert before.clock.left(9000) == [60_000, 60_000]
    assert (after.version, after.match.ply, after.status, after.movers) == (2, 1, "playing", [0])


def test_illegal_moves_name_their_rule() -> None:
    table = set_up("blokus", ANNA, BEN, variant="duo")
    with pytest.raises(IllegalMove) as illegal:
        table.play(0, 0, "a1", 0)
    assert illegal.value.rule.startswith("R")
    with pytest.raises(OutOfTurn):
        table.play(1, 0, table.match.legal_moves()[0], 0)
    with pytest.raises(OutOfTurn):
        table.play(0, 1, table.match.legal_moves()[0], 0)


def test_moves_are_stored_in_their_canonical_form() -> None:
    table = set_up("blokus", ANNA, BEN, variant="duo")
    move = next(move for move in table.match.legal_moves() if "," in move)
    backwards = ",".join(reversed(move.split(",")))
    assert table.play(0, 0, backwards, 0).move == move


def test_a_person_cannot_move_for_a_bot() -> None:
    table = set_up("planken", BOT, BEN)
    assert refusal(lambda: table.play(0, 0, table.match.legal_moves()[0], 0)) == "not-your-seat"
    assert refusal(lambda: table.play_bot(1, 0, table.match.legal_moves()[0])) == "not-your-seat"


# ---------------------------------------------------------------------- takebacks, draws, rematches


def test_a_takeback_needs_consent() -> None:
    table = play(play(play(set_up())))
    table = ask(table, 0, "takeback")
    assert table.request is not None
    assert table.request.needs == (1,)
    assert refusal(lambda: table.answer(0, True, "n")) == "nothing-asked"
    table = happen(table, table.answer(1, True, "n"))
    assert (table.match.ply, table.movers, table.to_move, table.request) == (2, [0, 1], 0, None)


def test_a_takeback_goes_behind_the_answer_of_a_bot() -> None:
    table = play(set_up("planken", ANNA, BOT))
    table = happen(table, table.play_bot(1, 1, table.match.legal_moves()[0]))
    table = ask(table, 0, "takeback")
    assert (table.match.ply, table.request) == (0, None)


def test_seats_of_one_device_agree_at_once() -> None:
    assert ask(play(set_up()), 0, "takeback", 0, 1).match.ply == 0


def test_a_no_ends_the_request_and_so_does_a_move() -> None:
    table = ask(play(play(set_up())), 1, "takeback")
    assert happen(table, table.answer(0, False, "n")).request is None
    assert happen(table, table.answer(1, False, "n")).request is None, "the asker may withdraw"
    assert play(table).request is None


def test_what_was_seen_cannot_be_taken_back() -> None:
    assert refusal(lambda: play(set_up("blockers")).ask(0, "takeback", (), "n")) == "hidden-was-shown"
    assert refusal(lambda: play(set_up(takebacks=False)).ask(0, "takeback", (), "n")) == "no-takebacks"
    assert refusal(lambda: play(set_up()).ask(1, "takeback", (), "n")) == "nothing-to-take-back"
    assert refusal(lambda: set_up("planken", ANNA, OPEN).ask(0, "takeback", (), "n")) == "not-started"


def test_two_can_agree_on_a_draw() -> None:
    table = ask(play(set_up()), 1, "draw")
    table = happen(table, table.answer(0, True, "n"))
    assert table.status == "over"
    assert table.result is not None
    assert (table.result.reason, table.result.winners) == ("agreed", (0, 1))
    assert refusal(lambda: table.play(1, 1, table.match.legal_moves()[0], 0)) == "game-over"


def test_a_rematch_moves_the_start_player_on() -> None:
    table = happen(set_up(), set_up().resign(1))
    assert refusal(lambda: table.resign(0)) == "game-over"
    table = ask(table, 1, "rematch")
    assert table.next is None
    table = happen(table, table.answer(0, True, "next"))
    assert table.next == "next"
    setup, terms = table.rematch(5000)
    assert (setup.first, terms.chairs, terms.created) == (1, (ANNA, BEN), 5000)
    assert refusal(lambda: table.ask(0, "rematch", (), "n")) == "already-asked"
    assert refusal(lambda: set_up().ask(0, "rematch", (), "n")) == "not-over"


# ---------------------------------------------------------------------- giving up


def test_with_two_the_other_one_wins() -> None:
    table = happen(set_up(), set_up().resign(0))
    assert table.result is not None
    assert (table.result.reason, table.result.places, table.result.winners) == ("resigned", (2, 1), (1,))
    assert table.record.tags["Ended"] == "resigned winners 1"


def test_with_three_a_bot_plays_on() -> None:
    table = set_up("planken", ANNA, BEN, Person("Eve"))
    table = happen(table, table.resign(0))
    assert (table.status, table.bot_to_move) == ("playing", "level5")
    assert refusal(lambda: table.play(0, 0, table.match.legal_moves()[0], 0)) == "not-your-seat"


def test_leaving_opens_the_seat_again() -> None:
    table = play(set_up())
    table = happen(table, table.leave(1))
    assert (table.status, table.chairs[1], table.to_move) == ("playing", OPEN, 1)
    assert refusal(lambda: table.play(1, 1, table.match.legal_moves()[0], 0)) == "not-your-seat"
    assert happen(table, table.seat_bot(1, "level3")).bot_to_move == "level3"
    assert refusal(lambda: table.take(1, "Eve")) == "needs-consent"
    agreed = ask(table, 0, "newcomers")
    taken = happen(agreed, agreed.take(1, "Eve"))
    assert (taken.chairs[1], taken.welcome) == (Person("Eve"), False)
    assert refusal(lambda: taken.ask(0, "newcomers", (), "next")) == "no-open-seat"


def test_bots_sit_only_where_nobody_sits() -> None:
    assert refusal(lambda: set_up().seat_bot(1, "level1")) == "seat-taken"
    assert refusal(lambda: set_up("planken", ANNA, OPEN).seat_bot(1, "level99")) == "bad-setup"


# ---------------------------------------------------------------------- clocks


def test_a_clock_runs_for_whoever_is_to_move() -> None:
    table = set_up(clock=ClockTerms(60, 5))
    table = play(table, at=11_000)
    assert table.clock is not None
    assert table.clock.left(21_000) == [55_000, 50_000]
    assert table.flag(70_999) is None
    assert table.flag(71_000) is not None
    assert refusal(lambda: play(table, at=71_000)) == "time-is-up"
    table = happen(table, table.flag(71_000), 71_000)  # type: ignore[arg-type]
    assert table.result is not None
    assert (table.result.reason, table.result.winners) == ("time", (0,))
    assert table.flag(999_999) is None


def test_no_clock_runs_before_the_start_and_for_bots() -> None:
    table = set_up("planken", ANNA, OPEN, clock=ClockTerms(60))
    assert table.clock is not None
    assert table.clock.running is None
    table = happen(table, table.seat_bot(1, "level1"), 31_000)
    assert table.clock is not None
    assert table.clock.left(41_000) == [50_000, 60_000]
    table = play(table, at=41_000)
    assert table.clock is not None
    assert (table.clock.running, table.flag(999_999)) == (None, None)


def test_time_in_which_the_server_was_away_is_given_back() -> None:
    table = set_up(clock=ClockTerms(60))
    credit = table.credit(45_000)
    assert credit is not None
    table = happen(table, credit, 50_000)
    assert table.clock is not None
    assert table.clock.left(50_000)[0] == 56_000
    assert set_up().credit(45_000) is None


# ---------------------------------------------------------------------- names and records


@pytest.mark.parametrize(
    "name", ["x" * 25, "a\u202eb", "a\x00b", "a\u200bb", "Z" + "\u0336" * 9, "\u3164\u3164", "\ufe0f"]
)
def test_names_that_play_tricks_are_refused(name: str) -> None:
    assert refusal(lambda: clean_name(name)) == "bad-name"


def test_names_are_tidied() -> None:
    assert clean_name("  Jörg\n Ä ") == "Jörg Ä"
    assert clean_name("") == ""
    assert clean_name("\u0e1b\u0e39\u0e48") == "\u0e1b\u0e39\u0e48", "two marks on one letter, as Thai writes them"
    assert shorten_name("Z" + "\u0336" * 9) == "", "in a record that somebody brings"
    assert clean_name("<b>") == "<b>", "escaping is the page's affair"


def test_the_record_says_who_sat_where() -> None:
    table = play(set_up("planken", Person(""), BOT))
    assert table.record.tags == {"Seat 0": "human", "Seat 1": "level1"}
    assert table.record.moves == tuple(table.match.moves)
