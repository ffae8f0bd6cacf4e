"""How figures are taken: processor time, the best of several tries, and a ratio to the goal."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], tries: int = 5) -> float:
    """Return the processor time of the fastest of several tries."""
    fastest = float("inf")
    for _ in range(tries):
        begin = time.process_time()
        work()
        fastest = min(fastest, time.process_time() - begin)
    return fastest


def show_rate(name: str, rate: float, goal: float, unit: str) -> None:
    """Print a rate that should be at least the goal."""
    print(f"  {name:<52} {rate:>12,.0f} {unit:<12} {rate / goal:6.2f} x goal")


def show_time(name: str, taken: float, goal: float) -> None:
    """Print a time that should be at most the goal."""
    print(f"  {name:<52} {taken * 1000:>12,.3f} ms           {goal / taken:6.2f} x goal")
