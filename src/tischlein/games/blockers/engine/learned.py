"""The learned weights of the policy, as they are kept in a file."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from .group_index import (
    DENIED_JOINS,
    DENIED_JOINS_LEADER,
    FEATURES,
    FOREIGN_NEIGHBOURS,
    LOST_JOINABLE_OTHERS,
    LOST_JOINABLE_ROBBED,
    OTHERS_COULD_JOIN,
    TAKE_LONE,
)

FILE = "data/linear_policy.json"
ABOUT_OTHERS = (
    TAKE_LONE,
    DENIED_JOINS,
    LOST_JOINABLE_OTHERS,
    OTHERS_COULD_JOIN,
    FOREIGN_NEIGHBOURS,
    DENIED_JOINS_LEADER,
    LOST_JOINABLE_ROBBED,
)
"""The features that look at what a move means for the other seats."""


@cache
def weights_for(variant: str, seats: int) -> NDArray[np.float64]:
    """Return the weights by stage and feature."""
    return from_text(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))[f"{variant}-{seats}"]


def without_others(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of somebody who looks at the own colours only."""
    result = weights.copy()
    result[:, ABOUT_OTHERS] = 0
    return result


def from_text(text: str) -> dict[str, NDArray[np.float64]]:
    """Return the weights in the text of a file, by variant and seats."""
    tables = json.loads(text)
    return {name: np.array([table[feature] for feature in FEATURES]).T.copy() for name, table in tables.items()}


def as_text(tables: dict[str, NDArray[np.float64]]) -> str:
    """Return the file for these weights: a line for each feature, with its weight at every stage."""
    blocks = []
    for name, weights in tables.items():
        lines = [f"    {json.dumps(feature)}: {row}" for feature, row in zip(FEATURES, _rows(weights), strict=True)]
        blocks.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _rows(weights: NDArray[np.float64]) -> list[list[float]]:
    rows: list[list[float]] = np.round(weights, 2).T.tolist()
    return rows
