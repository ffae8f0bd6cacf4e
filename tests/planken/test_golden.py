"""Whole games and counts, kept as records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.quick_copy import quick_copy
from tischlein.core.compiled import JIT
from tischlein.core.record import Record
from tischlein.core.testkit import check_perft
from tischlein.games.planken import GAME

from .reference import Reference
from .table import double

FOLDER = Path(__file__).parent
GAMES = sorted(FOLDER.glob("golden/*.record"))
PERFT = sorted(FOLDER.glob("perft/*.record"))


def test_there_are_records() -> None:
    assert len(GAMES) >= 8
    assert len(PERFT) >= 5


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_games(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.text() == text
    final = record.final_state()
    assert final.outcome() is not None
    assert final.view(None) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    for state, move in zip(record.states(), record.moves, strict=False):
        assert move in state.legal_moves()


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    check_perft(GAME, Record.parse(path.read_text(encoding="utf-8")), deepest=4 if JIT else 2)


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_perft_of_the_reference(path: Path) -> None:
    """The counts are not the compiled rules' own opinion."""
    record = Record.parse(path.read_text(encoding="utf-8"))
    reference = double(next(record.states()))
    for move in record.moves:
        reference.play(move)
    assert count(reference, 2) == int(record.tags["Perft 2"])


def count(reference: Reference, depth: int) -> int:
    moves = reference.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = quick_copy(reference)
        after.play(move)
        total += count(after, depth - 1)
    return total
