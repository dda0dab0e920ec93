"""Background jobs, in the log of a process that keeps one."""

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter

import structlog
from structlog.contextvars import bound_contextvars

from tacitus.domain.operations import Operation
from tacitus.seeing.logs import trace_of

log = structlog.get_logger(__name__)


@contextmanager
def job_told(operation: Operation) -> Generator[None]:
    """Log how a job ends; every line meanwhile names it."""
    if not structlog.is_configured():  # somebody's program, whose output is its own
        yield
        return
    named = {"operation": str(operation.id), "kind": operation.kind.value}
    begun = perf_counter()
    with bound_contextvars(**named):
        try:
            yield
        except Exception as error:
            log.warning("job failed", bank=str(operation.bank), trace=trace_of(error))
            raise
        log.info("job done", bank=str(operation.bank), ms=round((perf_counter() - begun) * 1000, 1))
