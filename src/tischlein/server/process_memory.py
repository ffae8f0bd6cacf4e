"""Memory of a server that is up: what it needs no more is given back, and what it keeps is not searched for rubbish."""

from __future__ import annotations

import ctypes
import gc
import re
from pathlib import Path

MAPS = Path("/proc/self/maps")
COMPILER = "libllvmlite"
DONT_NEED = 4
"""MADV_DONTNEED. Code is never written to, so what is needed again after all is read from its file again."""


def give_back_compiler() -> None:
    """Let go of the pages of the compiler's code, about 50 MB; only on Linux."""
    if not MAPS.exists():
        return
    advise = ctypes.CDLL(None).madvise
    for start, end, path in re.findall(r"^([0-9a-f]+)-([0-9a-f]+) r-xp .* (/.*)$", MAPS.read_text(), re.MULTILINE):
        if COMPILER in path:
            first, last = int(start, 16), int(end, 16)
            advise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), DONT_NEED)


def calm_collector() -> None:
    """Look for rubbish in cycles, but seldom: at a thousand tables a third of the time went into looking.

    Tables have no cycles, and what the imports left behind stays for good. Sockets have some of their own, so it is
    looked everywhere after two million new things at the latest, which is some ten thousand sockets.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
