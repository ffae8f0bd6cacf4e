"""The WebSocket of one page at one table. Whatever comes in, something sensible goes out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from zlib import crc32

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tischlein.bots.roster import usual_bot
from tischlein.core.game import Seat
from tischlein.core.refusal import Refusal

from .keys import new_table_id
from .limits import Bucket
from .live import Live, Screen, encode
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
from .store.store import WATCH
from .table import refuse
from .visitor import is_welcome, read_address, read_key
from .workers import JobFailed

log = logging.getLogger(__name__)

AnySocket: TypeAlias = WebSocket[Any, Any, Any]

HINT = "1.5s"
"""The bot that gives hints: the strongest, for a moment."""
HINT_LINES = 3
PATIENCE_WITH_NOISE = 300
"""Messages over the limit after which the line is closed."""

CLOSED = {"wrong-origin": 4403, "no-such-table": 4404, "too-many-sockets": 4429, "try-again": 1013}
"""Close codes by refusal; any other is a matter of rights."""

decode: Callable[[str | bytes], AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage).decode


class _Id(msgspec.Struct):
    """Only the id of a message that cannot be read otherwise."""

    id: str


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: AnySocket, service: NamedDependency[Service], table_id: FromPath[str]) -> None:
    """Let a page sit at a table until it goes away."""
    await socket.accept()
    address = read_address(socket)
    service.sockets[address] = service.sockets.get(address, 0) + 1
    try:
        await _serve(socket, service, table_id)
    except Refusal as refusal:
        REFUSALS.labels(refusal.code).inc()
        await _send(socket, encode(show_refusal(refusal, None)))
        await socket.close(CLOSED.get(refusal.code, 4401))
    except WebSocketDisconnect:
        pass
    finally:
        service.sockets[address] -= 1
        if not service.sockets[address]:
            del service.sockets[address]


async def _serve(socket: AnySocket, service: Service, table_id: str) -> None:
    if not is_welcome(socket, service.settings):
        raise refuse("wrong-origin")
    if service.sockets[read_address(socket)] > service.settings.sockets_per_address:
        raise refuse("too-many-sockets")
    live = await service.tables.find(table_id)
    held = await service.held(live, read_key(socket))
    seat = _read_seat(socket, live, held)
    service.check_watcher(live, held)
    screen = await service.tables.open_screen(live, seat)
    line = Line(service, live, screen, held - {WATCH})
    try:
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(_write(socket, live, screen))
            await _read(socket, line)
            if screen.close_code is None:  # the page has gone; otherwise the writer says good-bye
                writer.cancel()
    except* WebSocketDisconnect:
        pass
    finally:
        line.close()
        await service.tables.close_screen(live, screen)


def _read_seat(socket: AnySocket, live: Live, held: set[Seat]) -> Seat | None:
    text = socket.query_params.get("seat")
    if text is None:
        return None
    seat = int(text) if text.isdecimal() and len(text) < 3 else -1
    if seat not in range(live.table.seats):
        raise refuse("no-such-seat", seat=seat)
    if seat not in held:
        raise refuse("not-your-seat", seat=seat)
    return seat


async def _write(socket: AnySocket, live: Live, screen: Screen) -> None:
    while messages := await screen.next_messages(live):
        for message in messages:
            await _send(socket, message)
    await socket.close(screen.close_code or 1011)


async def _send(socket: AnySocket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def _read(socket: AnySocket, line: Line) -> None:
    """Answer messages until the page goes away. The outside may send anything; only our own mistakes may raise."""
    while line.screen.close_code is None:
        event: dict[str, Any] = dict(await socket.receive())
        if event["type"] == "websocket.disconnect":
            return
        await line.hear(event.get("text") or event.get("bytes") or b"")


class Line:
    """What a page at a table can ask for."""

    def __init__(self, service: Service, live: Live, screen: Screen, held: set[Seat]) -> None:
        self._service = service
        self._live = live
        self._held = held
        self.screen = screen
        rate = service.settings.messages_per_second
        self._bucket = Bucket(rate, 3 * rate)
        self._noise = 0
        self._hint: asyncio.Task[None] | None = None
        self._answers: dict[type[ClientMessage], Callable[[Any], Awaitable[int | None]]] = {
            Play: self._play,
            Check: self._check,
            AskFor: self._ask,
            Answer: self._answer,
            Resign: self._resign,
            AskHint: self._ask_hint,
            React: self._react,
            Sync: self._sync,
            Ping: self._ping,
        }

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
            version = await self._answers[type(message)](message)
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

    async def _give_hint(self, request_id: str) -> None:
        table, seat = self._live.table, self._seat

        def tell(share: float, lines: list[HintLine] | None = None) -> None:
            self.screen.tell(encode(Hint(request_id, table.match.ply, round(share, 2), lines)))

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
