"""Counts and times since the process started, as Prometheus reads them."""

from collections.abc import Generator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    start_http_server,
)

from tacitus.domain.operations import Backlog
from tacitus.domain.watching import PoolState

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_PHASE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
PIPELINES = ("recall", "retain", "reflect")


class Metrics:
    """Nothing of what was asked or answered; every label has few values, whatever is asked."""

    def __init__(self) -> None:
        # Of its own: several memories in one process do not count one another's requests.
        self.registry = CollectorRegistry()
        self._requests = self._times(
            "tacitus_request_seconds", "Requests answered, by route", "method", "route", "status"
        )
        self._refused = self._counts("tacitus_refused", "Requests refused, by kind", "kind")
        self._phases = {
            work: Histogram(
                f"tacitus_{work}_phase_seconds",
                f"Phases of {work}",
                ("phase",),
                buckets=_PHASE_SECONDS,
                registry=self.registry,
            )
            for work in PIPELINES
        }
        self._tokens = self._counts(
            "tacitus_model_tokens", "Tokens of language models, by work", "work", "direction"
        )
        self._calls = self._times(
            "tacitus_model_call_seconds", "Calls of models, by what is asked of them", "call", "end"
        )
        self._done = self._times("tacitus_job_seconds", "Background jobs, by kind", "kind", "end")
        self._lost = self._counts("tacitus_audit_lost", "Rows of the audit log that were not kept")
        self._age = self._level(
            "tacitus_queue_age_seconds",
            "How long the oldest job that could be done has been waiting",
        )
        self._jobs = self._level("tacitus_queue_jobs", "Jobs by state", "state")
        self._workers = self._level("tacitus_workers", "Workers that showed a sign of life lately")
        self._pool = self._level(
            "tacitus_pool_connections", "Connections to the database, by state", "state"
        )
        self._waiting = self._level("tacitus_pool_waiting", "Who waits for a connection now")
        self._waits = self._level("tacitus_pool_waits", "Waits for a connection")
        self._waited = self._level(
            "tacitus_pool_wait_seconds", "Time spent waiting for a connection"
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).observe(seconds)

    def refused(self, kind: str) -> None:
        self._refused.labels(kind).inc()

    def passed(self, work: str, phase: str, seconds: float) -> None:
        """Count a phase of a pipeline; other work has none."""
        if work in self._phases:
            self._phases[work].labels(phase).observe(seconds)

    def called(self, call: str, end: str, seconds: float) -> None:
        self._calls.labels(call, end).observe(seconds)

    def done(self, kind: str, end: str, seconds: float) -> None:
        self._done.labels(kind, end).observe(seconds)

    def spent(self, work: str, *, read: int, written: int) -> None:
        """Count the tokens of a language model."""
        self._tokens.labels(work, "read").inc(read)
        self._tokens.labels(work, "written").inc(written)

    def lost(self, rows: int) -> None:
        self._lost.inc(rows)

    def told(self, left: Backlog, pool: PoolState) -> bytes:
        """Return everything as text, with the background work that is left."""
        self._age.set(left.age_seconds)
        self._workers.set(left.workers)
        for state in ("due", "later", "for_model", "held", "failed"):
            self._jobs.labels(state).set(getattr(left, state))
        self._pool.labels("busy").set(pool.open - pool.idle)
        self._pool.labels("idle").set(pool.idle)
        self._waiting.set(pool.waiting)
        self._waits.set(pool.waits)
        self._waited.set(pool.waited_seconds)
        return generate_latest(self.registry)

    @contextmanager
    def served(self, host: str, port: int) -> Generator[None]:
        """Tell whoever asks at an address, while the block runs; for processes that serve nothing else.

        Raises:
            OSError: The address is taken, or not ours.
        """
        server, thread = start_http_server(port, host, self.registry)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _times(self, name: str, told: str, *labels: str) -> Histogram:
        return Histogram(name, told, labels, buckets=_SECONDS, registry=self.registry)

    def _counts(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self.registry)

    def _level(self, name: str, told: str, *labels: str) -> Gauge:
        return Gauge(name, told, labels, registry=self.registry)
