"""What the bank says of candidates, whichever channel found them."""

from collections.abc import Sequence

import numpy as np

from tacitus.adapters.postgres.database import Database, Row
from tacitus.adapters.postgres.filters import bound
from tacitus.adapters.postgres.hashes import hashed
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.vectors import Half
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.recollection import FADE, Appraisal, Filters, Neighbour
from tacitus.domain.vectors import Vector

_QUERIES = load("appraisal")


async def appraise(
    database: Database,
    bank: BankId,
    ids: Sequence[MemoryId],
    asked: tuple[Vector, Sequence[str]],
    filters: Filters,
) -> dict[MemoryId, Appraisal]:
    """Fill `SearchIndex.appraise`; `asked` is the question's vector and terms."""
    vector, terms = asked
    if not ids:
        return {}
    rows = await database.rows(
        bank,
        _QUERIES["appraise"],
        ids=list(ids),
        vector=Half(vector),
        fade=Half(np.full(len(vector), FADE, np.float32)),
        terms=list(dict.fromkeys(hashed(terms, bank))),
        **bound(filters),
    )
    return {row["id"]: _appraisal(row) for row in rows}


def _appraisal(row: Row) -> Appraisal:
    return Appraisal(
        cosine=row["cosine"],
        coverage=row["coverage"],
        context=row["context"],
        document=None if row["document"] is None else DocumentId(row["document"]),
        before=_neighbour(row, "before"),
        after=_neighbour(row, "after"),
    )


def _neighbour(row: Row, side: str) -> Neighbour | None:
    if row[f"{side}_cosine"] is None:
        return None
    return Neighbour(
        memory=row[side], cosine=row[f"{side}_cosine"], coverage=row[f"{side}_coverage"]
    )
