"""The notebooks run from the first cell to the last, and are kept without what they print."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read_notebook(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    book = read_notebook(path)
    NotebookClient(book, timeout=None, resources={"metadata": {"path": str(FOLDER)}}).execute()
    shown = [output.get("data", {}) for cell in book.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in data for data in shown), "a notebook draws"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    assert [cell.outputs for cell in read_notebook(path).cells if cell.get("outputs")] == []
