"""What the suite runs on: the stores of any adapter, and banks in them."""

from collections.abc import Awaitable
from typing import Protocol
from uuid import UUID

from tacitus.domain.appraisals import Appraisals, Beside
from tacitus.domain.banks import Bank
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.recollection import Appraisal, Neighbour


class NewBank(Protocol):
    """Saves a bank, in the tenant of the test unless told otherwise."""

    def __call__(self, name: str = "notes", *, tenant: str | None = None) -> Awaitable[Bank]: ...


def told(said: Appraisals) -> dict[MemoryId, Appraisal]:
    """Return what was said of each memory.

    Documents are named by their numbers; a neighbour that was not appraised itself has no id.
    """
    return {
        id: Appraisal(
            cosine=float(said.cosine[place]),
            coverage=float(said.coverage[place]),
            context=float(said.context[place]),
            document=None if (read := int(said.documents[place])) < 0 else DocumentId(f"{read}"),
            before=_neighbour(said, said.before, place),
            after=_neighbour(said, said.after, place),
        )
        for place, id in enumerate(said.ids)
    }


def _neighbour(said: Appraisals, side: Beside, place: int) -> Neighbour | None:
    if not side.there[place]:
        return None
    at = int(side.places[place])
    return Neighbour(
        memory=MemoryId(UUID(int=0)) if at < 0 else said.ids[at],
        cosine=float(side.cosine[place]),
        coverage=float(side.coverage[place]),
    )
