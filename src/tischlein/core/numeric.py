"""Exponential and logarithm of our own, so that a search gives the same result to the bit on every machine.

The C library's differ in the last bit between platforms and versions. These use only addition, multiplication and
division, which IEEE 754 prescribes to the bit, in an order that no compiler may change.
"""

from __future__ import annotations

import numpy as np

from .compiled import compiled

# ln 2 in two parts: a multiple of the first by an exponent is exact, its last 21 bits being 0.
LN2_HIGH = 0.6931471803691238
LN2_LOW = 1.9082149292705877e-10
LOG2_E = 1.4426950408889634
LARGEST = 709.782712893384  # above it the exponential is infinite
SMALLEST = -745.1332191019412  # below it the exponential is 0
SQRT_2_BITS = np.int64(0x3FF6A09E667F3BCD)
ONE_BITS = np.int64(0x3FF0000000000000)
MANTISSA = np.int64(0x000FFFFFFFFFFFFF)
LEAST_NORMAL = 2.2250738585072014e-308
TWO_54 = 18014398509481984.0


@compiled
def exp(number: float) -> float:
    """Return e to the power of a number, to within one unit in the last place; it is reckoned in 64 bits always."""
    x = np.float64(number)
    if not x <= LARGEST:  # too large, or not a number
        return np.inf if x > 0.0 else np.nan
    if x < SMALLEST:
        return 0.0
    exponent = np.int64(x * LOG2_E + (0.5 if x >= 0 else -0.5))
    high = x - exponent * LN2_HIGH
    low = exponent * LN2_LOW
    r = high - low  # at most ln 2 / 2
    lost = (high - r) - low
    # The Taylor series, in pairs so that a processor can work on several at a time.
    r2 = r * r
    r4 = r2 * r2
    tail = (1 / 2 + r * (1 / 6)) + r2 * (1 / 24 + r * (1 / 120))
    tail += r4 * ((1 / 720 + r * (1 / 5040)) + r2 * (1 / 40320 + r * (1 / 362880)))
    tail += r4 * r4 * ((1 / 3628800 + r * (1 / 39916800)) + r2 * (1 / 479001600 + r * (1 / 6227020800)))
    power = 1.0 + (r + (r2 * tail + lost))
    half = exponent >> np.int64(1)  # in two steps: neither alone leaves the range of normal numbers
    return power * _power_of_two(half) * _power_of_two(exponent - half)


@compiled
def log(number: float) -> float:
    """Return the natural logarithm of a number, to within one unit in the last place; of 0 minus infinity."""
    x = np.float64(number)
    if not x > 0.0:  # 0, negative, or not a number
        return -np.inf if x == 0.0 else np.nan
    if x == np.inf:
        return np.inf
    exponent = np.int64(-1023)
    if x < LEAST_NORMAL:
        x *= TWO_54
        exponent -= np.int64(54)
    bits = np.float64(x).view(np.int64)
    exponent += bits >> np.int64(52)
    bits = (bits & MANTISSA) | ONE_BITS
    if bits >= SQRT_2_BITS:
        bits -= np.int64(1) << np.int64(52)
        exponent += np.int64(1)
    f = np.int64(bits).view(np.float64) - 1.0
    # log(1 + f) = 2 artanh(s) with s = f / (2 + f), written so that what is lost in s hardly counts.
    s = f / (2.0 + f)
    z = s * s
    z2 = z * z
    series = (2 / 3 + z * (2 / 5)) + z2 * (2 / 7 + z * (2 / 9))
    series += z2 * z2 * ((2 / 11 + z * (2 / 13)) + z2 * ((2 / 15 + z * (2 / 17)) + z2 * (2 / 19 + z * (2 / 21))))
    half_square = 0.5 * f * f
    rest = s * (half_square + z * series)
    return exponent * LN2_HIGH - ((half_square - (rest + exponent * LN2_LOW)) - f)


@compiled
def _power_of_two(exponent: np.int64) -> float:
    """Return 2 to the power of a whole number from -1022 to 1023."""
    return np.int64((exponent + np.int64(1023)) << np.int64(52)).view(np.float64)
