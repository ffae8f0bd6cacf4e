"""A binary heap of numbers by their keys: the smallest first, and of equal ones the one with the smaller number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.compiled import compiled

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@compiled
def build_heap(keys: Floats, heap: Ints, count: int) -> None:
    """Make a heap of the numbers below a count."""
    for number in range(count):
        heap[number] = number
    for top in range(count // 2 - 1, -1, -1):
        _sift_down(keys, heap, top, count)


@compiled
def pop_smallest(keys: Floats, heap: Ints, count: int) -> int:
    """Return the first of so many numbers and take it out: one fewer are left."""
    first = heap[0]
    heap[0] = heap[count - 1]
    _sift_down(keys, heap, 0, count - 1)
    return int(first)


@compiled
def _sift_down(keys: Floats, heap: Ints, top: int, count: int) -> None:
    while 2 * top + 1 < count:
        child = 2 * top + 1
        if child + 1 < count and _is_before(keys, heap[child + 1], heap[child]):
            child += 1
        if not _is_before(keys, heap[child], heap[top]):
            return
        heap[top], heap[child] = heap[child], heap[top]
        top = child


@compiled
def _is_before(keys: Floats, one: int, other: int) -> bool:
    return bool(keys[one] < keys[other] or (keys[one] == keys[other] and one < other))
