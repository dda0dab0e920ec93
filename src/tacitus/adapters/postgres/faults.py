"""What the driver raises, in the words of the domain: the one place where it is translated."""

from collections.abc import Iterator
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

_MISSED = (errors.UniqueViolation, errors.ForeignKeyViolation)
_UNREADABLE = (psycopg.DataError, errors.ProgramLimitExceeded)
_REFUSED = (errors.InsufficientPrivilege, errors.UndefinedTable, errors.UndefinedFunction)


@contextmanager
def translated() -> Iterator[None]:
    """Raise errors of the domain instead of the driver's."""
    try:
        yield
    except ConnectorException as error:  # the queue's wrapping of a driver's error
        cause = error.__cause__
        raise _translation(cause if isinstance(cause, psycopg.Error) else error) from error
    except (psycopg.Error, PoolTimeout, UnicodeEncodeError) as error:
        raise _translation(error) from error


def _translation(error: BaseException) -> TacitusError:
    said = first_line(error)
    match error:
        case errors.DeadlockDetected() | errors.SerializationFailure() | errors.LockNotAvailable():
            return Conflict(f"Another writer was in the way: {said}")
        case errors.UniqueViolation() | errors.ForeignKeyViolation():
            return Conflict(f"Another writer changed the same thing first: {said}")
        case UnicodeEncodeError():
            return InvalidRequest("The text holds a broken character (a lone surrogate)")
        case psycopg.DataError() | errors.ProgramLimitExceeded():
            return InvalidRequest(f"The database cannot hold this value: {said}")
        case errors.InsufficientPrivilege() | errors.UndefinedTable() | errors.UndefinedFunction():
            return Misconfigured(f"The database is not ours to use: {said}")
        case PoolTimeout():
            return StorageUnavailable(f"No connection to the database came free: {said}")
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return StorageUnavailable(f"The database cannot be reached: {said}")
        case _:
            return StorageError(said)


def first_line(error: BaseException) -> str:
    """Return what an error says, without the details that follow on further lines."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
