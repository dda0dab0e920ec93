"""Confidences, folded anew from their evidence; inside a transaction."""

from collections import defaultdict
from collections.abc import Sequence

from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, evidence_of
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.opinions import Evidence, fold

_QUERIES = load("opinions")
_APPLYING = load("applying")


async def add_evidence(connection: Connection, bank: BankId, evidence: Sequence[Evidence]) -> None:
    """Add events and refold the opinions they are about."""
    if not evidence:
        return
    rows = as_json([_columns(event) for event in evidence])
    await rows_of(connection, _APPLYING["insert_evidence"], bank=bank, rows=rows)
    await refold(connection, bank, sorted({event.opinion for event in evidence}))


async def refold(connection: Connection, bank: BankId, opinions: Sequence[MemoryId]) -> None:
    """Write the confidences that opinions have after the evidence that now counts."""
    if not opinions:
        return
    asked = list(opinions)
    found = await rows_of(connection, _QUERIES["evidence_of"], bank=bank, opinions=asked)
    events: dict[MemoryId, list[Evidence]] = defaultdict(list)
    for row in found:
        events[row["opinion"]].append(evidence_of(row))
    initial = await rows_of(connection, _QUERIES["initial_confidences"], bank=bank, opinions=asked)
    await rows_of(
        connection,
        _QUERIES["set_confidences"],
        bank=bank,
        ids=[row["id"] for row in initial],
        confidences=[fold(row["confidence"], events[row["id"]]) for row in initial],
    )


def _columns(event: Evidence) -> dict[str, object]:
    return {
        "id": event.id,
        "opinion": event.opinion,
        "memory": event.memory,
        "relation": event.relation,
        "source": event.source,
        "at": event.at,
        "assessor": event.assessor,
        "reason": event.reason,
        "weight": event.weight,
    }
