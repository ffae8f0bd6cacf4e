"""Files in Pentobi's format: there and back, as others write them, and broken in every way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tischlein.core.record import OWN_KEYS, Record
from tischlein.core.refusal import BadRecord, BadSetup
from tischlein.core.registry import find_game
from tischlein.core.words import LANGUAGES
from tischlein.games.blokus import GAME
from tischlein.games.blokus.formats.sgf import GAME_NAMES, colour_ids, read_sgf, write_move, write_sgf
from tischlein.games.blokus.formats.sgf_tree import read_main_line

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))

TWO_PLAYERS = """\
(
;GM[Blokus Two-Player]CA[UTF-8]AP[Pentobi:27.0]PB[Anna]PW[Ben]DT[2026-11-15]EV[Club evening]RO[2]
;1[c18,a19,b19,c19,a20]C[A good start \\[F\\]
and a second line]
;2[s20,t20]TE[1]
;3[t1]BM[2]C[Too small]
(
 ;4[a1]
 ;1[d17]
)
(
 ;4[a1,b1]C[another way]
)
)
"""


def load(name: str) -> Record:
    path = next(path for path in GOLDEN if path.stem == name)
    return Record.parse(path.read_text(encoding="utf-8"))


def file_of(game: str, *nodes: str) -> str:
    return f"(;GM[{game}]" + "".join(f";{node}" for node in nodes) + ")"


# ------------------------------------------------------------------ there and back


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_come_back_equal(path: Path) -> None:
    record = Record.parse(path.read_text(encoding="utf-8"))
    text = write_sgf(record)
    assert read_sgf(text) == record
    assert text.splitlines()[1].startswith(f";GM[{GAME_NAMES[record.setup.variant]}]CA[UTF-8]")


def test_a_file_reads_like_those_of_others() -> None:
    record = Record(GAME.setup("duo", first=0), ("e10", "i5,j4,j5,j6,k5"), {"Seat 0": "human:Anna", "Comment 2": "X"})
    assert write_sgf(record) == (
        "(\n;GM[Blokus Duo]CA[UTF-8]AP[Tischlein]PB[Anna]\n;B[e10]\n;W[j4,i5,j5,k5,j6]C[X]\n)\n"
    )


def test_what_the_format_has_no_word_for_is_noted_beside_it() -> None:
    root = write_sgf(replace(load("duo-free"), moves=())).splitlines()[1]
    assert root.endswith("TISCHLEIN[First: 1][Option corners: free][Note: violet begins on j5]")
    assert "TISCHLEIN[Variant: teams]" in write_sgf(load("teams"))
    assert "TISCHLEIN" not in write_sgf(Record(GAME.setup("three", first=0)))


def test_players_are_named_in_the_order_in_which_they_start() -> None:
    record = Record(GAME.setup("three", first=2), tags={"Seat 2": "human:Anna", "Seat 0": "level3", "Seat 1": "human"})
    text = write_sgf(record)
    assert "P1[Anna]P2[level3]T" in text
    assert read_sgf(text) == record


def test_a_name_changed_elsewhere_stays_changed() -> None:
    text = write_sgf(Record(GAME.setup("two", first=0), tags={"Seat 0": "level3", "Seat 1": "level5"}))
    assert read_sgf(text).tags == {"Seat 0": "level3", "Seat 1": "level5"}
    assert read_sgf(text.replace("PB[level3]", "PB[Anna]")).tags == {"Seat 0": "human:Anna", "Seat 1": "level5"}


KEYS = st.one_of(
    st.sampled_from(["Seat 0", "Seat 1", "Seat 9", "Comment", "Comment 1", "Comment 2", "Comment 7", "Date", "Note"]),
    st.text(min_size=1).filter(lambda key: key == key.strip() and not OWN_KEYS.fullmatch(key) and key[0] not in ";"),
)


@given(st.dictionaries(KEYS, st.text() | st.text("¶ :a]\\human\x85"), max_size=5))
def test_every_tag_comes_back(tags: dict[str, str]) -> None:
    try:
        record = Record(GAME.setup("duo", first=1), ("e10", "j5"), {key: text.strip() for key, text in tags.items()})
    except BadRecord:
        return
    assert read_sgf(write_sgf(record)) == record


def test_a_record_of_another_game_or_with_an_illegal_move_is_not_written() -> None:
    with pytest.raises(BadSetup):
        write_sgf(Record(find_game("planken").setup(seats=2, seed=1)))
    with pytest.raises(BadRecord):
        write_sgf(Record(GAME.setup("duo", first=0), ("a1",)))


# ------------------------------------------------------------------ as others write it


def test_the_main_line_of_a_file_with_variations() -> None:
    record = read_sgf(TWO_PLAYERS)
    assert record.setup == GAME.setup("two", first=0)
    assert record.moves == ("a19,a20,b19,c18,c19", "s20,t20", "t1", "a1", "d17")
    assert record.tags == {
        "Seat 0": "human:Anna",
        "Seat 1": "human:Ben",
        "Date": "2026-11-15",
        "Event": "Club evening",
        "Round": "2",
        "Comment 1": "A good start [F] ¶ and a second line",
        "Comment 3": "Too small",
    }
    assert Record.parse(record.text()) == record


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("\ufeff \r\n( ; GM [Blokus Duo]\r\n; B\n[e10] ;\r\n W[j5]\r\n)\r\n \n", ("e10", "j5")),
        (file_of("blokus duo", "1[E10]", "2[j5]"), ("e10", "j5")),
        (file_of("Blokus Duo", "BLUE[e10][e9]", "GREEN[j5]"), ("e9,e10", "j5")),
        (file_of("Blokus", "BLUE[a20]", "YELLOW[t20]", "RED[t1]", "GREEN[a1]"), ("a20", "t20", "t1", "a1")),
        (file_of("Blokus Duo", "B[e10]C[soft \\\nbreak]"), ("e10",)),
        (file_of("Blokus Duo", "", "B[e10]", "", "PL[W]"), ("e10",)),
    ],
)
def test_old_and_odd_files_are_read(text: str, moves: tuple[str, ...]) -> None:
    assert read_sgf(text).moves == moves


def test_a_soft_break_is_no_break() -> None:
    assert read_sgf(file_of("Blokus Duo", "C[soft \\\nbreak \\\\\nhard]")).tags == {"Comment": "soft break \\ ¶ hard"}


@pytest.mark.parametrize("name", ["classic", "two", "three", "duo", "two-bonus"])
@pytest.mark.parametrize("plies", [1, 14])
def test_a_setup_becomes_the_moves_that_lead_to_it(name: str, plies: int) -> None:
    """Even if the pieces of a colour stand in another order."""
    state = load(name).state_at(plies)
    view = state.view(None)
    ids = dict(zip((colour["id"] for colour in view["colours"]), colour_ids(view["variant"]), strict=True))
    pieces: dict[str, list[str]] = {}
    for placed in reversed(view["placed"]):
        pieces.setdefault(f"A{ids[placed['colour']]}", []).append(f"[{write_move(placed['move'])}]")
    setup = "".join(name + "".join(values) for name, values in pieces.items())
    read = read_sgf(f"(;GM[{GAME_NAMES[view['variant']]}]{setup}PL[{ids[view['turn']]}])").final_state()
    assert read.view(None)["board"] == view["board"]
    assert read.legal_moves() == state.legal_moves()


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "bad-line"),
        ("\n\nTischlein record 1", 3, "bad-line"),
        ("(;GM[Blokus]", 1, "bad-line"),
        ("(\n;GM[Blokus]\n;1[a20]\n", 4, "bad-line"),
        ("(;GM[Blokus])\n(;GM[Blokus])", 2, "bad-line"),
        ("(;GM[Blokus])\nend", 2, "bad-line"),
        ("(;GM[Blokus](;1[a20])\n;1[a20,b20])", 2, "bad-line"),
        ("(;GM[Blokus]\n;1)", 2, "bad-line"),
        ("(;GM[Blokus]\n;[a20])", 2, "bad-line"),
        ("(;GM[Blokus]\nC[no end)", 2, "bad-line"),
        ("(;GM[Blokus]\nC[\\])", 2, "bad-line"),
        ("()", 1, "bad-line"),
        (")", 1, "bad-line"),
        ("((;GM[Blokus]))", 1, "bad-line"),
        ("(;GM[Blokus]GM[Blokus])", 1, "repeated-key"),
        ("(\n;FF[4])", 2, "missing-key"),
        ("(;GM[Blokus]\n;B[a20])", 2, "bad-line"),
        ("(;GM[Blokus]\n;1[a20]2[t20])", 2, "bad-line"),
        ("(;GM[Blokus]\n;1[a20]\n;3[t1])", 3, "illegal-move"),
        ("(;GM[Blokus]\n;1[a20]\n;2[t19])", 3, "illegal-move"),
        ("(;GM[Blokus]\n;1[])", 2, "illegal-move"),
        ("(;GM[Blokus]\n;1[a20]\n;PL[1])", 3, "illegal-move"),
        ("(;GM[Blokus]\n;A2[t20])", 2, "illegal-move"),
        ("(;GM[Blokus]\n;A1[a20][b19])", 2, "illegal-move"),
        ("(;GM[Blokus]A1[a20]\nPL[3])", 2, "illegal-move"),
        ("(;GM[Blokus]\n;1[a20]\n;A2[t20])", 3, "illegal-move"),
        ("(;GM[Blokus]A1[a20]\nAE[a20])", 2, "illegal-move"),
        ("(;GM[Blokus]\nAB[a20])", 2, "illegal-move"),
        ("(;GM[Blokus]\nTISCHLEIN[Variant: two])", 2, "bad-line"),
        ("(;GM[Blokus]\nTISCHLEIN[First: x])", 2, "bad-number"),
        ("(;GM[Blokus]\nTISCHLEIN[nothing])", 2, "bad-line"),
        ("(;GM[Blokus]\nTISCHLEIN[A: 1][A: 2])", 2, "bad-line"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_sgf(text)
    assert (refused.value.code, refused.value.details["line"]) == (code, line)
    assert all(refused.value.text(language) for language in LANGUAGES)
    assert str(refused.value.details.get("reason", "none")) not in refused.value.text("de")


@pytest.mark.parametrize("name", ["Blokus Trigon", "Nexos", "1", "", "Blokus  Duo"])
def test_games_that_are_not_played_here_are_refused(name: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_sgf(file_of(name))
    assert refused.value.details["field"] == "GM"


@pytest.mark.parametrize("note", ["First: 4", "Option corners: round", "Option colour: pink"])
def test_setups_that_do_not_exist_are_refused(note: str) -> None:
    with pytest.raises(BadSetup):
        read_sgf(f"(;GM[Blokus]TISCHLEIN[{note}])")


def test_a_move_after_the_end_is_refused() -> None:
    text = write_sgf(load("duo")).removesuffix(")\n")
    with pytest.raises(BadRecord, match="The game is over"):
        read_sgf(text + ";B[a1])")


def test_deep_variations_are_no_burden() -> None:
    deep = 20_000
    text = "(;GM[Blokus];1[a20]" + "(;C[x]" * deep + ")" * deep + ")"
    assert len(read_main_line(text)) == deep + 2


def read_or_refuse(text: str) -> None:
    """Whatever is read can be written and read again; whatever is refused has its sentence."""
    try:
        record = read_sgf(text)
    except (BadRecord, BadSetup) as refused:
        refused.text("de")
    else:
        assert read_sgf(write_sgf(record)) == record


@given(st.text() | st.text("();[]\\ \nABCEGLMPW12:,aet05"))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@settings(max_examples=60)
@given(st.data())
def test_damaged_files_are_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([TWO_PLAYERS, "(;GM[Blokus Duo]AB[e10]AW[j5]PL[B]TISCHLEIN[First: 1];B[f9])"]))
    for _ in range(data.draw(st.integers(1, 3))):
        at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.text("();[]\\ \nABCEGLMPW123:,abest05", max_size=4)) + text[at + length :]
    read_or_refuse(text)
