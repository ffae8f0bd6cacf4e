"""A tree of variations over one set-up: any legal move for whoever is to move, with comments.

A node is named by its path from the root: the places of the children on the way, `()` for the first position. The first
child of each node is the main line. Every move was judged by the rules when it came in, so every node has a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import msgspec

from tischlein.core.game import Move, Setup, State
from tischlein.core.record import Record
from tischlein.core.refusal import BadRecord, Refusal, because
from tischlein.core.registry import find_game

Path: TypeAlias = tuple[int, ...]

VERSION = 1


@dataclass(slots=True)
class Node:
    """A position of a study: the move that led there, what somebody wrote about it, and how it may go on."""

    state: State
    move: Move | None = None
    comment: str = ""
    children: list[Node] = field(default_factory=list)

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Yield this node and all below it with their paths, main lines first."""
        yield path, self
        for place, child in enumerate(self.children):
            yield from child.walk((*path, place))


class Study:
    """A tree of variations."""

    def __init__(self, setup: Setup, tags: Mapping[str, str] | None = None) -> None:
        self.setup = setup
        self.tags = dict(tags or {})
        self.root = Node(find_game(setup.game).start(setup))

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Return a study whose main line is a game. Raises BadRecord at an illegal move."""
        study = cls(record.setup, record.tags)
        node = study.root
        for state, move in zip(list(record.states())[1:], record.moves, strict=True):
            node.children.append(Node(state, move))
            node = node.children[0]
        return study

    # ------------------------------------------------------------------ reading

    def node(self, path: Path) -> Node:
        """Return a node. Raises BadRecord for a path that leads nowhere."""
        node = self.root
        for place in path:
            if not 0 <= place < len(node.children):
                raise BadRecord("tischlein.study", "no-such-node", line=0, path=_show(path))
            node = node.children[place]
        return node

    def line_to(self, path: Path) -> Record:
        """Return the game that leads to a node and goes on along the main line from there."""
        node = self.node(path)
        line = [self.node(path[:length]) for length in range(1, len(path) + 1)]
        while node.children:
            node = node.children[0]
            line.append(node)
        return Record(self.setup, tuple(one.move or "" for one in line), self.tags)

    def main_line(self) -> Record:
        """Return the main line as a record."""
        return self.line_to(())

    # ------------------------------------------------------------------ changing

    def add(self, path: Path, move: Move) -> Path:
        """Lay a move at a node and return the path of what follows; one that is there already is found again.

        Raises IllegalMove, which leaves the study as it was.
        """
        node = self.node(path)
        canonical = node.state.canonical(move)
        for place, child in enumerate(node.children):
            if child.move == canonical:
                return (*path, place)
        node.children.append(Node(node.state.play(canonical), canonical))
        return (*path, len(node.children) - 1)

    def comment(self, path: Path, text: str) -> None:
        """Write a comment to a position, in place of the one before."""
        self.node(path).comment = text.strip()

    def promote(self, path: Path) -> Path:
        """Make the move that leads to a node the first choice of its parent, and return where the node is now."""
        self.node(path)
        if not path:
            return path
        siblings = self.node(path[:-1]).children
        siblings.insert(0, siblings.pop(path[-1]))
        return (*path[:-1], 0)

    def delete(self, path: Path) -> Path:
        """Take a node out with all that follows, and return the path of its parent. The root stays."""
        self.node(path)
        if not path:
            self.root.children.clear()
            return path
        del self.node(path[:-1]).children[path[-1]]
        return path[:-1]

    # ------------------------------------------------------------------ as text

    def text(self) -> str:
        """Return the study as JSON text; `parse` reads it back."""
        head = Record(self.setup, tags=self.tags).text()
        return msgspec.json.encode({"study": VERSION, "record": head, "tree": _write(self.root)}).decode()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a study; every move is judged. Raises BadRecord, or BadSetup for a set-up that does not exist."""
        record, tree = _decode(text)
        study = cls(record.setup, record.tags)
        _read(study, tree)
        return study


def check_text(text: str) -> None:
    """Raise BadRecord or BadSetup unless a text has the form of a study. Moves are not judged, which takes longer."""
    _decode(text)


class _StoredNode(msgspec.Struct, forbid_unknown_fields=True):
    move: str | None = None
    comment: str = ""
    children: list[_StoredNode] = []


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    study: int
    record: str
    tree: _StoredNode


def _decode(text: str) -> tuple[Record, _StoredNode]:
    """Return the set-up and the tree that a text holds."""
    try:
        stored = msgspec.json.decode(text, type=_Stored)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord("tischlein.study", "no-study", line=1, reason=str(error)) from error
    if stored.study != VERSION:
        raise BadRecord("tischlein.study", "no-study", line=1, reason=f"version {stored.study}")
    return Record.parse(stored.record), stored.tree


def _write(node: Node) -> dict[str, Any]:
    shown: dict[str, Any] = {} if node.move is None else {"move": node.move}
    if node.comment:
        shown["comment"] = node.comment
    if node.children:
        shown["children"] = [_write(child) for child in node.children]
    return shown


def _read(study: Study, tree: _StoredNode) -> None:
    """Fill an empty study; with a stack, because a game may be longer than Python's own is deep."""
    study.root.comment = tree.comment
    waiting: list[tuple[Path, _StoredNode]] = [((), tree)]
    while waiting:
        path, stored = waiting.pop()
        for child in stored.children:
            try:
                below = study.add(path, child.move or "")
            except Refusal as refusal:
                details = {"path": _show(path), "move": child.move or "", **because(refusal)}
                raise BadRecord("tischlein.study", "bad-node", line=0, **details) from refusal
            study.comment(below, child.comment)
            waiting.append((below, child))


def _show(path: Path) -> str:
    return ".".join(map(str, path)) or "-"
