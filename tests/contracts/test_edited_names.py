"""What `CurationStore.edit` promises of whom an edited memory mentions."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Named, Record
from tacitus.domain.curation import Act, MemoryChange
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import Entity
from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_mention, a_record, an_entity, changes_of

EDITED = MemoryChange(at=NOON, act=Act.EDITED, before={"text": "Ana moved to Oslo."})
LATER = NOON + timedelta(days=1)


async def told(stores: Stores, bank: Bank, *said: tuple[str, tuple[Entity, ...]]) -> list[Record]:
    """Store a record for each (text, whom it mentions)."""
    records = [a_record(text, bank=bank, known_at=NOON) for text, _ in said]
    everybody = {one.id: one for _, named in said for one in named}
    mentions = [
        a_mention(record, one)
        for record, (_, named) in zip(records, said, strict=True)
        for one in named
    ]
    await stores.memories.apply(
        changes_of(*records, bank=bank, entities=(*everybody.values(),), mentions=(*mentions,))
    )
    return records


async def edited(stores: Stores, record: Record, text: str, named: Named | None) -> bool:
    said = replace(record, memory=replace(record.memory, text=text))
    return await stores.curation.edit(record.memory.bank, said, EDITED, named=named)


async def counts(stores: Stores, bank: Bank) -> dict[str, int]:
    found, _ = await stores.entities.page(bank.id, limit=99, offset=0)
    return {one.name: one.mention_count for one in found}


async def names_of(stores: Stores, bank: Bank, record: Record) -> tuple[str, ...]:
    return (await stores.memories.get(bank.id, [record.memory.id]))[record.memory.id].entities


async def neighbours(stores: Stores, bank: Bank, record: Record) -> set[MemoryId]:
    index = stores.index
    found = await index.edges(bank.id, [record.memory.id], Filters(), hops=1, fanout=9)
    return {edge.target for edge in found if edge.source == record.memory.id}


async def test_it_mentions_those_it_is_given_and_who_is_mentioned_by_none_goes(
    stores: Stores, bank: Bank
) -> None:
    ana, oslo, ben = (an_entity(name, bank=bank) for name in ("Ana", "Oslo", "Ben"))
    moved, sings, of_ben = await told(
        stores, bank, ("Ana moved to Oslo.", (ana, oslo)), ("Ana sings.", (ana,)), ("Ben.", (ben,))
    )
    assert await neighbours(stores, bank, moved) == {sings.memory.id}
    bergen = an_entity("Bergen", bank=bank)
    mentions = (a_mention(moved, bergen), a_mention(moved, ben, "Benny"))

    assert await edited(stores, moved, "To Bergen with Benny.", Named((bergen,), mentions))

    assert await names_of(stores, bank, moved) == ("Ben", "Bergen")
    assert await counts(stores, bank) == {"Ben": 2, "Ana": 1, "Bergen": 1}  # no Oslo
    assert [one.name for one in await stores.entities.alike(bank.id, ["bergen", "oslo"])] == [
        "Bergen"
    ]
    assert await neighbours(stores, bank, moved) == {of_ben.memory.id}
    assert await neighbours(stores, bank, sings) == set()
    await stores.memories.delete(bank.id, moved.memory.id)
    assert await counts(stores, bank) == {"Ana": 1, "Ben": 1}


async def test_without_names_given_they_stay_and_with_none_all_go(
    stores: Stores, bank: Bank
) -> None:
    ana = an_entity("Ana", bank=bank)
    [record] = await told(stores, bank, ("Ana sings.", (ana,)))

    await edited(stores, record, "Ana hums.", None)
    assert (await names_of(stores, bank, record), await counts(stores, bank)) == (
        ("Ana",),
        {"Ana": 1},
    )

    await edited(stores, record, "Somebody hums.", Named())
    assert (await names_of(stores, bank, record), await counts(stores, bank)) == ((), {})


async def test_a_name_that_another_took_meanwhile_means_that_one(
    stores: Stores, bank: Bank
) -> None:
    ana, ben, late = (an_entity(name, bank=bank) for name in ("Ana", "Ben", "Ben"))
    record, _ = await told(stores, bank, ("Ana sings.", (ana,)), ("Ben.", (ben,)))

    await edited(stores, record, "Ben sings.", Named((late,), (a_mention(record, late),)))

    assert await counts(stores, bank) == {"Ben": 2}
    assert (await stores.entities.find(bank.id, late.id), await names_of(stores, bank, record)) == (
        None,
        ("Ben",),
    )


async def test_where_somebody_it_would_mention_is_gone_nothing_is_changed(
    stores: Stores, bank: Bank
) -> None:
    ana, gone = an_entity("Ana", bank=bank), an_entity("Ben", bank=bank)
    [record] = await told(stores, bank, ("Ana sings.", (ana,)))

    with pytest.raises(Conflict):
        await edited(stores, record, "Ben sings.", Named((), (a_mention(record, gone),)))

    found = (await stores.memories.get(bank.id, [record.memory.id]))[record.memory.id]
    assert (found.text, found.entities) == ("Ana sings.", ("Ana",))
    assert await counts(stores, bank) == {"Ana": 1}


async def test_a_split_brings_back_who_it_mentions_by_now_and_not_who_it_mentioned(
    stores: Stores, bank: Bank
) -> None:
    """Ben was merged into Ana: which of the two a memory means, its words say as they now stand."""
    ana, ben = an_entity("Ana", bank=bank), an_entity("Ben", bank=bank)
    first, second, third = await told(
        stores, bank, ("Ben hums.", (ben,)), ("Ana sings.", (ana,)), ("Ben eats.", (ben,))
    )
    await stores.identities.merge(bank.id, ana.id, ben.id, at=LATER)
    assert await counts(stores, bank) == {"Ana": 3}

    await edited(stores, first, "Ana hums.", Named((), (a_mention(first, ana, "Ana"),)))
    await edited(stores, second, "Ben sings.", Named((), (a_mention(second, ana, "Ben"),)))
    await stores.identities.split(bank.id, ana.id, "Ben", at=LATER)

    said = [await names_of(stores, bank, one) for one in (first, second, third)]
    assert said == [("Ana",), ("Ben",), ("Ben",)]
    assert await counts(stores, bank) == {"Ben": 2, "Ana": 1}
