"""Having something forgotten, in PostgreSQL: a dry run is done, and taken back."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from tacitus.adapters.postgres.blotting import blot, drop_nameless
from tacitus.adapters.postgres.database import Connection, Database, Row, rows_of
from tacitus.adapters.postgres.forgetting import forget, with_what_rests_on, without_source
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.retracting import find, retract
from tacitus.adapters.postgres.rows import Values, as_json, bank_of, counted_page
from tacitus.adapters.postgres.telling import ACROSS, Tenant
from tacitus.domain.banks import Bank
from tacitus.domain.expiry import Lifetime
from tacitus.domain.forgetting import (
    ForgettingReceipt,
    Gone,
    Item,
    KeptAway,
    Kind,
    Order,
    ReceiptId,
    Subject,
    distinct_items,
    kind_of,
    receipt_of,
)
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Network

_QUERIES = load("erasing")
_RETRACTING = load("retracting")
_DOCUMENTS = load("documents")
_BANKS = load("banks")
_NETWORKS = frozenset(Network)
_CHANGED = {Kind.DOCUMENT: Kind.BLOTTED, Kind.ANSWER: Kind.CLEARED}

Work = Callable[[Connection], Awaitable[Gone | None]]


class _TakenBack(Exception):
    """Ends the transaction of a dry run."""

    def __init__(self, gone: Gone) -> None:
        self.gone = gone


class Erasing:
    """Fills `ForgettingStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def memories(self, bank: Bank, ids: Sequence[MemoryId], order: Order) -> Gone:
        async def work(connection: Connection) -> Gone:
            going = await with_what_rests_on(connection, bank.id, ids)
            stock = await _Stock.of(connection, bank.id, going)
            for id in ids:
                documents = await blot(connection, bank.id, id)
                await forget(connection, bank.id, [id])
                await drop_nameless(connection, bank.id, documents)
            return Gone((*await stock.gone(connection), *await stock.drop_work(connection)))

        return await self._do(bank, order, work) or Gone(())

    async def document(self, bank: Bank, id: DocumentId, order: Order) -> Gone | None:
        place = {"bank": bank.id, "document": id}

        async def work(connection: Connection) -> Gone | None:
            only = await rows_of(connection, _QUERIES["read_only_in"], **place)
            going = await with_what_rests_on(connection, bank.id, [row["id"] for row in only])
            stock = await _Stock.of(connection, bank.id, going, [id])
            if not await rows_of(connection, _DOCUMENTS["delete_document"], **place):
                return None
            lost = await rows_of(connection, _DOCUMENTS["drop_sources"], **place, chunks=None)
            losers = sorted({row["memory"] for row in lost})
            await forget(connection, bank.id, await without_source(connection, bank.id, losers))
            work = await stock.drop_work(connection, waiting=True)
            return Gone((*await stock.gone(connection), *work))

        return await self._do(bank, order, work)

    async def entity(self, bank: Bank, id: EntityId, order: Order) -> Gone | None:
        async def work(connection: Connection) -> Gone | None:
            found = await find(connection, bank.id, id)
            if found is None:
                return None
            going = await with_what_rests_on(connection, bank.id, found.going)
            plan = found.plan
            documents = [*plan.texts, *plan.ids(Kind.DOCUMENT)]
            stock = await _Stock.of(connection, bank.id, going, documents, [id])
            await retract(connection, bank.id, found, order.at)
            sure = plan.items_of(Kind.EVIDENCE, Kind.CHANGE, Kind.FEEDBACK, Kind.OPERATION)
            gone = [*await stock.gone(connection), *sure, *plan.detail_items]
            return Gone(distinct_items(gone), distinct_items(plan.stays))

        return await self._do(bank, order, work)

    async def bank(self, bank: Bank, order: Order) -> Gone:
        async def work(connection: Connection) -> Gone:
            rows = await rows_of(connection, _QUERIES["whole_inventory"], bank=bank.id)
            await rows_of(connection, _BANKS["drop_waiting_jobs"], bank=bank.id)
            await rows_of(connection, _BANKS["drop_bank"], bank=bank.id)
            return Gone(distinct_items(_item(row) for row in rows))

        return await self._do(bank, order, work) or Gone(())

    async def kept_away(self, bank: BankId) -> KeptAway:
        rows = await self._database.rows(bank, _RETRACTING["kept_away"])
        keys = tuple(row["key"] for row in rows if row["key"] is not None)
        return KeptAway(keys, rows[0]["retractions"]) if rows else KeptAway()

    async def expired(self, bank: BankId, at: datetime, *, limit: int) -> list[MemoryId]:
        rows = await self._database.rows(bank, _QUERIES["expired"], at=at, limit=limit)
        return [row["id"] for row in rows]

    async def shorten(self, bank: BankId, lifetime: Lifetime) -> None:
        await self._database.rows(bank, _QUERIES["shorten"], **asdict(lifetime))

    async def banks_expired(self, at: datetime) -> list[Bank]:
        banks = [
            bank_of(row) for row in await self._database.rows(ACROSS, _QUERIES["banks_of_all"])
        ]
        return [
            bank
            for bank in banks
            if await self._database.row(bank.id, _QUERIES["any_expired"], at=at)
        ]

    async def receipts(
        self, tenant: str, bank: BankId | None, *, limit: int, offset: int
    ) -> tuple[list[ForgettingReceipt], int]:
        rows = await self._database.rows(
            Tenant(tenant),
            _QUERIES["receipts_by_time"],
            of_bank=bank,
            limit=limit,
            offset=offset,
        )
        found, total = counted_page(rows)
        return [_receipt(row) for row in found], total

    async def _do(self, bank: Bank, order: Order, work: Work) -> Gone | None:
        async def done(connection: Connection) -> Gone | None:
            gone = await work(connection)
            if gone is not None and order.dry_run:
                raise _TakenBack(gone)
            if gone is not None and gone.items:
                await _keep_receipt(connection, receipt_of(gone, bank.id, order))
            return gone

        try:
            return await self._database.write(bank.id, done)
        except _TakenBack as dry:
            return dry.gone


class _Stock:
    """What there was of the things that may go."""

    def __init__(
        self, before: Sequence[Row], memories: Sequence[MemoryId], **asked: object
    ) -> None:
        self._before = before
        self._memories = memories
        self._asked = asked

    @classmethod
    async def of(
        cls,
        connection: Connection,
        bank: BankId,
        memories: Sequence[MemoryId],
        documents: Sequence[str] = (),
        entities: Sequence[EntityId] = (),
    ) -> "_Stock":
        ids = list(memories)
        [touched] = await rows_of(connection, _QUERIES["touched"], bank=bank, ids=ids)
        asked: dict[str, object] = {
            "bank": bank,
            "entities": [*entities, *touched["entities"]],
            "documents": [*documents, *touched["documents"]],
        }
        before = await rows_of(connection, _QUERIES["inventory"], **asked, memories=ids)
        return cls(before, ids, **asked)

    async def gone(self, connection: Connection) -> tuple[Item, ...]:
        """Return what is not there any more, or not with the same words."""
        ids = list(self._memories)
        after = await rows_of(connection, _QUERIES["inventory"], **self._asked, memories=ids)
        marks = {(row["kind"], row["id"]): row["mark"] for row in after}
        return distinct_items(self._missing(marks))

    async def drop_work(self, connection: Connection, *, waiting: bool = False) -> tuple[Item, ...]:
        """Delete the work that is over and has the words of what goes; return it.

        Args:
            waiting: What waits to read one of the documents goes, too.
        """
        asked = {**self._asked, "memories": [f"%{id}%" for id in self._memories]}
        query = _QUERIES["work_done_on"]
        rows = await rows_of(connection, query, **asked, waiting=waiting)
        ids = [row["id"] for row in rows]
        if ids:
            bank = self._asked["bank"]
            await rows_of(connection, _RETRACTING["drop_work"], bank=bank, ids=ids)
        return distinct_items(_item(row) for row in rows)

    def _missing(self, marks: dict[tuple[str, str], str]) -> Iterable[Item]:
        for row in self._before:
            left = marks.get((row["kind"], row["id"]))
            item = _item(row)
            if left is None:
                yield item
            elif left != row["mark"]:
                yield Item(_CHANGED[item.kind], item.id, item.name)


async def _keep_receipt(connection: Connection, receipt: ForgettingReceipt) -> None:
    await rows_of(
        connection,
        _QUERIES["add_receipt"],
        tenant=receipt.tenant,
        id=receipt.id,
        bank=receipt.bank,
        subject=receipt.subject.value,
        at=receipt.at,
        counts=as_json(dict(receipt.counts)),
        ids=as_json({kind: list(ids) for kind, ids in receipt.ids.items()}),
    )


def _item(row: Row) -> Item:
    kind = kind_of(Network(row["kind"])) if row["kind"] in _NETWORKS else Kind(row["kind"])
    return Item(kind, row["id"], row["name"])


def _receipt(row: Values) -> ForgettingReceipt:
    return ForgettingReceipt(
        id=ReceiptId(row["id"]),
        tenant=row["tenant"],
        bank=row["bank"],
        subject=Subject(row["subject"]),
        at=row["at"],
        counts=row["counts"],
        ids={kind: tuple(ids) for kind, ids in row["ids"].items()},
    )
