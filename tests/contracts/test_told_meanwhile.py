"""What `MemoryStore.mark` and `Changes.seen` promise: nothing is stored that missed what bears on it."""

from dataclasses import replace

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record, Seen
from tacitus.domain.errors import ToldMeanwhile
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import a_document, a_record, changes_of

KEY = "ann|works"


def stating(text: str, key: str | None, bank: Bank) -> Record:
    return replace(a_record(text, bank=bank), state_key=key)


async def test_what_says_the_same_or_speaks_of_the_same_state_is_not_missed(
    stores: Stores, bank: Bank
) -> None:
    before = stating("Ann works at Google.", KEY, bank)
    await stores.memories.apply(changes_of(before, bank=bank))
    seen = Seen(
        mark=await stores.memories.mark(bank.id),
        memories=frozenset(),
        keys=frozenset({KEY}),
        texts=frozenset({"Ben rows."}),
    )
    rows = {
        "Ben swims.": (None, False),
        "Ben rows.": (None, True),
        "Ann works at Meta.": (KEY, True),
        "Ann lives in Oslo.": ("ann|lives", False),
    }

    for number, (text, (key, missed)) in enumerate(rows.items()):
        told = stating(text, key, bank)
        seen = replace(seen, mark=await stores.memories.mark(bank.id))
        await stores.memories.apply(changes_of(told, bank=bank))
        document = a_document(f"{number}", bank=bank)
        ours = changes_of(bank=bank, document=document, seen=seen)
        if missed:
            with pytest.raises(ToldMeanwhile):
                await stores.memories.apply(ours)
            assert await stores.documents.find(bank.id, document.id) is None
            knowing = replace(seen, memories=frozenset({told.memory.id}))
            await stores.memories.apply(replace(ours, seen=knowing))
        else:
            await stores.memories.apply(ours)
        assert await stores.documents.find(bank.id, document.id) is not None

    _, total = await stores.memories.page(bank.id, MemoryPage())
    assert total == 1 + len(rows)


async def test_who_compared_nothing_misses_nothing(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(changes_of(stating("Ann works at Google.", KEY, bank), bank=bank))
    await stores.memories.apply(changes_of(stating("Ann works at Meta.", KEY, bank), bank=bank))

    assert (await stores.memories.page(bank.id, MemoryPage()))[1] == 2
