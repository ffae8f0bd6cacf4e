"""Learning by repetition: when an exercise should come again, and how hard it is.

Intervals grow as in SM-2, the classic of spaced repetition: a day, three days, then each time longer by the ease of the
card, which falls with every failure. The rating of an exercise and of whoever trains are Elo numbers: each answer is a
game between the two.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

FIRST_INTERVALS = (1, 3)
"""Days after the first and the second success in a row."""

EASE, LEAST_EASE, EASE_STEP = 2.5, 1.3, 0.2
RATING, RATING_STEP = 1200.0, 24.0


class Card(NamedTuple):
    """What is known of one person and one exercise."""

    due: date
    interval: int = 0
    ease: float = EASE
    successes: int = 0
    """In a row."""


def review(card: Card, solved: bool, today: date) -> Card:
    """Return the card after an answer."""
    if not solved:
        return Card(today, 0, max(LEAST_EASE, card.ease - EASE_STEP), 0)
    known = card.successes < len(FIRST_INTERVALS)
    interval = FIRST_INTERVALS[card.successes] if known else round(card.interval * card.ease)
    return Card(today + timedelta(days=interval), interval, card.ease, card.successes + 1)


def update_ratings(person: float, exercise: float, solved: bool) -> tuple[float, float]:
    """Return both ratings after an answer: what was expected changes little, a surprise much."""
    expected = 1.0 / (1.0 + 10.0 ** ((exercise - person) / 400.0))
    step = RATING_STEP * (solved - expected)
    return person + step, exercise - step
