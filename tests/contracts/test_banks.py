"""What `BankStore` promises."""

from dataclasses import replace

import pytest

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Supersession
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage, Network, State
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import (
    a_bank,
    a_document,
    a_job,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    an_opinion,
    changes_of,
    day,
    some_evidence,
)
from tests.contracts.stores import NewBank


async def test_a_bank_comes_back_as_it_was_saved(stores: Stores, tenant: str) -> None:
    bank = a_bank(
        "support",
        tenant=tenant,
        title="Support desk",
        mission="Remember what customers need.",
        background="I answer tickets.",
        disposition=Disposition(skepticism=5, literalism=1, empathy=4, bias_strength=0.25),
        config={"floor": 0.3, "languages": ["en", "日本語"], "nested": {"on": True, "off": None}},
    )

    await stores.banks.save(bank)

    assert await stores.banks.find(tenant, "support") == bank
    assert await stores.banks.get(bank.id) == bank
    await stores.banks.delete(bank.id)


async def test_an_unknown_bank_is_none(stores: Stores, tenant: str) -> None:
    assert await stores.banks.find(tenant, "nobody") is None
    assert await stores.banks.get(a_bank().id) is None


async def test_saving_again_replaces_all_but_identity_and_creation(
    stores: Stores, bank: Bank
) -> None:
    changed = replace(
        bank,
        mission="Another mission.",
        disposition=Disposition(empathy=5),
        embedder="another",
        config={"a": 1},
        created_at=day(2030, 1),
        updated_at=day(2031, 1),
    )

    await stores.banks.save(changed)

    expected = replace(changed, created_at=bank.created_at)
    assert await stores.banks.find(bank.tenant, bank.name) == expected


async def test_two_banks_of_a_tenant_cannot_share_a_name(stores: Stores, bank: Bank) -> None:
    with pytest.raises(Conflict):
        await stores.banks.save(a_bank(bank.name, tenant=bank.tenant))

    assert await stores.banks.find(bank.tenant, bank.name) == bank


async def test_tenants_do_not_see_one_another(stores: Stores, new_bank: NewBank) -> None:
    one = await new_bank("diary", tenant="Ann's")
    other = await new_bank("diary", tenant="Bob's")

    assert await stores.banks.find("Ann's", "diary") == one
    assert await stores.banks.find("Bob's", "diary") == other
    assert await stores.banks.page("Bob's", limit=10, offset=0) == ([other], 1)


async def test_banks_are_listed_by_name_a_page_at_a_time(
    stores: Stores, new_bank: NewBank, tenant: str
) -> None:
    for name in ("pear", "Apple", "émile", "apple", "fig"):
        await new_bank(name)

    first, total = await stores.banks.page(tenant, limit=3, offset=0)
    rest, _ = await stores.banks.page(tenant, limit=3, offset=3)
    none, still = await stores.banks.page(tenant, limit=3, offset=9)

    assert [bank.name for bank in first] == ["Apple", "apple", "fig"]
    assert [bank.name for bank in rest] == ["pear", "émile"]
    assert (none, total, still) == ([], 5, 5)


@pytest.mark.parametrize("name", ["a/b", "名前", "it's", "%_\\", "x" * 512, "🙂 two words"])
async def test_any_name_is_found_again(stores: Stores, new_bank: NewBank, name: str) -> None:
    bank = await new_bank(name)

    assert await stores.banks.find(bank.tenant, name) == bank


async def test_an_empty_bank_counts_nothing(stores: Stores, bank: Bank) -> None:
    stats = await stores.banks.stats(bank.id)

    assert (stats.memories, stats.links, stats.operations) == ({}, {}, {})
    assert (stats.documents, stats.entities) == (0, 0)
    assert (stats.last_memory_at, stats.last_document_at) == (None, None)


async def test_several_banks_are_counted_at_once(stores: Stores, new_bank: NewBank) -> None:
    full, empty = await new_bank("full"), await new_bank("empty")
    await stores.memories.apply(changes_of(a_record(bank=full), bank=full))

    stats = await stores.banks.stats_of([full.id, empty.id])

    assert {bank: sum(held.memories.values()) for bank, held in stats.items()} == {
        full.id: 1,
        empty.id: 0,
    }
    assert await stores.banks.stats_of([]) == {}


async def test_what_a_bank_holds_is_counted_by_kind(stores: Stores, bank: Bank) -> None:
    old, new, own = (
        a_record("Ann lives in Rome.", bank=bank, sources=(a_source(),)),
        a_record("Ann lives in Oslo.", bank=bank, sources=(a_source(),), known_at=day(2024, 7)),
        a_record("I booked a flight.", bank=bank, network=Network.EXPERIENCE),
    )
    ann, oslo = an_entity("Ann", bank=bank), an_entity("Oslo", bank=bank)
    await stores.memories.apply(
        changes_of(
            *(old, new, own),
            bank=bank,
            document=a_document(bank=bank, received_at=day(2024, 8)),
            entities=(ann, oslo),
            mentions=(a_mention(old, ann), a_mention(new, ann), a_mention(new, oslo)),
            links=(
                Link(new.memory.id, old.memory.id, LinkType.TEMPORAL, 0.5),
                Link(new.memory.id, own.memory.id, LinkType.CAUSES, 1.0),
            ),
            supersessions=(Supersession(old.memory.id, new.memory.id, day(2024, 7)),),
            jobs=(a_job(bank=bank),),
        )
    )

    stats = await stores.banks.stats(bank.id)

    assert await stores.banks.stats_of([bank.id]) == {bank.id: stats}
    assert stats.memories == {"world": 2, "experience": 1}
    assert stats.links == {"entity": 3, "temporal": 1, "causes": 1}
    assert stats.operations == {"pending": 1}
    assert (stats.documents, stats.entities) == (1, 2)
    assert (stats.last_memory_at, stats.last_document_at) == (day(2024, 7), day(2024, 8))


async def test_deleting_a_bank_takes_everything_in_it(stores: Stores, new_bank: NewBank) -> None:
    bank, other = await new_bank("gone"), await new_bank("stays")
    job = a_job(bank=bank)
    fact = a_record("Ann likes snow.", bank=bank, sources=(a_source(),))
    belief = a_record(an_opinion("Snow is fine.", bank=bank))
    ann = an_entity("Ann", bank=bank)
    await stores.memories.apply(
        changes_of(
            *(fact, belief),
            bank=bank,
            document=a_document(bank=bank),
            entities=(ann,),
            mentions=(a_mention(fact, ann),),
            links=(Link(belief.memory.id, fact.memory.id, LinkType.SEMANTIC, 0.5),),
            evidence=(some_evidence(belief.memory, memory=fact.memory),),
            jobs=(job,),
        )
    )
    kept = a_record("Ann likes snow.", bank=other)
    await stores.memories.apply(changes_of(kept, bank=other))

    await stores.banks.delete(bank.id)

    assert await stores.banks.find(bank.tenant, "gone") is None
    assert await stores.documents.find(bank.id, DocumentId("letter")) is None
    assert await stores.documents.chunks(bank.id, DocumentId("letter")) == []
    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)
    assert await stores.memories.get(bank.id, [fact.memory.id]) == {}
    assert await stores.entities.page(bank.id, limit=9, offset=0) == ([], 0)
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == []
    assert await stores.index.semantic(bank.id, a_vector(1), Filters(), 9) == []
    assert await stores.index.keyword(bank.id, ["snow"], Filters(), 9) == []
    assert await stores.queue.find(bank.id, job.id) is None
    assert (await stores.banks.stats(bank.id)).memories == {}
    assert [hit.memory for hit in await stores.index.keyword(other.id, ["snow"], Filters(), 9)] == [
        kept.memory.id
    ]


async def test_a_name_can_be_used_again_for_an_empty_bank(
    stores: Stores, new_bank: NewBank
) -> None:
    first = await new_bank("diary")
    await stores.memories.apply(changes_of(a_record(bank=first), bank=first))
    await stores.banks.delete(first.id)

    second = await new_bank("diary")

    assert second.id != first.id
    assert await stores.memories.page(second.id, MemoryPage(state=State.VALID)) == ([], 0)


async def test_deleting_what_is_not_there_is_no_fault(stores: Stores) -> None:
    other = a_bank("kept", tenant="nothing there")
    await stores.banks.save(other)

    await stores.banks.delete(a_bank().id)

    assert await stores.banks.get(other.id) == other
