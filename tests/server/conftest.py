"""Servers for tests: one that all share, and ways to start others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .process import Server
from .services import Postgres, RedisServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that nobody kills."""
    shared = Server(tmp_path_factory.mktemp("server")).start()
    yield shared
    shared.stop()
    assert "Traceback" not in shared.log.read_text()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that want one."""
    running = Postgres().start()
    yield running
    running.remove()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis for one test, which may stop and start it."""
    running = RedisServer(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server of one's own."""
    return tmp_path
