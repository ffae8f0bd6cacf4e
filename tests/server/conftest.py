"""Servers for tests: one that all share, and ways to start others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that nobody kills."""
    shared = Server(tmp_path_factory.mktemp("server")).start()
    yield shared
    shared.stop()
    assert "Traceback" not in shared.log.read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server of one's own."""
    return tmp_path
