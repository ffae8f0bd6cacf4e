"""A table in memory, and the screens that look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tischlein.core.game import Seat
from tischlein.server.store.store import WATCH
from tischlein.server.table.events import Entry, Event, Took
from tischlein.server.table.table import Table

from .messages import ClockFace, Laid, Presence, Snapshot, Update, show_card

LONGEST_QUEUE = 64
"""Messages that may wait for a slow line; after that, a snapshot tells it all at once."""

encode = msgspec.json.Encoder().encode


class Screen:
    """One open page: through whose eyes it looks, and what it is still to be told."""

    __slots__ = ("_behind", "_outbox", "close_code", "former_seat", "has_rules", "seat", "wake")

    def __init__(self, seat: Seat | None, former_seat: Seat | None = None, has_rules: bool = False) -> None:
        self.seat = seat
        self.has_rules = has_rules
        """Whether the page itself finds out what may be played."""
        self.former_seat = former_seat
        """The seat that this person gave up, and that a bot plays on."""
        self.close_code: int | None = None
        """Why the server wants to close it."""
        self.wake: Callable[[], None] = sleep_on
        """Called whenever there is news."""
        self._outbox: list[bytes] = []
        self._behind = False

    def tell(self, message: bytes) -> None:
        """Put a message into the queue; a line that is too slow gets a snapshot later instead of everything."""
        if len(self._outbox) >= LONGEST_QUEUE:
            self._outbox = []
            self._behind = True
        if not self._behind:
            self._outbox.append(message)
        self.wake()

    def close(self, code: int) -> None:
        """Ask for the line to be closed after what is in the queue."""
        self.close_code = code
        self.wake()

    def take_messages(self, live: Live) -> list[bytes]:
        """Return the news; none when everything was taken."""
        if self._behind:
            self._behind = False
            return [live.snapshot(self)]
        messages, self._outbox = self._outbox, []
        return messages


def changes_hands(before: Table, after: Table, event: Event) -> bool:
    """Return whether the seat of an event no longer belongs to whoever sat there before."""
    return event.seat in before.persons and (event.seat not in after.persons or isinstance(event, Took))


def sleep_on() -> None:
    """Nobody listens yet."""


class Live:
    """A table, its lock, its screens, and what they are told."""

    def __init__(self, table: Table, now: Callable[[], int], patience: int) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.screens: set[Screen] = set()
        self.elsewhere: dict[str, tuple[int, list[Seat]]] = {}
        """Which seats have a screen at other processes, and when each of these last said so."""
        self.used = now()
        """When somebody last looked at it; a table that nobody uses is forgotten."""
        self.client = ""
        """For whom bots think here: the network of the first who came, as long as the table is in memory."""
        self.busy = False
        """Whether a bot thinks here, and the table must stay in memory."""
        self.noted = table.terms.created
        """The last time of use that is stored."""
        self._now, self._patience = now, patience
        self._views: dict[Seat | None, msgspec.Raw] = {}

    # ------------------------------------------------------------------ what happens

    def advance(self, entry: Entry, after: Table | None = None) -> None:
        """Let a stored event happen, and tell every screen."""
        before, self.table = self.table, after or self.table.after(entry)
        self.table.note(entry)
        moved = before.match.state is not self.table.match.state or before.status != self.table.status
        if moved:
            self._views.clear()
        if not self.screens:
            return
        card = msgspec.Raw(encode(show_card(self.table)))
        messages: dict[tuple[Seat | None, bool], bytes] = {}
        lost = entry.event.seat if changes_hands(before, self.table, entry.event) else None
        for screen in self.screens:
            if lost is not None and screen.seat == lost:
                self._turn_out(screen)
                continue
            eyes = self._eyes(screen.seat), self._chooses(screen)
            if eyes not in messages:
                messages[eyes] = encode(self._update(screen, entry, card, moved))
            screen.tell(messages[eyes])

    def _turn_out(self, screen: Screen) -> None:
        """Close a page whose seat belongs to somebody else now; it may come back as an onlooker."""
        screen.seat = None
        screen.tell(self.snapshot(screen))
        screen.close(4409)

    def show_anew(self, table: Table) -> None:
        """Be another table from now on, and show it to every screen; a seat comes back, if it is still theirs."""
        self.table = table
        self._views.clear()
        for screen in self.screens:
            screen.tell(self.snapshot(screen))
            if screen.seat is not None:
                screen.close(1012)

    def send_away(self, code: int) -> None:
        """Close every page."""
        for screen in self.screens:
            screen.close(code)

    def tell_all(self, message: msgspec.Struct | msgspec.Raw) -> None:
        """Tell every screen something that passes."""
        encoded = encode(message)
        for screen in self.screens:
            screen.tell(encoded)

    # ------------------------------------------------------------------ what a screen may see

    def snapshot(self, screen: Screen) -> bytes:
        """Return everything that a seat, or an onlooker, may know."""
        table = self.table
        moves = [Laid(mover, move) for mover, move in zip(table.movers, table.match.moves, strict=True)]
        return encode(
            Snapshot(
                table.version,
                screen.seat,
                show_card(table),
                None if table.game.secret else table.match.state.setup,
                table.match.ply,
                self._view(screen.seat),
                self._legal(screen),
                moves,
                self._clock(),
                table.request,
                table.result,
                self.presence(),
                max(0, self._now() - table.since),
                self._patience,
            )
        )

    def _update(self, screen: Screen, entry: Entry, card: msgspec.Raw, moved: bool) -> Update:
        table = self.table
        view = self._view(screen.seat) if moved else msgspec.UNSET
        return Update(
            entry.version,
            entry.event,
            card,
            table.match.ply,
            self._legal(screen),
            self._clock(),
            table.request,
            table.result,
            view,
        )

    def _eyes(self, seat: Seat | None) -> Seat | None:
        return seat if self.table.game.secret else None

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        eyes = self._eyes(seat)
        if eyes not in self._views:
            self._views[eyes] = msgspec.Raw(encode(self.table.view(eyes)))
        return self._views[eyes]

    def _legal(self, screen: Screen) -> tuple[str, ...] | None:
        return tuple(self.table.match.legal_moves()) if self._chooses(screen) else None

    def _chooses(self, screen: Screen) -> bool:
        """Return whether a screen is to choose a move from a list."""
        return not screen.has_rules and screen.seat is not None and screen.seat == self.table.to_move

    def _clock(self) -> ClockFace | None:
        clock = self.table.clock
        return None if clock is None else ClockFace(clock.left(self._now()), clock.running)

    # ------------------------------------------------------------------ who is there

    def present_here(self) -> list[Seat]:
        """Return the seat of every screen of this process; onlookers as WATCH."""
        return [WATCH if screen.seat is None else screen.seat for screen in self.screens]

    def presence(self) -> Presence:
        """Return who has a screen open, here or elsewhere."""
        present = self.present_here() + [seat for _, seats in self.elsewhere.values() for seat in seats]
        return Presence([seat in present for seat in range(self.table.seats)], present.count(WATCH))
