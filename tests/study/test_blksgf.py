"""Studies as .blksgf files: variations and comments go out and come back."""

from __future__ import annotations

import random

import pytest

from tests.core.node import ROOT
from tischlein import BadRecord, BadSetup, Record, find_game
from tischlein.games.blokus.formats.sgf import read_sgf, write_sgf
from tischlein.study import Study
from tischlein.study.blksgf import read_blksgf, write_blksgf

COMMENTS = ("good", "two\nlines", "brackets ] [ and \\ ü ☃", "")

BROKEN = (
    "",
    "(;GM[Blokus Duo](;B[e10])",
    "(;GM[Blokus Duo](;B[e10])(;B[z99]))",
    "(;GM[Blokus Duo]) (;GM[Blokus])",
    "(;GM[Blokus Duo];W[e10])",
    "(;GM[Blokus Duo]GM[Blokus])",
    "(;B[e10])",
    "(;GM[Blokus Duo]TISCHLEIN[First: x])",
    "(;GM[Blokus Duo] what)",
)


def grow(variant: str, seed: int) -> Study:
    """Return a study with variations and comments at random."""
    game, rng = find_game("blokus"), random.Random(seed)
    study = Study(game.setup(variant, seed=seed), {"Own": "x", "Seat 0": "human:Zoë", "Title": "A [study]"})
    for _ in range(25):
        path, node = rng.choice(list(study.root.walk()))
        if legal := node.state.legal_moves():
            study.comment(study.add(path, rng.choice(legal)), rng.choice(COMMENTS))
    study.comment((), "the beginning")
    return study


@pytest.mark.parametrize("variant", find_game("blokus").variants)
def test_variations_and_comments_come_back(variant: str) -> None:
    for seed in range(3):
        study = grow(variant, seed)
        assert read_blksgf(write_blksgf(study)).text() == study.text()


def test_others_find_the_main_line_in_it() -> None:
    study = grow("duo", 5)
    record = read_sgf(write_blksgf(study))
    assert (record.setup, record.moves) == (study.main_line().setup, study.main_line().moves)
    assert record.tags["Title"] == "A [study]"


def test_comments_of_a_record_belong_to_positions() -> None:
    text = (ROOT / "tests" / "blokus" / "golden" / "duo.record").read_text(encoding="utf-8")
    played = Record.parse(text)
    record = Record(played.setup, played.moves, {"Comment": "so", "Comment 3": "one ¶ two"})
    study = read_blksgf(write_sgf(record))
    assert (study.root.comment, study.node((0, 0, 0)).comment) == ("so", "one\ntwo")
    assert read_blksgf(write_blksgf(Study.from_record(record))).text() == study.text()
    assert "Comment 3" not in study.tags


def test_variations_as_pentobi_writes_them() -> None:
    text = (
        "(;GM[Blokus Duo](;B[e9,e10,f10,f11,g11]C[main](;W[j5,j6,k5,k6,l5])(;W[j4,j5,j6,j7,j8]C[or]))(;B[e10,f10,g10]))"
    )
    study = read_blksgf(text)
    assert [path for path, _ in study.root.walk()] == [(), (0,), (0, 0), (0, 1), (1,)]
    assert study.node((0, 1)).comment == "or"


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_broken_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_blksgf(text)


def test_only_blokus_has_this_format() -> None:
    with pytest.raises(BadSetup):
        write_blksgf(Study(find_game("planken").setup(seed=1)))
