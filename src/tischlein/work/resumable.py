"""Work in many pieces: whoever does the pieces, each result is written once, to a file of its own.

The folder is the only memory: a run that was stopped, however rudely, goes on with the pieces that are missing. An
executor does them: processes on this machine (`LocalExecutor`), or machines under Ray (`ray.RayExecutor`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Does the pieces of some work, several at once and in any order."""

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[int, R]]:
        """Yield (number of the task, result) as they come. Function and tasks must be picklable.

        Whoever stops listening does not want the rest.
        """


def _end_with_parent() -> None:
    """End this process when the one that wants its results is gone; a pool would work on for nobody."""
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


class LocalExecutor:
    """So many processes on this machine."""

    def __init__(self, count: int = 1) -> None:
        self._count = count

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[int, R]]:
        """Yield results as they come."""
        pool = ProcessPoolExecutor(self._count, mp_context=get_context("spawn"), initializer=_end_with_parent)
        try:
            running = {pool.submit(function, task): number for number, task in enumerate(tasks)}
            for finished in as_completed(running):
                yield running[finished], finished.result()
        finally:
            pool.shutdown(cancel_futures=True)


def complete(
    folder: Path, tasks: Mapping[str, T], function: Callable[[T], str | bytes], executor: Executor | None = None
) -> Iterator[tuple[int, int]]:
    """Do the tasks whose files are missing in a folder, and yield (done, in all) at first and after each.

    The keys are the names of the files. A file appears only when it is complete, and is never written again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = {name: task for name, task in tasks.items() if not (folder / name).exists()}
    done = len(tasks) - len(missing)
    yield done, len(tasks)
    names = list(missing)
    if not missing:
        return
    with closing((executor or LocalExecutor()).map(function, list(missing.values()))) as results:
        for number, result in results:
            path = folder / names[number]
            fresh = path.with_name(path.name + ".part")
            fresh.write_bytes(result if isinstance(result, bytes) else result.encode())
            fresh.replace(path)
            done += 1
            yield done, len(tasks)
