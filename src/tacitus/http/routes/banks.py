"""Banks: making, changing, listing, measuring and deleting them."""

from dataclasses import replace

from tacitus.domain.access import Grant, Right
from tacitus.domain.banks import Bank, BankChange, Disposition
from tacitus.domain.errors import Forbidden
from tacitus.engine import Engine
from tacitus.http.asked import disposition
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.routes.config import OWN
from tacitus.http.served import Limit, Offset, ServedEngine, ServedGrant
from tacitus.http.unoffered import refuse_unoffered
from tacitus.views.banks import bank_stats, listed_bank, profile, traits
from tacitus.views.forgetting import forgotten
from tacitus.wire import (
    BackgroundRequest,
    BackgroundResponse,
    BankChangeRequest,
    BankList,
    BankProfile,
    BankStats,
    Deleted,
    DispositionRequest,
    Forgotten,
)

router = Topic(prefix="/v1/default/banks", tags=["banks"])


@router.get("")
async def list_banks(
    engine: ServedEngine, limit: Limit = 100, offset: Offset = 0, q: str | None = None
) -> BankList:
    """List banks by id."""
    if q is not None:
        raise NotOffered("Searching banks is not offered: list them all")
    banks, total = await engine.banks(limit=limit, offset=offset)
    stats = await engine.stats_of(banks)
    items = [listed_bank(bank, held) for bank, held in zip(banks, stats, strict=True)]
    return BankList(banks=items, total=total, limit=limit, offset=offset)


@router.put("/{bank_id:name}")
async def create_bank(
    bank_id: str, body: BankChangeRequest, engine: ServedEngine, grant: ServedGrant
) -> BankProfile:
    """Create a bank; where it is there already, change what is named."""
    refuse_unoffered(body)
    _check(grant, body)
    bank = await engine.set_bank(bank_id)
    return profile(await _changed(engine, bank, body))


@router.patch("/{bank_id:name}")
async def change_bank(
    bank_id: str, body: BankChangeRequest, engine: ServedEngine, grant: ServedGrant
) -> BankProfile:
    """Change what is named; the rest stays."""
    _check(grant, body)
    return profile(await _changed(engine, await engine.bank(bank_id), body))


@router.delete("/{bank_id:name}")
async def delete_bank(
    bank_id: str, engine: ServedEngine, dry_run: bool = False
) -> Deleted | Forgotten:
    """Delete a bank with everything in it; with `dry_run` say only what would go."""
    gone = await engine.forgetting.whole(bank_id, dry_run=dry_run)
    if dry_run:
        return forgotten(gone, dry_run=True)
    message = f"Bank '{bank_id}' deleted"
    return Deleted(success=True, message=message, deleted_count=gone.memories)


@router.get("/{bank_id:name}/stats")
async def stats(bank_id: str, engine: ServedEngine) -> BankStats:
    """Count what a bank holds."""
    return bank_stats(bank_id, await engine.stats(bank_id))


@router.get("/{bank_id:name}/profile", deprecated=True)
async def get_profile(bank_id: str, engine: ServedEngine) -> BankProfile:
    """Return what a bank is."""
    return profile(await engine.bank(bank_id))


@router.put("/{bank_id:name}/profile", deprecated=True)
async def set_disposition(
    bank_id: str, body: DispositionRequest, engine: ServedEngine
) -> BankProfile:
    """Set the disposition alone."""
    bank = await engine.bank(bank_id)
    change = BankChange(disposition=disposition(body.disposition, bank.disposition))
    return profile(await engine.set_bank(bank_id, change))


@router.post("/{bank_id:name}/background", deprecated=True)
async def add_background(
    bank_id: str, body: BackgroundRequest, engine: ServedEngine
) -> BackgroundResponse:
    """Add to the background; what it says already is not added again.

    A language model then merges it in the background: the new statement wins a conflict.
    """
    bank, merge = await engine.add_background(bank_id, body.content)
    return BackgroundResponse(
        mission=bank.mission,
        background=bank.background,
        disposition=traits(bank.disposition),
        operation_id=None if merge is None else str(merge),
    )


def _check(grant: Grant, body: BankChangeRequest) -> None:
    """See that who changes the configuration may, as where it is changed alone."""
    if not grant.right.covers(Right.ADMIN) and _own(body):
        raise Forbidden(f"The right of the key is {grant.right}; the configuration takes admin")


def _own(body: BankChangeRequest) -> dict[str, object]:
    return body.model_dump(include=set(OWN), exclude_none=True)


async def _changed(engine: Engine, bank: Bank, body: BankChangeRequest) -> Bank:
    refuse_unoffered(body)
    own = _own(body)
    change = BankChange(
        title=body.name,
        mission=body.mission if body.reflect_mission is None else body.reflect_mission,
        background=body.background,
        disposition=_disposition(bank.disposition, body),
        config={**bank.config, **own} if own else None,
    )
    return bank if change == BankChange() else await engine.set_bank(bank.name, change)


def _disposition(current: Disposition, body: BankChangeRequest) -> Disposition | None:
    changed = disposition(body.disposition, current) if body.disposition else current
    changed = replace(
        changed,
        skepticism=body.disposition_skepticism or changed.skepticism,
        literalism=body.disposition_literalism or changed.literalism,
        empathy=body.disposition_empathy or changed.empathy,
    )
    return None if changed == current else changed
