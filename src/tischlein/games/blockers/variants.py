"""The variants as a table: who may sit down, who owns which colour, and what a table may choose."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.game import Option, Setup, Variant

from .pieces import COLOURS

# R10: count the taken tiles, or let them break ties only.
SCORING = Option("scoring", ("blockers", "uptown"))
# R13: whether the own second colour may be taken.
OWN_COLOUR = Option("own-colour", ("yes", "no"))
# R2: everybody chooses a colour.
ONE_COLOUR = Option("colours", COLOURS, each=1)
# R12: or two of four; who does not choose has the warm ones, or the cool ones.
TWO_COLOURS = Option("colours", ("red", "yellow", "green", "blue"), each=2)

VARIANTS = {
    "expert": Variant("expert", (2,), (SCORING, OWN_COLOUR, TWO_COLOURS)),
    "basic": Variant("basic", (4, 2, 3, 5), (SCORING, ONE_COLOUR)),
}


def colours_in_play(variant: str, seats: int, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the colours in play, by the rules' numbers.

    With one colour each, a colour has the number of its seat. With two, moves name their colour, so a number always
    means the same one.
    """
    if variant == "expert":
        return COLOURS[:4]
    return ONE_COLOUR.arrange(options.get("colours", ""))[:seats]


def owners(variant: str, seats: int, options: Mapping[str, str] | None = None) -> tuple[int, ...]:
    """Return the seat of each colour in play, by the rules' numbers."""
    if variant == "expert":
        chosen = TWO_COLOURS.arrange((options or {}).get("colours", ""))
        return tuple(chosen.index(colour) // TWO_COLOURS.each for colour in COLOURS[:4])
    return tuple(range(seats))


def chosen_options(setup: Setup) -> dict[str, str]:
    """Return every option of the set-up's variant with the value that holds; a set-up may leave defaults out."""
    return {option.id: setup.options.get(option.id, option.default) for option in VARIANTS[setup.variant].options}
