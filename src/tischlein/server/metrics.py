"""What can be measured from outside; served at /metrics for Prometheus."""

from __future__ import annotations

import os
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SOCKETS = Gauge("tischlein_sockets", "Open WebSockets.", multiprocess_mode="livesum")
TABLES = Gauge("tischlein_tables_live", "Tables in memory.", multiprocess_mode="livesum")
EVENTS = Counter("tischlein_events", "Events stored, by kind.", ["kind"])
REFUSALS = Counter("tischlein_refusals", "Requests refused, by code.", ["code"])
COMMIT_SECONDS = Histogram("tischlein_commit_seconds", "Time of one commit of events.")
COMMIT_ROWS = Histogram("tischlein_commit_rows", "Events in one commit.", buckets=(1, 2, 5, 10, 20, 50, 100, 500))
WAITING_WORK = Gauge(
    "tischlein_waiting_jobs", "Jobs that wait for a worker, by size.", ["size"], multiprocess_mode="livesum"
)
STRANGE_NOTES = Counter("tischlein_strange_notes", "Notes of other processes that could not be read.")
PREEMPTED = Counter("tischlein_preempted_jobs", "Jobs that were stopped for a smaller one and went on later.")
THINKING_SECONDS = Histogram("tischlein_thinking_seconds", "Time that bots took for a move, waiting included.")
BOTS_FAILED = Counter("tischlein_bots_failed", "Turns of bots that had to be tried again.")
WORKERS_LOST = Counter("tischlein_workers_lost", "Worker processes that died and were replaced.")


@cache
def counter_of(kind: type) -> Counter:
    """Return the counter for a kind of event; looking it up by its label takes longer than counting."""
    return EVENTS.labels(kind.__name__.lower())


def render() -> bytes:
    """Return all measurements as text; with several processes, of all of them."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
