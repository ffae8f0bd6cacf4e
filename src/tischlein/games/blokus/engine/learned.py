"""Files of learned numbers, each with the recipe that made it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

FINEST = np.float32(1 / 512)
"""Numbers in a file are multiples of this."""

Numbers = Mapping[str, NDArray[np.float32]]


def is_known(name: str) -> bool:
    """Return whether there is such a file."""
    return files(__package__).joinpath("data", f"{name}.npz").is_file()


def load_numbers(name: str) -> Numbers:
    """Return what is in a file, by the names of its parts."""
    with files(__package__).joinpath("data", f"{name}.npz").open("rb") as file:
        return read_numbers(file)


def read_numbers(file: IO[bytes]) -> Numbers:
    """Return what is in an open file, by the names of its parts."""
    with np.load(file) as known:
        return {part: FINEST * known[part].astype(np.float32) for part in known.files if part != "recipe"}


def save_numbers(name: str, parts: Numbers, recipe: str, folder: Path | None = None) -> None:
    """Put numbers into a file, with the command that made them; without a folder, among those that are shipped."""
    whole = {part: (numbers / FINEST).round().astype(np.int16) for part, numbers in parts.items()}
    path = (folder or Path(__file__).parent / "data") / f"{name}.npz"
    np.savez_compressed(path, recipe=np.array(recipe), allow_pickle=False, **whole)
