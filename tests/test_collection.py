"""Many games: read lazily, filtered, and refused with the file and the line."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tischlein import BadRecord, Record, find_game
from tischlein.collection import read_games, write_games


def play(game_id: str, seed: int, variant: str | None = None, moves: int = 5) -> Record:
    game, rng = find_game(game_id), random.Random(seed)
    setup = game.setup(variant, seed=seed)
    state, played = game.start(setup), list[str]()
    while state.to_move is not None and len(played) < moves:
        played.append(rng.choice(state.legal_moves()))
        state = state.play(played[-1])
    return Record(setup, tuple(played), {"Seat 0": "human:Anna" if seed % 2 else "level3", "Seat 1": "random"})


GAMES = [play("nim", seed) for seed in range(6)] + [play("blokus", 1, "duo"), play("planken", 2)]


def test_a_file_of_games_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "all.record"
    assert write_games(path, GAMES) == len(GAMES)
    assert list(read_games(path)) == GAMES
    assert write_games(tmp_path / "none.record", []) == 0
    assert list(read_games(tmp_path / "none.record")) == []


def test_a_folder_is_read_by_name_with_all_below_it(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for number, record in enumerate(GAMES):
        folder = tmp_path / "below" if number > 3 else tmp_path / "."
        (folder / f"{9 - number}.record").write_text(record.text())
    (tmp_path / "notes.txt").write_text("not a game")
    duo = GAMES[6]
    (tmp_path / "z.blksgf").write_text(find_game("blokus").formats[".blksgf"].write(duo))
    found = list(read_games(tmp_path))
    assert len(found) == len(GAMES) + 1
    assert found[-1].moves == duo.moves
    assert [one for one in found if one == GAMES[0]] == [GAMES[0]]


def test_games_are_chosen(tmp_path: Path) -> None:
    write_games(tmp_path / "all.record", GAMES)
    found = tmp_path / "all.record"
    assert list(read_games(found, game="blokus")) == [GAMES[6]]
    assert list(read_games(found, variant="duo")) == [GAMES[6]]
    assert list(read_games(found, game="nim", player="Anna")) == GAMES[1:6:2]
    assert list(read_games(found, player="random")) == GAMES
    assert list(read_games(found, player="level3", where=lambda one: one.setup.game == "planken")) == [GAMES[7]]


def test_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    """A file that never ends is no trouble: the first games are there at once."""
    path = tmp_path / "all.record"
    write_games(path, (replace(GAMES[0], tags={"Event": str(number)}) for number in range(3)))
    with path.open("a") as file:
        file.write("Tischlein record 1\nbroken\n")
    games: Iterator[Record] = read_games(path)
    assert [one.tags["Event"] for one in islice(games, 3)] == ["0", "1", "2"]
    with pytest.raises(BadRecord) as bad:
        next(games)
    assert bad.value.details["file"] == str(path)
    assert path.read_text().splitlines()[int(bad.value.details["line"]) - 1] == "broken"
