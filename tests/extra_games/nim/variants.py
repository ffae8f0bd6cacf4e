"""The ways to play: who may sit down, and which rules a table may choose. The first value is the default."""

from __future__ import annotations

from tischlein.core.game import Option, Variant

VARIANTS = {"plain": Variant("plain", seats=(2, 3, 4), options=(Option("last", ("wins", "loses")),))}
