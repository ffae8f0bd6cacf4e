"""A game as pictures: one for each position, and all of them as an animated GIF or WebP."""

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from tischlein import Record, find_game
from tischlein.animation import LAST, draw_plies, make_gif, make_png, make_webp
from tischlein.cli.main import app


@pytest.fixture
def record() -> Record:
    state = find_game("planken").new(seed=1)
    moves = []
    for _ in range(3):
        moves.append(state.legal_moves()[0])
        state = state.play(moves[-1])
    return Record(state.setup, tuple(moves))


def test_every_ply_is_drawn(record: Record) -> None:
    drawn = list(draw_plies(record))
    assert drawn == [state.svg() for state in record.states()]
    assert len(set(drawn)) == len(drawn) == 4
    assert all(ET.fromstring(svg).tag.endswith("svg") for svg in drawn)


@pytest.mark.parametrize("make", [make_gif, make_webp])
def test_a_film_shows_the_whole_game(record: Record, make: Callable[..., bytes]) -> None:
    with Image.open(io.BytesIO(make(record, seconds=0.5, width=160))) as film:
        assert film.size[0] == 160
        assert getattr(film, "n_frames") == 4  # noqa: B009 - Pillow does not declare it
        pauses = []
        for frame in range(4):
            film.seek(frame)
            film.load()
            pauses.append(film.info["duration"])
    assert pauses == [500, 500, 500, LAST * 500]


def test_a_png_is_as_wide_as_wanted(record: Record) -> None:
    with Image.open(io.BytesIO(make_png(record.state_at(-1).svg(), 200))) as picture:
        assert picture.size[0] == 200
        assert len(picture.getcolors(100_000) or []) > 10


def test_the_name_says_which_picture(record: Record, tmp_path: Path) -> None:
    source = tmp_path / "game.record"
    source.write_text(record.text(), encoding="utf-8")
    starts = {"end.svg": b"<svg", "end.png": b"\x89PNG", "game.gif": b"GIF8", "game.webp": b"RIFF"}
    for name, start in starts.items():
        result = CliRunner().invoke(app, ["draw", str(source), "-o", str(tmp_path / name), "--width", "100"])
        assert result.exit_code == 0, result.output
        assert (tmp_path / name).read_bytes().startswith(start)
    assert CliRunner().invoke(app, ["draw", str(source), "-o", str(tmp_path / "end.bmp")]).exit_code == 2
    assert not (tmp_path / "end.bmp").exists()
