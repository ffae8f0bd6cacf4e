"""Many games: a folder, or a file with one game after the other, read one at a time.

>>> from tischlein.collection import read_games
>>> for record in read_games("games", game="blokus", variant="duo"):          # doctest: +SKIP
...     print(record.final_state().outcome())

Only one game is in memory, however many there are. Moves are judged when a game is replayed (`record.states()`), so
looking through set-ups and tags is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from .core.record import HEADING, Record
from .core.refusal import BadRecord
from .core.registry import find_game, game_ids


def read_games(
    source: str | Path,
    *,
    game: str | None = None,
    variant: str | None = None,
    player: str | None = None,
    where: Callable[[Record], bool] | None = None,
) -> Iterator[Record]:
    """Yield the games in a folder (and all below it, by name) or in a file that fit.

    `player` is who sat at one of the seats, as the tags `Seat 0`, `Seat 1` … say. Raises BadRecord, whose `file` names
    the file and whose `line` counts from the beginning of the file; OSError if there is no such file.
    """
    for record in _read_all(Path(source)):
        setup = record.setup
        if game not in (None, setup.game) or variant not in (None, setup.variant):
            continue
        seated = {value for key, value in record.tags.items() if key.startswith("Seat ")}
        if player is not None and player not in seated | {name.partition(":")[2] for name in seated}:
            continue
        if where is None or where(record):
            yield record


def write_games(path: str | Path, records: Iterable[Record]) -> int:
    """Write games into one file, one after the other, and return how many."""
    count = 0
    with Path(path).open("w", encoding="utf-8", newline="\n") as target:
        for count, record in enumerate(records, start=1):  # noqa: B007 - the last number is the answer
            target.write(record.text() + "\n")
    return count


def _read_all(source: Path) -> Iterator[Record]:
    formats = {suffix: one for known in map(find_game, game_ids()) for suffix, one in known.formats.items()}
    files = [source] if not source.is_dir() else sorted(source.rglob("*"))
    for path in files:
        if path.suffix in formats:
            yield formats[path.suffix].read(path.read_text(encoding="utf-8"))
        elif path == source or path.suffix == ".record":
            yield from _split(path)


def _split(path: Path) -> Iterator[Record]:
    """Yield the games of a file; each begins with the heading of a record."""
    with path.open(encoding="utf-8") as lines:
        begin, text = 0, list[str]()
        for number, line in enumerate(lines):
            if line.strip() == HEADING and any(map(_says_something, text)):
                yield _parse(path, begin, text)
                begin, text = number, []
            text.append(line)
        if text:
            yield _parse(path, begin, text)


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(";")


def _parse(path: Path, begin: int, text: list[str]) -> Record:
    try:
        return Record.parse("".join(text))
    except BadRecord as bad:
        line = int(bad.details.get("line", 0))
        raise BadRecord(bad.package, bad.code, **bad.details | {"line": begin + line, "file": str(path)}) from None
