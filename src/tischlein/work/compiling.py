"""Whether this process compiles just now: a worker that only compiles says nothing, but does not hang."""

from __future__ import annotations

import sys
from typing import Any

_running: list[object] = []
"""The compilations that have begun and not ended; one compiles what it calls, so there may be several."""
_listened: list[object] = []


def is_compiling() -> bool:
    """Return whether something is compiled, by llvmlite or by Numba; neither is imported for that."""
    events: Any = sys.modules.get("numba.core.event")
    if not _listened and hasattr(events, "register"):
        _listened.append(events)
        events.register("numba:compile", _make_listener(events))
    native: Any = sys.modules.get("tischlein.core.compile.native")
    return bool(_running or getattr(native, "compiling", ()))


def _make_listener(events: Any) -> Any:
    class Listener(events.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            _running.append(event)

        def on_end(self, _event: Any) -> None:
            del _running[-1:]  # there may be none: it began before anybody listened

    return Listener()
