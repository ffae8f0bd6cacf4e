"""Openings of Blokus: made from games, folded by symmetry, and those that come along."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

import tischlein
from tests.core.node import run_typescript
from tischlein import BadSetup, Record
from tischlein.games.blokus.engine.book import mirror
from tischlein.study import Openings, find_openings
from tischlein.study.openings import DATA, LEAST, VARIANTS, Amount, gather, play_games, play_shard

LARGEST = 60_000
"""Bytes of a file on the line."""


class Here:
    """Does the work in this process, and counts it."""

    def __init__(self) -> None:
        self.done = 0

    def map(self, function, tasks):  # type: ignore[no-untyped-def]
        for number, task in enumerate(tasks):
            self.done += 1
            yield number, function(task)


def walk(openings: Openings, variant: str) -> list[tischlein.State]:
    """Return the positions along the most played moves, and one ply beside them."""
    state, found = tischlein.new_game("blokus", variant, first=0), list[tischlein.State]()
    while choices := openings.choices(state):
        found += [state, *(state.play(choice.move) for choice in choices)]
        state = state.play(choices[0].move)
    return found


@pytest.mark.compiled
def test_games_are_played_once_and_gathered(tmp_path: Path) -> None:
    amount, here = Amount("duo", 30, seed=1, bot="5sims", rest="1sims"), Here()
    assert list(play_games(tmp_path, amount, here))[-1] == (2, 2)
    assert list(play_games(tmp_path, amount, here)) == [(2, 2)]
    assert here.done == 2, "what is there is not played again"
    (second,) = tmp_path.glob("duo-5sims-1sims-000026-5.jsonl")
    assert second.read_text() == play_shard(Amount("duo", 5, seed=26, bot="5sims", rest="1sims")), (
        "same seed, same games"
    )
    openings = gather(tmp_path, amount, least=1)
    choices = openings.choices(tischlein.new_game("blokus", "duo"))
    assert sum(choice.games for choice in choices) == 30
    lines = [json.loads(line) for file in sorted(tmp_path.iterdir()) for line in file.read_text().splitlines()]
    for choice in choices:  # counted again by hand; on the empty board a move and its mirror image are one
        same = [line[0] for line in lines if line[0][0] in (choice.move, mirror(choice.move, 14))]
        assert choice.games == len(same)
        assert choice.result == round(100 * sum(result for *_, result in same) / len(same))
    assert Openings.parse(openings.text()).text() == openings.text()


@pytest.mark.compiled
def test_games_of_other_bots_are_other_games(tmp_path: Path) -> None:
    here, amount = Here(), Amount("duo", 1, bot="1sims", rest="1sims")
    for number, other in enumerate((amount, replace(amount, bot="2sims"), replace(amount, rest="2sims")), start=1):
        assert list(play_games(tmp_path, other, here))[-1] == (1, 1)
        assert here.done == number


def test_a_mirror_image_and_another_order_are_the_same_position() -> None:
    openings, state = find_openings("duo"), tischlein.new_game("blokus", "duo", first=0)
    first = openings.choices(state)[0].move
    reply = openings.choices(state.play(first))[0]
    reflected = openings.choices(state.play(mirror(first, 14)))
    assert mirror(reply.move, 14) in [choice.move for choice in reflected]
    assert {(choice.games, choice.value) for choice in openings.choices(state.play(first))} == {
        (choice.games, choice.value) for choice in reflected
    }
    assert openings.choices(tischlein.new_game("blokus", "two")) == []
    assert openings.choices(tischlein.new_game("blokus", "duo", options={"corners": "free"})) == []
    with pytest.raises(BadSetup):
        find_openings("teams")


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_comes_along_is_legal_and_small_and_the_pages(variant: str, tmp_path: Path) -> None:
    file, openings = DATA / f"openings-{variant}.txt", find_openings(variant)
    assert len(gzip.compress(file.read_bytes())) < LARGEST
    assert openings.text() == file.read_text(encoding="ascii")
    states = walk(openings, variant)
    records = []
    for state in states:
        moves = tuple(piece["move"] for piece in state.view(None)["placed"])
        records.append(Record(state.setup, moves).text())
        for choice in openings.choices(state):
            assert state.canonical(choice.move) == choice.move
            assert choice.games >= LEAST
            assert 0 <= choice.result <= 100 >= choice.value >= 0
    (tmp_path / "cases").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    lines = run_typescript("web/test/study/openings.ts", file, tmp_path / "cases").splitlines()
    assert [json.loads(line) for line in lines] == [[list(one) for one in openings.choices(state)] for state in states]
