"""The levels, from a beginner to all that the engine can do; the texts `level-N` say what each of them sees."""

from __future__ import annotations

from tischlein.core.search import Level

LEVELS = (
    # Beginners draw their move by a policy of their own, then by what was learned; then they read ahead.
    Level(1.0, 1, {"beginner": 1, "gumbel_noise": 1.0, "nodes": 20_000}),
    Level(1.0, 1, {"beginner": 2, "temperature": 1.2, "gumbel_noise": 1.0, "nodes": 20_000}),
    Level(1.0, 1, {"gumbel_noise": 1.0, "nodes": 20_000}),
    Level(1.0, 1, {"gumbel_noise": 0.5, "nodes": 20_000}),
    Level(1.0, 8, {"gumbel_noise": 0.3, "nodes": 50_000}),
    Level(1.0, 30, {"nodes": 100_000}),
    Level(2.0, 100, {"nodes": 200_000}),
    Level(4.0, 350, {"nodes": 500_000}),
    Level(8.0, 2_500, book=True),
    Level(10.0, 100_000, {"nodes": 4_000_000}, book=True, thrifty=True),
)
