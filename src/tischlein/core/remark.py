"""What a move does, in its game's own terms: the sentences of the coach before they are sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .words import Detail


class Remark(NamedTuple):
    """One claim about a move: a text of its game (`coach-...`), what it needs, and the cells that it points at.

    A claim is a fact of the two positions before and after the move, so that it can be counted again by anybody.
    """

    code: str
    details: Mapping[str, Detail]
    cells: tuple[str, ...] = ()
