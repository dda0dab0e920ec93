"""What `MemoryStore.apply` and `delete` promise: all or nothing, and nothing left behind."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes, Restatement, Supersession
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage, Network, State
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import (
    a_bank,
    a_document,
    a_job,
    a_memory,
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


async def test_changes_that_fail_at_their_end_leave_nothing(stores: Stores, bank: Bank) -> None:
    fact, belief = a_record("Ann ran.", bank=bank), a_record(an_opinion(bank=bank))
    ann, job = an_entity("Ann", bank=bank), a_job(bank=bank)
    nobody = a_memory("Never stored.", bank=bank)
    complete = changes_of(
        *(fact, belief),
        bank=bank,
        document=a_document(bank=bank),
        entities=(ann,),
        mentions=(a_mention(fact, ann),),
        links=(Link(fact.memory.id, belief.memory.id, LinkType.SEMANTIC, 0.5),),
        evidence=(some_evidence(belief.memory, memory=fact.memory),),
        drawn_from=((belief.memory.id, (nobody.id,)),),
        jobs=(job,),
    )

    with pytest.raises(Conflict):
        await stores.memories.apply(complete)

    assert await stores.documents.find(bank.id, DocumentId("letter")) is None
    assert await stores.documents.chunks(bank.id, DocumentId("letter")) == []
    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)
    assert await stores.entities.page(bank.id, limit=9, offset=0) == ([], 0)
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == []
    assert await stores.index.keyword(bank.id, ["ann"], Filters(), 9) == []
    assert await stores.queue.find(bank.id, job.id) is None
    stats = await stores.banks.stats(bank.id)
    assert (stats.links, stats.operations) == ({}, {})


async def test_a_bank_that_was_deleted_meanwhile_takes_nothing(stores: Stores) -> None:
    gone = a_bank()

    with pytest.raises(NotFound):
        await stores.memories.apply(changes_of(a_record(bank=gone), bank=gone))

    assert await stores.memories.page(gone.id, MemoryPage()) == ([], 0)


async def test_empty_changes_change_nothing(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(changes_of(bank=bank))

    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)


async def test_many_writers_with_shared_entities_in_any_order_all_succeed(
    stores: Stores, bank: Bank
) -> None:
    names = [f"Person {n}" for n in range(6)]

    async def write(number: int) -> None:
        order = names[number % 6 :] + names[: number % 6]
        people = [an_entity(name, bank=bank) for name in (order if number % 2 else order[::-1])]
        record = a_record(f"Meeting {number}", bank=bank, sources=(a_source(f"{number}"),))
        await stores.memories.apply(
            changes_of(
                record,
                bank=bank,
                document=a_document(f"{number}", bank=bank),
                entities=tuple(people),
                mentions=tuple(a_mention(record, person) for person in people),
            )
        )

    await asyncio.gather(*(write(number) for number in range(12)))

    people, total = await stores.entities.page(bank.id, limit=99, offset=0)
    assert total == 6
    assert [person.mention_count for person in people] == [12] * 6
    meetings, _ = await stores.memories.page(bank.id, MemoryPage())
    assert [memory.entities for memory in meetings] == [tuple(names)] * 12


# ------------------------------------------------------------------------ several documents


def told_in(name: str, text: str, bank: Bank, **other: Any) -> Changes:
    """What a document writes that says one thing."""
    record = a_record(text, bank=bank, sources=(a_source(name),))
    return changes_of(record, bank=bank, document=a_document(name, text, bank=bank), **other)


async def test_changes_of_several_documents_are_written_at_once(stores: Stores, bank: Bank) -> None:
    first, second = told_in("a", "Ann ran.", bank), told_in("b", "Ann swam.", bank)
    ran, swam = first.records[0], second.records[0]
    ann = an_entity("Ann", bank=bank)
    last = replace(
        told_in("c", "Ann rowed.", bank),
        restatements=(Restatement(ran.memory.id, a_source("c")),),
        supersessions=(Supersession(ran.memory.id, swam.memory.id, day(2024, 6)),),
        entities=(ann,),
        mentions=(a_mention(ran, ann), a_mention(swam, ann)),
        links=(Link(swam.memory.id, ran.memory.id, LinkType.SEMANTIC, 0.5),),
        jobs=(a_job(bank=bank),),
    )

    assert await stores.memories.apply(first, second, last) == 0

    found = await stores.documents.find_each(bank.id, [*map(DocumentId, "abcd")])
    assert {id: one.text for id, one in found.items()} == {
        "a": "Ann ran.",
        "b": "Ann swam.",
        "c": "Ann rowed.",
    }
    for id, one in found.items():
        assert [chunk.text for chunk in await stores.documents.chunks(bank.id, id)] == [one.text]
    kept = await stores.memories.get(bank.id, [ran.memory.id, swam.memory.id])
    assert kept[ran.memory.id].proof_count == 2
    assert kept[ran.memory.id].superseded_by == swam.memory.id
    assert kept[swam.memory.id].entities == ("Ann",)
    stats = await stores.banks.stats(bank.id)
    assert (stats.documents, stats.links["semantic"], sum(stats.operations.values())) == (3, 1, 1)


async def test_where_one_of_several_documents_has_moved_on_none_is_written(
    stores: Stores, bank: Bank
) -> None:
    await stores.memories.apply(told_in("b", "Ann ran.", bank))
    several = [told_in(name, "Ann swam.", bank) for name in "abc"]

    with pytest.raises(Conflict, match="'b'"):
        await stores.memories.apply(*several)

    memories, _ = await stores.memories.page(bank.id, MemoryPage())
    assert [memory.text for memory in memories] == ["Ann ran."]
    assert {*await stores.documents.find_each(bank.id, [*map(DocumentId, "abc")])} == {"b"}


async def test_a_new_document_and_a_new_revision_are_written_at_once(
    stores: Stores, bank: Bank
) -> None:
    await stores.memories.apply(told_in("a", "Ann ran.", bank))
    again = told_in("a", "Ann swam.", bank, expected_revision=1, dropped_chunks=(0,))

    assert await stores.memories.apply(again, told_in("b", "Ann rowed.", bank)) == 1

    memories, _ = await stores.memories.page(bank.id, MemoryPage())
    assert {memory.text for memory in memories} == {"Ann swam.", "Ann rowed."}
    found = await stores.documents.find_each(bank.id, [*map(DocumentId, "ab")])
    assert {id: one.revision for id, one in found.items()} == {"a": 2, "b": 1}


# ------------------------------------------------------------------------ restatements


async def test_what_is_said_again_gains_a_source_and_a_proof(stores: Stores, bank: Bank) -> None:
    first, later = a_source("first"), a_source("later", speaker="Bob", mentioned_at=day(2024, 6))
    rain = a_record("It rained.", bank=bank, sources=(first,))
    await stores.memories.apply(
        changes_of(rain, bank=bank, document=a_document("first", bank=bank))
    )

    await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document("later", bank=bank),
            restatements=(Restatement(rain.memory.id, later),),
        )
    )

    [memory], total = await stores.memories.page(bank.id, MemoryPage())
    assert total == 1
    assert memory.sources == (first, later)
    assert (memory.proof_count, memory.document) == (2, "first")


async def test_the_same_place_is_one_source(stores: Stores, bank: Bank) -> None:
    place = a_source()
    rain = a_record("It rained.", bank=bank, sources=(place,))
    await stores.memories.apply(changes_of(rain, bank=bank, document=a_document(bank=bank)))

    await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document(bank=bank),
            expected_revision=1,
            chunks=(),
            restatements=(Restatement(rain.memory.id, place),) * 2,
        )
    )

    [memory], _ = await stores.memories.page(bank.id, MemoryPage())
    assert (memory.sources, memory.proof_count) == ((place,), 1)


async def test_a_memory_of_the_same_changes_can_be_restated(stores: Stores, bank: Bank) -> None:
    places = (a_source(start=0), a_source(start=50), a_source(start=100))
    rain = a_record("It rained.", bank=bank, sources=places[:1])

    await stores.memories.apply(
        changes_of(
            rain,
            bank=bank,
            document=a_document(bank=bank),
            restatements=tuple(Restatement(rain.memory.id, place) for place in places[1:]),
        )
    )

    [memory], _ = await stores.memories.page(bank.id, MemoryPage())
    assert (memory.sources, memory.proof_count) == (places, 3)


async def test_what_restates_a_memory_that_is_gone_must_be_worked_out_anew(
    stores: Stores, bank: Bank
) -> None:
    gone = a_memory(bank=bank)

    with pytest.raises(Conflict):
        await stores.memories.apply(
            changes_of(
                bank=bank,
                document=a_document(bank=bank),
                restatements=(Restatement(gone.id, a_source()),),
            )
        )

    assert await stores.documents.find(bank.id, DocumentId("letter")) is None


async def test_what_mentions_an_entity_that_is_gone_must_be_worked_out_anew(
    stores: Stores, bank: Bank
) -> None:
    record = a_record(bank=bank)

    with pytest.raises(Conflict):
        await stores.memories.apply(
            changes_of(record, bank=bank, mentions=(a_mention(record, an_entity(bank=bank)),))
        )

    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)


async def test_links_and_supersessions_of_what_is_gone_are_left_out(
    stores: Stores, bank: Bank
) -> None:
    record, gone = a_record(bank=bank), a_memory(bank=bank)

    await stores.memories.apply(
        changes_of(
            record,
            bank=bank,
            links=(
                Link(record.memory.id, gone.id, LinkType.SEMANTIC, 0.5),
                Link(gone.id, record.memory.id, LinkType.CAUSES, 0.5),
            ),
            supersessions=(
                Supersession(gone.id, record.memory.id, day(2024, 6)),
                Supersession(record.memory.id, gone.id, day(2024, 6)),
            ),
        )
    )

    assert (await stores.banks.stats(bank.id)).links == {}
    [memory], _ = await stores.memories.page(bank.id, MemoryPage())
    assert memory.state is State.VALID


# ------------------------------------------------------------------------ delete


async def test_a_deleted_memory_is_found_by_nothing(stores: Stores, bank: Bank) -> None:
    gone, stays = a_record("Ann ran.", bank=bank), a_record("Ann swam.", bank=bank)
    ann = an_entity("Ann", bank=bank)
    await stores.memories.apply(
        changes_of(
            *(gone, stays),
            bank=bank,
            entities=(ann,),
            mentions=(a_mention(gone, ann), a_mention(stays, ann)),
            links=(Link(gone.memory.id, stays.memory.id, LinkType.TEMPORAL, 0.5),),
        )
    )

    assert await stores.memories.delete(bank.id, gone.memory.id) is True
    assert await stores.memories.delete(bank.id, gone.memory.id) is False

    assert await stores.memories.get(bank.id, [gone.memory.id]) == {}
    found = await stores.index.semantic(bank.id, a_vector(1), Filters(), 9)
    assert [hit.memory for hit in found] == [stays.memory.id]
    assert await stores.index.keyword(bank.id, ["ran"], Filters(), 9) == []
    seeds = [stays.memory.id, gone.memory.id]
    assert await stores.index.edges(bank.id, seeds, Filters(), hops=2, fanout=9) == []
    assert (await stores.banks.stats(bank.id)).links == {"entity": 1}
    [entity] = await stores.entities.alike(bank.id, ["ann"])
    assert entity.mention_count == 1


async def test_the_document_of_a_deleted_memory_stays(stores: Stores, bank: Bank) -> None:
    record = a_record(bank=bank, sources=(a_source(),))
    await stores.memories.apply(changes_of(record, bank=bank, document=a_document(bank=bank)))

    await stores.memories.delete(bank.id, record.memory.id)

    assert await stores.documents.find(bank.id, DocumentId("letter")) is not None
    [listing], _ = await stores.documents.page(bank.id, limit=9, offset=0)
    assert listing.memories == 0


async def test_an_observation_goes_with_any_memory_it_is_drawn_from(
    stores: Stores, bank: Bank
) -> None:
    ran, swam = a_record("Ann ran.", bank=bank), a_record("Ann swam.", bank=bank)
    summary = a_record("Ann runs and swims.", bank=bank, network=Network.OBSERVATION)
    ann = an_entity("Ann", bank=bank)
    await stores.memories.apply(
        changes_of(
            *(ran, swam, summary),
            bank=bank,
            entities=(ann,),
            mentions=tuple(a_mention(record, ann) for record in (ran, swam, summary)),
            drawn_from=((summary.memory.id, (ran.memory.id, swam.memory.id)),),
        )
    )

    await stores.memories.delete(bank.id, ran.memory.id)

    assert (await stores.entities.observations(bank.id, [ann.id])).get(ann.id) is None
    left, _ = await stores.memories.page(bank.id, MemoryPage())
    assert [memory.text for memory in left] == ["Ann swam."]


async def test_an_opinion_goes_with_the_last_memory_it_rests_on(stores: Stores, bank: Bank) -> None:
    ran = a_record("Ann ran.", bank=bank, sources=(a_source("run"),))
    swam = a_record("Ann swam.", bank=bank, sources=(a_source("swim"),))
    belief = a_record(an_opinion("Ann is fit.", bank=bank))
    await stores.memories.apply(changes_of(ran, bank=bank, document=a_document("run", bank=bank)))
    await stores.memories.apply(
        changes_of(
            *(swam, belief),
            bank=bank,
            document=a_document("swim", bank=bank),
            drawn_from=((belief.memory.id, (ran.memory.id, swam.memory.id)),),
        )
    )

    assert await stores.documents.delete(bank.id, DocumentId("run")) == 1
    assert await stores.opinions.held(bank.id) is True
    assert await stores.documents.delete(bank.id, DocumentId("swim")) == 2

    assert await stores.opinions.held(bank.id) is False
    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)


async def test_what_was_drawn_from_a_memory_that_is_gone_meanwhile_is_refused(
    stores: Stores, bank: Bank
) -> None:
    ran = a_record("Ann ran.", bank=bank)
    await stores.memories.apply(changes_of(ran, bank=bank))
    summary = a_record("Ann runs.", bank=bank, network=Network.OBSERVATION)
    under_way = changes_of(summary, bank=bank, drawn_from=((summary.memory.id, (ran.memory.id,)),))
    await stores.memories.delete(bank.id, ran.memory.id)

    with pytest.raises(Conflict):
        await stores.memories.apply(under_way)

    assert await stores.memories.page(bank.id, MemoryPage()) == ([], 0)
