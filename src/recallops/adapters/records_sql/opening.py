"""Opening a database, with its tables brought up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from recallops.adapters.records_sql.records import SqlRecords
from recallops.domain.errors import Invalid

IN_MEMORY = "sqlite://"
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}  # fmt: skip
_MIGRATIONS = Path(__file__).parent / "migrations"


async def open_records(url: str = IN_MEMORY) -> SqlRecords:
    """Open the records.

    Args:
        url: `sqlite:///path`, `postgresql://user:password@host/name`, or `sqlite://` for records
            that are gone when they are closed.

    Raises:
        Invalid: It is the address of no database that is supported.
    """
    engine = _engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    return SqlRecords(engine)


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring the tables of a database up to date, or to a revision on the way."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _engine(url: str) -> AsyncEngine:
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise Invalid(f"{url!r} is no address of a database") from error
    backend = address.get_backend_name()
    if backend not in _DRIVERS:
        raise Invalid(f"Records are kept in SQLite or PostgreSQL, not in {backend}")
    address = address.set(drivername=_DRIVERS[backend])
    if backend != "sqlite":
        return create_async_engine(address, pool_pre_ping=True)
    if address.database in (None, "", ":memory:"):
        # One connection: each would see a database of its own.
        engine = create_async_engine(address, poolclass=StaticPool)
    else:
        Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(address)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Let a connection hold to foreign keys, and readers not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()
