"""Telling a connection whose rows its work is about: what row-level security goes by.

A connection that was told nothing sees nothing. What it was told holds until it is told otherwise, in
whichever work it is lent next; so it is told whenever that is not what it was told last.
"""

from dataclasses import asdict, dataclass
from enum import Enum
from typing import LiteralString
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import DictRow

from tacitus.adapters.postgres.queries import load
from tacitus.domain.ids import BankId

Row = DictRow
_QUERIES = load("guarding")
CUSTOM, AUTO = "force_custom_plan", "auto"
"""How statements are planned: for the values at hand, or once where that is as good."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """The banks of a tenant and what is kept by tenant; nothing of what is in the banks."""

    name: str


class Across(Enum):
    """The banks of all tenants, what is kept by tenant, and all operations, to be looked at."""

    TENANTS = "yes"


ACROSS = Across.TENANTS
Scope = BankId | Tenant | Across | None
"""Whose rows work is about; None: what belongs to nobody, such as the queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a connection was told, as the settings of PostgreSQL that carry it."""

    bank: str = ""
    tenant: str = ""
    across: str = ""
    planning: str = CUSTOM


class Connection(AsyncConnection[DictRow]):
    """A connection that remembers what it was told; None: that is not known."""

    told: Told | None = Told()


def words_for(scope: Scope, planning: str = CUSTOM) -> Told:
    """Return what to tell a connection for work on a scope."""
    match scope:
        case UUID():
            return Told(bank=str(scope), planning=planning)
        case Tenant():
            return Told(tenant=scope.name, planning=planning)
        case Across():
            return Told(across=scope.value, planning=planning)
        case None:
            return Told(planning=planning)


async def tell(connection: Connection, words: Told) -> None:
    """Tell a connection that is in no transaction, unless it was told so last."""
    if connection.told == words:
        return
    connection.told = None  # until it is certain
    await connection.execute(_QUERIES["tell"], asdict(words), binary=True)
    connection.told = words


async def ask(
    connection: Connection, words: Told, query: LiteralString, parameters: dict[str, object]
) -> list[Row]:
    """Run one statement, in the same round trip as what the connection is told for it."""
    if connection.told == words:
        return await rows_of(connection, query, **parameters)
    connection.told = None
    async with connection.pipeline():
        await connection.execute(_QUERIES["tell"], asdict(words), binary=True)
        cursor = await connection.execute(query, parameters, binary=True)
    connection.told = words
    return await cursor.fetchall() if cursor.description else []


async def rows_of(connection: Connection, query: LiteralString, **parameters: object) -> list[Row]:
    """Run one statement and return its rows; none where it returns nothing."""
    cursor = await connection.execute(query, parameters, binary=True)
    return await cursor.fetchall() if cursor.description else []
