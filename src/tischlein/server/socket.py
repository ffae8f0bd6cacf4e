"""The WebSocket of one page at one table. Whatever comes in, something sensible goes out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, TypeAlias
from urllib.parse import parse_qs
from zlib import crc32

import msgspec

from tischlein.bots.pool import JobFailed
from tischlein.bots.roster import usual_bot
from tischlein.core.game import Seat
from tischlein.core.refusal import Refusal

from .keys import new_table_id
from .light import EXTENSION, LightSocket
from .limits import Bucket
from .live import Live, Screen, encode, sleep_on
from .messages import (
    LARGEST,
    Answer,
    AnyClientMessage,
    AskFor,
    AskHint,
    Check,
    ClientMessage,
    Done,
    Hint,
    HintLine,
    Ping,
    Play,
    React,
    Reacted,
    Resign,
    Sync,
    show_refusal,
)  # fmt: skip
from .metrics import REFUSALS
from .service import Service
from .store import StoreAway
from .store.store import WATCH
from .table import refuse
from .visitor import Visitor

log = logging.getLogger(__name__)

HINT = "1.5s"
"""The bot that gives hints: the strongest, for a moment."""
HINT_LINES = 3
PATIENCE_WITH_NOISE = 300
"""Messages over the limit after which the line is closed."""

PATH = re.compile(r"/api/tables/([^/]+)/socket")

CLOSED = {"wrong-origin": 4403, "no-such-table": 4404, "not-found": 4404, "too-many-sockets": 4429, "try-again": 1013}
"""Close codes by refusal; any other is a matter of rights."""

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
        self._receive, self._send = receive, send
        self._socket: LightSocket = scope["extensions"][EXTENSION]

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
        """Send what a screen is told, now and whenever there is news; as long as the line keeps up."""

        def flush() -> None:
            while self._socket.is_writable and (messages := screen.take_messages(live)):
                for message in messages:
                    self._socket.write(message)
            if screen.close_code is not None:
                self._socket.queue.put_nowait({"type": "websocket.disconnect"})  # nobody waits for this page any more

        screen.wake = self._socket.on_writable = flush
        flush()

    def hide(self, screen: Screen) -> None:
        """Send nothing more. Nobody knows anybody in a circle then, which would stay in memory for long."""
        screen.wake, self._socket.on_writable = sleep_on, None

    async def close(self, code: int) -> None:
        """Close it."""
        with contextlib.suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})


async def serve_socket(service: Service, scope: Any, receive: Any, send: Any) -> None:
    """Let a page sit at a table until it goes away."""
    wire, visitor = Wire(scope, receive, send), Visitor.read(scope)
    path, query = scope["path"], scope["query_string"].decode("latin-1")
    await wire.accept()
    service.sockets[visitor.address] += 1
    try:
        await _serve(service, wire, visitor, path, query)
    except Refusal as refusal:
        await _turn_away(wire, refusal)
    except StoreAway:
        await _turn_away(wire, refuse("try-again"))
    finally:
        service.sockets[visitor.address] -= 1


async def _turn_away(wire: Wire, refusal: Refusal) -> None:
    REFUSALS.labels(refusal.code).inc()
    wire.write(encode(show_refusal(refusal, None)))
    await wire.close(CLOSED.get(refusal.code, 4401))


async def _serve(service: Service, wire: Wire, visitor: Visitor, path: str, query: str) -> None:
    if not visitor.is_welcome(service.settings):
        raise refuse("wrong-origin")
    if service.sockets[visitor.address] > service.settings.sockets_per_address:
        raise refuse("too-many-sockets")
    found = PATH.fullmatch(path)
    if found is None:
        raise refuse("not-found")
    live = await service.tables.find(found[1])
    held = await service.held(live, visitor.key)
    seat = _read_seat(query, live, held)
    service.check_watcher(live, held)
    screen = await service.tables.open_screen(live, seat)
    line = Line(service, live, screen, held - {WATCH})
    wire.show(screen, live)
    try:
        while screen.close_code is None and (frame := await wire.read()) is not None:
            await line.hear(frame)
        if screen.close_code is not None:
            await wire.close(screen.close_code)
    finally:
        wire.hide(screen)
        line.close()
        await service.tables.close_screen(live, screen)


def _read_seat(query: str, live: Live, held: set[Seat]) -> Seat | None:
    text = parse_qs(query).get("seat", [None])[0]
    if text is None:
        return None
    seat = int(text) if text.isdecimal() and len(text) < 3 else -1
    if seat not in range(live.table.seats):
        raise refuse("no-such-seat", seat=seat)
    if seat not in held:
        raise refuse("not-your-seat", seat=seat)
    return seat


class Line:
    """What a page at a table can ask for."""

    __slots__ = ("_bucket", "_held", "_hint", "_live", "_noise", "_service", "screen")

    def __init__(self, service: Service, live: Live, screen: Screen, held: set[Seat]) -> None:
        self._service = service
        self._live = live
        self._held = held
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
        if not self._bucket.take():
            self._noise += 1
            if self._noise > PATIENCE_WITH_NOISE:
                self.screen.close(4429)
            raise refuse("too-fast")
        if len(data) > LARGEST:
            raise refuse("too-long", most=LARGEST)

    @property
    def _seat(self) -> Seat:
        if self.screen.seat is None:
            raise refuse("not-your-seat", seat=-1)
        return self.screen.seat

    # ------------------------------------------------------------------ requests

    async def _play(self, message: Play) -> int:
        seat = self._seat
        return await self._act(message, lambda table, now: table.play(seat, message.ply, message.move, now))

    async def _check(self, message: Check) -> int:
        self._live.table.check(self._seat, message.ply, message.move)
        return self._live.table.version

    async def _ask(self, message: AskFor) -> int:
        seat, next_id = self._seat, new_table_id()
        return await self._act(message, lambda table, _: table.ask(seat, message.what, self._held, next_id))

    async def _answer(self, message: Answer) -> int:
        seat, next_id = self._seat, new_table_id()
        return await self._act(message, lambda table, _: table.answer(seat, message.yes, next_id))

    async def _resign(self, message: Resign) -> int:
        seat = self._seat
        return await self._act(message, lambda table, _: table.resign(seat))

    async def _act(self, message: ClientMessage, propose: Any) -> int:
        # The same id with another content, from a second page of the same seat, is another request.
        content = crc32(encode(message))
        return await self._service.tables.act(self._live, f"{self._seat}:{message.id}:{content:08x}", propose)

    async def _react(self, message: React) -> int:
        await self._service.tables.tell(self._live, Reacted(self._seat, message.reaction))
        return self._live.table.version

    async def _sync(self, message: Sync) -> int:
        if message.version != self._live.table.version:
            self.screen.tell(self._live.snapshot(self.screen.seat))
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
        React: _react,
        Sync: _sync,
        Ping: _ping,
    }

    async def _give_hint(self, request_id: str) -> None:
        table, seat = self._live.table, self._seat

        def tell(share: float, lines: list[HintLine] | None = None) -> None:
            shown = round(share, 2) if lines else min(round(share, 2), 0.99)  # 1 means that here are the lines
            self.screen.tell(encode(Hint(request_id, table.match.ply, shown, lines)))

        bot = HINT if table.game.levels else usual_bot(table.game)
        try:
            lines = await self._service.attendants.think(table, seat, bot, tell)
        except JobFailed:
            self._refuse(refuse("try-again"), request_id)
            return
        tell(1.0, [HintLine(*line) for line in lines[:HINT_LINES]])
        self.screen.tell(encode(Done(request_id, self._live.table.version)))


def _decode(data: str | bytes) -> AnyClientMessage:
    try:
        return decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise refuse("bad-message", reason=str(error)[:200]) from None


def _find_id(data: str | bytes) -> str | None:
    try:
        return msgspec.json.decode(data, type=_Id).id[:40]
    except (msgspec.DecodeError, UnicodeError):
        return None
