"""What the views of all games have in common, so that a table can be shown without knowing its game."""

from __future__ import annotations

from typing import TypedDict

from .game import Outcome, Seat, State
from .registry import find_game
from .words import Words
from .words import words as words_of


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


def tell_turn(view: TableView, words: Words) -> str:
    """Return who is to move, or who has won, in a sentence that fits every game."""
    own = words_of("tischlein.core", words.language)
    if view["outcome"] is None:
        return own("turn", seat=(view["to_move"] or 0) + 1)
    winners = view["outcome"]["winners"]
    return own("won", count=len(winners), seats=", ".join(str(seat + 1) for seat in winners))


def show_table(state: State, ply: int) -> TableView:
    """Return the part of a view that is the same in every game."""
    setup = state.setup
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "first": setup.first,
        "options": find_game(setup.game).variants[setup.variant].fill(setup.options),
        "ply": ply,
        "to_move": state.to_move,
        "outcome": show_outcome(state.outcome()),
    }
