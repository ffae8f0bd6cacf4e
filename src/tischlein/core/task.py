"""What is asked at a position: the one move that does something, such as winning."""

from __future__ import annotations

from typing import NamedTuple

from .game import Move

BEST = "best"
"""The kind that every game has: the answer is clearly better than all other moves. The other kinds are a game's own."""


class Task(NamedTuple):
    """One question: a text of its game (`exercise-...`), or BEST; the answer; and the number that the text names."""

    kind: str
    answer: Move
    goal: int = 0
    turns: int = 0
    """How many own turns its proof looks ahead, if that is how it is found."""
