"""The coach: what a move does, in sentences that point at squares, and how it differs from a better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.core.game import Move, State
from tischlein.core.registry import find_game
from tischlein.core.remark import Remark
from tischlein.core.words import words


class Sentence(NamedTuple):
    """A claim in words, and the cells that light up with it."""

    code: str
    text: str
    cells: tuple[str, ...]


def remark_on(state: State, move: Move) -> Sequence[Remark]:
    """Return what a move does at a position, from what the seat to move may know."""
    return find_game(state.setup.game).remark_on(state, state.canonical(move))


def explain(state: State, move: Move, language: str = "en") -> list[Sentence]:
    """Return in words what a move does."""
    return _say(state, remark_on(state, move), language)


def compare(state: State, played: Move, better: Move, language: str = "en") -> tuple[list[Sentence], list[Sentence]]:
    """Return what tells two moves apart: what holds for the first alone, and what for the second alone."""
    first, second = remark_on(state, played), remark_on(state, better)
    return (
        _say(state, [one for one in first if not _repeats(one, second)], language),
        _say(state, [one for one in second if not _repeats(one, first)], language),
    )


def _repeats(remark: Remark, others: Sequence[Remark]) -> bool:
    """Return whether another move makes the same sentence true; at other cells is no difference worth a word."""
    return any((remark.code, dict(remark.details)) == (other.code, dict(other.details)) for other in others)


def _say(state: State, remarks: Sequence[Remark], language: str) -> list[Sentence]:
    say = words(f"tischlein.games.{state.setup.game}", language)
    return [Sentence(one.code, say(one.code, **one.details), one.cells) for one in remarks]
