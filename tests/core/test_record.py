"""Records: text and back, and every way in which a text is not a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein import BadRecord, BadSetup, Record, Refusal, find_game

SETUP = find_game("nim").setup(seats=3, options={"last": "loses"}, seed=1)
GAME = Record(SETUP, ("3", "2"), {"Seat 0": "human:Anna", "Date": "2026-11-15"})

tag_keys = st.from_regex(r"[A-Za-zÄÖÜ][A-Za-zäöüß -]{0,20}[a-z]", fullmatch=True).filter(
    lambda key: key not in ("Game", "Rules", "Variant", "Seats", "First") and not key.startswith(("Option", "Deal"))
)
tag_values = st.text(st.characters(blacklist_categories=("C", "Z")), max_size=30)


def test_text_is_readable() -> None:
    assert GAME.text() == (
        "Tischlein record 1\n"
        "Game: nim\n"
        "Rules: 1\n"
        "Variant: plain\n"
        "Seats: 3\n"
        f"First: {SETUP.first}\n"
        "Option last: loses\n"
        f"Deal heap: {SETUP.deal['heap']}\n"
        "Seat 0: human:Anna\n"
        "Date: 2026-11-15\n"
        "\n"
        "1. 3\n"
        "2. 2\n"
    )


@given(st.dictionaries(tag_keys, tag_values))
def test_tags_survive(tags: dict[str, str]) -> None:
    record = Record(SETUP, ("1",), tags)
    assert Record.parse(record.text()) == record


def test_comments_blank_lines_and_windows_line_ends_are_read() -> None:
    text = GAME.text().replace("\n\n", "\n; a comment\n\n\n").replace("\n", "\r\n")
    assert Record.parse(text) == GAME


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.parse(text)


@given(st.data())
def test_damaged_records_are_refused_or_read_never_worse(data: st.DataObject) -> None:
    text = GAME.text()
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.text(max_size=2)) + text[at + 1 :]
    try:
        Record.parse(damaged).final_state()
    except Refusal as refusal:
        assert refusal.text("de")  # noqa: PT017
        assert refusal.text("en")  # noqa: PT017


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Tischlein record 1", "Tischlein record 9", "no-record", 1),
        ("Seats: 3", "Seats: many", "bad-number", 5),
        ("Seats: 3\n", "", "missing-key", 1),
        ("Seats: 3", "Seats: 3\nSeats: 3", "repeated-key", 6),
        ("2. 2", "3. 2", "wrong-ply", 13),
        ("2. 2", "nonsense", "bad-line", 13),
        ("2. 2", "2. 2\nLate: tag", "bad-line", 14),
        ("Date: 2026-11-15", "Date", "bad-line", 10),
    ],
)
def test_refusals_name_the_line(old: str, new: str, code: str, line: int) -> None:
    with pytest.raises(BadRecord) as refused:
        Record.parse(GAME.text().replace(old, new))
    assert (refused.value.code, refused.value.details["line"]) == (code, line)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("Game: nim", "Game: chess", "game"),
        ("Rules: 1", "Rules: 2", "rules"),
        ("Variant: plain", "Variant: fancy", "variant"),
        ("Seats: 3", "Seats: 5", "seats"),
        (f"First: {SETUP.first}", "First: 3", "first"),
        ("Option last: loses", "Option last: maybe", "last"),
        ("Option last: loses", "Option first: loses", "options"),
    ],
)
def test_refusals_name_the_field(old: str, new: str, field: str) -> None:
    with pytest.raises(BadSetup) as refused:
        Record.parse(GAME.text().replace(old, new))
    assert refused.value.details["field"] == field


def test_an_illegal_move_is_named_with_its_ply_and_reason() -> None:
    record = Record(SETUP, ("3", "4"))
    with pytest.raises(BadRecord, match=r"Move 2, 4, .* Write 1, 2 or 3"):
        record.final_state()


@pytest.mark.parametrize("key", ["", "Game", "Deal x", "a:b", " x", "1", ";x", "a\nb"])
def test_a_tag_cannot_pose_as_something_else(key: str) -> None:
    with pytest.raises(BadRecord):
        Record(SETUP, tags={key: "x"})


def test_positions_by_ply() -> None:
    states = list(GAME.states())
    assert [GAME.state_at(ply) for ply in (0, 1, 2)] == states
    assert [GAME.state_at(ply) for ply in (-3, -2, -1)] == states
    for ply in (3, -4):
        with pytest.raises(BadRecord, match="no move"):
            GAME.state_at(ply)
