"""What went, as bodies."""

from collections import Counter
from collections.abc import Iterable

from tacitus.domain.forgetting import MOST_LISTED, ForgettingReceipt, Gone, Item
from tacitus.views.times import iso
from tacitus.wire import Forgotten, ForgottenItem, ReceiptItem


def forgotten(gone: Gone, *, dry_run: bool) -> Forgotten:
    """Return what went or would go; what it says is told beforehand only."""
    return Forgotten(
        dry_run=dry_run,
        counts=dict(gone.counts),
        items=_listed(gone.items, named=dry_run),
        stays=_listed(gone.stays, named=True),
    )


def receipt(kept: ForgettingReceipt) -> ReceiptItem:
    """Return what is kept of what went."""
    return ReceiptItem(
        id=str(kept.id),
        bank=str(kept.bank),
        subject=kept.subject.value,
        at=iso(kept.at) or "",
        counts=dict(kept.counts),
        ids={kind: list(ids) for kind, ids in kept.ids.items()},
    )


def _listed(items: Iterable[Item], *, named: bool) -> list[ForgottenItem]:
    listed: list[ForgottenItem] = []
    seen = Counter[str]()
    for item in items:
        seen[item.kind] += 1
        if seen[item.kind] <= MOST_LISTED:
            name = item.name if named else None
            listed.append(ForgottenItem(kind=item.kind.value, id=item.id, name=name))
    return listed
