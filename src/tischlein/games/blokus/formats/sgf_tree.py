"""The Smart Game Format as text: nodes with properties, in a tree of variations.

The main line follows the first variation at every branch, so it is everything before the first closing bracket.
Whoever reads only that reads the rest just to see that the file is whole.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tischlein.core.refusal import BadRecord

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[();])|(?P<id>[A-Za-z0-9]+)(?=\s*\[)|\[(?P<value>(?:[^\]\\]|\\.)*)\]|(?P<end>\Z))",
    flags=re.DOTALL | re.ASCII,
)
_ESCAPED = re.compile(r"\\(.)", flags=re.DOTALL)
_SHOWN = 40


class Property(NamedTuple):
    """The values of one property, and the line on which it stands."""

    line: int
    values: list[str]


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its properties by their ids, in the order of the file, and what may follow, the main line first."""

    line: int
    properties: dict[str, Property] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def text(self, name: str) -> str | None:
        """Return the first value of a property, or None."""
        found = self.properties.get(name)
        return None if found is None else found.values[0]


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def read_main_line(text: str) -> list[Node]:
    """Return the nodes of the main line; the first is the root. Raises BadRecord with the line.

    A file with more than one game is refused: nobody knows which one is meant.
    """
    nodes: list[Node] = []
    depth, closed, before = 0, False, ""
    for token in _split(text):
        if not _may_follow(token, before, depth, closed):
            raise refuse(token.line, token.text or "…")
        if token.kind == "(":
            depth += 1
        elif token.kind == ")":
            depth, closed = depth - 1, True
        elif not closed:
            _add(nodes, token)
        before = token.kind
    return nodes


def read_tree(text: str) -> Node:
    """Return the root with all that follows. Raises BadRecord with the line."""
    top = Node(0)
    current, branches, before = top, list[Node](), ""
    for token in _split(text):
        if not _may_follow(token, before, len(branches), closed=before == ")"):
            raise refuse(token.line, token.text or "…")
        if token.kind == "(":
            branches.append(current)
        elif token.kind == ")":
            current = branches.pop()
        elif token.kind == ";":
            current.children.append(Node(token.line))
            current = current.children[-1]
        elif token.kind != "end":
            _add([current], token)
        before = token.kind
    return top.children[0]


def _split(text: str) -> Iterator[_Token]:
    """Yield brackets and semicolons, ids and values, and at last the end; nothing else may stand in between."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    breaks = [found.start() for found in re.finditer("\n", text)]
    at = 0
    while True:
        found = _TOKEN.match(text, at)
        if found is None:
            rest = text[at:].lstrip()
            raise refuse(1 + bisect(breaks, len(text) - len(rest) - 1), rest or "…")
        kind = str(found.lastgroup)
        start, at = found.start(kind), found.end()
        yield _Token(found[kind] if kind == "sign" else kind, found[kind], 1 + bisect(breaks, start - 1))
        if kind == "end":
            return


def _may_follow(token: _Token, before: str, depth: int, closed: bool) -> bool:
    """Return whether a token can stand here; `before` is the kind of the token before it, "" at the beginning."""
    if token.kind == "end":
        return depth == 0 and closed
    if token.kind == "(":
        return before == "" if depth == 0 else before in (";", "value", ")")
    if token.kind == ";":
        return before in ("(", ";", "value")
    if token.kind == ")":
        return depth > 0 and before in (";", "value", ")")
    if token.kind == "id":
        return before in (";", "value")
    return before in ("id", "value")


def _add(nodes: list[Node], token: _Token) -> None:
    if token.kind == ";":
        nodes.append(Node(token.line))
        return
    properties = nodes[-1].properties
    if token.kind == "id":
        if token.text in properties:
            raise BadRecord("tischlein.core", "repeated-key", line=token.line, text=token.text)
        properties[token.text] = Property(token.line, [])
    else:
        properties[next(reversed(properties))].values.append(_unescape(token.text))


def write_nodes(nodes: Iterable[Mapping[str, Iterable[str]]]) -> str:
    """Return nodes as a tree without variations, one node a line."""
    return "\n".join(["(", *map(write_node, nodes), ")"]) + "\n"


def write_node(node: Mapping[str, Iterable[str]]) -> str:
    """Return one node as a line."""
    return ";" + "".join(name + "".join(f"[{_escape(value)}]" for value in values) for name, values in node.items())


def refuse(line: int, text: str) -> BadRecord:
    """Return the refusal of a text that cannot stand on this line."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return BadRecord("tischlein.core", "bad-line", line=line, text=short)


def _escape(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


def _unescape(value: str) -> str:
    """Return the value as it is meant; a break behind a backslash only folds a long line."""
    return _ESCAPED.sub(lambda found: found[1].strip("\n"), value)
