"""The Go Text Protocol, version 2, for any game: one command a line, one answer to each, and no end by mistake.

The engine takes a line and returns its answer, and knows nothing of where lines come from; `serve` joins it to
streams. What the commands mean is the affair of a dialect, such as `blokus_gtp`.
"""

from __future__ import annotations

import logging
import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import TextIO, TypeAlias

from tischlein.core.refusal import Refusal

Command: TypeAlias = Callable[[str], str]
"""Takes the rest of the line, returns the text of the answer. Raises Failure or any Refusal."""

_log = logging.getLogger(__name__)

_COMMENT = re.compile(r"(?:^|\s)#.*")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LINE = re.compile(r"(?:(?P<id>\d+)\s+)?(?P<name>\S+)\s*(?P<rest>.*)", flags=re.ASCII)

_PLAIN = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "×": "x"})


class Failure(Exception):
    """Why a command cannot be obeyed; nothing was changed."""


class Engine:
    """Answers commands. A dialect adds its own to `commands`."""

    def __init__(self) -> None:
        self.done = False
        """Whether `quit` was said."""
        self.commands: dict[str, Command] = {
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "protocol_version": self._protocol_version,
            "quit": self._quit,
        }

    def answer(self, line: str) -> str | None:
        """Obey one line and return the whole answer with its closing empty line; None if there was no command."""
        found = _LINE.fullmatch(_COMMENT.sub("", _CONTROL.sub("", line)).strip())
        if found is None:
            return None
        sign, text = self._obey(found["name"], found["rest"])
        # An empty line would end the answer. The blank behind the sign must stand there, even before nothing.
        first, *others = text.rstrip("\n").split("\n")
        return "\n".join([f"{sign}{found['id'] or ''} {first}", *(line or " " for line in others)]) + "\n\n"

    def _obey(self, name: str, rest: str) -> tuple[str, str]:
        command = self.commands.get(name)
        if command is None:
            return "?", write_ascii(f"unknown command ({name})")
        try:
            return "=", command(rest)
        except (Failure, Refusal) as refused:
            return "?", write_ascii(str(refused))
        except Exception as error:
            # A match of many games must not end because one command has a fault.
            _log.exception("internal error in %s %s", name, rest)
            return "?", write_ascii(f"internal error: {type(error).__name__}: {error}")

    def _known_command(self, rest: str) -> str:
        (name,) = read_arguments(rest, 1)
        return "true" if name in self.commands else "false"

    def _list_commands(self, rest: str) -> str:
        read_arguments(rest, 0)
        return "\n".join(sorted(self.commands))

    def _protocol_version(self, rest: str) -> str:
        read_arguments(rest, 0)
        return "2"

    def _quit(self, rest: str) -> str:
        read_arguments(rest, 0)
        self.done = True
        return ""


def write_ascii(text: str) -> str:
    """Return a text as old programs can read it, on one line."""
    return " ".join(text.translate(_PLAIN).split()).encode("ascii", "backslashreplace").decode()


def read_arguments(rest: str, least: int, most: int | None = None) -> list[str]:
    """Return the words of a line, quoted where a word has blanks. Raises Failure unless their number is right."""
    lexer = shlex.shlex(rest, posix=True)
    lexer.whitespace_split, lexer.quotes, lexer.escape, lexer.commenters = True, '"', "", ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise Failure(f"cannot read the arguments: {error}") from None
    if len(words) < least:
        raise Failure(f"missing argument {len(words) + 1}")
    if len(words) > (least if most is None else most):
        raise Failure("too many arguments")
    return words


def read_choice(word: str, choices: Mapping[str, int], what: str) -> int:
    """Return what a word means, in any case."""
    if word.lower() not in choices:
        raise Failure(f"invalid {what} '{word}' (possible: {', '.join(choices)})")
    return choices[word.lower()]


def read_number(word: str, least: int = 0) -> int:
    """Return a whole number."""
    if not (word.isascii() and word.isdigit() and len(word) < 19 and int(word) >= least):
        raise Failure(f"invalid number '{word}' (expected a whole number, at least {least})")
    return int(word)


def read_seconds(word: str) -> float:
    """Return a time, which may have a fraction."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", word, flags=re.ASCII):
        raise Failure(f"invalid time '{word}' (expected seconds, at least 0)")
    return float(word)


def serve(engine: Engine, lines: Iterable[str], out: TextIO) -> None:
    """Answer line by line until `quit` or the end of the lines."""
    for line in lines:
        answer = engine.answer(line)
        if answer is not None:
            out.write(answer)
            out.flush()
        if engine.done:
            return
