"""What can be measured from outside; served at /metrics for Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SOCKETS = Gauge("tischlein_sockets", "Open WebSockets.", multiprocess_mode="livesum")
TABLES = Gauge("tischlein_tables_live", "Tables in memory.", multiprocess_mode="livesum")
EVENTS = Counter("tischlein_events", "Events stored, by kind.", ["kind"])
REFUSALS = Counter("tischlein_refusals", "Requests refused, by code.", ["code"])
COMMIT_SECONDS = Histogram("tischlein_commit_seconds", "Time of one commit of events.")
COMMIT_ROWS = Histogram("tischlein_commit_rows", "Events in one commit.", buckets=(1, 2, 5, 10, 20, 50, 100, 500))
THINKING_SECONDS = Histogram("tischlein_thinking_seconds", "Time that bots took for a move, waiting included.")
WORKERS_LOST = Counter("tischlein_workers_lost", "Worker processes that died and were replaced.")


def render() -> bytes:
    """Return all measurements as text; with several processes, of all of them."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
