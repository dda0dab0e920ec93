"""Watches the work: spans for traces, and figures for metrics."""

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from time import perf_counter, time_ns

from opentelemetry.propagate import extract
from opentelemetry.trace import (
    ProxyTracerProvider,
    Span,
    SpanKind,
    StatusCode,
    TracerProvider,
    get_tracer_provider,
    use_span,
)
from opentelemetry.util.types import AttributeValue

from tacitus.adapters.telemetry.metrics import Metrics

Attributes = Mapping[str, AttributeValue]
Ended = Callable[[str, float], None]
"""Hears how something ended ("ok", or the kind of the error) and how many seconds it took."""
_NAME = "tacitus"
_OK = "ok"
_WORK: ContextVar[str] = ContextVar("tacitus_work", default="other")


class Watching:
    """Fills `Telemetry`, and is what interfaces and models tell what they do.

    A span costs nothing where no program set a provider of spans, which is what the SDK is for. None
    holds a text, a question or an error's message.

    Args:
        traces: Provider of spans; by default the one that the process has set, now or later.
    """

    def __init__(self, traces: TracerProvider | None = None) -> None:
        self.metrics = Metrics()
        self._traces = traces

    def work(self, name: str) -> AbstractContextManager[None]:
        return self._within(name, name)

    def job(self, kind: str) -> AbstractContextManager[None]:
        """Watch a job, as `work` does, and count how it ended."""
        return self._within(
            kind, f"job {kind}", lambda end, took: self.metrics.done(kind, end, took)
        )

    def phase(self, work: str, name: str) -> AbstractContextManager[None]:
        return self._within(
            work, f"{work} {name}", lambda end, took: self.metrics.passed(work, name, took)
        )

    def phases(self, work: str, seconds: Mapping[str, float]) -> None:
        for name, took in seconds.items():
            self.metrics.passed(work, name, took)
        if (provider := self._provider()) is None:
            return
        tracer, at = provider.get_tracer(_NAME), time_ns() - int(sum(seconds.values()) * 1e9)
        for name, took in seconds.items():
            span = tracer.start_span(f"{work} {name}", start_time=at)
            at += int(took * 1e9)
            span.end(at)

    @contextmanager
    def call(self, name: str, about: Attributes) -> Generator[Span | None]:
        """Watch a call of a model."""
        with self._timed(
            name,
            lambda end, took: self.metrics.called(name, end, took),
            kind=SpanKind.CLIENT,
            about=about,
        ) as span:
            yield span

    def spent(self, read: int, written: int) -> None:
        """Count tokens to the work that is under way."""
        if read or written:
            self.metrics.spent(_WORK.get(), read=read, written=written)

    @contextmanager
    def request(self, method: str, headers: Mapping[str, str]) -> Generator[Span | None]:
        """Watch a request; it belongs to the trace that its headers name, if they do."""
        if self._provider() is None:
            yield None
            return
        with self._timed(method, kind=SpanKind.SERVER, headers=headers) as span:
            yield span

    @contextmanager
    def _within(self, work: str, span: str, ended: Ended | None = None) -> Generator[None]:
        token = _WORK.set(work) if _WORK.get() == "other" else None
        try:
            with self._timed(span, ended):
                yield
        finally:
            if token is not None:
                _WORK.reset(token)

    @contextmanager
    def _timed(
        self,
        name: str,
        ended: Ended | None = None,
        *,
        kind: SpanKind = SpanKind.INTERNAL,
        about: Attributes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Generator[Span | None]:
        provider, begun, end = self._provider(), perf_counter(), _OK
        span: Span | None = None
        if provider is not None:
            context = extract(headers) if headers else None
            tracer = provider.get_tracer(_NAME)
            span = tracer.start_span(name, context, kind=kind, attributes=about)
        try:
            if span is None:
                yield None
            else:
                with use_span(span, record_exception=False, set_status_on_exception=False):
                    yield span
        except BaseException as error:
            end = type(error).__name__
            raise
        finally:
            if span is not None:
                if end != _OK:
                    # Its kind alone: a message may hold what people told.
                    span.set_status(StatusCode.ERROR, end)
                span.end()
            if ended is not None:
                ended(end, perf_counter() - begun)

    def _provider(self) -> TracerProvider | None:
        if self._traces is not None:
            return self._traces
        provider = get_tracer_provider()
        return None if isinstance(provider, ProxyTracerProvider) else provider
