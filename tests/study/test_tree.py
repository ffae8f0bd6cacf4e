"""The tree of variations: laying, finding again, promoting, deleting, and as text."""

from __future__ import annotations

import random

import pytest

import tischlein
from tischlein import BadRecord, IllegalMove, Record
from tischlein.study import Study


def play_randomly(game: str, plies: int, seed: int = 1) -> Record:
    state, rng, moves = tischlein.new_game(game, seed=seed), random.Random(seed), []
    for _ in range(plies):
        if state.to_move is None:
            break
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return Record(state.setup, tuple(moves), {"Player 1": "Anna"})


@pytest.mark.parametrize("game", tischlein.game_ids())
def test_a_study_of_a_game_gives_the_game_back(game: str) -> None:
    record = play_randomly(game, 8)
    study = Study.from_record(record)
    assert study.main_line() == record
    assert study.node((0,) * len(record.moves)).state == record.final_state()
    again = Study.parse(study.text())
    assert again.main_line() == record
    assert again.text() == study.text()


def test_a_variation_is_laid_once_and_found_again() -> None:
    record = play_randomly("blokus", 6)
    study = Study.from_record(record)
    state = study.node((0, 0)).state
    other = next(move for move in state.legal_moves() if move != record.moves[2])
    path = study.add((0, 0), other)
    assert path == (0, 0, 1)
    assert study.add((0, 0), " ".join(reversed(other.split(",")))) == path, "however it is written"
    assert study.line_to(path).moves == (*record.moves[:2], other)
    assert study.main_line() == record


def test_a_promoted_variation_is_the_main_line() -> None:
    study = Study.from_record(play_randomly("planken", 4))
    state = study.root.state
    other = next(move for move in state.legal_moves() if move != study.root.children[0].move)
    path = study.add((), other)
    study.comment(path, "  or so ")
    assert study.promote(path) == (0,)
    assert study.main_line().moves == (other,)
    assert study.node((0,)).comment == "or so"
    assert study.delete((0,)) == ()
    assert len(study.main_line().moves) == 4


def test_what_cannot_be_laid_leaves_the_study_as_it_was() -> None:
    study = Study.from_record(play_randomly("blokus", 2))
    text = study.text()
    with pytest.raises(IllegalMove):
        study.add((0,), "a1,a2,a3,a4,a5,a6")
    with pytest.raises(BadRecord, match=r"no position 0\.7"):
        study.add((0, 7), "a1")
    assert study.text() == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a study"),
        ("[]", "not a study"),
        ('{"study": 1, "record": "x", "tree": {}, "more": 1}', "more"),
        ('{"study": 2, "record": "x", "tree": {}}', "version 2"),
        ('{"study": 1, "record": "x", "tree": ' + 40_000 * '{"children": [' + "{}" + 40_000 * "]}" + "}", "recursion"),
    ],
)
def test_a_text_that_is_no_study_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Study.parse(text)


def test_an_illegal_move_in_a_text_is_named() -> None:
    text = Study.from_record(play_randomly("blokus", 1)).text()
    move = Study.parse(text).root.children[0].move
    assert move is not None
    with pytest.raises(BadRecord, match="k10"):
        Study.parse(text.replace(move, "k10"))


def test_every_node_is_walked_main_lines_first() -> None:
    study = Study.from_record(play_randomly("blokus", 3))
    study.add((), next(move for move in study.root.state.legal_moves() if move != study.root.children[0].move))
    assert [path for path, _ in study.root.walk()] == [(), (0,), (0, 0), (0, 0, 0), (1,)]
