"""Who may do what at a table: one table of rights, for every request and every message.

docs/protocol.md shows the same table; tests compare the two, and try every cell on a real server.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from tischlein.core.game import Seat
from tischlein.core.refusal import Refusal

PACKAGE = "tischlein.server"


class Role(StrEnum):
    """What somebody is at a table; most are several things at once, and everybody is a stranger, too."""

    HOST = "host"
    """Set the table up."""
    SEAT = "seat"
    """Sits at the table now."""
    RESIGNED = "resigned"
    """Gave up or ran out of time, and a bot plays on."""
    FORMER = "former"
    """Sat there, and has left or passed the seat on."""
    WATCHER = "watcher"
    """Has opened a watch link, or has come to a public table."""
    INVITED = "invited"
    """Brings a link that was not used yet."""
    STRANGER = "stranger"
    """Knows the address of the table, and nothing else."""


ROLES = tuple(Role)

_WATCH = ("wpo", "wpo", "wpo", "wpo", "wpo", "o", "o")
_PLAY = ("", "p", "", "", "", "", "")

ROWS: dict[str, tuple[str, ...]] = {
    # HTTP              host   seat   resigned former watcher invited stranger
    "card":             ("wpo", "wpo", "wpo", "wpo", "wpo", "wpo", "wpo"),
    "bring":            ("po", "", "", "", "", "", ""),
    "take-seat":        ("wp", "wp", "wp", "wp", "wp", "wp", "wp"),
    "use-seat-link":    ("", "", "", "", "", "wp", ""),
    "leave-seat":       ("", "wp", "", "", "", "", ""),
    "seat-bot":         ("wp", "wp", "", "", "", "", ""),
    "link-seat":        ("", "wp", "", "", "", "", ""),
    "link-watch":       ("wpo", "wpo", "", "", "", "", ""),
    "use-watch-link":   ("", "", "", "", "", "wpo", ""),
    "position":         _WATCH,
    "position-as-seat": ("o", "wpo", "o", "o", "o", "o", "o"),
    "report":           ("wpo", "wpo", "wpo", "wpo", "wpo", "", ""),
    "record":           ("o", "o", "o", "o", "o", "o", "o"),
    "begin-analysis":   ("o", "o", "o", "o", "", "", ""),
    "show-analysis":    ("o", "o", "o", "o", "o", "o", "o"),
    # WebSocket
    "watch":            _WATCH,
    "sit":              ("", "wpo", "", "", "", "", ""),
    "play":             _PLAY,
    "check":            _PLAY,
    "hint":             _PLAY,
    "resign":           _PLAY,
    "claim":            _PLAY,
    "ask":              ("", "po", "", "", "", "", ""),
    "answer":           ("", "po", "o", "", "", "", ""),
    "react":            ("", "wpo", "", "", "", "", ""),
    "sync":             _WATCH,
    "ping":             _WATCH,
}  # fmt: skip
"""By request or message: when each role may (w: waiting, p: playing, o: over). Some ask for more: a seat must be the
own one, a left seat is taken in play only after the others have agreed, a request must be open to be answered."""

STATUSES = {"w": "waiting", "p": "playing", "o": "over"}
ALLOWED = frozenset(
    (action, role, STATUSES[letter])
    for action, cells in ROWS.items()
    for role, cell in zip(ROLES, cells, strict=True)
    for letter in cell
)

NEVER_NOW = {"position": "cannot-watch", "watch": "cannot-watch", "position-as-seat": "not-your-seat"}
"""What is a matter of rights, also where it will be allowed to everybody when the game is over."""


class Standing(NamedTuple):
    """What a key is at a table."""

    known: bool = False
    """Whether there is a key at all."""
    host: bool = False
    watcher: bool = False
    seats: frozenset[Seat] = frozenset()
    """The seats that it holds now."""
    resigned: frozenset[Seat] = frozenset()
    """The seats that a bot plays on for it."""
    former: frozenset[Seat] = frozenset()
    """The seats that it left or passed on."""

    def roles(self, public: bool) -> frozenset[Role]:
        """Return all that it is at a table."""
        found = {
            Role.HOST: self.host,
            Role.SEAT: bool(self.seats),
            Role.RESIGNED: bool(self.resigned),
            Role.FORMER: bool(self.former),
            Role.WATCHER: self.watcher or public,
            Role.STRANGER: True,
        }
        return frozenset(role for role, holds in found.items() if holds)

    def has_seen(self, other_than: Seat) -> bool:
        """Return whether it has looked at the table from another seat."""
        return bool((self.seats | self.resigned | self.former) - {other_than})


def may(action: str, roles: Iterable[Role], status: str) -> bool:
    """Return whether somebody may do something at a table."""
    return any((action, role, status) in ALLOWED for role in roles)


_may = cache(may)  # for the few combinations that come with every message


def check(action: str, roles: frozenset[Role] | tuple[Role, ...], status: str) -> None:
    """Raise the refusal that says why somebody may not."""
    if _may(action, roles, status):
        return
    times = [one for one in STATUSES.values() if may(action, roles, one)]
    if action in NEVER_NOW or not times:
        code = NEVER_NOW.get(action, "bad-link" if action.endswith("-link") else "not-your-seat")
        raise Refusal(PACKAGE, code, **({"seat": -1} if code == "not-your-seat" else {}))
    if status == "over":
        raise Refusal("tischlein.core", "game-over") if ROWS[action] is _PLAY else Refusal(PACKAGE, "table-over")
    raise Refusal(PACKAGE, "not-over" if times == ["over"] else "not-started")
