"""Bringing a database up to date: SQL files, applied in order by yoyo-migrations, once.

A new version of procrastinate may change its schema. Its package ships the steps in
`procrastinate/sql/migrations`; those newer than the pinned version are copied into a file here.
"""

import asyncio
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors, sql
from yoyo import read_migrations  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]
from yoyo.backends.core.postgresql import (  # pyright: ignore[reportMissingTypeStubs]
    PostgresqlPsycopgBackend,
)
from yoyo.connections import (  # pyright: ignore[reportMissingTypeStubs]
    parse_uri,  # pyright: ignore[reportUnknownVariableType]
)

from tacitus.adapters.postgres.database import reach
from tacitus.adapters.postgres.faults import first_line, translated
from tacitus.adapters.postgres.queries import load
from tacitus.domain.errors import Misconfigured

_QUERIES = load("setup")
_GUARDING = load("guarding")
_TABLE = "_yoyo_migration"
MIGRATIONS = Path(str(resources.files("tacitus.adapters.postgres").joinpath("migrations")))
"""Each is applied after those whose names sort before its own."""


def _backend(arguments: Mapping[str, Any]) -> Any:
    """Return yoyo's backend, connecting with our arguments: libpq's say more than yoyo's can."""

    class Backend(PostgresqlPsycopgBackend):
        def connect(self, dburi: object) -> psycopg.Connection:  # pyright: ignore[reportIncompatibleMethodOverride]
            return psycopg.connect(**arguments, autocommit=True)

    return Backend(parse_uri("postgresql+psycopg://"), _TABLE)


async def migrate(arguments: Mapping[str, Any], folder: Path = MIGRATIONS) -> None:
    """Apply what has not been applied yet; two servers that start at once take turns.

    Raises:
        Misconfigured: A newer Tacitus wrote the database, the server has no pgvector, or we may not
            create our tables.
        StorageUnavailable: The database cannot be reached.
    """
    known = _names(folder)
    async with await reach(arguments) as connection:
        cursor = await connection.execute(_QUERIES["was_migrated"])
        [row] = await cursor.fetchall()
        if row["known"]:
            cursor = await connection.execute(_QUERIES["applied_migrations"])
            applied = [row["migration_id"] for row in await cursor.fetchall()]
            if unknown := sorted(set(applied) - set(known)):
                raise Misconfigured(
                    f"The database was written by a newer Tacitus ({unknown[-1]}): update this one"
                )
            if applied == known:
                return
    await asyncio.to_thread(_apply, arguments, folder)


def _names(folder: Path) -> list[str]:
    return sorted(file.stem for file in folder.glob("*.sql"))


def _apply(arguments: Mapping[str, Any], folder: Path) -> None:
    with translated(), psycopg.connect(**arguments, autocommit=True) as connection:
        connection.execute(_QUERIES["one_at_a_time"])
        connection.execute(_QUERIES["make_schema"])
        _make_extension(connection)
        with _backend(arguments) as backend:
            backend.init_database()
            # Whoever held yoyo's own lock is dead: the living hold ours.
            backend.break_lock()
            pending = backend.to_apply(read_migrations(str(folder)))
            _free_the_owner(connection)
            backend.apply_migrations(pending)


def _free_the_owner(connection: psycopg.Connection[Any]) -> None:
    """Let migrations change every bank's rows; who opens the database binds the owner again."""
    for (name,) in connection.execute(_GUARDING["forced"]).fetchall():
        unforce = sql.SQL(_GUARDING["unforce"])
        connection.execute(unforce.format(table=sql.Identifier(name)))


def _make_extension(connection: psycopg.Connection[Any]) -> None:
    [(known,)] = connection.execute(_QUERIES["has_extension"])
    if known:
        return
    try:
        connection.execute(_QUERIES["make_extension"])
    except errors.InsufficientPrivilege as error:
        raise Misconfigured(
            "The database's user may not add pgvector:"
            " ask its administrator to run CREATE EXTENSION vector in it"
        ) from error
    except psycopg.Error as error:
        raise Misconfigured(
            "The database server has no pgvector: install it (version 0.7 or newer)"
            f" ({first_line(error)})"
        ) from error
