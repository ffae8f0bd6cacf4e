"""The ways to play: who may sit down, and which rules a table may choose. The first value is the default."""

from __future__ import annotations

from tischlein.core.game import Option, Variant

OPTIONS = (
    Option("line", ("neighbouring", "any")),
    Option("deal", ("balanced", "random")),
    Option("turning", ("yes", "no")),
    Option("stuck", ("skipped", "loses")),
    Option("edge", ("none", "swap")),
    Option("staying", ("no", "yes")),
)

VARIANTS = {
    variant.id: variant
    for variant in (
        Variant("standard", (2, 3), OPTIONS),
        Variant("teams", (4,), OPTIONS),  # R13: seats 0 and 2 against seats 1 and 3
    )
}
