"""`tischlein serve` and `tischlein migrate`: the table on the net."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.console import Console

from tischlein.cli.language import LanguageOption, choose_language, own_words
from tischlein.core.refusal import BadSetup

TRIED_PORTS = 20
"""How many ports are tried when nobody asked for a certain one."""


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 lets the whole network in.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port.", show_default="8765, or the next free one")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="postgresql+asyncpg://…, or another SQLite file.", show_default="SQLite in your data folder"),
    ] = None,
    redis: Annotated[str | None, typer.Option(help="redis://… ; needed by several processes.")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes.", show_default="1")] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Where bots think: local, ray, or the address of a Ray cluster.", show_default="local"),
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(help="Processes in which bots think.")] = None,
    log: Annotated[str | None, typer.Option(help="text or json.", show_default="text")] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    lang: LanguageOption = None,
) -> None:
    """Start the server: play in the browser, alone, on one device or with friends by link.

    Every setting can also be given as a variable such as TISCHLEIN_PORT; docs/operations.md lists them all.

    Examples:

    tischlein serve --open

    tischlein serve --host 0.0.0.0 --port 80

    tischlein serve --database postgresql+asyncpg://localhost/tischlein --redis redis://localhost --workers 4

    tischlein serve --bots ray://head:10001
    """
    given = {
        "host": host, "port": port, "database": database, "redis": redis, "workers": workers,
        "bots": bots, "bot_workers": bot_workers, "log": log,
    }  # fmt: skip
    start_server({key: value for key, value in given.items() if value is not None}, browser, choose_language(lang))


def migrate(
    database: Annotated[str | None, typer.Option(help="The database; by default that of the settings.")] = None,
) -> None:
    """Bring the database up to date. The embedded one is brought up to date at every start.

    Examples:

    tischlein migrate --database postgresql+asyncpg://localhost/tischlein
    """
    from tischlein.server.settings import Settings  # noqa: PLC0415 - other commands must not wait for web parts
    from tischlein.server.store.migrate import migrate as run  # noqa: PLC0415
    from tischlein.server.store.preflight import use_store  # noqa: PLC0415

    async def bring_up_to_date() -> None:
        async with use_store(database or Settings.from_environment().database_url) as store:
            await run(store.database)

    asyncio.run(bring_up_to_date())


def start_server(given: dict[str, Any], browser: bool, language: str) -> None:
    """Run a server until it is told to stop."""
    gc.disable()  # until it is up: a tenth of a start would be looking for rubbish among what stays for good
    import uvicorn  # noqa: PLC0415 - other commands must not wait for web parts

    from tischlein.bots.warmup import can_keep  # noqa: PLC0415 - see above
    from tischlein.server.settings import PREFIX, Settings  # noqa: PLC0415
    from tischlein.server.socket.lean_websocket import LeanWebSocket, fits  # noqa: PLC0415
    from tischlein.server.store.preflight import take_file  # noqa: PLC0415

    settings = replace(Settings.from_environment(), **given)
    settings.check()
    asked = "port" in given or f"{PREFIX}PORT" in os.environ
    settings = replace(settings, port=_find_port(settings.host, settings.port, 1 if asked else TRIED_PORTS))
    os.environ.update(settings.to_environment())
    if settings.workers > 1:
        # Where the processes put their measurements together; each of them must know it before it is born.
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="tischlein-metrics-"))
    from tischlein.server.http.request_timeout import TimeoutHttp  # noqa: PLC0415 - reads the settings just made

    taken = take_file(settings.database_url)
    asyncio.run(_prepare(settings.database_url))
    can_keep()
    address = f"http://{_shown_host(settings.host)}:{settings.port}"
    Console(highlight=False).print(own_words(language)("serving", address=address))
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    uvicorn.run(
        "tischlein.server.app:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=TimeoutHttp,
        ws=LeanWebSocket if settings.websocket == "lean" and fits() else "websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        log_config=None,
        access_log=False,
        timeout_keep_alive=30,  # longer than clients keep an idle line, or a request may meet one that is being closed
        timeout_graceful_shutdown=10,
        timeout_worker_healthcheck=60,  # a process that only waits for a busy machine is not dead
        server_header=False,
    )
    if taken is not None:
        taken.close()


async def _prepare(database: str) -> None:
    """Bring the embedded database up to date, or see whether another one is there. Raises BadSetup if not."""
    from tischlein.server.service import prepare_database  # noqa: PLC0415 - see above
    from tischlein.server.store.preflight import use_store  # noqa: PLC0415

    async with use_store(database) as store:
        await prepare_database(store)


def _find_port(host: str, first: int, tries: int) -> int:
    """Return the first port that is free. Raises BadSetup that says what to do."""
    for port in range(first, first + tries):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                reason = error.strerror or str(error)
                continue
            return probe.getsockname()[1] if port else 0
    raise BadSetup("tischlein.cli", "no-port", host=host, port=str(first), reason=reason)  # a text: no 34,929


def _shown_host(host: str) -> str:
    return "localhost" if host in ("0.0.0.0", "127.0.0.1", "::", "::1") else host


def _open_when_ready(address: str) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=1):
                break
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    webbrowser.open(address)
