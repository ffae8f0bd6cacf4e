"""The WebSocket of one page at one table. Whatever comes in, something sensible goes out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias
from urllib.parse import parse_qs
from zlib import crc32

import msgspec

from tischlein.bots.levels import levels_of
from tischlein.core.game import Seat
from tischlein.core.refusal import Refusal
from tischlein.core.search import Variation
from tischlein.server.live.live_table import Live, Screen, encode, sleep_on
from tischlein.server.live.messages import (  # fmt: skip
    LARGEST,
    Answer,
    AnyClientMessage,
    AskFor,
    AskHint,
    Check,
    Claim,
    ClientMessage,
    Done,
    Hint,
    Ping,
    Play,
    React,
    Reacted,
    Resign,
    Sync,
    show_refusal,
)
from tischlein.server.metrics import REFUSALS
from tischlein.server.service import Service
from tischlein.server.store import StoreAway
from tischlein.server.table import rights
from tischlein.server.table.rights import Role
from tischlein.server.table.table import refuse
from tischlein.server.visitors.keys import new_table_id
from tischlein.server.visitors.limits import Bucket
from tischlein.server.visitors.visitor import Visitor
from tischlein.work.job import JobFailed

from .lean_websocket import EXTENSION, LeanWebSocket
from .stock_socket import StockSocket

log = logging.getLogger(__name__)

HINT_SECONDS = 1.5
"""How long the strongest level thinks about a hint."""
HINT_MOVES = 3
MOST_REFUSED_AS_TOO_FAST = 300
"""Messages over the limit after which the connection is closed."""

SEATED = (Role.SEAT, Role.WATCHER)
GAVE_UP = (Role.RESIGNED, Role.WATCHER)
WATCHING = (Role.WATCHER,)

PATH = re.compile(r"/api/tables/([^/]+)/socket")

CLOSED = {
    "wrong-origin": 4403,
    "blocked": 4403,
    "no-such-table": 4404,
    "not-found": 4404,
    "too-many-sockets": 4429,
    "try-again": 1013,
}
"""Close codes by refusal; any other is a matter of rights."""

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What a frame that is no message raises; the last one if it is nested too deeply."""

decode: Callable[[str | bytes], AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage).decode


class _Id(msgspec.Struct):
    """Only the id of a message that cannot be read otherwise."""

    id: str


Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]


class Wire:
    """A WebSocket as the web server hands it over."""

    __slots__ = ("_receive", "_send", "_socket")

    def __init__(self, scope: Any, receive: Receive, send: Send) -> None:
        self._send = send
        lean: LeanWebSocket | None = scope.get("extensions", {}).get(EXTENSION)
        self._socket = StockSocket(receive, send) if lean is None else lean
        self._receive: Receive = receive if lean is not None else self._socket.read

    async def accept(self) -> None:
        """Open it; only an open one can be told why it is closed."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def read(self) -> str | bytes | None:
        """Return the next frame; None when the page has gone."""
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            return None
        frame: str | bytes = event.get("bytes") or event.get("text") or b""
        return frame

    def write(self, message: bytes) -> None:
        """Send a message."""
        self._socket.write(message)

    def show(self, screen: Screen, live: Live) -> None:
        """Send what a screen is told, now and whenever there is news; as long as the page keeps up."""

        socket = self._socket

        def flush() -> None:
            if socket.is_writable:
                for message in screen.take_messages(live):
                    socket.write(message)
            if screen.close_code is not None:
                socket.stop_reading()  # nobody waits for this page any more

        screen.wake = socket.on_writable = flush
        flush()

    def hide(self, screen: Screen) -> None:
        """Send nothing more. Nobody knows anybody in a circle then, which would stay in memory for long."""
        screen.wake, self._socket.on_writable = sleep_on, None

    async def close(self, code: int) -> None:
        """Close it."""
        with contextlib.suppress(OSError, RuntimeError):
            await self._socket.flush()
            await self._send({"type": "websocket.close", "code": code})


async def serve_socket(service: Service, scope: Any, receive: Any, send: Any) -> None:
    """Let a page sit at a table until it goes away."""
    wire, visitor = Wire(scope, receive, send), Visitor.read(scope)
    path, query = scope["path"], scope["query_string"].decode("latin-1")
    await wire.accept()
    service.count_page(visitor, 1)
    try:
        await _serve(service, wire, visitor, path, query)
    except Refusal as refusal:
        await _turn_away(wire, refusal)
    except StoreAway:
        await _turn_away(wire, refuse("try-again"))
    finally:
        service.count_page(visitor, -1)


async def _turn_away(wire: Wire, refusal: Refusal) -> None:
    REFUSALS.labels(refusal.code).inc()
    wire.write(encode(show_refusal(refusal, None)))
    await wire.close(CLOSED.get(refusal.code, 4401))


async def _serve(service: Service, wire: Wire, visitor: Visitor, path: str, query: str) -> None:
    if not visitor.is_welcome(service.settings):
        raise refuse("wrong-origin")
    if service.is_blocked(visitor.network):
        raise refuse("blocked")
    if service.has_too_many_pages(visitor):
        raise refuse("too-many-sockets")
    found = PATH.fullmatch(path)
    if found is None:
        raise refuse("not-found")
    live = await service.tables.find(found[1])
    asked = parse_qs(query)
    seat = _read_seat(asked, live)
    await service.tables.reach(live, _read_number(asked, "version") or 0)
    standing = await service.check_right(live, visitor.key, "watch" if seat is None else "sit")
    if seat is not None and seat not in standing.seats:
        raise refuse("not-your-seat", seat=seat)
    former, has_rules = min(standing.resigned, default=None), asked.get("legal") == ["no"]
    screen = await service.tables.open_screen(live, seat, former, has_rules=has_rules)
    live.client = live.client or visitor.network
    connection = Connection(service, live, screen, visitor.key, visitor.network)
    wire.show(screen, live)
    try:
        while screen.close_code is None and (frame := await wire.read()) is not None:
            await connection.hear(frame)
        if screen.close_code is not None:
            await wire.close(screen.close_code)
    finally:
        wire.hide(screen)
        connection.close()
        await service.tables.close_screen(live, screen)


def _read_seat(asked: dict[str, list[str]], live: Live) -> Seat | None:
    seat = _read_number(asked, "seat")
    if seat is not None and seat not in range(live.table.seats):
        raise refuse("no-such-seat", seat=seat)
    return seat


def _read_number(asked: dict[str, list[str]], name: str) -> int | None:
    """Return a number of an address; -1 for what is none."""
    text = asked.get(name, [None])[0]
    if text is None:
        return None
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else -1


class Connection:
    """What a page at a table can ask for."""

    __slots__ = ("_bucket", "_client", "_hint", "_key", "_live", "_noise", "_service", "screen")

    def __init__(
        self, service: Service, live: Live, screen: Screen, key: bytes | None = None, client: str = ""
    ) -> None:
        self._service = service
        self._client = client
        self._live = live
        self._key = key
        self.screen = screen
        rate = service.settings.messages_per_second
        self._bucket = Bucket(rate, 3 * rate)
        self._noise = 0
        self._hint: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop what goes on for this page alone."""
        if self._hint is not None:
            self._hint.cancel()

    async def hear(self, data: str | bytes) -> None:
        """Carry out one message and answer it."""
        request_id = None
        try:
            self._check_limits(data)
            message = _decode(data)
            request_id = message.id
            rights.check(str(message.__struct_config__.tag), self._roles, self._live.table.status)
            version = await self._ANSWERS[type(message)](self, message)
        except Refusal as refusal:
            self._refuse(refusal, request_id or _find_id(data))
        except Exception:
            log.exception("a message could not be handled", extra={"table": self._live.table.id})
            self._refuse(refuse("internal"), request_id)
        else:
            if version is not None:
                self.screen.tell(encode(Done(message.id, version)))

    def _refuse(self, refusal: Refusal, request_id: str | None) -> None:
        REFUSALS.labels(refusal.code).inc()
        self.screen.tell(encode(show_refusal(refusal, request_id)))

    def _check_limits(self, data: str | bytes) -> None:
        if self._service.is_blocked(self._client):
            self.screen.close(4403)
            raise refuse("blocked")
        if not self._bucket.take():
            self._noise += 1
            if self._noise > MOST_REFUSED_AS_TOO_FAST:
                self.screen.close(4429)
            raise refuse("too-fast")
        # The size counts as it came over the wire, where a letter may take four bytes.
        if len(data.encode() if isinstance(data, str) else data) > LARGEST:
            raise refuse("too-long", most=LARGEST)

    @property
    def _roles(self) -> tuple[Role, ...]:
        """What the sender is now; a right ends with the seat."""
        if self.screen.seat is not None:
            return SEATED
        return GAVE_UP if self.screen.former_seat is not None else WATCHING

    @property
    def _seat(self) -> Seat:
        """The sender's seat at this moment: proposals ask for it anew, for it may change hands while they wait."""
        if self.screen.seat is None:
            raise refuse("not-your-seat", seat=-1)
        return self.screen.seat

    # ------------------------------------------------------------------ requests

    async def _play(self, message: Play) -> int:
        return await self._act(message, lambda table, now: table.play(self._seat, message.ply, message.move, now))

    async def _check(self, message: Check) -> int:
        self._live.table.check(self._seat, message.ply, message.move)
        return self._live.table.version

    async def _ask(self, message: AskFor) -> int:
        next_id = new_table_id()
        standing = await self._service.find_standing(self._live, self._key)
        same_device = standing.seats | standing.resigned
        return await self._act(message, lambda table, _: table.ask(self._seat, message.what, same_device, next_id))

    async def _answer(self, message: Answer) -> int:
        """Answer for the own seat, and for those that this person gave up: everybody is asked once."""
        next_id, asked = new_table_id(), self._live.table.request
        standing = await self._service.find_standing(self._live, self._key)
        own = [seat for seat in (self.screen.seat, self.screen.former_seat, *standing.resigned) if seat is not None]
        seats = [seat for seat in dict.fromkeys(own) if asked is not None and seat in asked.needs] or own[:1]
        for seat in seats if message.yes else seats[:1]:
            version = await self._act(
                message, lambda table, _, seat=seat: table.answer(seat, message.yes, next_id), seat
            )
        return version

    async def _claim(self, message: Claim) -> int:
        patience = self._service.tables.patience
        there = self._live.presence().seats
        if message.seat < len(there) and there[message.seat]:
            raise refuse("not-gone", minutes=patience // 60_000)
        return await self._act(
            message, lambda table, now: table.claim(self._seat, message.seat, message.bot, now, patience)
        )

    async def _resign(self, message: Resign) -> int:
        return await self._act(message, lambda table, _: table.resign(self._seat))

    async def _act(self, message: ClientMessage, propose: Any, seat: Seat | None = None) -> int:
        # The same id with another content, from a second page of the same seat, is another request.
        content, sender = crc32(encode(message)), self._seat if seat is None else seat
        return await self._service.tables.act(self._live, f"{sender}:{message.id}:{content:08x}", propose)

    async def _react(self, message: React) -> int:
        await self._service.tables.tell(self._live, Reacted(self._seat, message.reaction))
        return self._live.table.version

    async def _sync(self, message: Sync) -> int:
        await self._service.tables.reach(self._live, message.version)
        if message.version != self._live.table.version:
            self.screen.tell(self._live.snapshot(self.screen))
        return self._live.table.version

    async def _ping(self, message: Ping) -> int:
        return self._live.table.version

    async def _ask_hint(self, message: AskHint) -> None:
        """Let a bot think; the answer comes when it is done, and other messages are heard meanwhile."""
        self._live.table.check_hint(self._seat)
        if self._hint is not None and not self._hint.done():
            raise refuse("already-asked")
        self._hint = asyncio.create_task(self._give_hint(message.id))

    _ANSWERS: ClassVar[dict[type[ClientMessage], Callable[[Any, Any], Awaitable[int | None]]]] = {
        Play: _play,
        Check: _check,
        AskFor: _ask,
        Answer: _answer,
        Resign: _resign,
        AskHint: _ask_hint,
        Claim: _claim,
        React: _react,
        Sync: _sync,
        Ping: _ping,
    }

    async def _give_hint(self, request_id: str) -> None:
        table, seat = self._live.table, self._seat

        def tell(share: float, found: list[Variation] | None = None) -> None:
            shown = round(share, 2) if found else min(round(share, 2), 0.99)  # 1 means that all is found
            self.screen.tell(encode(Hint(request_id, table.match.ply, shown, found)))

        level = replace(levels_of(table.game)[-1], seconds=HINT_SECONDS, simulations=None)
        try:
            found = await self._service.bot_turns.analyse(self._live, seat, level, self._client, tell)
        except JobFailed:
            self._refuse(refuse("try-again"), request_id)
            return
        except Refusal as refusal:
            self._refuse(refusal, request_id)
            return
        tell(1.0, found[:HINT_MOVES])
        self.screen.tell(encode(Done(request_id, self._live.table.version)))


def _decode(data: str | bytes) -> AnyClientMessage:
    try:
        return decode(data)
    except UNREADABLE as error:
        raise refuse("bad-message", reason=str(error)[:200]) from None


def _find_id(data: str | bytes) -> str | None:
    try:
        return msgspec.json.decode(data, type=_Id).id[:40]
    except UNREADABLE:
        return None
