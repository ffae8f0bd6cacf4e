"""Data sets to learn from: positions of self-play with what a search thought and how the game ended, as Parquet.

    lesson = Lesson("blokus", "200sims", "duo")
    for done, total in write_dataset(Path("duo"), lesson, 1000, LocalExecutor(2)):         # or RayExecutor()
        print(done, total)
    for positions in read_dataset(Path("duo"), size=256):
        ...  # pictures, numbers, masks, policies and values as arrays

A file holds some games and is written once; a run that was stopped goes on with the files that are missing. Any tool
that reads Parquet reads them; what game they are of stands in their metadata.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from tischlein.batch import share_rewards
from tischlein.bots.levels import find_level
from tischlein.core.game import Encoding
from tischlein.core.registry import find_game
from tischlein.work.resumable import Executor, complete

from .selfplay import Example, Lesson, play_lesson, read_lesson

SCHEMA = pa.schema(
    [
        ("seed", pa.int64()),  # of the game
        ("ply", pa.int32()),
        ("seat", pa.int8()),  # who is to move and sees this
        ("pictures", pa.binary()),  # the bits of the pictures, packed; see Encoding
        ("numbers", pa.list_(pa.float32())),
        ("legal", pa.list_(pa.int32())),  # actions
        ("actions", pa.list_(pa.int32())),  # the best ones, best first
        ("visits", pa.list_(pa.int32())),  # how often the search tried them
        ("values", pa.list_(pa.float32())),  # what it thought of them, 0 to 1
        ("played", pa.int32()),
        ("value", pa.float32()),  # how the game ended for the seat, -1 to 1: see share_rewards
    ]
)


class Positions(NamedTuple):
    """Some positions of a data set, each with its targets."""

    pictures: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    masks: NDArray[np.bool_]
    policies: NDArray[np.float32]
    """By position and action: the share of the search's visits."""
    values: NDArray[np.float32]
    """How the game ended for the seat to move, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Shard:
    """The games of one file: of a lesson, and so many from its seed on."""

    lesson: Lesson
    games: int


def write_dataset(
    folder: Path, lesson: Lesson, games: int, executor: Executor | None = None, games_a_file: int = 20
) -> Iterator[tuple[int, int]]:
    """Play the games that are missing in a folder and yield (files done, files in all) after each file."""
    find_level(find_game(lesson.game), lesson.bot)  # refuses a bot that does not exist
    tasks = {
        f"{first + 1:06}.parquet": Shard(replace(lesson, seed=lesson.seed + first), min(games_a_file, games - first))
        for first in range(0, games, games_a_file)
    }
    yield from complete(folder, tasks, make_shard, executor)


def make_shard(shard: Shard) -> bytes:
    """Play the games of one file and return it. The same shard gives the same rows."""
    lesson = shard.lesson
    setup = find_game(lesson.game).setup(lesson.variant, lesson.seats, lesson.options, lesson.seed)
    encoding = find_game(lesson.game).encoding(setup.variant, setup.seats)
    rows: list[dict[str, Any]] = []
    for seed in range(lesson.seed, lesson.seed + shard.games):
        examples = read_lesson(play_lesson(replace(lesson, seed=seed)))
        rows += [{"seed": seed, "ply": ply, **_row(example, encoding)} for ply, example in enumerate(examples)]
    about = {**asdict(lesson), "variant": setup.variant, "seats": setup.seats, "planes": encoding.planes}
    schema = SCHEMA.with_metadata({"tischlein": json.dumps({**about, "options": dict(setup.options)})})
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema), file, compression="zstd")
    return file.getvalue()


def _row(example: Example, encoding: Encoding) -> dict[str, Any]:
    seat = example.state.to_move
    assert seat is not None, "there is something to learn only while the game goes on"
    planes = encoding.observe(example.state, seat)
    places = np.array([example.outcome.places])
    return {
        "seat": seat,
        "pictures": np.packbits(planes[: encoding.pictures].astype(np.bool_)).tobytes(),
        "numbers": planes[encoding.pictures :, 0, 0].tolist(),
        "legal": [encoding.index(move) for move in example.state.legal_moves()],
        "actions": [encoding.index(line.move) for line in example.lines],
        "visits": [line.visits for line in example.lines],
        "values": [line.value for line in example.lines],
        "played": encoding.index(example.played),
        "value": share_rewards(-places)[0, seat],
    }


def read_about(folder: Path) -> dict[str, Any]:
    """Return what a data set is of: game, variant, seats, options, bot, planes."""
    first = next(iter(sorted(folder.glob("*.parquet"))), None)
    if first is None:
        raise FileNotFoundError(f"there is no Parquet file in {folder}")
    about: dict[str, Any] = json.loads(pq.read_schema(first).metadata[b"tischlein"])
    return about


def read_dataset(folder: Path, size: int = 256) -> Iterator[Positions]:
    """Yield the positions of a folder, so many at once, in the order of their games."""
    about = read_about(folder)
    encoding = find_game(about["game"]).encoding(about["variant"], about["seats"])
    for path in sorted(folder.glob("*.parquet")):
        for rows in pq.ParquetFile(path).iter_batches(size):
            yield _unpack(rows.to_pydict(), encoding)


def _unpack(rows: dict[str, list[Any]], encoding: Encoding) -> Positions:
    count, shape = len(rows["seed"]), (encoding.pictures, *encoding.shape[1:])
    packed = np.frombuffer(b"".join(rows["pictures"]), np.uint8).reshape(count, -1)
    bits = np.unpackbits(packed, axis=1, count=int(np.prod(shape)))
    masks = np.zeros((count, encoding.actions), np.bool_)
    policies = np.zeros((count, encoding.actions), np.float32)
    for row in range(count):
        masks[row, rows["legal"][row]] = True
        visits = np.array(rows["visits"][row], np.float32)
        policies[row, rows["actions"][row]] = visits / max(visits.sum(), 1)
    numbers = np.array(rows["numbers"], np.float32).reshape(count, -1)
    return Positions(bits.reshape(count, *shape), numbers, masks, policies, np.array(rows["value"], np.float32))
