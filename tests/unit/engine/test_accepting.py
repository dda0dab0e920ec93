"""Work left for later under an id of the caller's own: the same once, other work never."""

from uuid import UUID

import pytest

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import DocumentId, OperationId
from tacitus.engine import Engine

ID = OperationId(UUID(int=1))
ANA = RetainItem(content="Ana rows.", document=DocumentId("ana"))
BEN = RetainItem(content="Ben keeps bees.", document=DocumentId("ben"))


async def test_the_same_documents_are_taken_once(engine: Engine) -> None:
    asked = [await engine.retain_later("notes", [ANA, BEN], operation=ID) for _ in range(3)]

    assert asked[0] == asked[1] == asked[2]
    assert len({*asked[0]}) == 2
    assert (await engine.operations("notes"))[1] == 2


async def test_other_documents_under_the_same_id_are_a_conflict(engine: Engine) -> None:
    await engine.retain_later("notes", [ANA], operation=ID)
    others = [
        [BEN],
        [RetainItem(content="Ana rows!", document=DocumentId("ana"))],
        [RetainItem(content="Ana rows.", document=DocumentId("ana"), tags=("work",))],
        [ANA, BEN],
    ]

    for other in others:
        with pytest.raises(Conflict, match="give new work an id of its own"):
            await engine.retain_later("notes", other, operation=ID)
    assert (await engine.operations("notes"))[1] == 1


async def test_another_bank_may_use_the_same_id(engine: Engine) -> None:
    await engine.retain_later("notes", [ANA], operation=ID)
    await engine.retain_later("letters", [BEN], operation=ID)

    assert (await engine.operations("letters"))[1] == 1
