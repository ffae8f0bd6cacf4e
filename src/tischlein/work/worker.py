"""A worker process: reads jobs from its standard input, reports on its standard output, ends when the input ends.

Frames are a length of four bytes and a pickle. A job that comes while another runs is no job but the word to stop.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO

from .compiling import is_compiling
from .job import Failed, Finished, Job, Progress, Report, WorkerKind

BETWEEN_REPORTS = 0.2
"""Seconds between two words about the progress."""

BETWEEN_BEATS = 1.0
"""Seconds between two words of a worker that compiles."""


class NobodyThere(BaseException):
    """Whoever asked has gone, perhaps killed in the midst of a job; no job may keep this to itself."""


def read_frame(source: int) -> Any:
    """Return the next thing that was sent. Raises NobodyThere at the end."""
    return pickle.loads(_read(source, int.from_bytes(_read(source, 4))))


def _read(source: int, size: int) -> bytes:
    """Read without a buffer, or `select` would not see what was read ahead."""
    parts = b""
    while len(parts) < size:
        part = os.read(source, size - len(parts))
        if not part:
            raise NobodyThere
        parts += part
    return parts


def write_frame(thing: object) -> bytes:
    """Return a thing as it is sent."""
    body = pickle.dumps(thing)
    return len(body).to_bytes(4) + body


class Worker:
    """One job after the other."""

    def __init__(self, source: int, target: BinaryIO, kind: WorkerKind) -> None:
        self._source, self._target = source, target
        self._preparations = kind.preparations()
        self._idle = threading.Event()
        self._writing = threading.Lock()
        self._reported, self._done = 0.0, 0.0
        self._go_on = True

    def run(self) -> None:
        """Work until nobody asks any more."""
        for extra in (self._prepare, self._beat):
            threading.Thread(target=extra, daemon=True, name=extra.__name__).start()
        self._idle.set()
        with contextlib.suppress(NobodyThere):
            while True:
                job: Job | None = read_frame(self._source)
                if job is not None:  # None: the word to stop came too late
                    self._do(job)

    def _do(self, job: Job) -> None:
        self._done = 0.0
        self._idle.clear()
        report = self._carry_out(job)
        with self._writing:
            self._report(report)
            self._idle.set()

    def _prepare(self) -> None:
        """Do what nobody should wait for later; a thread, so that a job which needs none of it does not wait."""
        for _ in self._preparations:
            self._idle.wait()  # and the next part should not hold up a job that prepares for itself

    def _beat(self) -> None:
        """Say that a job which compiles goes on; it cannot say so itself, and whoever is silent for long is ended."""
        while True:
            time.sleep(BETWEEN_BEATS)
            if is_compiling():
                with self._writing, contextlib.suppress(NobodyThere):
                    if not self._idle.is_set():
                        self._report(Progress(self._done))

    def _carry_out(self, job: Job) -> Report:
        self._go_on = True
        try:
            return Finished(job.run(self._watch))
        except Exception:
            return Failed(traceback.format_exc())

    def _watch(self, done: float) -> bool:
        if self._go_on and self._has_news():
            read_frame(self._source)
            self._go_on = False
        now, self._done = time.monotonic(), done
        if self._go_on and now - self._reported >= BETWEEN_REPORTS:
            self._reported = now
            with self._writing:
                self._report(Progress(done))
        return self._go_on

    def _has_news(self) -> bool:
        return bool(select.select([self._source], [], [], 0)[0])

    def _report(self, report: Report) -> None:
        try:
            self._target.write(write_frame(report))
            self._target.flush()
        except BrokenPipeError:
            raise NobodyThere from None


def main() -> None:
    """Work. Whoever presses Ctrl-C means the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not end up between the frames
    worker = Worker(sys.stdin.fileno(), target, WorkerKind(*sys.argv[1:3]))
    if hasattr(os, "nice"):
        os.nice(5)  # moves of people go before thoughts of bots, but a bot that waits for its worker waits no longer
    worker.run()
    os._exit(0)  # without waiting for the compiler, which cannot be stopped


if __name__ == "__main__":
    main()
