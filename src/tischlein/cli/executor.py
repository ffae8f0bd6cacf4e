"""Commands that do many pieces of work: on how many processes or machines, and how far they are."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tischlein import BadSetup
from tischlein.work.resumable import Executor, LocalExecutor

from .command import Command

HERE = "here"

ProcessesOption = Annotated[int, typer.Option(help="How many at once.", min=1)]
RayOption = Annotated[
    str | None,
    typer.Option("--ray", metavar="[ADDRESS]", help="Use Ray: on this machine, or the cluster at an address."),
]


class ExecutorCommand(Command):
    """A command whose `--ray` may stand alone: Typer has no options with a value that can be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments."""
        following = [*args[1:], "-"]
        alone = (arg == "--ray" and after.startswith("-") for arg, after in zip(args, following, strict=True))
        completed = [f"--ray={HERE}" if lone else arg for arg, lone in zip(args, alone, strict=True)]
        return super().parse_args(ctx, completed)


def make_executor(ray: str | None, processes: int) -> AbstractContextManager[Executor]:
    """Return who does the work: processes here, or Ray."""
    if ray is None:
        return nullcontext(LocalExecutor(processes))
    try:
        from tischlein.work.ray import RayExecutor  # noqa: PLC0415 - Ray is an extra, and slow to load
    except ModuleNotFoundError:
        raise BadSetup("tischlein.work", "no-library", field="--ray", library="Ray", extra="cluster") from None
    return RayExecutor(None if ray == HERE else ray, processes)


def make_progress(console: Console, transient: bool = False) -> Progress:
    """Return a bar whose spinner and clock go on while one piece of work takes long."""
    counts = MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    text = TextColumn("{task.description}")
    return Progress(SpinnerColumn(), text, BarColumn(), *counts, console=console, transient=transient)


def show_progress(steps: Iterable[tuple[int, int]], console: Console) -> None:
    """Do all the work and show how much of it is done."""
    with make_progress(console) as bar:
        task = bar.add_task("")
        for done, total in steps:
            bar.update(task, completed=done, total=total)
