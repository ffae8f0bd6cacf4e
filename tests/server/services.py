"""Real PostgreSQL and Redis servers from the system's binaries, for the time of a test."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

from .process import free_port


def wait_for_port(port: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


class Postgres:
    """A PostgreSQL with a data folder of its own, as safe as in earnest: it waits for the disk."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        program = str(found[-1]) if found else shutil.which("pg_ctl")
        assert program, "these tests need PostgreSQL (Debian: apt-get install postgresql)"
        self._bin = Path(program).parent
        self.port = free_port()
        self._data = Path(tempfile.mkdtemp(prefix="tischlein-postgres-"))  # pytest's folders are closed to other users
        self._user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            os.chown(self._data, owner.pw_uid, owner.pw_gid)
        self._run("initdb", "--username=tischlein", "--auth=trust", "--encoding=UTF8", "-D", str(self._data))
        self._number = 0

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        done = subprocess.run(command, user=self._user, capture_output=True, text=True, check=False, cwd="/")
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> Self:
        options = (
            f"-c port={self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200"
        )
        log = str(self._data / "log")
        self._run("pg_ctl", "start", "--wait", "-D", str(self._data), "-l", log, "-o", options)
        return self

    def crash(self) -> None:
        self._run("pg_ctl", "stop", "-D", str(self._data), "-m", "immediate")

    def remove(self) -> None:
        self.crash()
        shutil.rmtree(self._data)

    def new_database(self) -> str:
        """Return the address of an empty database."""
        self._number += 1
        name = f"tables{self._number}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tischlein", name)
        return f"postgresql+asyncpg://tischlein@127.0.0.1:{self.port}/{name}"


class RedisServer:
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        assert shutil.which("redis-server"), "these tests need Redis (Debian: apt-get install redis-server)"
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=quiet, stderr=quiet)
        wait_for_port(self.port)
        return self

    def pause(self) -> None:
        """Let it hang: connections stand, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
