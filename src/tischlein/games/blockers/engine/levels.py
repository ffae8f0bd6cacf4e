"""The ten levels of Blockers!, from what a child can beat to the strongest; `level-N` says what each sees."""

from __future__ import annotations

from tischlein.core.search import Level

LEVELS = (
    Level(1, 1, {"greedy": 1, "candidates": 6}),  # looks at few moves, and only at its own groups and takes
    Level(1, 1, {"greedy": 1, "candidates": 14}),
    Level(1, 1, {"greedy": 1}),  # looks at all moves
    Level(1, 1, {"ignore_others": 1, "candidates": 30}),  # thinks of the tiles to come, but not of the others
    Level(1, 1, {"ignore_others": 1}),
    Level(1, 1),  # the whole policy, without search
    Level(2, 60),  # from here on: search, as much as the figures say
    Level(4, 400),
    Level(8, 2_500),
    Level(10, 16_000, thrifty=True),
)
