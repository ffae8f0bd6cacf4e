"""Exponential and logarithm: as exact as the C library's, and the same compiled and not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tischlein.core.numeric import exp, log

RANGES: list[tuple[Callable[[float], float], Callable[[float], float], float, float]] = [
    (exp, math.exp, -1, 1),
    (exp, math.exp, -700, 709),
    (exp, math.exp, -745, -700),  # into the numbers with fewer bits
    (log, math.log, 0.5, 2),
    (log, math.log, 1e-3, 1e6),
    (log, math.log, 1e300, 1e308),
    (log, math.log, 5e-324, 1e-307),
]


@pytest.mark.parametrize(("ours", "theirs", "low", "high"), RANGES)
def test_within_one_unit_in_the_last_place(
    ours: Callable[[float], float], theirs: Callable[[float], float], low: float, high: float
) -> None:
    for number in np.random.default_rng(1).uniform(low, high, 2000):
        expected = theirs(float(number))
        assert abs(ours(float(number)) - expected) <= math.ulp(expected)


@pytest.mark.parametrize(("ours", "low", "high"), [(ours, low, high) for ours, _, low, high in RANGES])
def test_compiled_and_plain_give_the_same_bits(ours: Any, low: float, high: float) -> None:
    plain = getattr(ours, "py_func", ours)
    for number in np.random.default_rng(2).uniform(low, high, 500):
        assert float(ours(float(number))).hex() == float(plain(float(number))).hex()


def test_at_the_ends() -> None:
    assert exp(0.0) == 1
    assert exp(-math.inf) == exp(-746.0) == 0
    assert exp(math.inf) == exp(710.0) == math.inf
    assert exp(709.782712893384) == pytest.approx(1.797693134862273e308, rel=1e-15)
    assert math.isnan(exp(math.nan))
    assert log(1.0) == 0
    assert log(0.0) == -math.inf
    assert log(math.inf) == math.inf
    assert math.isnan(log(-1.0))
    assert math.isnan(log(math.nan))


def test_a_short_number_is_reckoned_in_64_bits() -> None:
    short: Any = np.float32(0.3)
    assert exp(short) == exp(float(short))
    assert log(short) == log(float(short))
