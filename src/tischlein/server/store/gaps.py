"""Times without any server: clocks that ran meanwhile get them back, whoever touches the table first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tischlein.server.table.table import Table


class Gap(msgspec.Struct, frozen=True):
    """A time without any server."""

    since: int
    until: int


def find_owed(table: Table, gaps: Sequence[Gap]) -> tuple[int, int] | None:
    """Return since when nobody could play, and how long in all, if a clock ran meanwhile."""
    if not gaps or table.clock is None or table.clock.running is None or table.elsewhere:
        return None
    missed = [gap for gap in gaps if gap.until > table.since and name_credit(gap.since) not in table.answered]
    return (missed[0].since, sum(gap.until - gap.since for gap in missed)) if missed else None


def name_credit(since: int) -> str:
    """Return the request that gives time back: the same for everybody, so that it happens once."""
    return f"credit:{since}"
