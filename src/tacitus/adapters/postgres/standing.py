"""Directives and standing answers, in PostgreSQL."""

from collections.abc import Sequence
from datetime import datetime

from tacitus.adapters.postgres.database import Connection, Database, Row, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.standing import (
    CHANGED,
    AnswerId,
    Directive,
    DirectiveId,
    StandingAnswer,
    Version,
)

_QUERIES = load("standing")


class Standing:
    """Fills `StandingStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def directives(self, bank: BankId) -> list[Directive]:
        rows = await self._database.rows(bank, _QUERIES["directives_of"])
        return [_directive(row) for row in rows]

    async def save_directive(self, directive: Directive) -> None:
        async def work(connection: Connection) -> None:
            await rows_of(
                connection,
                _QUERIES["save_directive"],
                bank=directive.bank,
                id=directive.id,
                name=directive.name,
                content=directive.content,
                priority=directive.priority,
                active=directive.active,
                tags=list(directive.tags),
                created_at=directive.created_at,
                updated_at=directive.updated_at,
            )

        await self._database.write(directive.bank, work)

    async def delete_directive(self, bank: BankId, id: DirectiveId) -> bool:
        return bool(await self._database.rows(bank, _QUERIES["delete_directive"], id=id))

    async def answers(self, bank: BankId) -> list[StandingAnswer]:
        rows = await self._database.rows(bank, _QUERIES["answers_of"], id=None)
        return [_answer(row) for row in rows]

    async def answer(self, bank: BankId, id: AnswerId) -> StandingAnswer | None:
        row = await self._database.row(bank, _QUERIES["answers_of"], id=id)
        return _answer(row) if row else None

    async def save_answer(
        self, answer: StandingAnswer, *, replaced_at: datetime, seen: StandingAnswer | None = None
    ) -> None:
        place = {"bank": answer.bank, "id": answer.id, "content": answer.content}

        async def work(connection: Connection) -> None:
            rows = await rows_of(connection, _QUERIES["answers_of"], bank=answer.bank, id=answer.id)
            if seen is not None and [_answer(row) for row in rows] != [seen]:
                raise Conflict(CHANGED)
            await rows_of(connection, _QUERIES["keep_version"], **place, until=replaced_at)
            await rows_of(
                connection,
                _QUERIES["save_answer"],
                **place,
                name=answer.name,
                question=answer.question,
                tags=list(answer.tags),
                max_tokens=answer.max_tokens,
                based_on=as_json([dict(one) for one in answer.based_on]),
                created_at=answer.created_at,
                refreshed_at=answer.refreshed_at,
                seen_at=answer.seen_at,
                failed_at=answer.failed_at,
            )

        await self._database.write(answer.bank, work)

    async def withdraw(self, bank: BankId, memories: Sequence[MemoryId]) -> None:
        async def work(connection: Connection) -> None:
            await withdraw(connection, bank, memories)

        await self._database.write(bank, work)

    async def delete_answer(self, bank: BankId, id: AnswerId) -> bool:
        return bool(await self._database.rows(bank, _QUERIES["delete_answer"], id=id))

    async def versions(self, bank: BankId, id: AnswerId) -> list[Version]:
        rows = await self._database.rows(bank, _QUERIES["versions_of"], id=id)
        return [Version(row["content"], row["until"]) for row in rows]


async def withdraw(connection: Connection, bank: BankId, memories: Sequence[MemoryId]) -> None:
    """Take away what answers say or said, where it rests on some memories; inside a transaction."""
    ids = [str(id) for id in memories]
    await rows_of(connection, _QUERIES["withdraw"], bank=bank, ids=ids)


def _directive(row: Row) -> Directive:
    return Directive(
        id=row["id"],
        bank=row["bank"],
        name=row["name"],
        content=row["content"],
        priority=row["priority"],
        active=row["active"],
        tags=tuple(row["tags"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def _answer(row: Row) -> StandingAnswer:
    return StandingAnswer(
        id=row["id"],
        bank=row["bank"],
        name=row["name"],
        question=row["question"],
        content=row["content"],
        tags=tuple(row["tags"]),
        max_tokens=row["max_tokens"],
        based_on=row["based_on"],
        created_at=row["created_at"],
        refreshed_at=row["refreshed_at"],
        seen_at=row["seen_at"],
        failed_at=row["failed_at"],
    )
