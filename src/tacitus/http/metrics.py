"""What this process measures of itself, as Prometheus reads it."""

from collections.abc import Mapping
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacitus.domain.operations import Backlog

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_PHASE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """Counts and times since the process started; nothing of what was asked or answered."""

    def __init__(self) -> None:
        # Of its own: several applications in one process do not count one another's requests.
        self._registry = CollectorRegistry()
        self._requests = Histogram(
            "tacitus_request_seconds",
            "Requests answered, by route",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._phases = Histogram(
            "tacitus_recall_phase_seconds",
            "Phases of recall",
            ("phase",),
            buckets=_PHASE_SECONDS,
            registry=self._registry,
        )
        self._tokens = Counter(
            "tacitus_model_tokens",
            "Tokens of language models in requests answered; not those of background work",
            ("work", "direction"),
            registry=self._registry,
        )
        self._age = Gauge(
            "tacitus_queue_age_seconds",
            "How long the oldest job that could be done has been waiting",
            registry=self._registry,
        )
        self._jobs = Gauge(
            "tacitus_queue_jobs", "Jobs by state", ("state",), registry=self._registry
        )
        self._workers = Gauge(
            "tacitus_workers", "Workers that showed a sign of life lately", registry=self._registry
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).observe(seconds)

    def recalled(self, phases: Mapping[str, float]) -> None:
        for phase, seconds in phases.items():
            self._phases.labels(phase).observe(seconds)

    def spent(self, work: str, *, read: int, written: int) -> None:
        """Count the tokens of a language model."""
        self._tokens.labels(work, "read").inc(read)
        self._tokens.labels(work, "written").inc(written)

    def told(self, left: Backlog) -> bytes:
        """Return everything as text, with the background work that is left."""
        self._age.set(left.age_seconds)
        self._workers.set(left.workers)
        for state in ("due", "later", "for_model", "held", "failed"):
            self._jobs.labels(state).set(getattr(left, state))
        return generate_latest(self._registry)


class Measured:
    """Times what routes answer. Addresses that none has count as one; what is refused sooner is not told."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "none").replace(":name}", "}")
            self.metrics.answered(scope["method"], route, status, perf_counter() - started)
