"""Logs: a line for each event, as JSON where nobody reads along; never a text, a question or a secret.

What is logged are names, numbers and kinds. Messages of errors may quote what people told, so that of an
error its kind and its way through the code are told; and the words of libraries are not repeated.
"""

import logging
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, TextIO, cast

import structlog
from structlog.typing import Processor

Event = MutableMapping[str, Any]
_OURS = ("tacitus", "uvicorn")
"""Loggers whose words are known to hold nothing that people told."""
_QUIET = ("uvicorn.access",)
_MOST_FRAMES = 40
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def configure_logs(level: str, stream: TextIO | None = None, *, libraries: bool = True) -> None:
    """Log from a level on, such as "info".

    Args:
        stream: Standard error by default.
        libraries: Also what is logged by way of the standard library; that of others than the server
            from warnings on. Without it, what the process has set up for those stays.
    """
    out = stream or sys.stderr
    renderer = _renderer(out)
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, *_stamped(), renderer],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    if libraries:
        handler = logging.StreamHandler(out)
        handler.setFormatter(_Spoken([*_stamped(), renderer]))
        root = logging.getLogger()
        root.handlers = [handler]
        root.setLevel(logging.WARNING)
        for name in _OURS:
            logging.getLogger(name).setLevel(_LEVELS[level])
        for name in _QUIET:
            logging.getLogger(name).disabled = True


def trace_of(error: BaseException) -> list[str]:
    """Return the kinds of an error and of what led to it, each with its way through the code."""
    told: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        frames = extract_tb(cause.__traceback__, limit=-_MOST_FRAMES)
        way = [f"{_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
        told.append(" < ".join([type(cause).__qualname__, *reversed(way)]))
        hidden = cause.__suppress_context__
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    return told


class _Spoken(logging.Formatter):
    """Renders what is logged by way of the standard library as ours."""

    def __init__(self, processors: Sequence[Processor]) -> None:
        super().__init__()
        self._processors = processors

    def format(self, record: logging.LogRecord) -> str:
        event: Any = {"logger": record.name, **_said(record)}
        for process in self._processors:
            event = process(None, record.levelname.lower(), event)
        return str(event).rstrip("\n")


def _said(record: logging.LogRecord) -> Event:
    if record.name.split(".", 1)[0] not in _OURS:
        return {"event": "a library says something", "place": f"{record.filename}:{record.lineno}"}
    error = record.exc_info[1] if record.exc_info else None
    traced = {} if error is None else {"trace": trace_of(error)}
    return {"event": record.getMessage(), **traced}


def _stamped() -> list[Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    ]


def _renderer(out: TextIO) -> Processor:
    if out.isatty():
        return cast(Processor, structlog.dev.ConsoleRenderer(pad_event_to=0))
    rendered = structlog.processors.JSONRenderer(ensure_ascii=False)

    def line(logger: Any, method: str, event: Event) -> str:
        return f"{rendered(logger, method, event)}"

    return line


def _place(filename: str) -> str:
    path = Path(filename)
    return "/".join(path.parts[-2:])
