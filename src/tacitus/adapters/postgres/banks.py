"""Banks, in PostgreSQL."""

from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import asdict

from tacitus.adapters.postgres.database import Database, Tenant
from tacitus.adapters.postgres.operations import SHOWN
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, bank_of, counted_page
from tacitus.adapters.postgres.telling import Connection, Row, rows_of
from tacitus.domain.banks import Bank, BankStats
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import BankId

_QUERIES = load("banks")
_REMEMBERED = 10_000
"""Names of which it is remembered where they led."""


class Banks:
    """Fills `BankStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._named: OrderedDict[tuple[str, str], BankId] = OrderedDict()

    async def save(self, bank: Bank) -> None:
        await self._database.rows(
            Tenant(bank.tenant),
            _QUERIES["save_bank"],
            id=bank.id,
            name=bank.name,
            title=bank.title,
            mission=bank.mission,
            background=bank.background,
            disposition=as_json(asdict(bank.disposition)),
            config=as_json(dict(bank.config)),
            embedder=bank.embedder,
            created_at=bank.created_at,
            updated_at=bank.updated_at,
        )

    async def find(self, tenant: str, name: str) -> Bank | None:
        """Look where the name led last, in the connection's own bank, and by the name if it moved."""
        last = self.last(tenant, name)
        row = (
            await self._database.row_by_key(
                last, _QUERIES["bank_still_named"], tenant=tenant, name=name
            )
            if last
            else None
        )
        if row is None:
            row = await self._database.row_by_key(Tenant(tenant), _QUERIES["bank_named"], name=name)
        return self._remembered(row) if row else None

    def last(self, tenant: str, name: str) -> BankId | None:
        return self._named.get((tenant, name))

    async def get(self, bank: BankId) -> Bank | None:
        row = await self._database.row(bank, _QUERIES["bank_with_id"])
        return bank_of(row) if row else None

    async def delete(self, bank: BankId) -> None:
        async def drop(connection: Connection) -> None:
            await rows_of(connection, _QUERIES["drop_waiting_jobs"], bank=bank)
            await rows_of(connection, _QUERIES["drop_bank"], bank=bank)

        try:
            await self._database.write(bank, drop)
        except NotFound:
            return

    async def stats(self, bank: BankId) -> BankStats:
        [row] = await self._database.rows(bank, _QUERIES["count_contents"])
        return _stats_of(row)

    async def stats_of(self, banks: Sequence[BankId]) -> dict[BankId, BankStats]:
        return {bank: await self.stats(bank) for bank in banks}

    async def page(self, tenant: str, *, limit: int, offset: int) -> tuple[list[Bank], int]:
        rows = await self._database.rows(
            Tenant(tenant), _QUERIES["banks_by_name"], limit=limit, offset=offset
        )
        found, total = counted_page(rows)
        return [bank_of(row) for row in found], total

    def _remembered(self, row: Row) -> Bank:
        bank = bank_of(row)
        self._named[bank.tenant, bank.name] = bank.id
        self._named.move_to_end((bank.tenant, bank.name))
        if len(self._named) > _REMEMBERED:
            self._named.popitem(last=False)
        return bank


def _stats_of(row: Row) -> BankStats:
    operations = Counter[str]()
    counts: dict[str, int] = row["operations"] or {}
    for status, count in counts.items():
        operations[SHOWN[status]] += count
    return BankStats(
        memories=row["memories"] or {},
        links=row["links"] or {},
        documents=row["documents"],
        entities=row["entities"],
        operations=operations,
        last_memory_at=row["last_memory_at"],
        last_document_at=row["last_document_at"],
    )
