"""The `tischlein` command: its parts, and how it fails: one line on standard error, and an exit code.

Exit codes: 0 all went well, 1 something was refused, 2 the command was called wrongly, 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from tischlein import Refusal, __version__

from .command import Command, Group
from .commands import (
    arena,
    convert,
    dataset,
    draw,
    games,
    gtp,
    perft,
    play,
    replay,
    rules,
    warmup,
)
from .executor import ExecutorCommand
from .language import choose_language, spoken_language
from .server import admin, serve, site
from .solo import puzzle, solve
from .study import analyse, exercises, hint, openings

app = typer.Typer(
    name="tischlein",
    cls=Group,
    help="A table for three German laying games: Blokus, Blockers! and Planken legen.",
    epilog="Every command explains itself, with examples: tischlein play --help",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    serve.serve,
    play.play,
    games.games,
    rules.rules,
    replay.replay,
    hint.hint,
    analyse.analyse,
    draw.draw,
    convert.convert,
    solve.solve,
    gtp.gtp,
    perft.perft,
    warmup.warmup,
    serve.migrate,
    site.export_site,
)
for command in COMMANDS:
    app.command(cls=Command)(command)
for executed in (arena.arena, dataset.dataset):
    app.command(cls=ExecutorCommand)(executed)
app.add_typer(puzzle.app, name="puzzle")
app.add_typer(exercises.app, name="exercises")
app.add_typer(openings.app, name="openings")
app.add_typer(admin.app, name="admin")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Without a command, Tischlein starts its server and opens the page in your browser."""
    if version:
        print(f"tischlein {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.start_server({}, True, choose_language(None))


def main() -> None:
    """Run the command line and turn every expected failure into one line."""
    try:
        sys.exit(app(standalone_mode=False))
    except Refusal as refusal:
        _fail(refusal.text(spoken_language()), 1)
    except TyperException as misuse:
        _fail(f"{misuse.format_message()} (--help explains)", 2)
    except (OSError, UnicodeDecodeError) as error:
        _fail(_describe(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)


def _describe(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return "this file is not text" if isinstance(error, UnicodeDecodeError) else str(error)


def _fail(sentence: str, code: int) -> None:
    print(f"tischlein: {sentence}", file=sys.stderr)
    sys.exit(code)
