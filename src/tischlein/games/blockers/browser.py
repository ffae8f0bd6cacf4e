"""Names and numbers of the material for the engine in a browser; `scripts/build-wasm` writes them as TypeScript."""

from __future__ import annotations

from typing import Any

from . import rules
from .engine import learned, search
from .engine.linear_policy import POLICY
from .pieces import CELL_NAMES, COLOURS, SYMBOLS, TILES
from .tables import SIZE
from .variants import VARIANTS


def tables() -> dict[str, Any]:
    """Return what TypeScript reads."""
    return {
        "colours": COLOURS,
        "tiles": TILES,
        "symbols": SYMBOLS,
        "cells": CELL_NAMES,
        "faults": rules.FAULTS,
        "numbers": {
            "rack": rules.RACK,
            "size": SIZE,
            "buffer": rules.BUFFER,
            "empty": rules.EMPTY,
            "codes": search.CODES,
            "max_depth": search.MAX_DEPTH,
        },
        "settings": search.DEFAULTS,
        "parameters": search.SEARCH_PARAMETERS.names,
        "about_others": learned.ABOUT_OTHERS,
        "most_moves": POLICY["code"].shape[0],
        "weights": {
            f"{variant.id}-{seats}": learned.weights_for(variant.id, seats).tolist()
            for variant in VARIANTS.values()
            for seats in variant.seats
        },
    }
