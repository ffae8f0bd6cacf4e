"""A real server in a process of its own, which can be killed at any moment."""

from __future__ import annotations

import contextlib
import functools
import http.client
import multiprocessing
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Self

PARTS = ("tischlein.cli.main", "tischlein.server.service", "litestar", "sqlalchemy.ext.asyncio", "uvicorn")
"""What a server imports, apart from what reads its settings."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@functools.cache
def prepared() -> ForkServerContext:
    """Return how to fork processes that have imported everything: a start by hand is mostly imports."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PARTS))
    return context


def _serve(environment: dict[str, str], log: str) -> None:
    """Be the command in a process that was forked."""
    os.environ.update(environment)
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(target, 1)
    os.dup2(target, 2)
    sys.argv = ["tischlein", "serve"]
    runpy.run_module("tischlein", run_name="__main__", alter_sys=True)


class Server:
    """`tischlein serve`, started and stopped by a test."""

    def __init__(
        self, folder: Path, database: str | None = None, module: str = "tischlein", **settings: object
    ) -> None:
        self._module = module
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        wanted = {
            "port": self.port,
            "database": database or f"sqlite:///{folder / 'tables.sqlite'}",
            "bot_workers": 1,
            "messages_per_second": 10_000,
            "changes_per_minute": 100_000,
            "sockets_per_address": 100_000,
            "connections_per_address": 100_000,
            **settings,
        }
        self._environment = {f"TISCHLEIN_{key.upper()}": str(value) for key, value in wanted.items()}
        self.process: subprocess.Popen[bytes] | ForkServerProcess | None = None
        self.patience = 240.0
        """Seconds that a start may take."""
        self._ended: Callable[[], bool]
        self._wait: Callable[[float], object]

    def start(self) -> Self:
        command = [sys.executable, "-m", self._module, "serve"]
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command, env=os.environ | self._environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        self.process, self._ended, self._wait = process, lambda: process.poll() is not None, process.wait
        return self._wait_for_start()

    def start_quickly(self) -> Self:
        """Start it for the tenth time: nothing is different but that the imports are done."""
        process = prepared().Process(target=_serve, args=(os.environ | self._environment, str(self.log)))
        process.start()
        self.process, self._ended, self._wait = process, lambda: not process.is_alive(), process.join
        return self._wait_for_start()

    def _wait_for_start(self) -> Self:
        try:
            self.wait_for("/health", self.patience)
        except RuntimeError:
            self.kill()  # or nobody would
            raise
        return self

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    def wait_for(self, path: str, seconds: float = 60) -> None:
        """Wait until an address answers well."""
        deadline = time.monotonic() + seconds
        while True:
            if self._ended() or time.monotonic() > deadline:
                raise RuntimeError(self.log.read_text())
            if self._answers(path):
                return
            time.sleep(0.02)

    def _answers(self, path: str) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", path)
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as its owner would."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):  # it ended by itself
                os.kill(self.pid, number)
            self._wait(30)
            self.process = None
