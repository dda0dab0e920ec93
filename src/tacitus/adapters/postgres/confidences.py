"""Confidences and wordings, folded anew from their evidence; inside a transaction."""

from collections import defaultdict
from collections.abc import Sequence

from tacitus.adapters.postgres.database import Connection, Row, rows_of
from tacitus.adapters.postgres.hashes import counted, hashed
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, evidence_of
from tacitus.adapters.postgres.vectors import halves
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.opinions import Evidence, Folding, Wording, fold, worded
from tacitus.domain.terms import terms

_QUERIES = load("opinions")
_APPLYING = load("applying")
_FORGETTING = load("forgetting")


async def add_evidence(
    connection: Connection,
    bank: BankId,
    evidence: Sequence[Evidence],
    wordings: Sequence[Wording] = (),
) -> None:
    """Add events and refold the opinions they are about."""
    if not evidence:
        return
    await _keep_wordings(connection, bank, evidence, {one.text: one for one in wordings})
    rows = as_json([_columns(event) for event in evidence])
    await rows_of(connection, _APPLYING["insert_evidence"], bank=bank, rows=rows)
    await refold(connection, bank, sorted({event.opinion for event in evidence}))


async def refold(connection: Connection, bank: BankId, opinions: Sequence[MemoryId] | None) -> int:
    """Write what opinions come to after the evidence that now counts; return how many.

    Args:
        opinions: None is all of the bank.
    """
    if opinions is not None and not opinions:
        return 0
    asked = None if opinions is None else list(opinions)
    before = await rows_of(
        connection, _QUERIES["opinions_before_evidence"], bank=bank, opinions=asked
    )
    ids = [row["id"] for row in before]
    found = await rows_of(connection, _QUERIES["evidence_of"], bank=bank, opinions=ids)
    events: dict[MemoryId, list[Evidence]] = defaultdict(list)
    for row in found:
        events[row["opinion"]].append(evidence_of(row))
    folded = [fold(row["confidence"], events[row["id"]], folding_of(row)) for row in before]
    await rows_of(connection, _QUERIES["set_confidences"], bank=bank, ids=ids, confidences=folded)
    for row in before:
        await _reword(connection, bank, row, events[row["id"]])
    return len(ids)


def folding_of(row: Row) -> Folding:
    """Return how the opinion of a row is folded; what nobody knows is the default."""
    named = row["folding"]
    return Folding(named) if named in set(Folding) else Folding.COUNTED


async def _keep_wordings(
    connection: Connection,
    bank: BankId,
    evidence: Sequence[Evidence],
    wordings: dict[str, Wording],
) -> None:
    rewording = [event for event in evidence if event.rewording]
    if not rewording:
        return
    opinions = sorted({event.opinion for event in rewording})
    await rows_of(connection, _QUERIES["keep_first_words"], bank=bank, opinions=opinions)
    given = [wordings[event.rewording] for event in rewording]
    rows = [
        {"opinion": event.opinion, "event": event.id, "tokens": one.tokens, "text": one.text}
        for event, one in zip(rewording, given, strict=True)
    ]
    await rows_of(
        connection,
        _QUERIES["insert_wordings"],
        bank=bank,
        rows=as_json(rows),
        vectors=halves([one.vector for one in given]),
    )


async def _reword(
    connection: Connection, bank: BankId, row: Row, evidence: Sequence[Evidence]
) -> None:
    """Put an opinion in the words that its evidence gives it, where these have changed."""
    text = worded(row["first_text"], evidence)
    if text == row["text"]:
        return
    giving = [event.id for event in evidence if event.rewording == text]
    event = giving[-1] if giving else row["id"]
    ids, spoken = [row["id"]], terms(text)
    await rows_of(connection, _FORGETTING["discount_terms"], bank=bank, ids=ids)
    await rows_of(connection, _FORGETTING["drop_unused_terms"], bank=bank, ids=ids)
    await rows_of(connection, _QUERIES["drop_terms"], bank=bank, ids=ids)
    await rows_of(connection, _QUERIES["put_in_words"], bank=bank, opinion=row["id"], event=event)
    rows = as_json([{"id": row["id"], **counted(spoken, bank)}])
    await rows_of(connection, _APPLYING["insert_terms"], bank=bank, rows=rows)
    stems = sorted({*hashed(spoken, bank)})
    counts = [1] * len(stems)
    await rows_of(connection, _APPLYING["count_terms"], bank=bank, terms=stems, counts=counts)
    await rows_of(connection, _APPLYING["count_memories"], bank=bank, memories=1, terms=len(spoken))


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
        "rewording": event.rewording,
    }
