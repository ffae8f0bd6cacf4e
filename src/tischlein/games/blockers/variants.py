"""The variants as a table: who may sit down, who owns which colour, and what a table may choose."""

from __future__ import annotations

from tischlein.core.game import Option, Setup, Variant

# R10: count the taken tiles, or let them break ties only.
SCORING = Option("scoring", ("blockers", "uptown"))
# R13: whether the own second colour may be taken.
OWN_COLOUR = Option("own-colour", ("yes", "no"))

VARIANTS = {
    "expert": Variant("expert", (2,), (SCORING, OWN_COLOUR)),
    "basic": Variant("basic", (4, 2, 3, 5), (SCORING,)),
}

# R2: the seat of red, green, blue, yellow and violet.
# R12: in the expert game two colours each, the warm ones against the cool ones.
OWNERS = {
    "expert": (0, 1, 1, 0),
    "basic": (0, 1, 2, 3, 4),
}


def owners(variant: str, seats: int) -> tuple[int, ...]:
    """Return the seat of each colour in play, in the order of the colours."""
    return tuple(seat for seat in OWNERS[variant] if seat < seats)


def chosen_options(setup: Setup) -> dict[str, str]:
    """Return every option of the set-up's variant with the value that holds; a set-up may leave defaults out."""
    return {option.id: setup.options.get(option.id, option.default) for option in VARIANTS[setup.variant].options}
