"""Studies of Blokus as `.blksgf` files, with variations and comments, both ways: what Pentobi reads and writes.

study = read_blksgf(path.read_text(encoding="utf-8"))
path.write_text(write_blksgf(study), encoding="utf-8")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup
from tischlein.games.blokus.formats.sgf import Replay, colour_ids, read_head, write_head, write_move
from tischlein.games.blokus.formats.sgf_tree import Node as SgfNode
from tischlein.games.blokus.formats.sgf_tree import read_tree, write_node
from tischlein.games.blokus.game import BlokusState

from .tree import Node, Path, Study

COMMENT, BREAK = "Comment", " ¶ "
"""The tags in which a record that was read from such a file keeps comments, and how a new line stands there."""


def read_blksgf(text: str) -> Study:
    """Read a file with one game and all its variations. Raises BadRecord with the line, or BadSetup."""
    root = read_tree(text)
    setup, tags = read_head(root)
    study = Study(setup, tags)
    waiting: list[tuple[SgfNode, Replay, Path]] = [(root, Replay(setup), ())]
    while waiting:
        node, replay, path = waiting.pop()
        known = len(replay.moves)
        replay.read(node)
        for move in replay.moves[known:]:
            path = study.add(path, move)
        if comment := (node.text("C") or "").strip():
            study.comment(path, "\n".join(filter(None, (study.node(path).comment, comment))))
        waiting += [(child, replay.fork(), path) for child in reversed(node.children)]
    return study


def write_blksgf(study: Study) -> str:
    """Return a study as a file; `read_blksgf` gives the same tree back. Raises BadSetup for another game."""
    if study.setup.game != "blokus":
        raise BadSetup("tischlein.core", "bad-setup", field="game", value=study.setup.game, allowed="blokus")
    said = {key: value for key, value in study.tags.items() if key.split()[0] == COMMENT}
    tags = {key: value for key, value in study.tags.items() if key not in said}
    root = write_head(Record(study.setup, tags=tags)) | _tell(study.root, said.get(COMMENT, ""))
    lines = _write_below(study.root, said, 1, main=True)
    return "\n".join(["(", write_node(root), *lines, ")"]) + "\n"


def _write_below(node: Node, said: Mapping[str, str], ply: int, main: bool) -> Iterator[str]:
    """Yield what follows a node, a node a line; where there is a choice, each way in brackets of its own."""
    for place, child in enumerate(node.children):
        if branches := len(node.children) > 1:
            yield "("
        first = main and not place  # comments in tags are about the main line
        yield _write_move(node, child, said.get(f"{COMMENT} {ply}", "") if first else "")
        yield from _write_below(child, said, ply + 1, first)
        if branches:
            yield ")"


def _write_move(before: Node, node: Node, said: str) -> str:
    assert isinstance(before.state, BlokusState), "a study of Blokus"
    name = colour_ids(before.state.setup.variant)[int(before.state.position.turn)]
    return write_node({name: [write_move(node.move or "")]} | _tell(node, said))


def _tell(node: Node, said: str) -> dict[str, list[str]]:
    """Return the comment of a node as a property; what a tag says stands in where there is none."""
    comment = node.comment or said.replace(BREAK, "\n")
    return {"C": [comment]} if comment else {}
