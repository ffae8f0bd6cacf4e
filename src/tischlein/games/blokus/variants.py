"""The five ways to play, as rows of one table, and what a table may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tischlein.core.game import Option, Variant

from .pieces import Square

# R2: the colours play in this order, whoever owns them.
FOUR_COLOURS = ("blue", "yellow", "red", "green")

# R5: the start squares of the colours in their order, clockwise from the top left.
FOUR_CORNERS = ((0, 19), (19, 19), (19, 0), (0, 0))

CORNERS = Option("corners", ("fixed", "free"))  # R5
FOURTH = Option("fourth", ("green", "blue", "yellow", "red"))  # R14


@dataclass(frozen=True, slots=True)
class Plan:
    """One row: the board, the colours in their order with their start squares, and how many sides score."""

    variant: Variant
    size: int
    colours: tuple[str, ...]
    starts: tuple[Square, ...]
    sides: int

    def fill(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a value for every option of the variant."""
        return {option.id: options.get(option.id, option.default) for option in self.variant.options}

    def neutral(self, options: Mapping[str, str]) -> int | None:
        """Return the colour that nobody owns, if there is one."""
        fourth = self.fill(options).get(FOURTH.id)
        return None if fourth is None else self.colours.index(fourth)

    def starts_of(self, colour: int, options: Mapping[str, str]) -> tuple[Square, ...]:
        """Return the squares of which a colour's first piece covers one (R5)."""
        return self.starts if self.fill(options)[CORNERS.id] == "free" else (self.starts[colour],)

    def owners(self, options: Mapping[str, str]) -> list[tuple[int, int] | None]:
        """Return for each colour which seat (counted from the first) owns it and which side it scores for.

        The owned colours go round the table in their order: R2 for one each, R12 and R13 for pairs.
        """
        owned = [colour for colour in range(len(self.colours)) if colour != self.neutral(options)]
        seats = self.variant.seats[0]
        place = {colour: (number % seats, number % self.sides) for number, colour in enumerate(owned)}
        return [place.get(colour) for colour in range(len(self.colours))]


PLANS = {
    plan.variant.id: plan
    for plan in (
        Plan(Variant("classic", (4,), (CORNERS,)), 20, FOUR_COLOURS, FOUR_CORNERS, sides=4),
        Plan(Variant("teams", (4,), (CORNERS,)), 20, FOUR_COLOURS, FOUR_CORNERS, sides=2),  # R12
        Plan(Variant("two", (2,), (CORNERS,)), 20, FOUR_COLOURS, FOUR_CORNERS, sides=2),  # R13
        Plan(Variant("three", (3,), (CORNERS, FOURTH)), 20, FOUR_COLOURS, FOUR_CORNERS, sides=3),  # R14
        Plan(Variant("duo", (2,), (CORNERS,)), 14, ("violet", "yellow"), ((4, 9), (9, 4)), sides=2),  # R15
    )
}


def kind_of(width: int, sides: int) -> str:
    """Return whose numbers, learned by play, hold for a variant: Duo's, those for two sides, or for everybody alone."""
    return "duo" if width == 14 else "two" if sides == 2 else "classic"
