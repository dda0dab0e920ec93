"""Seeing to it that row-level security binds the work that is done here. See decision 0014.

Policies bind neither superusers nor, unless they are forced, the owner of a table. So work is done as a
role of its own, which is neither and may do nothing but read and write rows; where there can be none,
it is done as the owner, whom the policies are forced upon.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

import psycopg
from psycopg import sql

from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.telling import Connection, Row, rows_of
from tacitus.domain.isolation import Isolation

_QUERIES = load("guarding")
_LOGGER = logging.getLogger("tacitus.database")


@dataclass(frozen=True, slots=True)
class Guard:
    """How work is bound.

    Attributes:
        role: As which it is done; None: as who connects.
    """

    role: str | None
    isolation: Isolation


async def guarded(connection: Connection) -> Guard:
    """Let the policies bind all work, as well as they can for who connects; say how well."""
    row = await _standing(connection)
    if not row["granted"] and (row["made"] or row["makes"]):
        await _grant(connection)
        row = await _standing(connection)
    taken = row["granted"] and await _try(connection, "take_role", role=row["role"])
    if taken:
        [found] = await rows_of(connection, _QUERIES["holds"])
        await _run(connection, "leave_role")
        if found["holds"]:
            await set_forced(connection, row["forced"], to=False)
            return Guard(row["role"], Isolation(holds=True, how=f"work is done as {row['role']}"))
    isolation = await _as_owner(connection, row)
    if not isolation.holds:
        _LOGGER.warning("Row-level security does not hold: %s", isolation.how)
    return Guard(None, isolation)


async def set_forced(connection: Connection, tables: Iterable[str], *, to: bool) -> None:
    """Let policies bind the owner of tables or not, one by one: each is locked for a moment."""
    for table in tables:
        await _try(connection, "force" if to else "unforce", table=table)


async def _standing(connection: Connection) -> Row:
    [row] = await rows_of(connection, _QUERIES["standing"])
    return row


async def _grant(connection: Connection) -> None:
    """Make the role if it is not there, and let it reach what tables there are by now."""
    async with connection.transaction():
        await rows_of(connection, _QUERIES["in_turn"])
        row = await _standing(connection)
        if row["made"] or await _try(connection, "make_role"):
            await _try(connection, "grant_role")


async def _as_owner(connection: Connection, row: Row) -> Isolation:
    by_others = f'Let an administrator run: CREATE ROLE {row["role"]} NOLOGIN; GRANT {row["role"]} TO "{row["user"]}";'
    if row["older"]:
        how = "servers of an older version are at work in the same database"
        return Isolation(holds=False, how=how, advice="End them, and start this again")
    if not (row["super"] or row["passes"]):
        await set_forced(connection, row["unforced"], to=True)
    [found] = await rows_of(connection, _QUERIES["holds"])
    if found["holds"]:
        how = f"work is done as {row['user']}, upon whom the policies are forced"
        return Isolation(holds=True, how=how)
    how = f"{row['user']} passes over the policies, and may not take the role {row['role']}"
    return Isolation(holds=False, how=how, advice=by_others)


async def _try(connection: Connection, query: str, **names: str) -> bool:
    """Run a statement unless we may not; whether it was run."""
    try:
        async with connection.transaction():
            await _run(connection, query, **names)
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.DuplicateObject):
        return False
    return True


async def _run(connection: Connection, query: str, **names: str) -> None:
    parts = {place: sql.Identifier(name) for place, name in names.items()}
    await connection.execute(sql.SQL(_QUERIES[query]).format(**parts) if parts else _QUERIES[query])
