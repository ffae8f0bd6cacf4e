"""A database that takes nothing: one line says what to do, and nothing is started."""

import asyncio
import resource
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.process import Server, free_port
from tischlein.core.refusal import BadSetup
from tischlein.core.words import words
from tischlein.server.store import Store
from tischlein.server.store.migrate import migrate
from tischlein.server.store.preflight import take_file


def refused(url: str) -> str:
    with pytest.raises(BadSetup) as refusal:
        take_file(url)
    for language in ("de", "en"):
        line = words("tischlein.server", language)(refusal.value.code, **refusal.value.details)
        assert "\n" not in line
    return refusal.value.code


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A sound database."""
    path = tmp_path / "tables.sqlite"

    async def make() -> None:
        store = Store(f"sqlite:///{path}")
        await migrate(store.database)
        await store.close()

    asyncio.run(make())
    return path


def test_a_second_server_is_refused_until_the_first_has_ended(file: Path) -> None:
    first = take_file(f"sqlite:///{file}")
    assert first is not None
    assert refused(f"sqlite:///{file}") == "database-in-use"
    first.close()
    second = take_file(f"sqlite:///{file}")
    assert second is not None
    second.close()


def test_a_damaged_file_is_refused(file: Path) -> None:
    data = bytearray(file.read_bytes())
    file.write_bytes(b"no database at all" * 100)
    assert refused(f"sqlite:///{file}") == "database-broken"
    data[4096:8192] = b"\x55" * 4096  # a page in the middle
    file.write_bytes(data)
    assert refused(f"sqlite:///{file}") == "database-broken"


def test_a_folder_that_cannot_be_written_is_refused() -> None:
    assert refused("sqlite:////proc/nowhere/tables.sqlite") == "database-not-writable"
    assert refused("sqlite:////dev/null/tables.sqlite") == "database-not-writable"


def test_a_full_disk_is_refused(file: Path) -> None:
    """A limit on the size of files is as good as a full disk, and needs no disk."""
    script = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from tischlein.core.refusal import BadSetup
from tischlein.server.store.preflight import take_file
try:
    take_file("sqlite:///{file}")
except BadSetup as refusal:
    print(refusal.code)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "disk-full", done.stdout


def test_other_databases_are_shared() -> None:
    assert take_file("postgresql+asyncpg://localhost/x") is None
    assert take_file("sqlite:///:memory:") is None


def test_a_server_without_its_database_says_so_in_one_line() -> None:
    url = f"postgresql+asyncpg://x:secret@127.0.0.1:{free_port()}/none"
    command = [sys.executable, "-m", "tischlein", "serve", "--port", "0", "--database", url, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert "does not answer" in done.stderr + done.stdout
    assert "secret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port, url = str(other.getsockname()[1]), f"sqlite:///{tmp_path / 'tables.sqlite'}"
        command = [sys.executable, "-m", "tischlein", "serve", "--port", port, "--database", url, "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr, "it says what to do"
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.compiled
def test_a_server_whose_disk_is_full_is_not_ready_until_there_is_room(tmp_path: Path) -> None:
    """A file can still be read then; only a write shows it."""
    server = Server(tmp_path, bot_workers=0).start()
    server.wait_for("/ready", 120)
    room = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, room[1]))
    answer = httpx.get(f"{server.address}/ready", timeout=60, verify=False)
    assert (answer.status_code, answer.json()["database"]) == (503, False)
    assert httpx.get(f"{server.address}/health", timeout=60, verify=False).status_code == 200
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, room)
    server.wait_for("/ready")
    server.stop()
    assert "Traceback" not in server.log.read_text()
