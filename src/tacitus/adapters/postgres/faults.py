"""What the driver raises, in the words of the domain: the one place where it is translated."""

import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager

import psycopg
from procrastinate.exceptions import ConnectorException
from psycopg import errors
from psycopg_pool import PoolTimeout

from tacitus.domain.errors import (
    Conflict,
    InvalidRequest,
    Misconfigured,
    StorageError,
    StorageUnavailable,
    TacitusError,
)

CLASHES = (errors.DeadlockDetected, errors.SerializationFailure, errors.LockNotAvailable)
"""Two writers in each other's way: the same work may be done again, unchanged."""
OUTDATED = (errors.FeatureNotSupported,)
"""A statement was prepared before a newer version changed a table that it reads: a new connection can."""

_WORDS: tuple[tuple[tuple[type[BaseException], ...], Callable[[str], TacitusError], str], ...] = (
    (CLASHES, Conflict, "Another writer was in the way"),
    (
        (errors.UniqueViolation, errors.ForeignKeyViolation),
        Conflict,
        "Another writer changed the same thing first",
    ),
    ((UnicodeEncodeError,), InvalidRequest, "The text holds a broken character"),
    (
        (psycopg.DataError, errors.ProgramLimitExceeded),
        InvalidRequest,
        "The database cannot hold this value",
    ),
    (
        (errors.InsufficientPrivilege, errors.UndefinedTable, errors.UndefinedFunction),
        Misconfigured,
        "The database is not ours to use",
    ),
    ((PoolTimeout,), StorageUnavailable, "No connection to the database came free"),
    (
        (psycopg.OperationalError, psycopg.InterfaceError),
        StorageUnavailable,
        "The database cannot be reached",
    ),
    ((BaseException,), StorageError, "The database refused"),
)
"""The first row that fits: many of the driver's errors are kinds of OperationalError."""

_ENDED = ("query cancellation interrupted", "discarding closed connection")
"""What the driver warns of when a query is given up, and when the pool then opens a new connection."""


def log_no_ended_queries(*loggers: str) -> None:
    """Leave unlogged what only follows from a query that ended: whoever asked it hears of that."""
    for name in loggers:
        logging.getLogger(name).addFilter(_says_more)


def _says_more(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(_ENDED)


@contextmanager
def translated() -> Generator[None]:
    """Raise errors of the domain instead of the driver's."""
    try:
        yield
    except ConnectorException as error:  # the queue's wrapping of a driver's error
        cause = error.__cause__
        raise _in_our_words(cause if isinstance(cause, psycopg.Error) else error) from error
    except (psycopg.Error, PoolTimeout, UnicodeEncodeError) as error:
        raise _in_our_words(error) from error


def _in_our_words(error: BaseException) -> TacitusError:
    kind, said = next((kind, said) for kinds, kind, said in _WORDS if isinstance(error, kinds))
    return kind(f"{said}: {first_line(error)}")


def first_line(error: BaseException) -> str:
    """Return what an error says, without the details that follow on further lines."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
