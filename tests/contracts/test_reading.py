"""What `Searches.memories` promises: what was found is read as the store reads it."""

from dataclasses import replace

from tacitus.adapters.postgres.index import Index
from tacitus.domain.banks import Bank
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import a_memory, a_record, changes_of
from tests.contracts.everything import furnish


async def test_memories_are_read_in_full_and_those_that_are_gone_left_out(
    stores: Stores, bank: Bank
) -> None:
    await furnish(stores, bank)
    page, _ = await stores.memories.page(bank.id, MemoryPage(limit=1000))
    ids = [memory.id for memory in page]
    opened = await stores.index.open(bank.id)
    assert opened

    read = await opened.index.memories(bank.id, [*ids, a_memory(bank=bank).id])

    assert read.keys() == {*ids}
    # How often each was given back may be older.
    assert {id: replace(one, access_count=0, accessed_at=None) for id, one in read.items()} == {
        one.id: replace(one, access_count=0, accessed_at=None) for one in page
    }


async def test_what_is_deleted_is_not_read(stores: Stores, bank: Bank) -> None:
    await furnish(stores, bank)
    [first, *_], _ = await stores.memories.page(bank.id, MemoryPage())
    await stores.memories.delete(bank.id, first.id)
    opened = await stores.index.open(bank.id)
    assert opened

    assert await opened.index.memories(bank.id, [first.id]) == dict[MemoryId, object]()


async def test_an_opened_bank_says_who_spoke_in_it(stores: Stores, bank: Bank) -> None:
    told = [
        a_record("Ann: I keep bees.", bank=bank, speaker="Ann"),
        a_record("Bees are kept.", bank=bank),
    ]
    before = await stores.index.open(bank.id)
    await stores.memories.apply(changes_of(*told, bank=bank))

    after = await stores.index.open(bank.id)

    assert before
    assert after
    at_hand = [] if isinstance(stores.index, Index) else ["Ann"]  # nobody looks them up for that
    assert (list(before.speakers), list(after.speakers)) == ([], at_hand)
    assert list(stores.index.speakers(bank.id)) == at_hand
