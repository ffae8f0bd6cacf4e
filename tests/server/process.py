"""A real server in a process of its own, which can be killed at any moment."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
            **settings,
        }
        self._environment = {f"TISCHLEIN_{key.upper()}": str(value) for key, value in wanted.items()}
        self.process: subprocess.Popen[bytes] | None = None
        self.patience = 240.0
        """Seconds that a start may take."""

    def start(self) -> Self:
        command = [sys.executable, "-m", self._module, "serve"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | self._environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        try:
            self.wait_for("/health", self.patience)
        except RuntimeError:
            self.kill()  # or nobody would
            raise
        return self

    def wait_for(self, path: str, seconds: float = 60) -> None:
        """Wait until an address answers well."""
        deadline = time.monotonic() + seconds
        while True:
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(self.log.read_text())
            try:
                if httpx.get(self.address + path, timeout=5, verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as its owner would."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(30)
            self.process = None
