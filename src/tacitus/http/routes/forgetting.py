"""Ours: retracting all that names an entity, and the receipts of what was forgotten."""

from tacitus.domain.ids import EntityId
from tacitus.http.asked import identity
from tacitus.http.bodies import Topic
from tacitus.http.served import Limit, Offset, ServedEngine
from tacitus.views.forgetting import forgotten, receipt
from tacitus.wire import Forgotten, ReceiptList

router = Topic(prefix="/v1/default", tags=["forgetting"])


@router.delete("/banks/{bank_id:name}/entities/{entity_id:name}")
async def retract_entity(
    bank_id: str, entity_id: str, engine: ServedEngine, dry_run: bool = False
) -> Forgotten:
    """Forget everything that names an entity, by any form of its name, everywhere in the bank."""
    id = EntityId(identity(entity_id))
    gone = await engine.forgetting.entity(bank_id, id, dry_run=dry_run)
    return forgotten(gone, dry_run=dry_run)


@router.get("/banks/{bank_id:name}/receipts")
async def list_receipts(
    bank_id: str, engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> ReceiptList:
    """List what was forgotten in a bank, latest first."""
    return await _page(engine, bank_id, limit, offset)


@router.get("/receipts")
async def list_all_receipts(
    engine: ServedEngine, limit: Limit = 100, offset: Offset = 0
) -> ReceiptList:
    """List what was forgotten in all banks, those that are gone included, latest first."""
    return await _page(engine, None, limit, offset)


async def _page(engine: ServedEngine, bank: str | None, limit: int, offset: int) -> ReceiptList:
    found, total = await engine.forgetting.receipts(bank, limit=limit, offset=offset)
    items = [receipt(one) for one in found]
    return ReceiptList(items=items, total=total, limit=limit, offset=offset)
