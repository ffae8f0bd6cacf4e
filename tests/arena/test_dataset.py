"""Data sets: what the search thought and how it ended, once for each position, and back as arrays."""

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from tischlein import BadSetup, find_game
from tischlein.arena.dataset import read_about, read_dataset, write_dataset
from tischlein.arena.selfplay import Lesson, generate, read_lessons

T = TypeVar("T")
R = TypeVar("R")

LESSON = Lesson("nim", "8sims", seed=3)


class Here:
    """Does the work in this process, where the tests' own game is known."""

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[int, R]]:
        yield from enumerate(map(function, tasks))


def test_positions_come_back_with_their_targets(tmp_path: Path) -> None:
    assert list(write_dataset(tmp_path / "data", LESSON, 3, Here(), games_a_file=2)) == [(0, 2), (1, 2), (2, 2)]
    list(generate(tmp_path / "lessons", LESSON, 3, Here()))
    examples = list(read_lessons(tmp_path / "lessons"))
    about = read_about(tmp_path / "data")
    assert (about["game"], about["variant"], about["bot"]) == ("nim", "plain", "8sims")
    encoding = find_game("nim").encoding(about["variant"], about["seats"])
    batches = list(read_dataset(tmp_path / "data", size=4))
    assert sum(len(batch.values) for batch in batches) == len(examples)
    position = 0
    for batch in batches:
        for row in range(len(batch.values)):
            state, lines, _, outcome = examples[position]
            assert state.to_move is not None
            assert np.array_equal(batch.numbers[row], encoding.observe(state, state.to_move)[encoding.pictures :, 0, 0])
            assert np.array_equal(batch.masks[row], encoding.mask(state))
            assert batch.policies[row].sum() == pytest.approx(1)
            assert batch.policies[row].argmax() == encoding.index(max(lines, key=lambda line: line.visits).move)
            assert batch.values[row] == (1 if state.to_move in outcome.winners else -1)
            position += 1


def test_pictures_are_packed_and_come_back(tmp_path: Path) -> None:
    lesson = Lesson("blockers", "level1", "expert", seed=1)
    list(write_dataset(tmp_path / "data", lesson, 1, Here()))
    list(generate(tmp_path / "lessons", lesson, 1, Here()))
    encoding = find_game("blockers").encoding("expert", 2)
    pictures = np.concatenate([batch.pictures for batch in read_dataset(tmp_path / "data", size=7)])
    for picture, example in zip(pictures, read_lessons(tmp_path / "lessons"), strict=True):
        assert example.state.to_move is not None
        assert np.array_equal(picture, encoding.observe(example.state, example.state.to_move)[: encoding.pictures])


def test_a_run_goes_on(tmp_path: Path) -> None:
    list(write_dataset(tmp_path, LESSON, 1, Here(), games_a_file=1))
    before = (tmp_path / "000001.parquet").read_bytes()
    (tmp_path / "000002.parquet.part").write_bytes(b"killed while writing")
    assert list(write_dataset(tmp_path, LESSON, 2, Here(), games_a_file=1)) == [(1, 2), (2, 2)]
    assert (tmp_path / "000001.parquet").read_bytes() == before
    assert sum(len(batch.values) for batch in read_dataset(tmp_path)) > 0


def test_what_cannot_be_made_or_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup):
        list(write_dataset(tmp_path / "none", Lesson("nim", "level77"), 1))
    assert not (tmp_path / "none").exists()
    with pytest.raises(FileNotFoundError, match="no Parquet"):
        list(read_dataset(tmp_path))
