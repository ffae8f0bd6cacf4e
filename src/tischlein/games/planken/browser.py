"""Names and numbers of the material for the engine in a browser; `scripts/build-wasm` writes them as TypeScript."""

from __future__ import annotations

from typing import Any

from . import rules
from .engine import principal_line, search, search_root, solver, tree
from .pieces import COLOURS, COLUMN_NAMES, FIRST_COLUMN, LETTERS, ORDERS, PLANKS, SHAPES
from .tables import ACTIONS, BUFFER, COLOUR_OF, KEEP, LAY, LAY_MOVE, MOVE, SET


def tables() -> dict[str, Any]:
    """Return what TypeScript reads."""
    return {
        "colours": COLOURS,
        "letters": LETTERS,
        "shapes": SHAPES,
        "orders": ORDERS,
        "planks": PLANKS,
        "columns": COLUMN_NAMES,
        "first_column": FIRST_COLUMN,
        "colour_of": COLOUR_OF.tolist(),
        "faults": rules.FAULTS,
        "endings": rules.ENDINGS,
        "codes": {"set": SET, "lay": LAY, "move": MOVE, "lay_move": LAY_MOVE, "keep": KEEP},
        "numbers": {
            "room": rules.ROOM,
            "buffer": BUFFER,
            "actions": ACTIONS,
            "most_lines": rules.MOST_LINES,
            "most_nodes": search.MOST_NODES,
            "table_bits": search.TABLE_BITS,
            "max_plies": solver.MAX_PLIES,
            "unproven": solver.UNPROVEN,
            "unsolved": tree.UNSOLVED,
            "tree_depth": tree.MAX_TREE_DEPTH,
            "remembered": search_root.REMEMBERED,
        },
        "node_limits": principal_line.NODE_LIMITS,
        "settings": search.DEFAULTS,
        "settings_by_seats": search.DEFAULTS_BY_SEATS,
        "parameters": search.SEARCH_PARAMETERS.names,
    }
