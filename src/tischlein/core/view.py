"""What the views of all games have in common, so that a table can be shown without knowing its game."""

from __future__ import annotations

from typing import TypedDict

from .game import Outcome, Seat


class OutcomeView(TypedDict):
    """How a game ended, by seat."""

    places: list[int]
    scores: list[int]
    winners: list[Seat]


class TableView(TypedDict):
    """The keys that every view has; each game adds its own."""

    game: str
    variant: str
    seats: int
    first: Seat
    options: dict[str, str]
    ply: int
    to_move: Seat | None
    outcome: OutcomeView | None


def show_outcome(outcome: Outcome | None) -> OutcomeView | None:
    """Return an outcome as it stands in a view."""
    if outcome is None:
        return None
    return {"places": [*outcome.places], "scores": [*outcome.scores], "winners": [*outcome.winners]}
