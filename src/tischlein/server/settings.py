"""Everything that can be set, in one place: each field is a flag of `tischlein serve` and a variable TISCHLEIN_…"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from platformdirs import user_data_path

from tischlein.core.refusal import BadSetup

PREFIX = "TISCHLEIN_"


def default_database() -> str:
    """Return the embedded database in the user's data directory."""
    return f"sqlite:///{user_data_path('tischlein') / 'tables.sqlite'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. The defaults are for one process at home."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = ""
    """An address for SQLAlchemy; empty: SQLite in the user's data directory."""
    redis: str = ""
    """The address of a Redis, which several processes need to hear of each other at once."""
    workers: int = 1
    """Processes that answer requests."""
    bots: str = "local"
    """Where bots think: local, ray (Ray on this machine), or the address of a Ray cluster."""
    bot_workers: int = max(2, (os.cpu_count() or 2) - 1)
    """Processes in which bots think, for each server process; on a Ray cluster there are as many as it has room for."""
    origins: str = ""
    """Other origins whose pages may use this server, with commas."""
    proxies: str = ""
    """Addresses of proxies whose word about the client's address counts, with commas; * for all."""
    messages_per_second: int = 20
    """For each socket; three times as many at once."""
    changes_per_minute: int = 120
    """Requests that change something, for each address."""
    sockets_per_address: int = 200
    """Open pages, for each address and for each key."""
    connections_per_address: int = 500
    """Open connections that are no page's, for each address."""
    request_seconds: int = 20
    """A request that is not complete after so long is given up."""
    gone_minutes: int = 10
    """Who is away for so long on their turn can be replaced by a bot, or loses the game."""
    operator: str = ""
    """Who runs this server, with an address, for the imprint; lines are separated by |. Empty: there is no imprint."""
    contact: str = ""
    """How to reach the operator, such as an e-mail address."""
    keep_waiting_days: int = 7
    """Tables that never started are deleted when nobody has used them for so long."""
    keep_playing_days: int = 180
    keep_over_days: int = 730
    websocket: str = "lean"
    """Whose WebSocket is used: lean, or stock for uvicorn's own, which needs more memory for each page."""
    log: str = "text"
    """How the log is written: text, or json for machines."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Return the settings that the environment asks for. Raises BadSetup that names the variable."""
        found: dict[str, Any] = {}
        for one in fields(cls):
            text = environment.get(PREFIX + one.name.upper())
            if text is not None:
                found[one.name] = _read(one.name, text, isinstance(one.default, int))
        return cls(**found)

    def to_environment(self) -> dict[str, str]:
        """Return the variables that lead to these settings, for processes that this one starts."""
        return {PREFIX + one.name.upper(): str(getattr(self, one.name)) for one in fields(self)}

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or default_database()

    def check(self) -> None:
        """Raise BadSetup if the settings do not go together."""
        if self.workers > 1 and not (self.database_url.startswith("postgresql") and self.redis):
            raise BadSetup(
                "tischlein.server", "workers-need-services", workers=self.workers, prefix=PREFIX.removesuffix("_")
            )


def _read(name: str, text: str, number: bool) -> str | int:
    if not number:
        return text
    if not text.isdecimal():
        variable = PREFIX + name.upper()
        raise BadSetup("tischlein.core", "bad-setup", field=variable, value=text, allowed="0, 1, 2 …")
    return int(text)
